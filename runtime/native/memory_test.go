package native

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewFloats: floats in huge pages are zeros, as many as were asked for, that
// can be written up to the last.
func TestNewFloats(t *testing.T) {
	for _, count := range []int{0, 1, 1<<19 - 1, 1 << 19, 1<<20 + 5} {
		floats := newFloats(count)
		require.Len(t, floats, count)
		require.Equal(t, count, cap(floats))
		require.False(t, slices.ContainsFunc(floats, func(x float32) bool { return x != 0 }))
		for i := range floats {
			floats[i] = 1
		}
	}
}
