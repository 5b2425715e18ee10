package articulated_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
)

// TestPositions: the positions are those of these bodies in this state, whatever others moved before.
func TestPositions(t *testing.T) {
	turning := articulated.Bodies[float64, int]{Turn: []float64{0, 0, 1}, Slide: []float64{0, 0, 0}, Anchor: []float64{0, 0, 0}, Rest: []float64{1, 0, 0}, First: []float64{1, 0, 0, 0}, Parents: []int{0}}
	sliding := articulated.Bodies[float64, int]{Turn: []float64{0, 0, 0}, Slide: []float64{0, 0, 1}, Anchor: []float64{0, 0, 0}, Rest: []float64{1, 0, 0}, First: []float64{1, 0, 0, 0}, Parents: []int{0}}
	for _, c := range []struct {
		bodies      articulated.Bodies[float64, int]
		state, want []float64
	}{
		{turning, []float64{0, 0}, []float64{1, 0, 0, 0, 0, 0}},
		{turning, []float64{math.Pi / 2, 2}, []float64{0, 1, 0, -2, 0, 0}},
		{sliding, []float64{0.5, 3}, []float64{1, 0, 0.5, 0, 0, 3}},
		{turning, []float64{math.Pi, 1}, []float64{-1, 0, 0, 0, -1, 0}},
	} {
		moved := make([]float64, 6)
		c.bodies.Positions(moved, c.state)
		allclose.Within(t, c.want, moved, 1e-15)
	}
	none := []float64{7}
	articulated.Bodies[float64, int]{}.Positions(none, nil)
	require.Equal(t, []float64{7}, none)
}
