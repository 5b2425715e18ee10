package conformal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/system"
)

// TestShownSteps: steps 10 and 50 are shown where a rollout has them, and the last one.
func TestShownSteps(t *testing.T) {
	for steps, want := range map[int][]int{0: nil, 1: nil, 2: {2}, 9: {9}, 10: {10}, 11: {10, 11}, 50: {10, 50}, 51: {10, 50, 51}} {
		require.Equal(t, want, ShownSteps(steps), steps)
	}
}

// TestGrowth: radii add up, those of velocities move positions from the next step on, and each step has its
// factor.
func TestGrowth(t *testing.T) {
	g := growth{radius: &config.Radius{Time: -2, Steps: []config.RadiusStep{{Position: 1, Velocity: 1, System: 1}, {Position: 3, Velocity: 5, System: 7}}}, sizes: []int{2}}
	one := func(r float32) Radii {
		return Radii{Position: []float32{r, 2 * r}, Velocity: []float32{10 * r, 0}, System: []float32{r}}
	}
	from, to := []float32{0, 0, 0, 0, 0, 0}, []float32{3, 4, 0, 0, 0, 0}
	first := g.next(one(1), from, to)
	require.Equal(t, []float32{1, 2}, first.Position)
	require.Equal(t, []float32{10, 0}, first.Velocity)
	require.Equal(t, []float64{5, 0}, first.motion)
	require.InDelta(t, 5/math.Sqrt2, first.systemMotion[0], 1e-12)
	second := g.next(one(0.5), to, to)
	require.Equal(t, []float32{3 * (1.5 + 20), 3 * 3}, second.Position)
	require.Equal(t, []float32{5 * 15, 0}, second.Velocity)
	require.Equal(t, []float32{7 * 1.5}, second.System)
	require.InDelta(t, 5/math.Sqrt2, second.motion[0], 1e-12)
	third := g.next(one(0.5), to, to)
	require.Equal(t, []float32{2 + 20 + 30, 4}, third.Position, "a step beyond the calibrated ones has the factor 1")
}

// moved are samples of one particle with targets, and a trajectory of two frames more.
func moved(x float32) system.Sample {
	return system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{0, 0, 0}, TargetPosition: []float32{x, 0, 0}, TargetVelocity: []float32{0, x, 0}}
}

// TestErrorsOf: errors are distances from targets, of velocities where these are true ones and all
// samples have them.
func TestErrorsOf(t *testing.T) {
	samples := []system.Sample{moved(1), moved(2)}
	outputs := map[string][]float32{"position": {4, 4, 0, 2, 0, 0}, "velocity": {0, 0, 0, 0, 2, 3}, graph.RadiusFeatures: {7}}
	e, err := ErrorsOf(samples, outputs, true)
	require.NoError(t, err)
	require.Equal(t, []float64{5, 0}, e.Position)
	require.Equal(t, []float64{1, 3}, e.Velocity)
	require.Equal(t, []int{1, 1}, e.Sizes)
	require.Equal(t, []float32{7}, e.Squares)
	e, err = ErrorsOf(samples, outputs, false)
	require.NoError(t, err)
	require.Nil(t, e.Velocity)
	_, err = ErrorsOf(samples, map[string][]float32{"position": {4, 4, 0}}, false)
	require.EqualError(t, err, "sample 1: 0 numbers were predicted of its positions and 3 are the target; expected 3")
	_, err = ErrorsOf(samples, map[string][]float32{"position": outputs["position"], "velocity": {0, 0, 0, 0, 0}}, true)
	require.ErrorContains(t, err, "sample 1")
	samples[1].TargetVelocity = nil
	e, err = ErrorsOf(samples, outputs, true)
	require.NoError(t, err)
	require.Nil(t, e.Velocity)
	samples[0].TargetPosition = nil
	_, err = ErrorsOf(samples, outputs, true)
	require.EqualError(t, err, "sample 0: 6 numbers were predicted of its positions and 0 are the target; expected 3")
}

// TestMeasureSpread: the median of spreads, and how their order is that of errors.
func TestMeasureSpread(t *testing.T) {
	s, err := MeasureSpread([]float32{1, 2, 4}, Errors{Position: []float64{0.1, 0.2, 0.3}})
	require.NoError(t, err)
	require.Equal(t, 2.0, s.Median)
	require.InDelta(t, 1, s.Rank, 1e-12)
	rows := s.Table("m")
	require.Len(t, rows, 2)
	require.Contains(t, rows[0].Value, "2")
	require.Equal(t, "correlation 1.00", rows[1].Value)
	for _, wrong := range [][]float32{nil, {1}, {1, 2, 3, 4}} {
		_, err := MeasureSpread(wrong, Errors{Position: []float64{1, 2, 3}})
		require.ErrorContains(t, err, "expected 3")
	}
	_, err = MeasureSpread(nil, Errors{})
	require.ErrorContains(t, err, "0 spreads of particles: expected 0")
}

// TestTables: tables say coverage in percent, and that of velocities where it was measured.
func TestTables(t *testing.T) {
	share := 0.25
	m := Measured{Coverage: Coverage{Level: 0.9, Position: 0.5, System: 0.75}, Median: 2, Quantile: 3, Rank: 0.5}
	rows := m.Table("m")
	require.Len(t, rows, 4)
	require.Equal(t, "within the radius of 90 %", rows[0].Name)
	require.Contains(t, rows[0].Value, "50.0 % of particles, 75.0 % of systems")
	require.Contains(t, rows[1].Value, "2")
	require.Equal(t, "90 % of errors below", rows[2].Name)
	require.Contains(t, rows[2].Value, "3")
	require.Equal(t, "correlation 0.50", rows[3].Value)
	m.Velocity = &share
	require.Equal(t, "25.0 % of particles", m.Table("m")[1].Value)
	step := MeasuredStep{10, m}
	require.Equal(t, "within it after 10 steps", step.Table("m")[0].Name)
	require.Contains(t, step.Table("m")[0].Value, "50.0 % of particles, 75.0 % of systems")
	require.Contains(t, step.String(), "after 10 steps ")
	require.Contains(t, Step{7, m.Coverage}.String(), "after 7 steps ")
}

// TestTooShort: a sample without a state after the step is named, and only ends what is measured.
func TestTooShort(t *testing.T) {
	_, err := errorsAfter([]system.Sample{moved(1)}, 3, make([]float32, 3), make([]float32, 3))
	require.EqualError(t, err, "sample 0 has no state 3 steps later: trajectories with as many frames are needed")
	all, err := MeasureSteps(0.9, []system.Sample{moved(1)}, make([]map[string][]float32, 3))
	require.NoError(t, err)
	require.Empty(t, all)
	require.Equal(t, []float64{1, math.MaxFloat32, math.MaxFloat32}, finite([]float64{1, math.Inf(1), math.NaN()}))
}
