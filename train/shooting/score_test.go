package shooting

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/system"
	"gmnc/train/shooting/stretches"
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

// TestStepsOfResponses: a change of predictions between a fifth of a thousandth of the motion and five
// thousandths is taken at the first step, and another one is measured again.
func TestStepsOfResponses(t *testing.T) {
	fit := pushedFit(t, 0.3, 1e-3)
	unit, err := fit.Score(t.Context(), pushed, []Candidate{constantForce(2)})
	require.NoError(t, err)
	change := unit[0].Size / math.Abs(unit[0].Factors[0]) // of predictions by a force of 1, relative to the motion
	for times, steps := range map[float64]int{1 / 5.1: 2, 1 / 4.9: 1, 4.9: 1, 5.1: 2} {
		rolls := 0
		counted := func(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			rolls++
			return pushed(ctx, parameters, starts, steps)
		}
		scaled := Candidate{Field: system.Force, Columns: []func(m *Motion) []float32{func(m *Motion) []float32 {
			return repeated([]float32{0, 0, float32(times * 1e-3 / change)}, len(m.Positions))
		}}}
		_, err := fit.Score(t.Context(), counted, []Candidate{scaled})
		require.NoError(t, err)
		require.Equal(t, 1+steps, rolls, "what is measured, and the steps, of %g thousandths", times)
	}
}

// TestScoreOfJumps: a change of predictions that is as large for any factor is tried with eight
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
	require.Equal(t, 1+8, rolls, "what is measured, and eight steps")
	require.Zero(t, scores[0].Squared)
	require.True(t, math.IsInf(scores[0].Deviations[0], 1))
}

// TestEquationsOfLostStretches: a stretch without predictions, or on which a candidate has no derivative,
// adds nothing to the equations, to the gradients of its group or to the change.
func TestEquationsOfLostStretches(t *testing.T) {
	f := fitOfMany(t, 3, rolling(func(p []float64, x0 float64) float64 { return p[0] * (1 + x0) }), 1, Parameter{Start: 1})
	columns := [][]stretches.Rows{make([]stretches.Rows, 3)}
	for i, row := range f.now {
		f.now[i][0]++ // a residual
		columns[0][i] = make(stretches.Rows, len(row))
		columns[0][i][0] = float64(i + 1)
	}
	move := mat.NewVecDense(2, []float64{0.5, 2})
	whole := f.scoreEquations(columns)
	after := whole.gradientsAfter(move, []int{0, 1, 2}, 3)
	require.Equal(t, stretches.Rows{4}, f.change(columns, []float64{2})[1][:1])
	for name, lose := range map[string]func(){
		"no derivative":  func() { columns[0][1] = nil },
		"no predictions": func() { f.now[1] = nil },
	} {
		row, prediction := columns[0][1], f.now[1]
		lose()
		e := f.scoreEquations(columns)
		require.Nil(t, e.ofStretches[1], name)
		for k := range 2 {
			require.InDelta(t, whole.gradient.AtVec(k)-whole.gradients[1].AtVec(k), e.gradient.AtVec(k), 1e-9, name)
			require.InDelta(t, whole.products.At(k, 1)-whole.ofStretches[1].At(k, 1), e.products.At(k, 1), 1e-9, name)
		}
		left := e.gradientsAfter(move, []int{0, 1, 2}, 3)
		require.Equal(t, []float64{0, 0}, left.RawRowView(1), name)
		require.Equal(t, after.RawRowView(2), left.RawRowView(2), name)
		for _, x := range f.change(columns, []float64{2})[1] {
			require.Zero(t, x, name)
		}
		columns[0][1], f.now[1] = row, prediction
	}
	require.NotEqual(t, []float64{0, 0}, after.RawRowView(1))
}

// TestScoreBesidesParameters: what a parameter explains as well is not a candidate's, unless the parameter
// is fixed.
func TestScoreBesidesParameters(t *testing.T) {
	f := fitOfMany(t, 3, rolling(func(p []float64, x0 float64) float64 { return p[0] * (1 + x0) }), 1, Parameter{Start: 1})
	columns := [][]stretches.Rows{make([]stretches.Rows, 3)}
	for i := range columns[0] {
		byParameter := f.columns[i][len(f.columns[i])-1]
		columns[0][i] = slices.Clone(byParameter)
		columns[0][i][len(byParameter)-3] += float64(i + 1)
		for row := range f.now[i] {
			f.now[i][row] += byParameter[row] - 2*columns[0][i][row]
		}
	}
	require.InDelta(t, 2, f.scoreOf(columns).Factors[0], 1e-6)
	f.fixed[0] = true
	require.Less(t, f.scoreOf(columns).Factors[0], 1.9)
}

// TestSpreadOfSome: of many stretches some are taken that are spread over all, with what belongs to them.
func TestSpreadOfSome(t *testing.T) {
	for most, want := range map[int][]int{1: {0}, 2: {0, 2}, 3: {0, 1, 3}, 5: {0, 1, 2, 3, 4}, 9: {0, 1, 2, 3, 4}} {
		f := fitOfMany(t, 5, rolling(func(p []float64, x0 float64) float64 { return p[0] }), 1, Parameter{Start: 1})
		for i := range f.weights {
			f.weights[i] = []float64{float64(i + 1), 1}
		}
		some := f.some(most)
		require.Len(t, some.stretches, len(want))
		for k, i := range want {
			require.Equal(t, f.stretches[i].Group, some.stretches[k].Group, "%d", most)
			require.Equal(t, f.weights[i], some.weights[k])
			require.Equal(t, f.now[i], some.now[k])
			require.Equal(t, f.columns[i], some.columns[k])
		}
		require.Len(t, some.equations, len(want))
		require.Len(t, f.stretches, 5)
	}
}
