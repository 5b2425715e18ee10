package predict

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestMassesInDrift: momentum and kinetic energy are those of particles with their own masses.
func TestMassesInDrift(t *testing.T) {
	before, after := []float32{1, 0, 0, 0, 2, 0}, []float32{2, 0, 0, 0, 2, -4}
	require.Equal(t, math.Hypot(1, 4)/2, pushed(nil, before, after))
	require.Equal(t, math.Hypot(3, 8)/2, pushed([]float32{3, 2}, before, after))
	require.Equal(t, (4+20)/2./2, kineticEnergy(nil, after))
	require.Equal(t, (3*4+2*20)/2./2, kineticEnergy([]float32{3, 2}, after))
	s := system.Sample{Position: make([]float32, 6), Velocity: before}
	system.Mass.Set(&s, []float32{3, 2})
	height := Potential(func(_ *system.Sample, x []float32) float64 { return float64(x[2]) })
	require.Equal(t, (3*4+2*20)/2./2+5./2, height.total(&s, []float32{0, 0, 5, 0, 0, 0}, after))
	d := Measure([]system.Sample{s}, Frame{Step: 1, Position: make([]float32, 6), Velocity: after}, 1, nil)
	require.Equal(t, math.Hypot(3, 8)/2, d.Momentum)
	require.Equal(t, (3*4+2*20)/2./2, d.Kinetic)
}

// TestDriftOfWhatIsLost: what is lost is in no mean, the next system has its own numbers, and where all are lost
// nothing is known.
func TestDriftOfWhatIsLost(t *testing.T) {
	nan := float32(math.NaN())
	lost := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	stick := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}
	frame := Frame{Step: 1, Position: []float32{nan, nan, nan, 0, 0, 0, 3, 0, 0}, Velocity: []float32{nan, nan, nan, 1, 0, 0, 1, 0, 0}}
	d := Measure([]system.Sample{lost, stick}, frame, 1, nil)
	require.Equal(t, []float64{1, 0.5, 0.5, 1, 0.5}, []float64{float64(d.Systems), d.Left, d.Lengths, d.Momentum, d.Kinetic})
	d = Measure([]system.Sample{lost}, frame, 1, nil)
	require.Equal(t, []float64{0, 1}, []float64{float64(d.Systems), d.Left})
	require.True(t, math.IsNaN(d.Lengths) && math.IsNaN(d.Momentum))
	require.Zero(t, Measure(nil, Frame{}, 1, nil).Left)
	require.Zero(t, Stretched(&system.Sample{Position: make([]float32, 6), Objects: stick.Objects}, []float32{0, 0, 0, 3, 0, 0}), "a bar of length 0")
}

// TestRunawaysInDrift: a system ran away beyond ten times its squared size, over the error of constant velocity.
func TestRunawaysInDrift(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 2, 0, 0}}
	require.Equal(t, 3+10*4., runawayBound(&s, s.Position, 3))
	require.Equal(t, 3+10*9., runawayBound(&s, []float32{0, 0, 0, 0, 3, 0}, 3))
	for off, left := range map[float32]float64{15.4: 0, 15.5: 1} { // its square over 6 is 39.5 or 40.04
		require.Equal(t, left, Measure([]system.Sample{s}, Frame{Step: 1, Position: []float32{off, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6)}, 1, nil).Left, "%g", off)
	}
}

// TestTruth: the truth after a step is a frame of the trajectory or the target, and not known after the last.
func TestTruth(t *testing.T) {
	s := system.Sample{Position: []float32{1, 1, 1}, Velocity: []float32{2, 2, 2}, TargetPosition: []float32{3, 3, 3}, TargetVelocity: []float32{4, 4, 4}}
	require.Equal(t, s.Position, TruePosition(&s, 0))
	require.Equal(t, s.TargetPosition, TruePosition(&s, 1))
	require.Nil(t, TruePosition(&s, 2))
	require.Equal(t, s.TargetVelocity, TrueVelocity(&s, 1))
	require.Nil(t, TrueVelocity(&s, 2))
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: []float64{1, 1, 1, 5, 6, 7, 8, 9, 10}}
	require.Equal(t, []float32{8, 9, 10}, TruePosition(&s, 2))
	require.Nil(t, TruePosition(&s, 3))
	require.Equal(t, s.TargetVelocity, TrueVelocity(&s, 1), "the trajectory has no velocities")
	s.Trajectory.Velocities = []float64{0, 0, 0, 1, 2, 3}
	require.Equal(t, []float32{1, 2, 3}, TrueVelocity(&s, 1))
	require.Nil(t, TrueVelocity(&s, 2))
}

// staying predicts that all stay, and keeps the sizes of the calls.
type staying struct {
	Predictor
	calls *[]int
	err   error
}

func (s staying) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	*s.calls = append(*s.calls, len(samples))
	for _, one := range samples {
		position, velocity = append(position, one.Position...), append(velocity, one.Velocity...)
	}
	return position, velocity, s.err
}

// TestAll: samples are predicted in parts of 200, until the context ends or a prediction fails, and velocities are
// compared where all are known.
func TestAll(t *testing.T) {
	var samples []system.Sample
	for i := range 401 {
		at := []float32{float32(i), 0, 0}
		samples = append(samples, system.Sample{Position: at, Velocity: []float32{0, 3, 0}, TargetPosition: []float32{float32(i), 0, 3}, TargetVelocity: make([]float32, 3)})
	}
	var calls []int
	errs, err := Evaluate(t.Context(), staying{calls: &calls}, samples)
	require.NoError(t, err)
	require.Equal(t, []int{200, 200, 1}, calls)
	require.Equal(t, []float64{3, 3}, []float64{errs.Position.Mean, errs.Velocity.Mean})
	samples[7].TargetVelocity = nil
	errs, err = Evaluate(t.Context(), staying{calls: &calls}, samples)
	require.NoError(t, err)
	require.True(t, math.IsNaN(errs.Velocity.Mean))
	_, err = CompareVelocities(samples[7:8], make([]float32, 3))
	require.EqualError(t, err, "sample 0 has 0 target coordinates, expected 3")
	samples[7].TargetPosition = nil
	_, err = Evaluate(t.Context(), staying{calls: &calls}, samples)
	require.EqualError(t, err, "sample 7 has 0 target coordinates, expected 3")
	broken := errors.New("it is broken")
	_, err = Evaluate(t.Context(), staying{calls: &calls, err: broken}, samples)
	require.ErrorIs(t, err, broken)
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	calls = nil
	_, _, err = All(ctx, staying{calls: &calls}, samples)
	require.ErrorIs(t, err, broken)
	require.Empty(t, calls)
}
