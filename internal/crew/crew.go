// Package crew runs short pieces of work on several cores, over and over,
// without waking a core anew for each.
//
// A core that has nothing to do falls asleep, and to wake it takes a tenth
// of a millisecond, on a virtual machine at times several. A training step
// meets four times on all cores within a few milliseconds. So a goroutine
// that has done its piece stays awake for a while, in case there is another.
package crew

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// stayAwake is how long a goroutine without work stays awake: somewhat longer
// than what one core does alone within a training step and between two.
const stayAwake = 500 * time.Microsecond

// Crew is where goroutines that work on the same meet. The zero value is
// ready for use by one goroutine at a time.
type Crew struct {
	working atomic.Int64
	done    sync.WaitGroup
}

// job is one member's part of a task.
type job struct {
	crew   *Crew
	task   func(member int)
	member int
}

// jobs are handed to goroutines that are awake.
var jobs = make(chan job, 1)

// free counts the goroutines that are awake and have been promised no job.
var free atomic.Int64

// Run calls task(0) to task(members-1), all at a time, and returns when all
// have returned. The first runs on the caller's goroutine.
func (c *Crew) Run(members int, task func(member int)) {
	c.working.Store(int64(members - 1))
	c.done.Add(members - 1)
	for member := 1; member < members; member++ {
		if j := (job{c, task, member}); claim() {
			jobs <- j
		} else {
			go work(j)
		}
	}
	task(0)
	for started := time.Now(); c.working.Load() > 0 && time.Since(started) < stayAwake; {
		runtime.Gosched()
	}
	c.done.Wait()
}

// claim takes one from the goroutines that are free, if there is one.
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
		j.task(j.member)
		j.crew.working.Add(-1)
		j.crew.done.Done()
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
