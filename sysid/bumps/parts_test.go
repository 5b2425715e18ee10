package bumps

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestCenters: the first state is the first center, and each next one is the first of those that
// are farthest from all before.
func TestCenters(t *testing.T) {
	b := New([][Inputs]float64{{0}, {3}, {-3}, {1}, {0}})
	require.Equal(t, [][Inputs]float64{{0}, {3}, {-3}, {1}}, b.centers, "the last state is there already")
	require.Len(t, b.weights, 4)
	require.Empty(t, New(nil).centers)
}

// TestStillInputs: an input whose deviation is rounding, up to 1e-9 of its mean, is not scaled.
func TestStillInputs(t *testing.T) {
	for deviation, still := range map[float64]bool{0: true, 0.9e-9: true, 1.1e-9: false} {
		b := New([][Inputs]float64{{-10 * (1 + deviation)}, {-10 * (1 - deviation)}})
		if still {
			require.Equal(t, 1., b.size[0], deviation)
		} else {
			require.InEpsilon(t, 10*deviation, b.size[0], 1e-3)
		}
	}
}

// TestFitOfOneBump: the weight of one bump is the least squares of a mean, where each example adds
// the penalty to the divisor; equations without a solution give the weight 0.
func TestFitOfOneBump(t *testing.T) {
	b := Network{size: [Inputs]float64{1, 1, 1}, centers: [][Inputs]float64{{}}, weights: []float64{7}}
	e := Examples{States: make([][Inputs]float64, 4), Left: []float64{1, 2, 3, 6}}
	b.Fit(e, 0.5)
	allclose.Within(t, []float64{12. / (4 + 4*0.5)}, b.weights, 1e-12)
	require.InDelta(t, (1.+0+1+16)/4, b.Off(e), 1e-12)
	b.Fit(e, -2)
	require.Equal(t, []float64{0}, b.weights)
}

// TestDistances: squared distances are in units of the deviation of each input.
func TestDistances(t *testing.T) {
	b := Network{size: [Inputs]float64{2, 3, 4}}
	require.InDelta(t, 1+4+9, b.distance([Inputs]float64{1, 2, 3}, [Inputs]float64{3, -4, 15}), 1e-12)
	require.InDelta(t, math.Sqrt(14), math.Sqrt(b.distance([Inputs]float64{3, -4, 15}, [Inputs]float64{1, 2, 3})), 1e-12)
}

// TestNumbersOfNetworks: files have the inverse deviations, the scaled centers and the weights.
func TestNumbersOfNetworks(t *testing.T) {
	b := Network{size: [Inputs]float64{2, 4, 5}, centers: [][Inputs]float64{{2, 4, 5}, {4, -4, 10}}, weights: []float64{8, 9}}
	numbers := b.Numbers()
	require.Equal(t, []float64{0.5, 0.25, 0.2, 1, 1, 1, 2, -1, 2, 0}, numbers[:10])
	require.Equal(t, []float64{8, 9, 0}, numbers[Inputs+Inputs*mostBumps:][:3])
}
