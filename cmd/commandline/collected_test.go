package commandline

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCollect: a training's memory is collected early and a start's late, the memory of
// what follows is not, and GOGC counts more.
func TestCollect(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	during := func(GOGC string, collect func() func()) int {
		t.Setenv("GOGC", GOGC)
		restore := collect()
		percent := debug.SetGCPercent(80)
		debug.SetGCPercent(percent)
		restore()
		restore()
		require.Equal(t, 80, debug.SetGCPercent(80))
		return percent
	}
	require.Equal(t, collectedAt, during("", collectEarly))
	require.Equal(t, startedAt, during("", collectLate))
	require.Equal(t, 80, during("70", collectEarly))
}
