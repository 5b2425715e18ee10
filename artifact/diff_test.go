package artifact_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestDiffOfLargeIntegers: seeds beyond 2^53 that differ by 1 differ.
func TestDiffOfLargeIntegers(t *testing.T) {
	var models [2]*artifact.Model
	for i := range models {
		models[i] = artifact.FromRun(&run.Run{Config: run.Config{Training: &run.Options{Seed: 1<<53 + uint64(i), LearningRate: 5e-4}}})
	}
	differences, err := artifact.Diff(models[0], models[1])
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{{What: "training.seed", A: "9007199254740992", B: "9007199254740993"}}, differences)
}

// TestDiffOfMetrics: metrics differ by their text. A configuration that no file could hold has none.
func TestDiffOfMetrics(t *testing.T) {
	of := func(metrics map[string]string) *artifact.Model {
		return artifact.FromRun(&run.Run{Metrics: metrics})
	}
	differences, err := artifact.Diff(of(map[string]string{"best_epoch": "2", "seconds": "5"}), of(map[string]string{"best_epoch": "3", "seconds": "5"}))
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{{What: "errors.best_epoch", A: "2", B: "3"}}, differences)
	broken := artifact.FromRun(&run.Run{Config: run.Config{Training: &run.Options{LearningRate: math.NaN()}}})
	_, err = artifact.Diff(of(nil), broken)
	require.ErrorContains(t, err, "unsupported value: NaN")
	_, err = artifact.Diff(broken, of(nil))
	require.ErrorContains(t, err, "unsupported value: NaN")
}

// TestDiffOfLists: elements that have values by name differ in these alone, and other lists as a whole.
func TestDiffOfLists(t *testing.T) {
	model := func(rate float64, curriculum ...int) *artifact.Model {
		joint := system.NewJointRange("elbow", false)
		joint.Take([]float64{1}, []float64{rate}, []float64{0})
		return artifact.FromRun(&run.Run{Config: run.Config{
			Training: &run.Options{Curriculum: curriculum}, Data: &run.DataInfo{Joints: []system.JointRange{joint}},
		}})
	}
	differences, err := artifact.Diff(model(2, 6), model(3, 6, 12))
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{
		{What: "data.joints.0.rate.least", A: "2", B: "3"}, {What: "data.joints.0.rate.most", A: "2", B: "3"},
		{What: "training.curriculum", A: "[6]", B: "[6 12]"},
	}, differences)
}

// TestDiffOfTheLastBit: weights differ that are the next float32 to each other, and
// the farthest apart are named.
func TestDiffOfTheLastBit(t *testing.T) {
	model := func(numbers ...float32) *artifact.Model {
		return artifact.FromRun(&run.Run{Weights: map[string]runtime.Tensor{
			"moved": {Shape: []int{1, len(numbers)}, Float: numbers},
			"same":  {Shape: []int{1, 1}, Float: []float32{3}},
		}})
	}
	for differs, want := range map[float32]string{
		math.Nextafter32(1e-3, 1): "within 1.2e-10",
		2e-3:                      "within 0.001",
		0.5:                       "within 0.5",
	} {
		differences, err := artifact.Diff(model(7, 1e-3, -2), model(7, differs, -2))
		require.NoError(t, err)
		require.Equal(t, []artifact.Difference{{What: "weights.moved", A: "3 values", B: want}}, differences)
	}
	differences, err := artifact.Diff(model(7, 1e-3), model(7, 1e-3))
	require.NoError(t, err)
	require.Empty(t, differences)
}

// TestDiffOfBounds: constants differ by their values and errors in words, also where they have a
// bound in place of a standard error, and so do those of a law. Numbers of the fit are not listed.
func TestDiffOfBounds(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Integrator: config.RungeKutta4, Messages: config.NoMessages, TrueVelocity: true, Time: 1,
		Learn: []config.Constant{{Name: config.LearnedDamping, By: config.BySystem, Start: []float64{2}}},
		Law:   []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 3}}}}
	of := func(deviation, most float64) *artifact.Model {
		model, err := builder.New(c, false)
		require.NoError(t, err)
		trained, err := run.New(run.Config{Version: "1", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		trained.Metrics = map[string]string{}
		for _, param := range []string{c.Learn[0].Param(), config.LawParam(0, "A"), config.LawParam(0, "n")} {
			trained.SetStandardErrors(param, []float64{deviation})
			trained.SetFindings(param, []run.Finding{{Most: most}})
		}
		return artifact.FromRun(trained)
	}
	differences, err := artifact.Diff(of(0.1, 0), of(0, 0.1))
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{
		{What: "constants.A of force 0", A: "1 +- 0.1", B: "1, off by at most 0.1"},
		{What: "constants.damping", A: "2 +- 0.2, which the training hardly tells", B: "2, off by at most 0.2"},
		{What: "constants.n of force 0", A: "3 +- 0.3", B: "3, off by at most 0.3"},
	}, differences)
}
