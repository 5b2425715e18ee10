//go:build !linux

package resident

// addressSpace is not asked for: how much of it is taken is not known either.
func addressSpace() (limit float64, limited bool) { return 0, false }
