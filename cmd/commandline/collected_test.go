package commandline

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCollectEarly: a training's memory is collected early, the memory of what follows is
// not, and GOGC counts more.
func TestCollectEarly(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	during := func(GOGC string) int {
		t.Setenv("GOGC", GOGC)
		restore := collectEarly()
		percent := debug.SetGCPercent(80)
		debug.SetGCPercent(percent)
		restore()
		require.Equal(t, 80, debug.SetGCPercent(80))
		return percent
	}
	require.Equal(t, collectedAt, during(""))
	require.Equal(t, 80, during("70"))
}
