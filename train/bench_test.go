package train_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/modes"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// BenchmarkStep measures a step of training on a batch of 200 systems of 10
// particles: of the paper's model in every mode that trains, and of all others
// in the fastest.
func BenchmarkStep(b *testing.B) {
	data, _, err := nbody.Simulate(b.Context(), nbody.Config{
		System: system.Composition{3, 2, 1}, Train: 8, Valid: 1, Seed: 1,
	}, nil)
	require.NoError(b, err)
	batch := system.NewBatch(slices.Repeat(data.Train, 25))
	for _, name := range config.Models() {
		for _, mode := range modes.Training() {
			if name == "gmn" || mode.Ragged { // those that are fast
				b.Run(name+"/"+mode.Name, func(b *testing.B) { benchmarkStep(b, name, mode, batch) })
			}
		}
	}
}

func benchmarkStep(b *testing.B, name string, mode runtime.Mode, batch *system.Batch) {
	c := config.DefaultConfig()
	c.Model = name
	model, err := builder.New(c, false)
	require.NoError(b, err)
	inputs, lambda := train.ObjectiveInputs(batch, false), 0.0
	if config.Describe(name).ConstraintTerm {
		lambda = run.DefaultLambda
		maps.Copy(inputs.Inputs, train.ConstraintInputs(batch))
	}
	objective, err := train.ObjectiveOf(model, train.Loss{Lambda: lambda})
	require.NoError(b, err)
	trainer, err := mode.Train(objective, run.WithShapes(model, model.Draw(1)), runtime.Solver{LearningRate: 5e-4, WeightDecay: 1e-10})
	require.NoError(b, err)
	defer trainer.Close()
	_, err = runtime.Step(trainer, inputs)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, err := runtime.Step(trainer, inputs)
		require.NoError(b, err)
	}
}
