package splits

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestByTime: pieces of one recording are split in the order of time, and one between two splits is in none.
func TestByTime(t *testing.T) {
	require.Equal(t, []int{0, LeftOut, 1, LeftOut, 2}, ByTime(5))
	require.Nil(t, ByTime(4))
	require.Equal(t, []int{0, LeftOut, 1, 1, LeftOut, 2, 2}, ByTime(20)[13:], "of 20 pieces two are in each")
}

// TestDraw: a tenth, but at least one, is for validation and for tests each.
func TestDraw(t *testing.T) {
	for recordings, each := range map[int]int{3: 1, 19: 1, 20: 2} {
		counts := [3]int{}
		for _, split := range Draw(recordings, 1) {
			counts[split]++
		}
		require.Equal(t, [3]int{recordings - 2*each, each, each}, counts)
	}
	require.NotEqual(t, Draw(20, 1), Draw(20, 2))
}
