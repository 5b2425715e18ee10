package workerpool_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/workerpool"
)

// TestEach: each number below the count is passed once, also if there are none or more than processors.
func TestEach(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, count := range []int{0, 1, 2, 100} {
		seen := make([]int, count)
		workerpool.Each(count, func(i int) { seen[i]++ })
		for i, times := range seen {
			require.Equal(t, 1, times, "%d of %d", i, count)
		}
	}
	require.Equal(t, 3, runtime.GOMAXPROCS(0), "the number of processors stays")
}

// TestEachTakesTheNext: a goroutine that has done its number does not wait for one that has not.
func TestEachTakesTheNext(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	last := make(chan bool)
	workerpool.Each(3, func(i int) {
		switch i {
		case 0:
			<-last
		case 2:
			close(last)
		}
	})
}
