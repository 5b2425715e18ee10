package deploy_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/export"
	"gmnc/internal/test/testenv"
	"gmnc/internal/test/variants"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// rigid is what the total change of the lengths of a system may be, in the
// mean: the paper's bound, and what float32 allows.
const rigid = 1e-4

// TestEveryModel is trained a little, in all its forms and with every
// option, exported, verified, and run by every runtime, in which lengths
// stay as they are if the model promises it, and do not if it does not.
func TestEveryModel(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{
		System: system.Composition{3, 2, 1}, Train: 8, Valid: 2, Test: 4, Seed: 5,
	}, nil)
	require.NoError(t, err)
	for _, config := range variants.All(2, 4) {
		t.Run(variants.Name(config), func(t *testing.T) {
			t.Parallel()
			run := filepath.Join(t.TempDir(), "run")
			trainShortly(t, run, config, data)
			file := filepath.Join(run, "model.onnx")
			_, err := exportTo(run, file, export.DefaultOpset)
			require.NoError(t, err)
			for _, engine := range engines.All() {
				t.Run(engine.Name, func(t *testing.T) {
					requireLengths(t, file, engine, config.Describe().Rigid, data.Test)
				})
			}
		})
	}
}

func trainShortly(t *testing.T, folder string, c config.Config, data *datasets.Data) {
	t.Helper()
	options := run.Options{Epochs: 20, Batch: 4, LearningRate: 5e-3, Seed: 1, ValidEvery: 20, Level: 2}
	if c.Phi2 == config.Phi2RawGram {
		options.LearningRate = 1e-3 // it overflows easily
	}
	if c.Describe().ConstraintTerm {
		options.Lambda = run.DefaultLambda
	}
	_, err := train.Train(t.Context(), train.Job{Store: run.Folder(folder), Data: data, Engine: engines.Trainer(), Config: run.Config{
		Version: run.Version(), Model: c, Training: &options,
	}})
	require.NoError(t, err)
}

func requireLengths(t *testing.T, file string, engine runtime.Engine, stay bool, samples []system.Sample) {
	t.Helper()
	testenv.Engine(t, engine)
	predictor, _, err := open(file, engine.Name)
	require.NoError(t, err)
	errs, err := predict.Evaluate(t.Context(), predictor, samples)
	require.NoError(t, err)
	if stay {
		require.LessOrEqual(t, errs.Constraint, rigid)
	} else {
		require.Greater(t, errs.Constraint, 10*rigid)
	}
	require.NoError(t, predictor.Close())
}
