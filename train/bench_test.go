package train_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/experiments"
	"gmnc/runtime/gorgonia"
	"gmnc/sim"
	"gmnc/train"
)

// BenchmarkStep measures a step of training on a batch of 200 systems of 10
// particles: of the paper's model at each level, and of all others at the
// fastest.
func BenchmarkStep(b *testing.B) {
	data, _, err := experiments.Simulate(b.Context(), experiments.NBody{
		System: sim.System{Particles: 3, Sticks: 2, Hinges: 1}, Train: 8, Valid: 1, Seed: 1,
	}, nil)
	require.NoError(b, err)
	batch := datasets.NewBatch(slices.Repeat(data.Train, 25))
	for _, name := range builder.Models() {
		levels := []gorgonia.Level{gorgonia.O2}
		if name == "gmn" {
			levels = []gorgonia.Level{gorgonia.O0, gorgonia.O1, gorgonia.O2}
		}
		for _, level := range levels {
			b.Run(name+"/"+level.String(), func(b *testing.B) { benchmarkStep(b, name, level, batch) })
		}
	}
}

func benchmarkStep(b *testing.B, name string, level gorgonia.Level, batch *datasets.Batch) {
	config := builder.DefaultConfig()
	config.Model = name
	model, err := builder.New(config, false)
	require.NoError(b, err)
	inputs, lambda := train.ObjectiveInputs(batch, false), 0.0
	if builder.Describe(name).ConstraintTerm {
		lambda = train.DefaultLambda
		maps.Copy(inputs, train.ConstraintInputs(batch))
	}
	objective, err := train.ConstrainedObjective(model, lambda)
	require.NoError(b, err)
	params, err := gorgonia.NewParams(objective, train.WithShapes(model, model.Draw(1)))
	require.NoError(b, err)
	trainer, err := gorgonia.NewTrainer(objective, params, level, gorgonia.NewAdam(5e-4, 1e-10))
	require.NoError(b, err)
	defer trainer.Close()
	_, err = trainer.Step(inputs)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, err := trainer.Step(inputs)
		require.NoError(b, err)
	}
}
