package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// TestFits: columns are fitted by least squares, whatever their lengths are, and a column of 0 explains nothing.
func TestFits(t *testing.T) {
	f, ok := newFit(mat.NewDense(4, 3, []float64{1, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0}))
	require.True(t, ok)
	allclose.Within(t, []float64{math.Sqrt2, 5, 0}, f.lengths, 1e-12)
	values := []float64{3, 5, 7, 1}
	allclose.Within(t, []float64{4 * math.Sqrt2, 7, 0}, f.factors(values).RawVector().Data, 1e-6)
	allclose.Within(t, []float64{-1, 1, 0, 1}, f.residuals(values), 1e-6)
	allclose.Within(t, []float64{3 - math.Sqrt2, 5 - math.Sqrt2, 5, 1}, f.without(mat.NewVecDense(3, []float64{2, 2, 9}), values), 1e-6)
	factor, fraction := f.first(values)
	require.InDelta(t, 4, factor, 1e-6)
	require.InDelta(t, 32./35, fraction, 1e-6)
	require.Equal(t, 84., sumOfSquares(values))

	f, ok = newFit(mat.NewDense(2, 2, []float64{0, 1, 0, 1}))
	require.True(t, ok)
	factor, fraction = f.first([]float64{1, 2})
	require.Zero(t, factor)
	require.Zero(t, fraction)
}

// TestFactorsFromZero: factors of 0 or more leave what factors below 0 would explain.
func TestFactorsFromZero(t *testing.T) {
	for _, c := range []struct{ columns, values, left []float64 }{
		{[]float64{1, 1, 0, 1}, []float64{0, 1}, []float64{-0.5, 0.5}},
		{[]float64{1, 1, 0, 1}, []float64{3, 1}, []float64{0, 0}},
		{[]float64{1, 0, 0, 1}, []float64{-3, 2}, []float64{-3, 0}},
		{[]float64{0, 0, 0, 2}, []float64{1, 5}, []float64{1, 0}},
	} {
		f, ok := newFit(mat.NewDense(2, 2, c.columns))
		require.True(t, ok)
		allclose.Within(t, c.left, f.unexplained(c.values), 1e-6)
	}
}
