package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/experiments"
	"gmnc/runtime/gorgonia"
	"gmnc/sim"
	"gmnc/train"
)

// BenchmarkStep measures a step of training at each level: the model of the
// paper's tables on a batch of 200 systems of 10 particles.
func BenchmarkStep(b *testing.B) {
	model, err := builder.New(builder.Config{Model: "gmn", Form: builder.Published, Layers: 4, Hidden: 64}, false)
	require.NoError(b, err)
	objective, err := train.Objective(model)
	require.NoError(b, err)
	data, _, err := experiments.Simulate(b.Context(), experiments.NBody{
		System: sim.System{Particles: 3, Sticks: 2, Hinges: 1}, Train: 8, Valid: 1, Seed: 1,
	}, nil)
	require.NoError(b, err)
	var samples []datasets.Sample
	for range 25 {
		samples = append(samples, data.Train...)
	}
	inputs := train.ObjectiveInputs(datasets.NewBatch(samples), false)
	for _, level := range []gorgonia.Level{gorgonia.O0, gorgonia.O1, gorgonia.O2} {
		b.Run(level.String(), func(b *testing.B) {
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
		})
	}
}
