package ir

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestMotions: a transformation rotates a point and then moves it, and a weighted difference of steps is of
// fourth order.
func TestMotions(t *testing.T) {
	m, rows := SampleModule(), Rows("particles")
	require.NoError(t, Build(m, func(b *Builder) {
		motion := b.MotionMatrix(b.Input("turn", Floats(rows, 9)), b.Input("move", Floats(rows, 3)))
		point := b.Input("point", Floats(rows, 3))
		b.Output("motion", motion)
		b.Output("moved", b.Moved(point, motion))
		b.Output("extrapolated", b.Extrapolated(point, b.Neg(point)))
	}))
	// The first row is turned by a right angle about z, and the second has the entries 1 to 9.
	got, err := Eval(m, map[string]Tensor{
		"turn":  matrix(9, 0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		"move":  matrix(3, 10, 20, 30, 0, 0, -1),
		"point": matrix(3, 1, 2, 3, 1, 10, 100),
	}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{8, 21, 33, 321, 654, 986}, got["moved"].Float)
	require.Equal(t, []float64{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1}, got["motion"].Float[:16])
	allclose.Within(t, []float64{5. / 3, 10. / 3, 5, 5. / 3, 50. / 3, 500. / 3}, got["extrapolated"].Float, 1e-12)
	require.Panics(t, func() { matrixOf(2, 3, []entry{{2, 0, 1}}) })
	require.Panics(t, func() { matrixOf(2, 3, []entry{{0, 3, 1}}) })
	require.Equal(t, []float64{0, 0, 0, 0, 0, 7}, matrixOf(2, 3, []entry{{1, 2, 7}}))
}
