// Package resident measures memory: the peak of this process, and the free memory of the machine.
package resident

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Peak returns the peak of the resident set size since the program started, in bytes. On
// systems other than Linux it returns 0. Unlike getrusage, it does not include the peak of the
// parent process.
func Peak() float64 {
	peak, _ := row("/proc/self/status", "VmHWM:")
	return peak
}

// Restart makes Peak count from now on and returns the resident set size, in bytes. If the
// system cannot do so, it returns 0, and Peak counts as before.
func Restart() float64 {
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0
	}
	return Peak()
}

// assumedFree is the number of bytes assumed to be free if the system does not say.
const assumedFree = 16 << 30

// Available returns the number of bytes that the program may still take. It is the least of
// what the machine has free, as Linux estimates it, of what its control group leaves, and of
// what its limit of address space leaves. On other systems it is 16 GB.
func Available() float64 {
	return max(0, min(ofMachine("/proc/meminfo"), ofGroup("/sys/fs/cgroup"), ofProcess()))
}

// ofMachine returns what the machine has free, by a file of the system.
func ofMachine(path string) float64 {
	free, known := row(path, "MemAvailable:")
	if !known {
		return assumedFree
	}
	return free
}

// ofGroup returns what the control group in a folder leaves: its limit minus what it uses and
// could not give back. It returns infinity if there is no limit.
func ofGroup(folder string) float64 {
	limit, limited := number(filepath.Join(folder, "memory.max"))
	used, known := number(filepath.Join(folder, "memory.current"))
	if !limited || !known {
		return math.Inf(1)
	}
	text, _ := os.ReadFile(filepath.Join(folder, "memory.stat"))
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "inactive_file "); ok {
			cache, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			used -= cache
		}
	}
	return limit - used
}

// ofProcess returns what the limit of address space leaves.
func ofProcess() float64 {
	limit, limited := addressSpace()
	mapped, known := row("/proc/self/status", "VmSize:")
	if !limited || !known {
		return math.Inf(1)
	}
	return limit - mapped
}

// number returns the number in a file of the system.
func number(path string) (value float64, known bool) {
	text, _ := os.ReadFile(path)
	value, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	return value, err == nil
}

// row returns the value of a row in a file of the system, converted from kilobytes to bytes.
func row(path, name string) (bytes float64, known bool) {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name); ok {
			kilobytes, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 64)
			return 1024 * kilobytes, err == nil
		}
	}
	return 0, false
}
