package conformal

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/predict"
	"gmnc/system"
)

// drifting predicts that a particle moves by 1 along x, and an infinite position if it is alone. Its radii
// are numbered in the order of particles and of systems.
type drifting struct {
	predict.Predictor
	velocities bool
	err        error
}

func (d drifting) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs := map[string][]float32{}
	add := func(name string, values ...float32) { outputs[name] = append(outputs[name], values...) }
	for i, s := range samples {
		for k := range s.Particles() {
			x := s.Position[3*k] + 1
			if s.Particles() == 1 {
				x = float32(math.Inf(1))
			}
			add("position", x, 0, 0)
			add("velocity", 0, 0, 0)
			add(graph.PositionRadius, float32(len(outputs[graph.PositionRadius])+1))
			if d.velocities {
				add(graph.VelocityRadius, float32(10*len(outputs[graph.VelocityRadius])+10))
			}
		}
		add(graph.SystemRadius, float32(100*i+100))
	}
	return outputs, d.err
}

// TestRoll: each step has the radii of all its systems, which are NaN after a system is lost, and none of
// velocities if the model has none. An error of the model, or of a visit, ends the rollout.
func TestRoll(t *testing.T) {
	of := func(particles int) system.Sample {
		return system.Sample{Position: make([]float32, 3*particles), Velocity: make([]float32, 3*particles)}
	}
	rollout := predict.Rollout{Predictor: drifting{velocities: true}, Samples: []system.Sample{of(1), of(2)}, Steps: 2}
	for _, velocities := range []bool{true, false} {
		rollout.Predictor = drifting{velocities: velocities}
		var radii []Radii
		require.NoError(t, Roll(t.Context(), rollout, &config.Radius{Time: 0}, func(frame predict.Frame, r Radii) error {
			require.Equal(t, len(radii), frame.Step)
			radii = append(radii, r)
			return nil
		}))
		require.Len(t, radii, 3)
		require.Empty(t, radii[0].Position)
		require.Equal(t, []float32{1, 2, 3}, radii[1].Position)
		require.Equal(t, []float32{100, 200}, radii[1].System)
		require.True(t, math.IsNaN(float64(radii[2].Position[0])))
		require.Equal(t, []float32{2 + 1, 3 + 2}, radii[2].Position[1:])
		require.True(t, math.IsNaN(float64(radii[2].System[0])))
		require.Equal(t, []float32{200 + 100}, radii[2].System[1:])
		if !velocities {
			require.Empty(t, radii[1].Velocity)
			require.Empty(t, radii[2].Velocity)
			continue
		}
		require.Equal(t, []float32{10, 20, 30}, radii[1].Velocity)
		require.True(t, math.IsNaN(float64(radii[2].Velocity[0])))
		require.Equal(t, []float32{20 + 10, 30 + 20}, radii[2].Velocity[1:])
		require.Equal(t, []float64{1, 1}, radii[2].motion[1:])
	}
	wrong := errors.New("wrong")
	for last := range 3 {
		visits := 0
		require.ErrorIs(t, Roll(t.Context(), rollout, &config.Radius{}, func(frame predict.Frame, _ Radii) error {
			visits++
			if frame.Step == last {
				return wrong
			}
			return nil
		}), wrong)
		require.Equal(t, last+1, visits)
	}
	rollout.Predictor = drifting{err: wrong}
	require.ErrorIs(t, Roll(t.Context(), rollout, &config.Radius{}, func(predict.Frame, Radii) error { return nil }), wrong)
}

// TestFactorsOfSteps: the first step has the factor 1 of each kind of radius that the model has. Samples that
// are too short end a calibration.
func TestFactorsOfSteps(t *testing.T) {
	var samples []system.Sample
	for range 20 {
		s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
		s.TargetPosition, s.TargetVelocity = make([]float32, 6), make([]float32, 6)
		samples = append(samples, s)
	}
	for _, velocities := range []bool{true, false} {
		rollout := predict.Rollout{Predictor: drifting{velocities: velocities}, Samples: samples, Steps: 1}
		given := config.Radius{Level: 0.5, Steps: make([]config.RadiusStep, 7)}
		r, covered, err := CalibrateSteps(t.Context(), rollout, given)
		require.NoError(t, err)
		require.Empty(t, covered)
		want := config.RadiusStep{Position: 1, System: 1}
		if velocities {
			want.Velocity = 1
		}
		require.Equal(t, []config.RadiusStep{want}, r.Steps)
		require.Len(t, given.Steps, 7)
		rollout.Steps = 2
		_, _, err = CalibrateSteps(t.Context(), rollout, given)
		require.EqualError(t, err, "sample 0 has no state 2 steps later: trajectories with as many frames are needed")
		rollout.Samples = slices.Clone(samples)
		for i := range rollout.Samples {
			rollout.Samples[i].Trajectory = &system.Trajectory{Particles: 2, Positions: make([]float64, 18), Velocities: make([]float64, 18)}
		}
		r, covered, err = CalibrateSteps(t.Context(), rollout, given)
		require.NoError(t, err)
		require.Len(t, r.Steps, 2)
		require.Len(t, covered, 1)
		require.Equal(t, 2, covered[0].Step)
		require.Equal(t, []int{20, 40}, []int{covered[0].Samples, covered[0].Particles})
	}
}

// TestLargestFactor: a factor of 1e12 is taken, and no larger one.
func TestLargestFactor(t *testing.T) {
	const most = 1e12
	require.NoError(t, checkFactors(0.9, 2, config.RadiusStep{Position: most, Velocity: most, System: most}))
	beyond := math.Nextafter(most, math.Inf(1))
	require.ErrorContains(t, checkFactors(0.9, 2, config.RadiusStep{Position: beyond}), "positions")
	require.ErrorContains(t, checkFactors(0.9, 2, config.RadiusStep{Velocity: beyond}), "velocities")
	require.ErrorContains(t, checkFactors(0.9, 2, config.RadiusStep{System: beyond}), "systems")
}
