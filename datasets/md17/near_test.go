package md17

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// argon is a box of atoms that drift through it, as text.
func argon(frames int) string {
	var text strings.Builder
	for frame := range frames {
		fmt.Fprintln(&text, "8\nLattice=\"12 0 0 0 12 0 0 0 12\" Properties=species:S:1:pos:R:3 unit=angstrom")
		for i := range 8 {
			x := [3]float64{float64(i % 2), float64(i / 2 % 2), float64(i / 4)}
			for axis := range x {
				x[axis] = 6*x[axis] + 0.02*float64(frame*(axis+1)+i)
				for x[axis] >= 12 {
					x[axis] -= 12
				}
			}
			fmt.Fprintln(&text, "Ar", x[0], x[1], x[2])
		}
	}
	return text.String()
}

// TestCutoff: atoms without bonds in a periodic box have neighbors within the cutoff,
// the box, and splits of their own times.
func TestCutoff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "argon.xyz")
	require.NoError(t, os.WriteFile(path, []byte(argon(400)), 0o600))
	_, _, err := Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, "atoms without bonds need a cutoff")
	_, _, err = Prepare(path, Options{Span: 5, Cutoff: 6.5})
	require.ErrorContains(t, err, "more than half of the box of frame")
	_, _, err = Prepare(path, Options{Span: 300, Cutoff: 6})
	require.ErrorContains(t, err, "too few for three parts")

	data, _, err := Prepare(path, Options{Span: 5, Cutoff: 6, Features: []string{NumberFeature, MassFeature}})
	require.NoError(t, err)
	first := data.Train[0]
	require.Equal(t, []float32{0, 12, 0}, system.CellB.Of(&first))
	require.InDelta(t, 39.948, system.Mass.Of(&first)[0], 1e-4)
	require.Empty(t, first.Objects)
	for name, samples := range data.Splits() {
		for _, s := range *samples {
			require.GreaterOrEqual(t, slices.Min(s.Position), float32(0), name)
			require.Less(t, slices.Max(s.Position), float32(12.001), name)
		}
	}
	starts := func(name string) (first, last int64) {
		all := data.Origins[name].Starts
		return slices.Min(all), slices.Max(all)
	}
	_, train := starts("train")
	valid, later := starts("valid")
	test, _ := starts("test")
	require.GreaterOrEqual(t, valid, train+2*5, "the target of the one and a gap are before")
	require.GreaterOrEqual(t, test, later+2*5)
}

// TestBoxesThatChange: a box that grows, or is of some frames alone, is said to, where
// samples have it.
func TestBoxesThatChange(t *testing.T) {
	const box = `Lattice="12 0 0 0 12 0 0 0 12"`
	for want, of := range map[string]func(frame int) string{
		"": func(int) string { return box },
		"boxes change from inputs to targets, most from frame 0 on, by 0.0042 of themselves: a sample has the box of its input": func(frame int) string {
			return fmt.Sprintf(`Lattice="12 0 0 0 12 0 0 0 %g"`, 12+0.01*float64(frame))
		},
		"most from frame 45 on, by 1 of themselves": func(frame int) string {
			if frame >= 50 {
				return box
			}
			return ""
		},
	} {
		frames := strings.Split(argon(400), box)
		text := frames[0]
		for frame, rest := range frames[1:] {
			text += of(frame) + rest
		}
		path := filepath.Join(t.TempDir(), "argon.xyz")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, notes, err := Prepare(path, Options{Span: 5, Cutoff: 5.9})
		require.NoError(t, err)
		require.Equal(t, want != "", strings.Contains(strings.Join(notes, "; "), "boxes change"), notes)
		require.Contains(t, strings.Join(notes, "; "), want)
	}
}
