package commandline

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// collectedAt is by how many percent memory may grow until what is not needed is
// collected. A training's memory lies in few large pieces, which cost little to look
// through.
const collectedAt = 10

// startedAt is the same while a program starts or opens a model, which makes much that is
// small and soon forgotten.
const startedAt = 400

// mostLate is up to how many bytes of memory, data sets included, are collected late.
const mostLate = 32 << 20

// collectEarly has a training's memory collected at collectedAt, unless GOGC says when; the
// returned function takes it back, once.
func collectEarly() (restore func()) { return collect(collectedAt) }

// collectLate does the same at startedAt, where no more than mostLate is in use.
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
