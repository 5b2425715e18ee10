package articulated_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
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
		allclose.Within(t, step[i], other[i], 1e-12)
		allclose.Within(t, placed[i], otherPlaced[i], 1e-12)
	}
	require.NotEqual(t, []float64{0, 0}, step[2])
	require.Equal(t, []float64{0, 0}, step[6])
	require.Equal(t, append(vectors(0.3)[6], 0, 0, 0), placed[6])
}

// TestFirst: a joint that begins turned, or slid, moves as one that has turned or slid as far. The
// coordinates of First may be shrunk by their last column.
func TestFirst(t *testing.T) {
	const far = 0.4
	sin, cos := math.Sincos(far)
	for _, c := range []struct {
		turn, slide, first []float64
	}{
		{[]float64{0, 0, 1}, []float64{0, 0, 0}, []float64{cos, sin, 0, 0}},
		{[]float64{0, 0, 1}, []float64{0, 0, 0}, []float64{cos / 2, sin / 2, 0, 0.5}},
		{[]float64{0, 0, 0}, []float64{0, 0, 1}, []float64{1, 0, far, 0}},
	} {
		moved := func(first []float64, at float64) (after, place []float64) {
			b := articulated.Bodies[float64, int]{Turn: c.turn, Slide: c.slide, Anchor: []float64{0.1, 0.2, 0.3}, Rest: []float64{1, 0.5, 0.2}, First: first, Parents: []int{0}}
			after, place = make([]float64, 2), make([]float64, 6)
			b.Step(after, []float64{at, 0.7}, articulated.Loads[float64]{Mass: []float64{2}, Force: []float64{3, -1, 2}, Damping: []float64{0.5}, Load: []float64{0.25}}, 0.1)
			b.Positions(place, after)
			return after, place
		}
		begun, place := moved(c.first, 0)
		turned, same := moved([]float64{1, 0, 0, 0}, far)
		require.InDelta(t, turned[0], begun[0]+far, 1e-12)
		require.InDelta(t, turned[1], begun[1], 1e-12)
		allclose.Within(t, same, place, 1e-12)
		require.NotZero(t, begun[0])
	}
}
