// Package workerpool runs short pieces of work on several cores again and again, without waking
// a core for each.
//
// A core with nothing to do falls asleep. To wake it takes a tenth of a millisecond, and on a
// virtual machine sometimes several times that. A training step has four pieces of work for all
// cores within a few milliseconds. A goroutine that has done its piece therefore stays awake
// for a while, in case there is another.
package workerpool

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// stayAwake is the time for which a goroutine without work stays awake. It is somewhat longer
// than the work of a single core within a training step and between two steps.
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

// jobs are passed to goroutines that are awake.
var jobs = make(chan job, 1)

// free counts the goroutines that are awake and to which no job is promised.
var free atomic.Int64

// Run calls task(0) to task(workers-1) at the same time, and returns when all have returned.
// The first runs on the caller's goroutine.
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

// claim reserves one of the free goroutines and reports whether there was one.
func claim() bool {
	for n := free.Load(); n > 0; n = free.Load() {
		if free.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// work does a job, and then others as long as there are any.
func work(j job) {
	for more := true; more; j, more = next() {
		j.task(j.worker)
		j.pool.working.Add(-1)
		j.pool.done.Done()
	}
}

// next waits for a job for a while. A job that was promised always comes.
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
