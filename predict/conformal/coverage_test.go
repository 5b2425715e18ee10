package conformal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/predict"
	"gmnc/system"
)

// TestWithin: errors of at most their radius lie within it, and the standard error is that of the shares of systems.
func TestWithin(t *testing.T) {
	found := within("particles", []float32{1, 1, 1, 2}, []float64{1, 2, 0.5, 3}, []int{2, 1, 1})
	require.Equal(t, "particles", found.of)
	require.InDelta(t, 0.5, found.value, 1e-12)
	require.InDelta(t, math.Sqrt(0.25+0.25)/3, found.deviation, 1e-12) // shares of 0.5, 1 and 0
	allclose.Within(t, []float64{5 / math.Sqrt2, 2}, rootMeanSquares([]float64{3, 4, -2}, []int{2, 1}), 1e-12)
}

// TestTooSmall: a share may be smaller than stated by two hundredths and three standard errors.
func TestTooSmall(t *testing.T) {
	measured := func(value, deviation float64) Measured {
		return Measured{Coverage: Coverage{Level: 0.9, Samples: 7}, shares: []share{{of: "systems", value: 1}, {of: "particles", value: value, deviation: deviation}}}
	}
	require.NoError(t, measured(0.881, 0).Err())
	require.EqualError(t, measured(0.879, 0).Err(), "the radius is too small: 87.9 % of the particles lie within, where 90 % are stated and 88.0 % would pass for chance (7 samples)")
	require.NoError(t, measured(0.851, 0.01).Err())
	require.ErrorContains(t, measured(0.849, 0.01).Err(), "85.0 % would pass for chance")
}

// TestCoverageTexts: shares are in percent, and those of velocities are said where they are known.
func TestCoverageTexts(t *testing.T) {
	c := Coverage{Level: 0.9, Samples: 4, Particles: 8, Position: 0.875, System: 0.75}
	require.Equal(t, "the radius of 90 % covers the truth of 87.5 % of 8 particles and of 75.0 % of 4 systems", c.String())
	share := 0.625
	c.Velocity = &share
	require.Equal(t, "the radius of 90 % covers the truth of 87.5 % of 8 particles, of 62.5 % of their velocities and of 75.0 % of 4 systems", c.String())
	m := Measured{Coverage: Coverage{Level: 0.9}, Median: 3, Quantile: 2, Rank: 0.5}
	require.Contains(t, m.String(), "; its median is 3, 1.50 times the error below which 90 % of the particles stay, and its rank correlation with the errors is 0.50")
}

// TestMeasuredVelocities: velocities are measured if both their radii and their errors are known. Radii are of as many particles
// and systems as errors.
func TestMeasuredVelocities(t *testing.T) {
	r := Radii{Position: []float32{1, 2, 3}, Velocity: []float32{1, 1, 1}, System: []float32{1, 5}}
	e := Errors{Position: []float64{2, 1, 3}, Velocity: []float64{1, 2, 3}, Sizes: []int{2, 1}}
	m, err := Measure(0.5, r, e)
	require.NoError(t, err)
	require.InDelta(t, 2./3, m.Position, 1e-12)
	require.InDelta(t, 1./3, *m.Velocity, 1e-12)
	require.InDelta(t, 0.5, m.System, 1e-12)
	require.Equal(t, []float64{2, 2, 0.5}, []float64{m.Median, m.Quantile, m.Rank})
	require.Equal(t, []int{2, 3}, []int{m.Samples, m.Particles})
	e.Velocity = nil
	m, err = Measure(0.5, r, e)
	require.NoError(t, err)
	require.Nil(t, m.Velocity)
	e.Velocity, r.Velocity = []float64{1, 2, 3}, nil
	m, err = Measure(0.5, r, e)
	require.NoError(t, err)
	require.Nil(t, m.Velocity)
	for _, wrong := range []Radii{{Position: r.Position, System: r.System[:1]}, {Position: r.Position[:2], System: r.System}, {Position: r.Position, System: r.System, Velocity: r.Position[:2]}} {
		_, err := Measure(0.5, wrong, e)
		require.ErrorContains(t, err, "expected 3 and 2")
	}
	require.Zero(t, rankCorrelation([]float64{1, 2, 3}, []float64{1, 1, 1}))
	require.Zero(t, rankCorrelation([]float64{1, 1, 1}, []float64{1, 2, 3}))
}

// TestErrorsWithoutVelocities: a first sample without a target velocity leaves out all velocities.
func TestErrorsWithoutVelocities(t *testing.T) {
	samples := []system.Sample{moved(1), moved(2)}
	samples[0].TargetVelocity = nil
	e, err := ErrorsOf(samples, map[string][]float32{"position": make([]float32, 6), "velocity": make([]float32, 6)}, true)
	require.NoError(t, err)
	require.Nil(t, e.Velocity)
	require.Equal(t, []float64{1, 2}, e.Position)
}

// TestMeasuredRollouts: radii and errors are compared after the last step alone.
func TestMeasuredRollouts(t *testing.T) {
	of := func(last float64) system.Sample {
		return system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), Trajectory: &system.Trajectory{
			Particles: 2, Positions: []float64{0, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0, last, 0, 0, 0, 0, 0}, Velocities: make([]float64, 18),
		}}
	}
	rollout := predict.Rollout{Predictor: drifting{}, Samples: []system.Sample{of(-1), of(0)}, Steps: 2}
	radius := &config.Radius{Level: 0.9}
	m, err := MeasureRollout(t.Context(), rollout, radius)
	require.NoError(t, err)
	require.InDelta(t, 0.75, m.Position, 1e-12) // errors of 3, 2, 2 and 2 in radii of 2, 4, 6 and 8
	require.Equal(t, 5., m.Median)
	rollout.Steps = 3
	_, err = MeasureRollout(t.Context(), rollout, radius)
	require.ErrorContains(t, err, "sample 0 has no state 3 steps later")
}

// TestMeasuredSteps: the last of several steps is measured with its own outputs, and radii of other particles are refused.
func TestMeasuredSteps(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3), Trajectory: &system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0}, Velocities: make([]float64, 9)}}}
	outputs := func(x, radius float32) map[string][]float32 {
		return map[string][]float32{"position": {x, 0, 0}, "velocity": {0, 0, 0}, "position_radius": {radius}, "system_radius": {radius}}
	}
	all, err := MeasureSteps(0.9, samples, []map[string][]float32{outputs(1, 7), outputs(3, 1)})
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.Equal(t, 2, all[0].Step)
	require.Equal(t, []float64{1, 1, 1}, []float64{all[0].Position, all[0].Median, all[0].Quantile})
	wrong := outputs(3, 1)
	delete(wrong, "system_radius")
	_, err = MeasureSteps(0.9, samples, []map[string][]float32{outputs(1, 7), wrong})
	require.ErrorContains(t, err, "1 radii of particles and 0 of systems")
}
