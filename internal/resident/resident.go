// Package resident measures memory: the peak of the program's own, and what is
// free.
package resident

import (
	"os"
	"strconv"
	"strings"
)

// Peak returns the peak of the resident set size since the program started,
// in bytes. Linux reports it; on other systems it is 0. It counts from the
// program's own start. The peak of getrusage begins with that of the parent
// process.
func Peak() float64 {
	peak, _ := row("/proc/self/status", "VmHWM:")
	return peak
}

// Restart lets Peak count from now on and returns what is resident now, in bytes.
// Where the system does not know how, it is 0, and Peak counts on.
func Restart() float64 {
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0
	}
	return Peak()
}

// usual is what is taken for free where the system does not say.
const usual = 16 << 30

// Available returns how many bytes a program may take before the machine has
// no more, as Linux estimates it; on other systems it is 16 GB.
func Available() float64 {
	if free, known := row("/proc/meminfo", "MemAvailable:"); known {
		return free
	}
	return usual
}

// row returns what a file of the system says in kilobytes, in bytes.
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
