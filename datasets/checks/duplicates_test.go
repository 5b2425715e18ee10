package checks

import (
	"math"
	"slices"
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

// TestFramesOnce: a frame that is written twice while everything moves is left out, and frames in which all rests stay.
func TestFramesOnce(t *testing.T) {
	motion := system.Trajectory{Particles: 1}
	var want []int
	for frame := range 20 {
		motion.Positions = append(motion.Positions, float64(frame*frame), 1, 2)
		if frame == 7 {
			copy(motion.Positions[3*frame:], motion.Positions[3*frame-3:3*frame])
			continue
		}
		want = append(want, frame)
	}
	left, frames := once(motion)
	require.Equal(t, want, frames)
	require.Equal(t, 1, left.Particles)
	require.Equal(t, slices.Delete(slices.Clone(motion.Positions), 21, 24), left.Positions)
	near := system.Trajectory{Particles: 1, Positions: slices.Clone(motion.Positions)}
	near.Positions[3*7] += 1e-9
	_, frames = once(near)
	require.Len(t, frames, 20, "it differs by less than rounding, and stays")
	rests := system.Trajectory{Particles: 1, Positions: make([]float64, 15)}
	left, frames = once(rests)
	require.Equal(t, []int{0, 1, 2, 3, 4}, frames)
	require.Equal(t, rests.Positions, left.Positions)
}

// TestSignsOfQuaternions: of the two quaternions of a rotation the one counts that is nearer to that before.
func TestSignsOfQuaternions(t *testing.T) {
	q := []float64{9, 0.6, 0, -0.8, 0}
	unwrap(nil, 0, q, []float64{9, 0.6, 0, -0.7, 0.1})
	require.Equal(t, []float64{0.6, -0.8}, []float64{q[1], q[3]})
	unwrap(nil, 0, q, []float64{9, 0.6, 0, 0.8, 0})
	require.Equal(t, []float64{9, -0.6, 0.8}, []float64{q[0], q[1], q[3]})
}
