package resident

import (
	"runtime"
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
