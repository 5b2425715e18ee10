// Package allocated measures what code allocates.
package allocated

import "runtime"

// By is how many bytes are allocated while do runs, given back or not.
func By(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
