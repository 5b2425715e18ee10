package md17

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestNear: lists of neighbours are those of all pairs and all images, in boxes that are
// wide, narrow, skewed, periodic along some axes, and without one.
func TestNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	positions := make([]float32, 3*60)
	for i := range positions {
		positions[i] = float32(40*random.Float64() - 15)
	}
	for name, box := range map[string]*cell{
		"none":   nil,
		"wide":   boxOf(t, 30, 0, 0, 0, 28, 0, 0, 0, 33),
		"narrow": boxOf(t, 11, 0, 0, 0, 13, 0, 0, 0, 50),
		"skewed": boxOf(t, 20, 0, 0, 5, 19, 0, -4, 3, 24),
	} {
		const cutoff = 5.0
		want := make([][]int64, 60)
		for i := range want {
			for j := range want {
				way := [3]float64{}
				for axis := range way {
					way[axis] = float64(positions[3*i+axis]) - float64(positions[3*j+axis])
				}
				if i != j && nearestOf(box, way) < cutoff {
					want[i] = append(want[i], int64(j))
				}
			}
		}
		require.Equal(t, want, near(positions, box, cutoff), name)
	}
}

func boxOf(t *testing.T, numbers ...float64) *cell {
	box, err := newCell(numbers, [3]bool{true, true, true})
	require.NoError(t, err)
	return box
}

// nearestOf is the shortest of a way's images, of several around.
func nearestOf(box *cell, way [3]float64) float64 {
	if box == nil {
		return length0(way)
	}
	shortest := length0(way)
	for k := range 11 * 11 * 11 {
		turns := [3]float64{float64(k%11 - 5), float64(k/11%11 - 5), float64(k/121 - 5)}
		other := way
		for i, vector := range box.vectors {
			for axis := range other {
				other[axis] += turns[i] * vector[axis]
			}
		}
		shortest = min(shortest, length0(other))
	}
	return shortest
}

// length0 is that of a way.
func length0(way [3]float64) float64 {
	return system.Distance([]float64{0, 0, 0, way[0], way[1], way[2]}, 0, 1)
}

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

// TestCutoff: atoms without bonds in a periodic box have neighbours within the cutoff,
// the box, and splits of their own times.
func TestCutoff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "argon.xyz")
	require.NoError(t, os.WriteFile(path, []byte(argon(400)), 0o600))
	_, _, err := Prepare(path, Options{Span: 5})
	require.ErrorContains(t, err, "atoms without bonds need a cutoff")
	_, _, err = Prepare(path, Options{Span: 5, Cutoff: 6.5})
	require.ErrorContains(t, err, "more than half of the box of frame")
	_, _, err = Prepare(path, Options{Span: 300, Cutoff: 6, ByTime: true})
	require.ErrorContains(t, err, "too few for three parts")

	data, _, err := Prepare(path, Options{Span: 5, Cutoff: 6, ByTime: true, Features: []string{NumberFeature, MassFeature}})
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
