package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestRunawaysOfSeveral: each system has its own straight line and its own size.
func TestRunawaysOfSeveral(t *testing.T) {
	small := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 1, 0, 0}}
	large := system.Sample{Position: []float32{0, 0, 0, 100, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 100, 0, 0}}
	var calls []int
	largest, over, err := Runaways(t.Context(), moved{staying{calls: &calls}, 10}, []system.Sample{large, small, large})
	require.NoError(t, err)
	require.Equal(t, 1, over)
	require.InDelta(t, 100./6/10, largest, 1e-9)
}

// moved predicts that the first coordinate of each system is off.
type moved struct {
	staying
	by float32
}

func (m moved) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	position, velocity, err = m.staying.Predict(samples)
	at := 0
	for _, one := range samples {
		position[at] += m.by
		at += len(one.Position)
	}
	return position, velocity, err
}

// TestStepsOfStraightLines: a step at constant velocity takes the time of as many steps as were made.
func TestStepsOfStraightLines(t *testing.T) {
	s := system.Sample{Position: make([]float32, 3), Velocity: []float32{1, 0, 0}}
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0}}
	d := Measure([]system.Sample{s}, Frame{Step: 3, Position: []float32{9, 0, 0}, Velocity: make([]float32, 3)}, 2, nil)
	require.Equal(t, 9./3, d.Straight)
	require.Zero(t, d.Position)
}

// TestAcceleratedFromRest: where all training velocities are the same, they do not tell a time, which is then 0.
func TestAcceleratedFromRest(t *testing.T) {
	training := system.Sample{Position: make([]float32, 3), Velocity: []float32{1, 1, 1}, TargetPosition: []float32{2, 2, 2}}
	other := system.Sample{Position: make([]float32, 3), Velocity: []float32{5, 5, 5}, TargetPosition: []float32{2, 2, 2}}
	require.Zero(t, Accelerated([]system.Sample{training}, []system.Sample{other}))
	require.True(t, math.IsNaN(Accelerated(nil, []system.Sample{other})))
}

// TestTimeOfASteps: with a time the next velocity is the displacement over it, and without one the model's own.
func TestTimeOfASteps(t *testing.T) {
	s := system.Sample{Position: []float32{1, 0, 0}, Velocity: []float32{7, 0, 0}}
	for time, want := range map[float64][]float32{0: {7, 0, 0}, 0.5: {6, 0, 0}} {
		var calls []int
		r := Rollout{Predictor: moved{staying{calls: &calls}, 3}, Samples: []system.Sample{s}, Steps: 2, Time: time}
		steps := 0
		for frame, err := range r.Frames(t.Context()) {
			require.NoError(t, err)
			require.Equal(t, steps, frame.Step)
			require.Equal(t, float32(1+3*steps), frame.Position[0])
			if steps > 0 {
				require.Equal(t, want, frame.Velocity)
			}
			steps++
		}
		require.Equal(t, 3, steps)
	}
	require.Equal(t, []float32{2, -4}, divided([]float32{3, 0}, []float32{2, 2}, 0.5))
}
