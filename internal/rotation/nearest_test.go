package rotation

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// TestNearest: of points that were turned it is the turn, and of points that were mirrored
// the mirror, or a rotation where it has to be one.
func TestNearest(t *testing.T) {
	points := mat.NewDense(3, 4, []float64{1, 0, 0, 2, 0, 1, 0, -1, 0, 0, 1, 1}) // a column each
	by := By([3]float64{0.3, -1.2, 2})
	turn := mat.NewDense(3, 3, []float64{by[0][0], by[0][1], by[0][2], by[1][0], by[1][1], by[1][2], by[2][0], by[2][1], by[2][2]})
	sum := func(by mat.Matrix) *mat.Dense {
		var moved, m mat.Dense
		moved.Mul(by, points)
		m.Mul(&moved, points.T())
		return &m
	}
	for _, proper := range []bool{true, false} {
		require.True(t, mat.EqualApprox(turn, Nearest(sum(turn), proper), 1e-12))
	}
	var mirror mat.Dense
	mirror.Scale(-1, turn)
	require.True(t, mat.EqualApprox(&mirror, Nearest(sum(&mirror), false), 1e-12))
	require.InDelta(t, 1, mat.Det(Nearest(sum(&mirror), true)), 1e-12)
}
