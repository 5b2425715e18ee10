package commandline

import (
	"os"
	"runtime/debug"
	"sync"
)

// collectedAt is by how many percent memory may grow until what is not needed is
// collected. A training's memory lies in few large pieces, which cost little to look
// through.
const collectedAt = 10

// startedAt is the same while a program starts and opens a model, which makes much that is
// small and soon forgotten.
const startedAt = 400

// collectEarly has a training's memory collected at collectedAt, unless GOGC says when; the
// returned function takes it back, once.
func collectEarly() (restore func()) { return collect(collectedAt) }

// collectLate does the same at startedAt.
func collectLate() (restore func()) { return collect(startedAt) }

// startedFunc restores what a command's start collected late. Commands that open a model
// call it then; it was called before the others.
type startedFunc func()

// opening are the commands that open a model.
var opening = []string{"predict", "rollout"}

func collect(percent int) (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(percent)
	return sync.OnceFunc(func() { debug.SetGCPercent(before) })
}
