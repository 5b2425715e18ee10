package train_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/near"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
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
	samples := []datasets.Sample{data.Train[0], data.Train[4], data.Train[1], data.Train[5]}
	samples[3].Hinges = nil
	eachModel(t, func(t *testing.T, config builder.Config) {
		model, err := builder.New(config, true)
		require.NoError(t, err)
		batch, lambda := datasets.NewBatch(samples), 0.0
		inputs := train.ObjectiveInputs(batch, true)
		if builder.Describe(config.Model).ConstraintTerm {
			lambda = 0.3
			maps.Copy(inputs, train.ConstraintInputs(batch))
		}
		objective, err := train.ConstrainedObjective(model, lambda)
		require.NoError(t, err)
		weights := strongWeights(model)
		want := gradientsOf(t, objective, widen(inputs, weights))
		for _, level := range []gorgonia.Level{gorgonia.O0, gorgonia.O1, gorgonia.O2} {
			params, err := gorgonia.NewParams(objective, weights)
			require.NoError(t, err)
			trainer, err := gorgonia.NewTrainer(objective, params, level, gorgonia.NewAdam(1e-3, 0))
			require.NoError(t, err)
			loss, gradients, err := trainer.Gradients(inputs)
			require.NoError(t, err)
			near.Require(t, "loss", want["loss"].Float, []float64{loss}, inFloat32)
			require.NotEmpty(t, gradients)
			for name, gradient := range gradients {
				near.Require(t, level.String()+" "+name, want["grad/"+name].Float, runtime.Widen(gradient).Float, inFloat32)
			}
			require.NoError(t, trainer.Close())
		}
	})
}
