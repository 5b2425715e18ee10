package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

// pushed is a sample with a torque of each of some frames.
func pushed(frames int) system.Sample {
	s := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames)}
	values := make([]float32, frames)
	for i := range values {
		values[i] = float32(i)
	}
	system.Torque.Set(&s, values[:1])
	s.Trajectory.Given = system.Given{{Field: system.Torque, Values: values}}
	return s
}

// TestGivenSteps: a page goes on for as many steps as what acts is known of, and of what stays
// the same for all.
func TestGivenSteps(t *testing.T) {
	torque := []string{"torque"}
	require.Equal(t, liveSteps, givenSteps([]system.Sample{pushed(4)}, nil))
	require.Equal(t, 3, givenSteps([]system.Sample{pushed(4), pushed(9)}, torque))
	require.Equal(t, liveSteps, givenSteps([]system.Sample{pushed(liveSteps + 1)}, torque))
	require.Equal(t, liveSteps-1, givenSteps([]system.Sample{pushed(liveSteps)}, torque))
	require.Equal(t, 1, givenSteps([]system.Sample{pushed(1)}, torque))
	require.Equal(t, 1, givenSteps([]system.Sample{pushed(9), {}}, torque))

	rolling := predict.RollingInputs([]system.Sample{pushed(4), pushed(9)}, torque, torque, 3)
	require.Equal(t, []int{3, 2, 1, 1}, rolling["torque"].Shape)
	require.Equal(t, []float32{0, 0, 1, 1, 2, 2}, rolling["torque"].Float)
}
