// Package workerpool runs short pieces of work on several cores, over and over,
// without waking a core anew for each.
//
// A core that has nothing to do falls asleep, and to wake it takes a tenth
// of a millisecond, on a virtual machine at times several. A training step
// meets four times on all cores within a few milliseconds. So a goroutine
// that has done its piece stays awake for a while, in case there is another.
package workerpool

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// stayAwake is how long a goroutine without work stays awake: somewhat longer
// than what one core does alone within a training step and between two.
const stayAwake = 500 * time.Microsecond

// Pool runs a task on several workers and waits for all of them. The zero
// value is ready for use by one goroutine at a time.
type Pool struct {
	working atomic.Int64
	done    sync.WaitGroup
}

// job is one worker's part of a task.
type job struct {
	pool   *Pool
	task   func(worker int)
	worker int
}

// jobs are handed to goroutines that are awake.
var jobs = make(chan job, 1)

// free counts the goroutines that are awake and have been promised no job.
var free atomic.Int64

// Run calls task(0) to task(workers-1), all at a time, and returns when all
// have returned. The first runs on the caller's goroutine.
func (p *Pool) Run(workers int, task func(worker int)) {
	p.working.Store(int64(workers - 1))
	p.done.Add(workers - 1)
	for worker := 1; worker < workers; worker++ {
		if j := (job{p, task, worker}); claim() {
			jobs <- j
		} else {
			go work(j)
		}
	}
	task(0)
	for started := time.Now(); p.working.Load() > 0 && time.Since(started) < stayAwake; {
		runtime.Gosched()
	}
	p.done.Wait()
}

// claim takes one from the free goroutines and reports whether there was one.
func claim() bool {
	for n := free.Load(); n > 0; n = free.Load() {
		if free.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// work does a job, and others as long as they come.
func work(j job) {
	for more := true; more; j, more = next() {
		j.task(j.worker)
		j.pool.working.Add(-1)
		j.pool.done.Done()
	}
}

// next waits for a job for a while. One that has been promised comes.
func next() (j job, more bool) {
	free.Add(1)
	for started := time.Now(); time.Since(started) < stayAwake; runtime.Gosched() {
		select {
		case j = <-jobs:
			return j, true
		default:
		}
	}
	if claim() {
		return job{}, false
	}
	return <-jobs, true
}
