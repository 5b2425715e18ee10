package deploy_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/experiments"
	"gmnc/export"
	"gmnc/internal/testenv"
	"gmnc/internal/variants"
	"gmnc/runtime/onnxruntime"
	"gmnc/sim"
	"gmnc/train"
)

// rigid is what the total change of the lengths of a system may be, in the
// mean: the paper's bound, and what float32 allows.
const rigid = 1e-4

// TestEveryModel is trained a little, in all its forms and with every
// option, exported, verified, and run by every runtime, in which lengths
// stay as they are if the model promises it, and do not if it does not.
func TestEveryModel(t *testing.T) {
	data, _, err := experiments.Simulate(t.Context(), experiments.NBody{
		System: sim.System{Particles: 3, Sticks: 2, Hinges: 1}, Train: 8, Valid: 2, Test: 4, Seed: 5,
	}, nil)
	require.NoError(t, err)
	for _, config := range variants.All(3, 8) {
		t.Run(variants.Name(config), func(t *testing.T) {
			run := filepath.Join(t.TempDir(), "run")
			trainShortly(t, run, config, data)
			file := filepath.Join(run, "model.onnx")
			_, err := deploy.Export(run, file, export.DefaultOpset)
			require.NoError(t, err)
			for _, name := range deploy.Runtimes {
				t.Run(name, func(t *testing.T) {
					requireLengths(t, file, name, config.Describe().Rigid, data.Test)
				})
			}
		})
	}
}

func trainShortly(t *testing.T, folder string, config builder.Config, data *datasets.Data) {
	t.Helper()
	options := train.Options{Epochs: 20, Batch: 4, LearningRate: 5e-3, Seed: 1, ValidEvery: 20, Level: 2}
	if config.Phi2 == builder.Phi2RawGram {
		options.LearningRate = 1e-3 // it overflows easily
	}
	if config.Describe().ConstraintTerm {
		options.Lambda = train.DefaultLambda
	}
	_, err := train.Train(t.Context(), train.Job{Folder: folder, Data: data, Config: train.RunConfig{
		Version: deploy.Version(), Model: config, Training: &options,
	}})
	require.NoError(t, err)
}

func requireLengths(t *testing.T, file, runtime string, stay bool, samples []datasets.Sample) {
	t.Helper()
	if err := onnxruntime.Available(); runtime == "onnxruntime" && err != nil {
		testenv.Missing(t, runtime, err.Error())
	}
	predictor, _, err := deploy.Open(file, runtime)
	require.NoError(t, err)
	errs, err := train.Evaluate(predictor, samples)
	require.NoError(t, err)
	if stay {
		require.LessOrEqual(t, errs.Constraint, rigid)
	} else {
		require.Greater(t, errs.Constraint, 10*rigid)
	}
	require.NoError(t, predictor.Close())
}
