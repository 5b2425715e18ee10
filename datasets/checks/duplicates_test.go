package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestLengthsOfSteps: a step is the root mean square over all coordinates, and rounding is relative to the largest one.
func TestLengthsOfSteps(t *testing.T) {
	two := system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 1, 1, 1, 3, 4, 0, 1, 1, 1, 3, 4, 0, 1, 1, -9}}
	lengths := stepLengths(two)
	require.InDelta(t, 5/math.Sqrt(6), lengths[0], 1e-12)
	require.InDelta(t, 10/math.Sqrt(6), lengths[1], 1e-12)
	require.Len(t, lengths, 2)
	require.Empty(t, stepLengths(system.Trajectory{Particles: 1, Positions: make([]float64, 3)}))
	require.Empty(t, stepLengths(system.Trajectory{Particles: 1}))
	require.Equal(t, 4*halfBit*9, rounded(two))
	require.Equal(t, []float64{3, -1}, nonzero([]float64{0, 3, 0, -1}))
}
