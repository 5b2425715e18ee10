package predict_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

// drifting moves every particle by its velocity times time, and returns half of
// the velocity; a particle beyond x = edge is predicted to be nowhere.
type drifting struct {
	predict.Predictor
	time, edge float32
	calls      []int // how many samples each call had
}

func (d *drifting) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	d.calls = append(d.calls, len(samples))
	for _, s := range samples {
		for i, x := range s.Position {
			if x > d.edge {
				x = float32(math.Inf(1))
			}
			position, velocity = append(position, x+d.time*s.Velocity[i]), append(velocity, s.Velocity[i]/2)
		}
	}
	return position, velocity, nil
}

// at is a system of one particle on the x axis.
func at(x, v float32) system.Sample {
	return system.Sample{
		Position: []float32{x, 0, 0}, Velocity: []float32{v, 0, 0},
		TargetPosition: []float32{x + v, 0, 0}, TargetVelocity: []float32{v, 0, 0},
	}
}

func frames(t *testing.T, r predict.Rollout) (all []predict.Frame) {
	t.Helper()
	for frame, err := range r.Frames(t.Context()) {
		require.NoError(t, err)
		all = append(all, frame)
	}
	return all
}

// firsts are the x coordinates of the systems.
func firsts(x []float32) (all []float32) {
	for i := 0; i < len(x); i += 3 {
		all = append(all, x[i])
	}
	return all
}

func TestRollout(t *testing.T) {
	samples := []system.Sample{at(0, 8), at(1, 4)}
	rolled := frames(t, predict.Rollout{Predictor: &drifting{time: 1, edge: 100}, Samples: samples, Steps: 3})
	require.Len(t, rolled, 4)
	for step, want := range [][2][]float32{{{0, 1}, {8, 4}}, {{8, 5}, {4, 2}}, {{12, 7}, {2, 1}}, {{14, 8}, {1, 0.5}}} {
		require.Equal(t, step, rolled[step].Step)
		require.Equal(t, want[0], firsts(rolled[step].Position))
		require.Equal(t, want[1], firsts(rolled[step].Velocity))
	}
	require.Equal(t, []float32{0, 0, 0}, samples[0].Position, "samples stay as they are")

	displaced := frames(t, predict.Rollout{Predictor: &drifting{time: 2, edge: 100}, Samples: samples, Steps: 2, Time: 4})
	require.Equal(t, []float32{16, 9}, firsts(displaced[1].Position))
	require.Equal(t, []float32{4, 2}, firsts(displaced[1].Velocity), "16/4 and 8/4, whatever the model returns")
	require.Equal(t, []float32{24, 13}, firsts(displaced[2].Position))
}

// pushed moves every particle by its force.
type pushed struct{ predict.Predictor }

func (pushed) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for _, s := range samples {
		for i, x := range s.Position {
			position, velocity = append(position, x+system.Force.Of(&s)[i]), append(velocity, s.Velocity[i])
		}
	}
	return position, velocity, nil
}

// TestEveryStepTakesTheFrameThatItBeginsIn of an input that differs from frame to frame,
// and there are as many steps as frames of it.
func TestEveryStepTakesTheFrameThatItBeginsIn(t *testing.T) {
	sample := at(0, 0)
	sample.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 9), Velocities: make([]float64, 9)}
	sample.Trajectory.Given = system.Given{{Field: system.Force, Values: []float32{1, 0, 0, 10, 0, 0, 100, 0, 0}}}
	rollout := predict.Rollout{Predictor: pushed{}, Samples: []system.Sample{sample}, Steps: 3, PerFrame: []string{system.Force.Name}}
	var x []float32
	for _, frame := range frames(t, rollout) {
		x = append(x, frame.Position[0])
	}
	require.Equal(t, []float32{0, 1, 11, 111}, x)

	rollout.Steps = 4
	for _, err := range rollout.Frames(t.Context()) {
		require.ErrorContains(t, err, "is given in 3 frames (sample 0), and each of 4 steps takes one: take 3 steps or fewer")
	}
}

// TestASystemThatIsLost leaves the others alone.
func TestASystemThatIsLost(t *testing.T) {
	predictor := &drifting{time: 1, edge: 10}
	samples := []system.Sample{at(1, 4), at(0, 16), at(2, 4)}
	rolled := frames(t, predict.Rollout{Predictor: predictor, Samples: samples, Steps: 3})
	require.Nil(t, rolled[1].Lost)
	require.Equal(t, []int{1}, rolled[2].Lost)
	require.Nil(t, rolled[3].Lost)
	require.Equal(t, []int{3, 3, 2}, predictor.calls)
	require.True(t, slices.ContainsFunc(rolled[3].Position[3:6], func(x float32) bool { return math.IsNaN(float64(x)) }))
	require.Equal(t, []float32{8, 9}, []float32{rolled[3].Position[0], rolled[3].Position[6]})
	require.Equal(t, 2, predict.Measure(samples, rolled[3], 1, nil).Systems)
	none := predict.Measure(samples[1:2], predict.Frame{Position: rolled[3].Position[3:6], Velocity: rolled[3].Velocity[3:6]}, 1, nil)
	require.Zero(t, none.Systems)
	require.True(t, math.IsNaN(none.Lengths) && math.IsNaN(none.Momentum), "nothing is left to measure")
}

// TestABodyThatIsLost: far away its particles are rounded to one place, which no
// model takes.
func TestABodyThatIsLost(t *testing.T) {
	body := system.Sample{
		Position: []float32{1, 0, 0, 2, 0, 0}, Velocity: []float32{1e9, 0, 0, 1e9, 0, 0},
		Objects: system.Objects{system.Body.Of(0, 1)},
	}
	near := body
	near.Velocity = make([]float32, 6)
	predictor := &drifting{time: 1, edge: 1e20}
	rolled := frames(t, predict.Rollout{Predictor: predictor, Samples: []system.Sample{body, near}, Steps: 2})
	require.Equal(t, []int{0}, rolled[1].Lost)
	require.Equal(t, []int{2, 1}, predictor.calls)
	require.Equal(t, near.Position, rolled[2].Position[6:])
}

func TestARolloutThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := 0
	for frame, err := range (predict.Rollout{Predictor: &drifting{time: 1, edge: 100}, Samples: []system.Sample{at(0, 1)}, Steps: 5}).Frames(ctx) {
		seen++
		if frame.Step < 2 {
			require.NoError(t, err)
		}
		if frame.Step == 1 {
			cancel()
		}
		if frame.Step == 2 {
			require.ErrorIs(t, err, context.Canceled)
		}
	}
	require.Equal(t, 3, seen)
}

// same is the spread of a single number.
func same(value float64) predict.Spread {
	return predict.Spread{Low: value, Median: value, High: value}
}

// TestWhatLeft counts systems that are not finite, and those that ran away.
func TestWhatLeft(t *testing.T) {
	samples := []system.Sample{at(0, 1), at(0, 1), at(0, 1), at(0, 1)}
	nan := float32(math.NaN())
	frame := predict.Frame{Step: 1, Position: []float32{1, 0, 0, nan, nan, nan, 1e9, 0, 0, 1, 0, 0}, Velocity: make([]float32, 12)}
	got := predict.Measure(samples, frame, 1, nil)
	require.Equal(t, 0.5, got.Left)
	require.Equal(t, 3, got.Systems)
	require.Equal(t, 0.0, got.PositionRoot.Median)
	require.Greater(t, got.PositionRoot.High, 1e8)
}

func TestMeasure(t *testing.T) {
	// A stick of length 1 that is now of length 3.
	stick := system.Sample{
		Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: []float32{1, 0, 0, 1, 0, 0},
		TargetPosition: []float32{1, 0, 0, 2, 0, 0}, TargetVelocity: []float32{1, 0, 0, 1, 2, 0},
		Objects: system.Objects{system.Stick.Of(0, 1)},
	}
	frame := predict.Frame{Step: 1, Position: []float32{1, 0, 0, 4, 0, 0}, Velocity: []float32{1, 0, 0, 3, 0, 0}}
	spring := func(_ *system.Sample, x []float32) float64 { return 10 * float64(x[3]-x[0]) }
	got := predict.Measure([]system.Sample{stick}, frame, 2, spring)
	require.Equal(t, predict.Drift{
		Energy: (5 + 30 - 1 - 10) / 2.0, EnergyMedian: (5 + 30 - 1 - 10) / 2.0, TrueEnergy: (3 - 1) / 2.0,
		Step: 1, Systems: 1, Position: 4.0 / 6, PositionMedian: 4.0 / 6, Velocity: (4.0 + 4) / 6, Straight: 2.0 / 6,
		PositionRoot: same(math.Sqrt(4.0 / 6)), VelocityRoot: same(math.Sqrt(8.0 / 6)), StraightRoot: same(math.Sqrt(2.0 / 6)), SteadyRoot: same(math.Sqrt(4.0 / 6)),
		Lengths: 2, Momentum: 1, TrueMomentum: 1, Kinetic: (1 + 9) / 2.0 / 2, TrueKinetic: (1 + 1 + 4) / 2.0 / 2,
	}, got)

	frame.Step = 2
	known := stick
	known.Trajectory = &system.Trajectory{Particles: 2, Positions: make([]float64, 18), Velocities: make([]float64, 18)}
	got = predict.Measure([]system.Sample{known}, frame, 0, nil)
	require.Equal(t, []float64{17.0 / 6, 10.0 / 6, 0}, []float64{got.Position, got.Velocity, got.TrueKinetic}, "a trajectory goes on")
	got = predict.Measure([]system.Sample{stick}, frame, 2, nil)
	require.True(t, math.IsNaN(got.Position) && math.IsNaN(got.Velocity) && math.IsNaN(got.Straight) && math.IsNaN(got.TrueKinetic) && math.IsNaN(got.Energy), "nothing is known of later")
	require.Equal(t, 5.0/2, got.Kinetic)
}
