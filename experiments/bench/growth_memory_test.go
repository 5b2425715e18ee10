package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/resident"
)

// TestGrowthBeyondMemory: a size is left out if the memory of each edge of a smaller one says that there is not
// enough.
func TestGrowthBeyondMemory(t *testing.T) {
	free := resident.Available()
	require.Positive(t, free)
	b, err := newBench(tiny())
	require.NoError(t, err)
	graphs, err := b.growthGraphs()
	require.NoError(t, err)
	g, err := b.growth(t.Context(), graphs[0], "prediction", 100, Growth{Edges: 1, Memory: 2 * free / 90})
	require.NoError(t, err)
	require.Contains(t, g.Missing, "it needs about ")
	require.Equal(t, [3]int{10, 90, 0}, [3]int{g.Particles, g.Edges, g.Cores})
	g, err = b.growth(t.Context(), graphs[0], "prediction", 100, Growth{Edges: 1, Memory: free / 1e4})
	require.NoError(t, err)
	require.Empty(t, g.Missing)
	require.Positive(t, g.Cores)
	require.InDelta(t, 2.5, Growth{Edges: 4, Memory: 10}.MemoryPerEdge(), 1e-12)
}
