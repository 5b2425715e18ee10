package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid"
)

// TestLate: half a row of a delay is the time for which files hold a torque, and the rest is said to
// be missing from a fifth of a row on.
func TestLate(t *testing.T) {
	require.Equal(t, "the delays, 0.006, 0.0042 s, are not in the run. Its files hold each torque for one row of the log, 0.01 s, which is a delay of half a row. The delays are no longer than that: give the torques as they are in the log", late([]float64{0.006, 0.0042}, 0.01))
	for delay, rest := range map[float64]string{0.0071: "0.0021", 0.0029: "-0.0021"} {
		require.Contains(t, late([]float64{delay, 0.005}, 0.01), "Give each torque later by the rest, "+rest+", 0 s, or earlier where it is negative")
	}
}

// TestDoubts: errors are withheld if notes doubt the units of the log.
func TestDoubts(t *testing.T) {
	r := identifyReport{Model: &sysid.Model{Constants: []sysid.Constant{{Of: "rod", Name: "mass", Value: 1, Error: 0.25, Determined: true, Unit: "kg"}},
		Combinations: []sysid.Combination{{Value: 3, Error: 0.75, Unit: "kg m", Words: "a sum"}}}}
	require.Contains(t, r.text(80), "0.25")
	require.Contains(t, r.text(80), "0.75")
	r.Doubts = []string{"limits", "scale of loads"}
	require.Contains(t, r.text(80), "Standard errors are withheld: the notes on this log (limits, scale of loads)")
	require.Contains(t, r.text(80), "withheld  kg")
	require.Contains(t, r.text(80), "  3 kg m: a sum")
	require.NotContains(t, r.text(80), "0.25")
	require.NotContains(t, r.text(80), "0.75")
}

// TestLogged: torques three quarters of a row from where held ones are, at all joints, are late or
// early.
func TestLogged(t *testing.T) {
	require.Nil(t, logged([]float64{-0.0024, -0.1}, 0.01))
	require.Equal(t, []string{"the torques are late in the log by 0.76, 10.5 rows, by the delays that were found: move their columns to earlier rows by as many"}, logged([]float64{-0.0026, -0.1}, 0.01))
	require.Nil(t, logged([]float64{0.0124, 0.1}, 0.01))
	require.Contains(t, logged([]float64{0.0126, 0.1}, 0.01)[0], "the torques are early in the log by 0.76, 9.5 rows, or the drives act late")
}
