package train

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOrder(t *testing.T) {
	order := Order(1, 3, 500)
	require.Equal(t, order, Order(1, 3, 500))
	require.NotEqual(t, order, Order(1, 4, 500))
	require.NotEqual(t, order, Order(2, 3, 500))
	sorted := slices.Sorted(slices.Values(order))
	for i, index := range sorted {
		require.Equal(t, i, index)
	}
	require.Empty(t, Order(1, 0, 0))
}

// A resumed run must continue to the same bits also when it was started by
// a program that another version of Go compiled.
func TestOrderIsPinned(t *testing.T) {
	require.Equal(t, []int{5, 3, 1, 0, 4, 2, 6, 7}, Order(43, 7, 8))
}

func TestOrderVisitsEverywhere(t *testing.T) {
	// Each sample's mean place over epochs is near the middle; neighboring
	// epochs must not repeat a pattern.
	const n, epochs = 20, 2000
	var places [n]float64
	for epoch := range epochs {
		for place, index := range Order(1, epoch, n) {
			places[index] += float64(place) / epochs
		}
	}
	const fiveSigma = 5 * 5.77 / 44.7 // uniform on 0..19, over sqrt(2000)
	for _, place := range places {
		require.InDelta(t, (n-1)/2.0, place, fiveSigma)
	}
}

func TestBatches(t *testing.T) {
	for _, c := range []struct{ n, size, want int }{{500, 200, 2}, {400, 200, 2}, {200, 200, 1}, {7, 1, 7}} {
		count, err := batches(c.n, c.size, false)
		require.NoError(t, err)
		require.Equal(t, c.want, count)
	}
	for _, c := range []struct{ n, size, want int }{{500, 200, 3}, {400, 200, 2}, {120, 200, 1}, {7, 1, 7}} {
		count, err := batches(c.n, c.size, true)
		require.NoError(t, err)
		require.Equal(t, c.want, count)
	}
	_, err := batches(120, 200, false)
	require.EqualError(t, err, "training set has 120 samples, fewer than one batch of 200, and what is no whole batch is left out: train without drop_last, use batch 120 or less, or more data")
	_, err = batches(0, 200, true)
	require.EqualError(t, err, "training set has no samples")
}
