package workerpool_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/workerpool"
)

// TestEach: each number below the count is passed once, also if there are none or more than processors.
func TestEach(t *testing.T) {
	for _, count := range []int{0, 1, 2, 100} {
		seen := make([]int, count)
		workerpool.Each(count, func(i int) { seen[i]++ })
		for i, times := range seen {
			require.Equal(t, 1, times, "%d of %d", i, count)
		}
	}
}
