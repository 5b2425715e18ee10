//go:build linux

package resident

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestAddressSpace: a limit of the address space leaves what is not mapped yet, and no limit leaves everything.
func TestAddressSpace(t *testing.T) {
	var given unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_AS, &given))
	if given.Cur != unix.RLIM_INFINITY {
		t.Skip("the address space is limited already")
	}
	limit, limited := addressSpace()
	require.False(t, limited)
	require.Zero(t, limit)
	require.True(t, math.IsInf(ofProcess(), 1))
	defer func() { require.NoError(t, unix.Setrlimit(unix.RLIMIT_AS, &given)) }()
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: 1 << 45, Max: given.Max}))
	limit, limited = addressSpace()
	require.True(t, limited)
	require.EqualValues(t, 1<<45, limit)
	require.Less(t, ofProcess(), limit-1<<20)
	require.Greater(t, ofProcess(), limit/2)
}
