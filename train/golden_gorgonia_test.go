package train

import (
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"

	"gmnc/builder"
	"gmnc/internal/golden"
	"gmnc/internal/near"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
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

// levels are the optimisation levels of this version. At -O0 the gradients
// are Gorgonia's own, at -O2 the IR's in our kernels.
var levels = []gorgonia.Level{gorgonia.O0, gorgonia.O1, gorgonia.O2}

// TestGorgoniaOnPublishedNumbers holds every level to the published output,
// loss and gradients, on the first run and on the third.
func TestGorgoniaOnPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		for _, level := range levels {
			t.Run(level.String(), func(t *testing.T) {
				publishedOutputs(t, c, model, WithShapes(model, weights), level)
				publishedGradients(t, c, model, weights, level)
			})
		}
	})
}

func publishedOutputs(t *testing.T, c *golden.Case, model *builder.Model, weights map[string]runtime.Tensor, level gorgonia.Level) {
	params, err := gorgonia.NewParams(model.Module, weights)
	require.NoError(t, err)
	session, err := gorgonia.Open(model.Module, params, level)
	require.NoError(t, err)
	defer session.Close()
	outputs, err := session.Run(without(narrowed(c), "target", "normalizer"))
	require.NoError(t, err)
	near.Require(t, "position", c.Float("out/x"), outputs["position"].Float, float32Values)
	near.Require(t, "velocity", c.Velocity(), outputs["velocity"].Float, float32Values)
}

func publishedGradients(t *testing.T, c *golden.Case, model *builder.Model, weights map[string][]float32, level gorgonia.Level) {
	trainer := newGoldenTrainer(t, model, weights, level, gorgonia.NewAdam(publishedRate, publishedDecay))
	defer trainer.Close()
	inputs := narrowed(c)
	for run := range 3 {
		loss, gradients, err := trainer.Gradients(inputs)
		require.NoError(t, err)
		if run == 1 {
			continue
		}
		near.Require(t, "loss", c.Float("out/loss"), []float64{loss}, float32Values)
		for name, want := range c.Gradients() {
			if got, ok := gradients[name]; ok {
				near.Require(t, name, want, got.Float, float32Gradients)
			} else {
				requireZero(t, name, want)
			}
		}
	}
}

// solvers are our Adam and its oracle, Gorgonia's.
var solvers = map[string]func() G.Solver{
	"ours": func() G.Solver { return gorgonia.NewAdam(publishedRate, publishedDecay) },
	"stock": func() G.Solver {
		return G.NewAdamSolver(G.WithLearnRate(publishedRate), G.WithL2Reg(publishedDecay),
			G.WithBeta1(0.9), G.WithBeta2(0.999), G.WithEps(1e-8), G.WithBatchSize(1))
	},
}

// TestTenStepsOfTraining trains ten steps on the golden batch at every
// level: every loss on the way is the published one.
func TestTenStepsOfTraining(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		config, weights := c.Weights()
		model, err := builder.New(config, false)
		require.NoError(t, err)
		for _, level := range levels {
			for name, solver := range solvers {
				t.Run(level.String()+"/"+name, func(t *testing.T) {
					trainer := newGoldenTrainer(t, model, weights, level, solver())
					defer trainer.Close()
					inputs := narrowed(c)
					var losses []float64
					for range 10 {
						loss, err := trainer.Step(inputs)
						require.NoError(t, err)
						losses = append(losses, loss)
					}
					near.Require(t, "losses", c.Float("adam_losses"), losses, float32Losses)
				})
			}
		}
	})
}

func newGoldenTrainer(t *testing.T, model *builder.Model, weights map[string][]float32, level gorgonia.Level, solver G.Solver) *gorgonia.Trainer {
	t.Helper()
	objective, err := Objective(model)
	require.NoError(t, err)
	params, err := gorgonia.NewParams(objective, WithShapes(model, weights))
	require.NoError(t, err)
	trainer, err := gorgonia.NewTrainer(objective, params, level, solver)
	require.NoError(t, err)
	return trainer
}

// narrowed are the case's inputs in float32.
func narrowed(c *golden.Case) map[string]runtime.Tensor {
	inputs := map[string]runtime.Tensor{}
	for name, value := range c.Inputs() {
		inputs[name] = runtime.Narrow(value)
	}
	return inputs
}

func without(inputs map[string]runtime.Tensor, names ...string) map[string]runtime.Tensor {
	rest := maps.Clone(inputs)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}

// roundedZero is what rounding in float64 leaves of a gradient that is zero.
const roundedZero = 1e-15

// requireZero accepts gradients that are zero but for rounding.
func requireZero(t *testing.T, name string, values []float64) {
	t.Helper()
	for i, value := range values {
		if math.Abs(value) > roundedZero {
			t.Errorf("%s[%d] has the gradient %g and Gorgonia none", name, i, value)
			return
		}
	}
}
