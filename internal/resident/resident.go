// Package resident tells how much memory this program has had.
package resident

import (
	"os"
	"strconv"
	"strings"
)

// Peak is the most memory that the program has had in the machine's memory
// at a time since it started, in bytes; 0 where the system does not tell:
// Linux does. It counts from the program's own start, which getrusage does
// not: that begins with the peak of who started the program.
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
