package workerpool

import (
	"runtime"
	"sync/atomic"
)

// Each calls do for the numbers from 0 to count-1, on as many goroutines as Go uses processors.
// A goroutine that has done one number takes the next that is left.
func Each(count int, do func(i int)) {
	var pool Pool
	var taken atomic.Int64
	pool.Run(min(runtime.GOMAXPROCS(0), max(count, 1)), func(int) {
		for i := int(taken.Add(1)) - 1; i < count; i = int(taken.Add(1)) - 1 {
			do(i)
		}
	})
}
