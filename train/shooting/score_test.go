package shooting

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// pushed are particles of mass 2 under the force that their samples have in each frame.
func pushed(ctx context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
	type state struct{ x, v [3]float64 }
	states := make([]state, len(starts))
	for i := range starts {
		for k := range 3 {
			states[i].x[k], states[i].v[k] = float64(starts[i].Position[k]), float64(starts[i].Velocity[k])
		}
	}
	for frame := range steps + 1 {
		var x, v []float32
		for i := range states {
			s := &states[i]
			one := starts[i].InFrame(frame)
			force := system.Force.Of(&one)
			for k := range 3 {
				x, v = append(x, float32(s.x[k])), append(v, float32(s.v[k]))
				a := 0.
				if force != nil {
					a = float64(force[k]) / 2
				}
				s.x[k] += float64(frameStep*s.v[k]) + float64(frameStep*frameStep*a/2)
				s.v[k] += float64(frameStep * a)
			}
		}
		positions, velocities = append(positions, x), append(velocities, v)
	}
	return positions, velocities, nil
}

const frameStep = 0.1

// pushedFit is the fit of first states to recordings with a force that the model does not know.
func pushedFit(t *testing.T, force, noise float64) *Fit {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var samples []system.Sample
	for range 8 {
		start := system.Sample{Position: make([]float32, 3), Velocity: []float32{1, float32(random.NormFloat64()), 0}}
		hidden := acting(start, [2][]float64{make([]float64, 3*20), make([]float64, 3*20)}, system.Force, repeated([]float32{0, 0, 1}, 20), force)
		hidden.Position, hidden.Velocity = start.Position, start.Velocity
		positions, velocities, err := pushed(t.Context(), nil, []system.Sample{hidden}, 19)
		require.NoError(t, err)
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range positions {
			for k := range 3 {
				trajectory.Positions = append(trajectory.Positions, float64(positions[frame][k])+noise*random.NormFloat64())
				trajectory.Velocities = append(trajectory.Velocities, float64(velocities[frame][k])+10*noise*random.NormFloat64())
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	fit, err := Problem{Samples: samples, Time: frameStep, Roll: pushed}.States(t.Context())
	require.NoError(t, err)
	require.True(t, fit.Free)
	return fit
}

func repeated(values []float32, times int) (all []float32) {
	for range times {
		all = append(all, values...)
	}
	return all
}

// constantForce is a candidate along an axis.
func constantForce(axis int) Candidate {
	return Candidate{Field: system.Force, Columns: []func(m *Motion) []float32{func(m *Motion) []float32 {
		unit := make([]float32, 3)
		unit[axis] = 1
		return repeated(unit, len(m.Positions))
	}}}
}

// TestScore: a force that the model lacks is found with its size within its error, and it explains
// what noise does not; along another axis, and where there is none, nothing is found.
func TestScore(t *testing.T) {
	for _, force := range []float64{0.3, 0} {
		fit := pushedFit(t, force, 1e-3)
		scores, err := fit.Score(t.Context(), pushed, []Candidate{constantForce(2), constantForce(1)})
		require.NoError(t, err)
		along, across := scores[0], scores[1]
		require.InDelta(t, force, along.Factors[0], 4*along.Deviations[0])
		require.Less(t, across.Squared, 12.)
		if force == 0 {
			require.Less(t, along.Squared, 12.)
			require.InEpsilon(t, 1e-3, fit.Left()[0].Fit, 0.1)
		} else {
			require.Greater(t, along.Squared, 100.)
			require.Greater(t, along.Share, 0.8)
			require.Greater(t, along.Size, 0.01)
			require.Greater(t, fit.Left()[0].Fit, 3e-3)
		}
		require.InEpsilon(t, 1e-3, fit.Left()[0].Noise, 0.15, "noise is told whether the law fits or not")
	}
}

// TestScoreWithoutResponse: what predictions do not depend on explains nothing.
func TestScoreWithoutResponse(t *testing.T) {
	fit := pushedFit(t, 0.3, 1e-3)
	scores, err := fit.Score(t.Context(), pushed, []Candidate{{Field: system.Gravity, Columns: []func(m *Motion) []float32{func(m *Motion) []float32 {
		return make([]float32, 3*len(m.Positions))
	}}}})
	require.NoError(t, err)
	require.Zero(t, scores[0].Squared)
	require.True(t, math.IsInf(scores[0].Deviations[0], 1))
}

// TestScoreOfJumps: a change of predictions that is as large for any factor is tried with mostTries
// steps, and then explains nothing.
func TestScoreOfJumps(t *testing.T) {
	fit, rolls := pushedFit(t, 0.3, 1e-3), 0
	jumping := func(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		rolls++
		positions, velocities, err = pushed(ctx, parameters, starts, steps)
		if force := system.Force.Of(&starts[0]); force != nil {
			for _, position := range positions[1:] {
				for k := range position {
					position[k]++
				}
			}
		}
		return positions, velocities, err
	}
	scores, err := fit.Score(t.Context(), jumping, []Candidate{constantForce(2)})
	require.NoError(t, err)
	require.Equal(t, 1+mostTries, rolls)
	require.Zero(t, scores[0].Squared)
	require.True(t, math.IsInf(scores[0].Deviations[0], 1))
}
