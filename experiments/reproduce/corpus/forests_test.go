package corpus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestTreesAreTakenApartAlike: into the same numbers of hinges and sticks, which a
// binary tree leaves open.
func TestTreesAreTakenApartAlike(t *testing.T) {
	samples := make([]system.Sample, 30)
	for i := range samples {
		samples[i].Position = make([]float32, 8*3)
		samples[i].Objects = system.Objects{system.TreeOf([]int{0, 1, 2, 3, 4, 5, 6, 7}, []int{-1, 0, 0, 1, 1, 2, 2, 3})}
	}
	ways := map[string]bool{}
	for i, sample := range samples {
		objects, err := apart(8, sample.Objects.Bars(system.Tree), uint64(i))
		require.NoError(t, err)
		ways[objects.Counts()] = true
	}
	require.Greater(t, len(ways), 1)
	require.NoError(t, takeApart(samples, 1))
	for _, sample := range samples {
		require.Equal(t, samples[0].Objects.Counts(), sample.Objects.Counts())
	}
}
