package articulated_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
)

// TestBodiesInAnyOrder: three bodies in a chain, with a particle each besides the first,
// move alike in any order of their rows, and a particle of no body rests.
func TestBodiesInAnyOrder(t *testing.T) {
	// By number: the first particles of bodies, their second ones, and the one by itself.
	parents := []int{0, 0, 1, 0, 1, 2, 6}
	vectors := func(scale float64) (all [][]float64) {
		for i := range parents {
			x := float64(i)
			all = append(all, []float64{scale * (1 + x), scale * x * x / 4, scale * (3 - x)})
		}
		return all
	}
	axes, none := [][]float64{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}}, [][]float64{{}, {}, {}, {}, {}, {}, {}}
	for i := range parents {
		none[i] = []float64{0, 0, 0}
		if i >= 3 {
			axes = append(axes, none[i])
		}
	}
	moved := func(order []int) (step, placed [][]float64) {
		rows := func(values [][]float64) (all []float64) {
			for _, i := range order {
				all = append(all, values[i]...)
			}
			return all
		}
		at := make([]int, len(order))
		for row, i := range order {
			at[i] = row
		}
		bodies := articulated.Bodies[float64, int]{
			Turn: rows(axes), Slide: rows(none), Anchor: rows(vectors(0.1)), Rest: rows(vectors(0.3)), Parents: make([]int, len(order)),
		}
		column := make([]float64, len(order))
		state := make([]float64, 2*len(order))
		for row, i := range order {
			bodies.Parents[row] = at[parents[i]]
			bodies.First = append(bodies.First, 0.8, 0.6, 0, 0)
			column[row] = 0.5
			state[2*row], state[2*row+1] = 0.1*float64(i), 0.5
		}
		after, places := make([]float64, 2*len(order)), make([]float64, 6*len(order))
		bodies.Step(after, state, articulated.Loads[float64]{Mass: column, Force: rows(vectors(0.2)), Damping: column, Load: column}, 0.05)
		bodies.Positions(places, after)
		for _, row := range at {
			step, placed = append(step, after[2*row:2*row+2]), append(placed, places[6*row:6*row+6])
		}
		return step, placed
	}
	step, placed := moved([]int{0, 1, 2, 3, 4, 5, 6})
	other, otherPlaced := moved([]int{6, 5, 2, 4, 1, 3, 0})
	for i := range parents {
		require.InDeltaSlice(t, step[i], other[i], 1e-12)
		require.InDeltaSlice(t, placed[i], otherPlaced[i], 1e-12)
	}
	require.NotEqual(t, []float64{0, 0}, step[2])
	require.Equal(t, []float64{0, 0}, step[6])
	require.Equal(t, append(vectors(0.3)[6], 0, 0, 0), placed[6])
}
