package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDepthIsCutEvenly adds up what a deep product is cut into.
func TestDepthIsCutEvenly(t *testing.T) {
	for n := 1; n < 400; n++ {
		part := evenPart(n, blockDepth)
		require.LessOrEqual(t, part, blockDepth)
		parts := slices.Collect(func(yield func(int) bool) {
			for at := 0; at < n && yield(min(part, n-at)); at += part {
			}
		})
		require.Len(t, parts, (n+blockDepth-1)/blockDepth, "%d: %v", n, parts)
		require.Less(t, part-parts[len(parts)-1], len(parts), "%d: %v", n, parts)
	}
}
