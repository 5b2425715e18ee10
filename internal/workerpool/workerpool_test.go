package workerpool_test

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/internal/workerpool"
)

// TestRun has each worker do its part once, whether there are goroutines
// awake from the run before or not.
func TestRun(t *testing.T) {
	var pool workerpool.Pool
	for _, workers := range []int{1, 2, 3, 8, 8, 2, 17, 1, 8} {
		ran := make([]int, workers)
		pool.Run(workers, func(worker int) { ran[worker]++ })
		for worker, times := range ran {
			require.Equal(t, 1, times, "worker %d of %d", worker, workers)
		}
	}
}

// TestRunWaits waits for a worker that takes long.
func TestRunWaits(t *testing.T) {
	var pool workerpool.Pool
	for _, slow := range []int{0, 1, 2} {
		var ran atomic.Int64
		pool.Run(3, func(worker int) {
			if worker == slow {
				time.Sleep(5 * time.Millisecond)
			}
			ran.Add(1)
		})
		require.EqualValues(t, 3, ran.Load(), "worker %d is slow", slow)
	}
}

// TestTogether has workers wait for each other, which one after the other
// could not.
func TestTogether(t *testing.T) {
	var pool workerpool.Pool
	for range 20 {
		const workers = 4
		var met sync.WaitGroup
		met.Add(workers)
		pool.Run(workers, func(int) {
			met.Done()
			met.Wait()
		})
	}
}

// TestManyPools runs pools beside each other, and pools within pools.
func TestManyPools(t *testing.T) {
	var ran atomic.Int64
	var outside sync.WaitGroup
	for range 8 {
		outside.Go(func() {
			var pool workerpool.Pool
			for range 50 {
				pool.Run(3, func(int) {
					var inner workerpool.Pool
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
	time.Sleep(5 * time.Millisecond) // the goroutines of other tests fall asleep
	before := runtime.NumGoroutine()
	var pool workerpool.Pool
	pool.Run(8, func(int) {})
	// Not by require.Eventually, whose condition has a goroutine of its own.
	for started := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(started), 10*time.Second)
	}
}

// BenchmarkRun is what a run takes beyond its work.
func BenchmarkRun(b *testing.B) {
	var pool workerpool.Pool
	workers := runtime.GOMAXPROCS(0)
	for b.Loop() {
		pool.Run(workers, func(int) {})
	}
}
