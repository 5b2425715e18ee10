package crew_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/internal/crew"
)

// TestRun has each member do its part once, whether there are goroutines
// awake from the run before or not.
func TestRun(t *testing.T) {
	var c crew.Crew
	for _, members := range []int{1, 2, 3, 8, 8, 2, 17, 1, 8} {
		ran := make([]int, members)
		c.Run(members, func(member int) { ran[member]++ })
		for member, times := range ran {
			require.Equal(t, 1, times, "member %d of %d", member, members)
		}
	}
}

// TestTogether has members wait for each other, which one after the other
// could not.
func TestTogether(t *testing.T) {
	var c crew.Crew
	for range 20 {
		const members = 4
		var met sync.WaitGroup
		met.Add(members)
		c.Run(members, func(int) {
			met.Done()
			met.Wait()
		})
	}
}

// TestManyCrews runs crews beside each other, and crews within crews.
func TestManyCrews(t *testing.T) {
	var ran atomic.Int64
	var outside sync.WaitGroup
	for range 8 {
		outside.Go(func() {
			var c crew.Crew
			for range 50 {
				c.Run(3, func(int) {
					var inner crew.Crew
					inner.Run(2, func(int) { ran.Add(1) })
				})
			}
		})
	}
	outside.Wait()
	require.EqualValues(t, 8*50*3*2, ran.Load())
}

// TestFallsAsleep leaves no goroutine behind for long.
func TestFallsAsleep(t *testing.T) {
	before := runtime.NumGoroutine()
	var c crew.Crew
	c.Run(8, func(int) {})
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before }, time.Second, time.Millisecond)
}

// BenchmarkRun is what a run takes beyond its work.
func BenchmarkRun(b *testing.B) {
	var c crew.Crew
	members := runtime.GOMAXPROCS(0)
	for b.Loop() {
		c.Run(members, func(int) {})
	}
}
