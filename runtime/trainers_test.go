package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/modes"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// TestTrainers holds every mode of every engine that trains to what trainers
// do, on a small layer.
func TestTrainers(t *testing.T) {
	for _, mode := range modes.Training() {
		t.Run(mode.Name, func(t *testing.T) { conformance.Train(t, mode.Train) })
	}
}

// TestSameBits: the native runtime by itself trains to the bits of Gorgonia at
// -O2, on batches of one size and of all sizes, with padding and without.
func TestSameBits(t *testing.T) {
	native := engines.ForModules().Modes[0]
	region, err := engines.Trainer().Level(2)
	require.NoError(t, err)
	require.True(t, native.Ragged && region.Ragged)
	for _, config := range allConfigs(2, 8) {
		for _, padded := range []bool{false, true} {
			model, values := newModel(t, config, padded, 3)
			objective, err := train.Objective(model)
			require.NoError(t, err)
			batches := []runtime.Batch{
				objectiveOf(fixtures.Samples(fixtures.Compositions[0], 5, 1), padded),
				objectiveOf(allSizes(), padded),
			}
			conformance.SameTraining(t, objective, run.WithShapes(model, values), batches, region.Train, native.Train)
		}
	}
}

// TestStepTakesNoMemory: after the first steps of a training, further ones take the
// memory of those before.
func TestStepTakesNoMemory(t *testing.T) {
	model, values := newModel(t, smallConfig(config.Published, 2, 8), false, 3)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	batch := objectiveOf(fixtures.Samples(fixtures.Compositions[0], 20, 1), false)
	for _, mode := range modes.Training() {
		if !mode.Ragged {
			continue // operator by operator
		}
		trainer, err := mode.Train(objective, run.WithShapes(model, values), runtime.Solver{LearningRate: 1e-3})
		require.NoError(t, err)
		step := func() {
			_, err := runtime.Step(trainer, batch)
			require.NoError(t, err)
		}
		step()
		require.Zero(t, testing.AllocsPerRun(20, step), mode.Name)
		require.NoError(t, trainer.Close())
	}
}

// objectiveOf is a batch of the samples, ragged where nothing is padded.
func objectiveOf(samples []system.Sample, padded bool) runtime.Batch {
	batch := &system.Batch{Ragged: !padded}
	batch.Fill(samples)
	return train.ObjectiveInputs(batch, padded)
}

// TestRagged: an engine that takes ragged batches gives every system what it
// gives it alone; another refuses them.
func TestRagged(t *testing.T) {
	model, values := newModel(t, smallConfig(config.Published, 2, 8), false, 1)
	samples := allSizes()
	batch := &system.Batch{Ragged: true}
	batch.Fill(samples)
	eachMode(t, func(t *testing.T, m runtime.Mode) {
		session, err := m.Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		defer session.Close()
		got, err := session.Run(predict.Inputs(batch))
		if !m.Ragged {
			require.Regexp(t, "have 9 and 0 neighbors|index 45 is outside|idx=45 must be within", err)
			return
		}
		require.NoError(t, err)
		var position []float32
		for i := range samples {
			alone, err := session.Run(predict.Inputs(system.NewBatch(samples[i : i+1])))
			require.NoError(t, err)
			position = append(position, alone["position"].Float...)
		}
		require.Equal(t, position, got["position"].Float)
	})
}
