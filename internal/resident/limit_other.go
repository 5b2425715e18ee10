//go:build !linux

package resident

// addressSpace reports no limit, as it is also not known how much of it is used.
func addressSpace() (limit float64, limited bool) { return 0, false }
