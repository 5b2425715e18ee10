//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime returns the time for which processors have run this program, summed over all cores.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
