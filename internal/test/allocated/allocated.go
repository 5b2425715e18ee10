// Package allocated bounds the memory that code allocates.
package allocated

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Below fails the test if more than limit bytes are allocated while do runs, whether freed or
// not. The race detector also allocates, so under it Below only runs do.
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
