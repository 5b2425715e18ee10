package recordings

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStretches: a recording breaks off after each of its frames that jump to the next one of it.
func TestStretches(t *testing.T) {
	g := Group{Starts: []int{0, 10, 15}, Breaks: []int{0, 3, 8, 9, 14}}
	require.Equal(t, []int{0, 1, 4, 9, 10}, g.Stretches(0), "9 is its last frame")
	require.Equal(t, []int{10, 15}, g.Stretches(1))
	g.Breaks = []int{10, 13}
	require.Equal(t, []int{0, 10}, g.Stretches(0))
	require.Equal(t, []int{10, 11, 14, 15}, g.Stretches(1))
}

// TestUnbroken: the shortest recording without a break counts or, if all break off, the longest stretch.
func TestUnbroken(t *testing.T) {
	for _, c := range []struct {
		breaks []int
		want   int
	}{{nil, 5}, {[]int{12}, 10}, {[]int{3}, 5}, {[]int{3, 12}, 6}, {[]int{6, 12}, 7}} {
		g := Group{Starts: []int{0, 10, 15}, Breaks: c.breaks}
		require.Equal(t, c.want, g.Unbroken(), "%v", c.breaks)
	}
	// A stretch of nine tenths of a whole recording is nearly as long.
	require.Equal(t, 9, (&Group{Starts: []int{0, 10, 20}, Breaks: []int{10}}).Unbroken())
	require.Equal(t, 10, (&Group{Starts: []int{0, 10, 20}, Breaks: []int{11}}).Unbroken())
}
