package periodic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNarrow: the least width counts, whichever vector it is along.
func TestNarrow(t *testing.T) {
	for _, c := range [][]float64{{4, 0, 0, 0, 6, 0, 0, 0, 8}, {6, 0, 0, 0, 4, 0, 0, 0, 8}, {6, 0, 0, 0, 8, 0, 0, 0, 4}} {
		require.InDelta(t, 2, boxOf(t, c...).Narrow(), 1e-15)
	}
}

// TestHugeCells: a volume that float64 does not hold is refused, of either sign.
func TestHugeCells(t *testing.T) {
	for _, side := range []float64{1e105, -1e105} {
		_, err := New([3][3]float64{{side, 0, 0}, {0, 1e105, 0}, {0, 0, 1e105}}, [3]bool{})
		require.EqualError(t, err, "is a box without volume")
	}
}

// TestNearFew: neighbors are nearer than the cutoff, in ascending order, and none is its own.
func TestNearFew(t *testing.T) {
	positions := []float32{9.5, 0, 0, 0.5, 0, 0, 1.5, 0, 0, 0.5, 0, 0, 5, 5, 5}
	require.Equal(t, [][]int64{nil, {3}, nil, {1}, nil}, Near(positions, nil, 1))
	require.Equal(t, [][]int64{nil, {2, 3}, {1, 3}, {1, 2}, nil}, Near(positions, nil, 1.001))
	cell := boxOf(t, 10, 0, 0, 0, 10, 0, 0, 0, 10)
	require.Equal(t, [][]int64{{1, 3}, {0, 2, 3}, {1, 3}, {0, 1, 2}, nil}, Near(positions, cell, 1.001))
}
