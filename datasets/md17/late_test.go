package md17

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestLateForces: forces of other frames than the energies are told, and those of their own are not.
func TestLateForces(t *testing.T) {
	const frames, dt = 400, 0.05
	for late, want := range map[int]string{0: "", 1: "the forces are late by 1.00", -1: "the forces are early by 1.00"} {
		var x, v [6]float64
		for i := range x {
			x[i], v[i] = 0.8*float64(i/3)+0.03*float64(i%3+1), 0.1*float64(i*i%5)
		}
		var places, forces [][6]float64
		var energies []float64
		for range frames {
			var f [6]float64
			energy := 0.
			for i := range x {
				off := x[i] - 0.8*float64(i/3)
				f[i] = -float64(1+i) * off
				energy += float64(float64(1+i) * off * off / 2)
			}
			places, forces, energies = append(places, x), append(forces, f), append(energies, energy)
			const steps = 50
			for range steps {
				for i := range x {
					v[i] -= dt / steps * float64(1+i) * (x[i] - 0.8*float64(i/3))
					x[i] += dt / steps * v[i]
				}
			}
		}
		var text strings.Builder
		for frame := 2; frame < frames-2; frame++ {
			fmt.Fprintf(&text, "2\nProperties=species:S:1:pos:R:3:forces:R:3 energy=%.12f\n", energies[frame])
			for atom := range 2 {
				text.WriteString("C")
				for _, values := range [][6]float64{places[frame], forces[frame-late]} {
					for _, value := range values[3*atom:][:3] {
						fmt.Fprintf(&text, " %.9f", value)
					}
				}
				text.WriteByte('\n')
			}
		}
		path := filepath.Join(t.TempDir(), "pair.xyz")
		require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
		_, notes, err := Prepare(path, Options{Span: 4})
		require.NoError(t, err)
		all := strings.Join(notes, "\n")
		require.Contains(t, all, want)
		require.Equal(t, want != "", strings.Contains(all, "the forces are"), "%d: %s", late, all)
	}
}

// TestReadByContent: an .npz file is read whatever its name ends in.
func TestReadByContent(t *testing.T) {
	var x []float32
	for frame := range 100 {
		x = append(x, 0, 0, 0.001*float32(frame), 1.4, 0, 0)
	}
	path := filepath.Join(t.TempDir(), "frames.xyz")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "R", Shape: []int{100, 2, 3}, Floats: x}, {Key: "z", Shape: []int{2}, Ints: []int64{6, 6}}}))
	_, _, err := Prepare(path, Options{Span: 4})
	require.NoError(t, err)
}
