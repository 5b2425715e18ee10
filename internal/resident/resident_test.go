package resident

import (
	"math"
	"os"
	"path/filepath"
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
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		require.Zero(t, now)
		t.Skip("this system does not know how to forget a peak")
	}
	require.Positive(t, now)
	require.Less(t, now, before-size/2)
	require.Less(t, Peak(), before-size/2)
}

// TestTheGroupsLimit: what a control group leaves, with the files that could be given
// back; a group without a limit leaves everything.
func TestTheGroupsLimit(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	require.True(t, math.IsInf(ofGroup(folder), 1))
	write("memory.max", "1000\n")
	require.True(t, math.IsInf(ofGroup(folder), 1), "it does not say what it uses")
	write("memory.current", "700\n")
	write("memory.stat", "anon 500\ninactive_file 100\nactive_file 50\n")
	require.EqualValues(t, 400, ofGroup(folder))
	write("memory.max", "max\n")
	require.True(t, math.IsInf(ofGroup(folder), 1))
}

func TestAvailable(t *testing.T) {
	require.Positive(t, Available())
	require.False(t, math.IsInf(Available(), 1))
}

// TestRow: a row of a file of the system is read in kilobytes, and one that is no number is
// not known.
func TestRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "status")
	require.NoError(t, os.WriteFile(path, []byte("Name: gmnc\nVmHWM:\t 3 kB\nVmSize: many kB\n"), 0o600))
	bytes, known := row(path, "VmHWM:")
	require.True(t, known)
	require.EqualValues(t, 3072, bytes)
	for _, name := range []string{"VmSize:", "VmPeak:"} {
		bytes, known = row(path, name)
		require.False(t, known)
		require.Zero(t, bytes)
	}
	_, known = number(path + ".absent")
	require.False(t, known)
}

// TestFreeMemoryOfTheMachine: it is what the system says, or 16 GB.
func TestFreeMemoryOfTheMachine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "meminfo")
	require.EqualValues(t, 1<<34, ofMachine(path))
	require.NoError(t, os.WriteFile(path, []byte("MemFree: 1 kB\nMemAvailable: 2 kB\n"), 0o600))
	require.EqualValues(t, 2048, ofMachine(path))
}
