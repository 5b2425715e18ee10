package run

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/runtime"
)

// TestHardlyTold: a standard error of much of the value says that the training hardly tells it.
func TestHardlyTold(t *testing.T) {
	mass := FoundConstant{Name: builder.LearnedMass, Of: "0", Value: 1.25, StandardError: 0.01}
	require.Equal(t, "mass of 0: 1.25 +- 0.01", mass.String())
	mass.StandardError = 0.5
	require.Equal(t, "mass of 0: 1.25 +- 0.5, which the training hardly tells", mass.String())
	mass = FoundConstant{Name: builder.LearnedMass, Value: 1, Untold: true}
	require.Equal(t, "mass: 1, no standard error: the loss has no minimum here", mass.String())
	gravity := FoundConstant{Name: builder.LearnedGravity, Of: "x", Value: 0.01, StandardError: 0.1}
	require.Equal(t, "gravity of x: 0.01 +- 0.1", gravity.String(), "which may be 0")
}

// TestUntold: a training that ended and found no minimum says so, of all values or of some,
// and what errors of the others hold; an interrupted one, and one of an earlier build, say
// nothing.
func TestUntold(t *testing.T) {
	damping := builder.Constant{Name: builder.LearnedDamping, By: builder.BySystem, Start: []float64{2}}
	gravity := builder.Constant{Name: builder.LearnedGravity, Start: []float64{0, 0, -1}, Unit: 2}
	r := Run{Metrics: map[string]string{}, Weights: map[string]runtime.Tensor{damping.Param(): runtime.Floats([]float32{0}, 1, 1), gravity.Param(): runtime.Floats(make([]float32, 3), 3, 1)}}
	r.Config.Model.Learn = []builder.Constant{damping}
	require.Equal(t, "damping: 2", r.Constants()[0].String())
	r.SetStandardErrors(damping.Param(), []float64{math.NaN()})
	require.Equal(t, "damping: 2, no standard error: the loss has no minimum here", r.Constants()[0].String())

	r.Config.Model.Learn = append(r.Config.Model.Learn, gravity)
	r.SetStandardErrors(gravity.Param(), []float64{0.01, math.NaN(), 0.02})
	require.Equal(t, "gravity of x: 0 +- 0.02 with damping, gravity of y held", r.Constants()[1].String())
	require.True(t, r.Constants()[2].Untold)
	r.Metrics[errorKey(gravity.Param())] = "none" // once for all, by earlier builds
	require.True(t, r.Constants()[3].Untold)

	r.Config.Model.Learn = r.Config.Model.Learn[:1]
	r.SetStandardErrors(damping.Param(), []float64{0.005})
	require.Equal(t, "damping: 2 +- 0.01", r.Constants()[0].String())
}

// TestLawOfSeveralRuns: runs side by side have a law each, and none together.
func TestLawOfSeveralRuns(t *testing.T) {
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 2, Hidden: 4, Messages: builder.NoMessages,
		Law: []builder.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	for runs, want := range map[int][]builder.PairFormula{0: config.Law, 2: nil} {
		config.Runs = runs
		model, err := builder.New(config, false)
		require.NoError(t, err)
		r, err := New(Config{Version: Version(), Model: config}, WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		formulas, errors := r.Law()
		require.Equal(t, want, formulas)
		require.Len(t, errors, len(want))
	}
}
