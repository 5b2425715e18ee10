package resident

import "golang.org/x/sys/unix"

// addressSpace returns the limit of the process's address space in bytes, if there is one.
func addressSpace() (limit float64, limited bool) {
	var given unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &given); err != nil || given.Cur == unix.RLIM_INFINITY {
		return 0, false
	}
	return float64(given.Cur), true
}
