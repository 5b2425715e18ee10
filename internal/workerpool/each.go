package workerpool

import "runtime"

// Each calls do for the numbers from 0 to count-1, on as many goroutines as Go uses processors.
func Each(count int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), max(count, 1))
	var pool Pool
	pool.Run(workers, func(worker int) {
		for i := worker; i < count; i += workers {
			do(i)
		}
	})
}
