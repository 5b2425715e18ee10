package kernels

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLevels(t *testing.T) {
	have := Levels()
	require.Equal(t, "generic", have[len(have)-1])
	require.Contains(t, have, Level())
	require.Subset(t, names, have)
	if os.Getenv(variable) == "" {
		require.Equal(t, have[0], Level())
		require.NoError(t, Check())
	}
}

func TestForcingALevel(t *testing.T) {
	forced, err := start("generic")
	require.NoError(t, err)
	require.Same(t, generic, forced)

	forced, err = start("sse")
	require.EqualError(t, err, `environment variable GMNC_CPU: "sse" is not a level; the levels are avx512, avx2, generic`)
	require.Same(t, available[0], forced)
	require.ErrorContains(t, SetLevel("sse"), `"sse" is not a level; the levels are `)

	all := available
	defer func() { available = all }()
	available = []*level{generic}
	_, err = start("avx512")
	require.EqualError(t, err, `environment variable GMNC_CPU: this processor does not have the level "avx512"; it has generic`)
}

func TestPeak(t *testing.T) {
	eachLevel(t, func(t *testing.T) { require.Greater(t, Peak(), 1e6) })
}

// TestFastestByACoarseClock: work that takes less than a step of the clock has a
// finite rate. Reading this clock takes a microsecond, and it shows milliseconds.
func TestFastestByACoarseClock(t *testing.T) {
	exact := time.Duration(0)
	now := func() time.Time {
		exact += time.Microsecond
		return time.Unix(0, 0).Add(exact.Truncate(time.Millisecond))
	}
	work := func() int { exact += 99 * time.Microsecond; return 100 }
	require.InEpsilon(t, 1e6, fastest(work, now), 0.11, "a hundred operations in a hundred microseconds")
}
