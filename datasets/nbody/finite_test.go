package nbody

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestFiniteStates: sums that cancel count, too, and every component of positions and velocities does.
func TestFiniteStates(t *testing.T) {
	of := func() *system.State {
		return &system.State{Position: [][3]float64{{1, 2, 3}, {4, 5, 6}}, Velocity: [][3]float64{{1, 2, 3}, {4, 5, 6}}}
	}
	require.True(t, finite(of()))
	for i := range 2 {
		for axis := range 3 {
			for _, bad := range []float64{math.NaN(), math.Inf(-1), 2 * math.MaxFloat32} {
				s := of()
				s.Position[i][axis] = bad
				require.False(t, finite(s))
				s = of()
				s.Velocity[i][axis] = bad
				require.False(t, finite(s))
				s.Position[i][axis] = bad
				require.False(t, finite(s))
			}
		}
	}
}

// TestStraightLine: a state goes on for a time unit at its velocities.
func TestStraightLine(t *testing.T) {
	s := &system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{0.5, -1, 2}, Charge: []float32{-1}}
	end := onStraightLine(s)
	require.Equal(t, [][3]float64{{1.5, 1, 5}}, end.Position)
	require.Equal(t, [][3]float64{{0.5, -1, 2}}, end.Velocity)
	require.Equal(t, []float64{-1}, end.Charge)
}
