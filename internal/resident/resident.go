// Package resident measures the peak of the program's resident memory.
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
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, _ := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 64)
			return 1024 * kilobytes
		}
	}
	return 0
}
