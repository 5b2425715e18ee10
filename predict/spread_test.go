package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpread(t *testing.T) {
	require.Equal(t, Spread{1, 5, 9}, SpreadOf([]float64{10, 0, 5, 3, 7, 1, 9, 2, 4, 6, 8}))
	require.Equal(t, Spread{2, 2, 2}, SpreadOf([]float64{2}))
	require.Equal(t, 1.5, SpreadOf([]float64{1, 2}).Median)
	require.Equal(t, Spread{3, 3, math.Inf(1)}, SpreadOf([]float64{math.NaN(), 3, 3, 3, math.NaN()}))
	require.True(t, math.IsNaN(SpreadOf(nil).Median))
	require.Equal(t, Spread{1, 2, 3}, rootSpread([]float64{1, 4, 9, 1, 4, 9, 1, 4, 9}))
}

// TestQuantiles: a quantile between two numbers is as near to each as its share says.
func TestQuantiles(t *testing.T) {
	require.InDelta(t, 10+0.25*20, quantile([]float64{10, 30}, 0.25), 1e-12)
	require.InDelta(t, 30+0.6*40, quantile([]float64{10, 30, 70}, 0.8), 1e-12)
	require.Equal(t, 70., quantile([]float64{10, 30, 70}, 1))
}
