package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestProductsAddInOrder: products of any number of terms add up one term after another, and so to the same bits
// however many are taken at a time.
func TestProductsAddInOrder(t *testing.T) {
	for columns := range 10 {
		x, y := NewTensor(Floats(Fixed(1), columns), nil), NewTensor(Floats(Fixed(columns), 2), nil)
		want := []float64{0.1, 0.2}
		for k := range columns {
			x.Float[k], y.Float[2*k], y.Float[2*k+1] = 1/float64(k+3), 0.7*float64(k+1), -1e16*float64(k%2)
			want[0] += float64(x.Float[k] * y.Float[2*k])
			want[1] += float64(x.Float[k] * y.Float[2*k+1])
		}
		got := []float64{0.1, 0.2}
		multiply(got, matrixView(x, false), matrixView(y, false))
		require.Equal(t, want, got, columns)
	}
}
