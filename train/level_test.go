package train_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/modes"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// inFloat32 bounds the error of losses and gradients in float32, relative to
// the largest entry; gradients are sums that cancel.
const inFloat32 = 1e-4

// TestObjectiveAtEveryLevel holds the training of every model, on systems
// with a stick, with a hinge and without either, to the interpreter: the loss
// and all gradients, which at -O0 are Gorgonia's own.
func TestObjectiveAtEveryLevel(t *testing.T) {
	data := mixedDataset(t)
	samples := []system.Sample{data.Train[0], data.Train[4], data.Train[1], data.Train[5]}
	samples[3].Objects = samples[3].Objects[:0]
	eachModel(t, func(t *testing.T, c config.Config) {
		t.Parallel()
		model, err := builder.New(c, true)
		require.NoError(t, err)
		batch, lambda := system.NewBatch(samples), 0.0
		given := train.ObjectiveInputs(batch, true)
		if config.Describe(c.Model).ConstraintTerm {
			lambda = 0.3
			maps.Copy(given.Inputs, train.ConstraintInputs(batch))
		}
		objective, err := train.ObjectiveOf(model, train.Loss{Lambda: lambda})
		require.NoError(t, err)
		requireTrainers(t, objective, given, strongWeights(model))
	})
}

// requireTrainers holds every engine and level that trains to the interpreter's
// loss and gradients.
func requireTrainers(t *testing.T, objective *ir.Module, given runtime.Batch, weights map[string]runtime.Tensor) {
	t.Helper()
	want := gradientsOf(t, objective, widen(given.Inputs, weights))
	for _, mode := range modes.Training() {
		trainer, err := mode.Train(objective, weights, runtime.Solver{LearningRate: 1e-3})
		require.NoError(t, err)
		gradients, err := trainer.Gradients(given)
		require.NoError(t, err)
		allclose.Require(t, mode.Name+" loss", want["loss"].Float, []float64{gradients.Loss}, inFloat32)
		require.NotEmpty(t, gradients.ByParam)
		for name, gradient := range gradients.ByParam {
			allclose.Require(t, mode.Name+" "+name, want["grad/"+name].Float, runtime.Widen(gradient).Float, inFloat32)
		}
		require.NoError(t, trainer.Close())
	}
}
