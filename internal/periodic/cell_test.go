package periodic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
)

// TestReduced: of skewed vectors the shortest with the same copies are found, and short ones
// stay. In a reduced cell the copies around the nearest have the shortest.
func TestReduced(t *testing.T) {
	box := boxOf(t, 10, 0, 0, 16, 10, 0, -33, 47, 10)
	reduced, changed := box.Reduced()
	require.True(t, changed)
	for i := range 3 {
		require.Less(t, vector.Norm(reduced.Vectors[i]), 12.0)
		for k := range 3 { // whole vectors of the cell
			share := vector.Dot(box.Inverse[k], reduced.Vectors[i])
			require.InDelta(t, 0, share-float64(int(share+100.5)-100), 1e-9)
		}
	}
	again, changed := reduced.Reduced()
	require.False(t, changed)
	require.Equal(t, reduced, again)
	straight, changed := boxOf(t, 10, 0, 0, 20, 10, 0, 0, -50, 10).Reduced()
	require.True(t, changed)
	require.True(t, straight.Square())
	require.InDelta(t, 5, straight.Narrow(), 1e-12)

	random := rand.New(rand.NewPCG(1, 0))
	for range 200 {
		way := [3]float64{}
		for axis := range way {
			way[axis] = 40*random.Float64() - 20
		}
		near, _ := reduced.Nearest(way)
		require.InDelta(t, nearestOf(reduced, way), vector.Norm(reduced.Shortest(near)), 1e-9)
		straightest, _ := straight.Nearest(way)
		require.InDelta(t, nearestOf(straight, way), vector.Norm(straightest), 1e-9)
	}
}
