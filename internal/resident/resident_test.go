package resident

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPeak: memory that is written to counts, and stays counted.
func TestPeak(t *testing.T) {
	if runtime.GOOS != "linux" {
		require.Zero(t, Peak())
		return
	}
	const size = 1 << 26
	before := Peak()
	memory := make([]byte, size)
	for i := range memory {
		memory[i] = 1
	}
	runtime.KeepAlive(memory)
	peak := Peak()
	require.Greater(t, peak, before+size/2)
	require.GreaterOrEqual(t, Peak(), peak)
}

// TestRestart: what is no longer resident does not count any more.
func TestRestart(t *testing.T) {
	const size = 1 << 26
	memory := make([]byte, size)
	for i := range memory {
		memory[i] = 1
	}
	runtime.KeepAlive(memory)
	memory = nil
	debug.FreeOSMemory()
	before := Peak()
	now := Restart()
	if now == 0 {
		t.Skip("this system does not know how to forget a peak")
	}
	require.Less(t, now, before-size/2)
	require.Less(t, Peak(), before-size/2)
}
