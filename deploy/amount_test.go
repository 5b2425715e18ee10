package deploy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAmounts: a verification runs a Loop for 100 to 199 steps, and predicts more than 256
// systems at once, as an export does. Sizes of an export are always the same.
func TestAmounts(t *testing.T) {
	for seed, steps := range map[uint64]int{0: 100, 1: 101, 99: 199, 100: 100} {
		require.Equal(t, steps, atVerification(seed).steps)
		require.Greater(t, slices.Max(atVerification(seed).batches), 1536, "a lie above that is found at once")
		require.Contains(t, atVerification(seed).batches, 1024)
	}
	require.NotEqual(t, atVerification(1).batches, atVerification(2).batches)
	require.Equal(t, []int{1, 2, 3, 4, 8}, atExport.batches[:5])
	require.Greater(t, slices.Max(atExport.batches), 256)
}
