package robots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReportText: what is not known is left out, and a drift below rounding has no digits.
func TestReportText(t *testing.T) {
	none := math.NaN()
	r := Report{Trajectories: 4, Step: 0.01, Shortest: 0.01, Halved: 0.002, Lengths: 1e-9, Energy: none, Momentum: none, Angular: none}
	const begin = "steps of 0.01 s, which halved change motions by 0.002 at most; lengths within bodies change by 1e-09"
	require.Equal(t, begin, r.String())
	r.Energy = 0.5
	require.Equal(t, begin+", energy by 0.5 of the kinetic one", r.String())
	r.Energy, r.Momentum, r.Angular = none, 9e-12, 1.06e-11
	require.Equal(t, begin+", momentum by less than 1e-11, angular momentum by 1.1e-11", r.String())
	r.Momentum, r.Chaotic, r.Shortest = none, 1, 0.005
	require.Contains(t, r.String(), "steps of 0.005 to 0.01 s, ")
	require.Contains(t, r.String(), "; 1 of 4 trajectories are chaotic: every halving")
}

// TestLarger: a number that is not known gives way.
func TestLarger(t *testing.T) {
	none := math.NaN()
	for _, c := range [][3]float64{{1, 2, 2}, {2, 1, 2}, {none, 1, 1}, {1, none, 1}, {-1, -2, -1}} {
		require.Equal(t, c[2], larger(c[0], c[1]))
	}
	require.True(t, math.IsNaN(larger(none, none)))
}
