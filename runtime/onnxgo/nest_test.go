package onnxgo

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNestMergesAxes: axes that all operands pass through evenly are one loop.
func TestNestMergesAxes(t *testing.T) {
	for _, c := range []struct {
		what     string
		shape    []int
		operands [][]int
		extents  []int
		inner    int
		steps    []int
		offsets  [][]int
	}{
		{"dense", s(2, 3), [][]int{{3, 1}}, nil, 6, s(1), [][]int{{0}}},
		{"three dense axes", s(2, 3, 2), [][]int{{6, 2, 1}}, nil, 12, s(1), [][]int{{0}}},
		{"one broadcast row", s(2, 3), [][]int{{3, 1}, {0, 1}}, s(2), 3, s(1, 1), [][]int{{0, 0}, {3, 0}}},
		{"transposed", s(3, 2), [][]int{{1, 3}}, s(3), 2, s(3), [][]int{{0}, {1}, {2}}},
		{"an axis of extent 1", s(2, 1, 3), [][]int{{3, 7, 1}}, nil, 6, s(1), [][]int{{0}}},
		{"a number", nil, [][]int{{}}, nil, 1, s(0), [][]int{{0}}},
		{"nothing", s(0), [][]int{{1}}, nil, 0, s(1), nil},
		{"no rows", s(0, 2), [][]int{{1, 5}}, s(0), 2, s(5), nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			n := newNest(c.shape, c.operands...)
			require.Equal(t, append([]int{}, c.extents...), append([]int{}, n.extents...))
			require.Equal(t, c.inner, n.inner)
			require.Equal(t, c.steps, n.steps)
			var offsets [][]int
			n.rows(func(at []int) { offsets = append(offsets, append([]int{}, at...)) })
			require.Equal(t, c.offsets, offsets)
		})
	}
}

// TestParallelCoversEveryPositionOnce: whatever the division, a position is computed once, and only enough work is divided.
func TestParallelCoversEveryPositionOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, c := range []struct{ n, work, parts int }{
		{0, 1, 1}, {10, 0, 1}, {10, 1, 1}, {1, 1 << 20, 1},
		{2, parallelWork, 2}, {3, parallelWork, 3}, {9, parallelWork, 4},
		{parallelWork, 1, 1}, {2 * parallelWork, 0, 2}, {2*parallelWork - 1, 1, 1},
	} {
		var mutex sync.Mutex
		calls, visits := 0, make([]int, c.n)
		parallel(c.n, c.work, func(low, high int) {
			mutex.Lock()
			defer mutex.Unlock()
			calls++
			for i := low; i < high; i++ {
				visits[i]++
			}
		})
		require.Equal(t, c.parts, calls, "%v", c)
		for i, visited := range visits {
			if visited != 1 {
				t.Fatalf("%v: position %d is computed %d times", c, i, visited)
			}
		}
	}
}
