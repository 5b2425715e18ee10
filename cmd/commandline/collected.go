package commandline

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// collectedAt is the percentage by which the heap may grow before the garbage collector runs
// during a training. The memory of a training lies in few large pieces, which are cheap to
// scan.
const collectedAt = 10

// startedAt is the percentage while a program starts or opens a model, which makes much that is
// small and soon garbage.
const startedAt = 400

// mostLate is the largest size of the heap in bytes, data sets included, at which garbage is
// collected late.
const mostLate = 32 << 20

// collectEarly sets the collector's percentage to collectedAt, unless GOGC is set. The returned
// function restores the previous percentage; only its first call does anything.
func collectEarly() (restore func()) { return collect(collectedAt) }

// collectLate sets the percentage to startedAt in the same way, if no more than mostLate is in
// use.
func collectLate() (restore func()) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if memory.HeapAlloc > mostLate {
		return func() {}
	}
	return collect(startedAt)
}

func collect(percent int) (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(percent)
	return sync.OnceFunc(func() { debug.SetGCPercent(before) })
}
