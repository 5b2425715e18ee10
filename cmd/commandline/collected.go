package commandline

import (
	"os"
	"runtime/debug"
)

// collectedAt is by how many percent memory may grow until what is not needed is
// collected. A training's memory lies in few large pieces, which cost little to look
// through.
const collectedAt = 10

// collectEarly has a training's memory collected at collectedAt, unless GOGC says when; the
// returned function takes it back.
func collectEarly() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(collectedAt)
	return func() { debug.SetGCPercent(before) }
}
