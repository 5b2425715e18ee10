package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLate: half a row of a delay is the time for which files hold a torque, and the rest is said to
// be missing from a fifth of a row on.
func TestLate(t *testing.T) {
	require.Equal(t, "the delays, 0.006, 0.0042 s, are not in the run. Its files hold each torque for one row of the log, 0.01 s, which is a delay of half a row. The delays are no longer than that: give the torques as they are in the log", late([]float64{0.006, 0.0042}, 0.01))
	for delay, rest := range map[float64]string{0.0071: "0.0021", 0.0029: "-0.0021"} {
		require.Contains(t, late([]float64{delay, 0.005}, 0.01), "Give each torque later by the rest, "+rest+", 0 s, or earlier where it is negative")
	}
}
