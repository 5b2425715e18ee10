package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// Tolerances of float32 against the published float64 numbers, relative to
// the largest entry of an array.
const (
	// float32Values is a few tens of roundings (6e-8) over four layers.
	float32Values = 5e-6
	// float32Gradients: backward sums over all edges, which cancel.
	float32Gradients = 1e-4
	// float32Losses: ten steps, each on the roundings of the one before.
	float32Losses = 2e-5
)

// The published training: learning rate and weight decay of Adam.
const (
	publishedRate  = 5e-4
	publishedDecay = 1e-10
)

// These are our Adam and its oracle, Gorgonia's.
var (
	publishedSolver = runtime.Solver{LearningRate: publishedRate, WeightDecay: publishedDecay}
	librarySolver   = runtime.Solver{LearningRate: publishedRate, WeightDecay: publishedDecay, OfLibrary: true}
)

// TestTrainersOnPublishedNumbers holds every engine that trains, at every
// level, to the published output, to the loss and gradients, on the first run and on the third,
// and to the losses of ten steps of training on the golden batch.
func TestTrainersOnPublishedNumbers(t *testing.T) {
	golden.RunSmall(t, func(t *testing.T, c *golden.Case) { publishedNumbers(t, c, true) })
}

// TestTrainersAtFullSize does the same with models of the published size. It makes ten steps in
// the last mode of each engine, which has all kernels.
func TestTrainersAtFullSize(t *testing.T) {
	golden.RunFullSize(t, func(t *testing.T, c *golden.Case) { publishedNumbers(t, c, false) })
}

func publishedNumbers(t *testing.T, c *golden.Case, stepsInAllModes bool) {
	config, weights := c.Weights()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	for _, engine := range engines.All() {
		training := engine.Trains()
		for i, mode := range training {
			t.Run(engine.Name+mode.Name, func(t *testing.T) {
				publishedOutputs(t, c, model, run.WithShapes(model, weights), mode)
				trainer := newGoldenTrainer(t, model, weights, mode, publishedSolver)
				defer trainer.Close()
				publishedGradients(t, c, trainer)
				if stepsInAllModes || i == len(training)-1 {
					publishedSteps(t, c, trainer)
				}
			})
		}
	}
}

func publishedOutputs(t *testing.T, c *golden.Case, model *graph.Model, weights map[string]runtime.Tensor, mode runtime.Mode) {
	session, err := mode.Open(model.Module, weights)
	require.NoError(t, err)
	defer session.Close()
	batch := c.Batch()
	delete(batch.Inputs, "target")
	delete(batch.Inputs, "normalizer")
	outputs, err := session.Run(batch)
	require.NoError(t, err)
	allclose.Require(t, "position", c.Float("out/x"), outputs["position"].Float, float32Values)
	allclose.Require(t, "velocity", c.Velocity(), outputs["velocity"].Float, float32Values)
}

func publishedGradients(t *testing.T, c *golden.Case, trainer runtime.Trainer) {
	batch := c.Batch()
	for run := range 3 {
		gradients, err := trainer.Gradients(batch)
		require.NoError(t, err)
		if run == 1 {
			continue
		}
		allclose.Require(t, "loss", c.Float("out/loss"), []float64{gradients.Loss}, float32Values)
		for name, want := range c.Gradients() {
			if got, ok := gradients.ByParam[name]; ok {
				allclose.Require(t, name, want, got.Float, float32Gradients)
			} else {
				requireZero(t, name, want)
			}
		}
	}
}

// publishedSteps trains ten steps: every loss on the way is the published one.
func publishedSteps(t *testing.T, c *golden.Case, trainer runtime.Trainer) {
	t.Helper()
	var losses []float64
	for range 10 {
		loss, err := runtime.Step(trainer, c.Batch())
		require.NoError(t, err)
		losses = append(losses, loss)
	}
	allclose.Require(t, "losses", c.Float("adam_losses"), losses, float32Losses)
}

// TestTenStepsOfTheLibrary makes the ten steps with Gorgonia's own Adam, at every level.
func TestTenStepsOfTheLibrary(t *testing.T) {
	golden.RunSmall(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		for _, mode := range engines.Trainer().Trains() {
			t.Run(mode.Name, func(t *testing.T) {
				trainer := newGoldenTrainer(t, model, weights, mode, librarySolver)
				defer trainer.Close()
				publishedSteps(t, c, trainer)
			})
		}
	})
}

func newGoldenTrainer(t *testing.T, model *graph.Model, weights map[string][]float32, mode runtime.Mode, solver runtime.Solver) runtime.Trainer {
	t.Helper()
	objective, err := Objective(model)
	require.NoError(t, err)
	trainer, err := mode.Train(objective, run.WithShapes(model, weights), solver)
	require.NoError(t, err)
	return trainer
}

// roundedZero is what rounding in float64 leaves of a gradient that is zero.
const roundedZero = 1e-15

// requireZero accepts gradients that are zero except for rounding.
func requireZero(t *testing.T, name string, values []float64) {
	t.Helper()
	for i, value := range values {
		if math.Abs(value) > roundedZero {
			t.Errorf("%s[%d] has the gradient %g and Gorgonia none", name, i, value)
			return
		}
	}
}
