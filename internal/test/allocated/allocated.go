// Package allocated bounds what code allocates.
package allocated

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Below fails the test if more than limit bytes are allocated while do runs, given
// back or not. Under the race detector, which allocates for itself, it only runs do.
func Below[N int | uint64](t testing.TB, limit N, do func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	if !race {
		require.LessOrEqual(t, after.TotalAlloc-before.TotalAlloc, uint64(limit), "bytes allocated")
	}
}
