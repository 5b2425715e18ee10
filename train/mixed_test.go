package train_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/variants"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// sameInFloat64 is what two float64 evaluations may differ by that add the
// same numbers, some of them zeros more, relative to the largest entry.
const sameInFloat64 = 1e-13

// addedInFloat64 is for sums of gradients that nearly cancel.
const addedInFloat64 = 1e-11

// strongWeights are drawn without the small gain of the last coordinate
// weights, so that forces matter.
func strongWeights(model *graph.Model) map[string]runtime.Tensor {
	return run.WithShapes(model, fixtures.Weights(model, 5, 300))
}

// objectiveOf returns a function that evaluates loss, gradients and positions of samples in
// float64.
func objectiveOf(t *testing.T, config config.Config, padded bool) func(samples ...system.Sample) map[string]ir.Tensor {
	t.Helper()
	model, err := builder.New(config, padded)
	require.NoError(t, err)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	weights := strongWeights(model)
	module, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(weights)))
	require.NoError(t, err)
	return func(samples ...system.Sample) map[string]ir.Tensor {
		batch := system.NewBatch(samples)
		inputs := widen(train.ObjectiveInputs(batch, padded).Inputs, weights)
		inputs["normalizer"].Float[0] = 1 / float64(3*batch.Particles) // not rounded to float32
		outputs, err := ir.Eval(module, inputs, nil)
		require.NoError(t, err)
		return outputs
	}
}

// TestPaddedObjective: without anything to pad it is the complete one.
func TestPaddedObjective(t *testing.T) {
	samples := dataset(t).Train[:3]
	eachModel(t, func(t *testing.T, config config.Config) {
		complete, padded := objectiveOf(t, config, false)(samples...), objectiveOf(t, config, true)(samples...)
		require.Len(t, padded, len(complete))
		require.Greater(t, len(complete), 3)
		for name, want := range complete {
			allclose.Require(t, name, want.Float, padded[name].Float, sameInFloat64)
		}
	})
}

// eachModel runs a test for every model in every form and with every
// option, at a small size.
func eachModel(t *testing.T, test func(t *testing.T, config config.Config)) {
	for _, config := range variants.All(tinyModel.Layers, tinyModel.Hidden) {
		t.Run(variants.Name(config), func(t *testing.T) { test(t, config) })
	}
}

// TestSystemsOfABatchAreAlone: a batch of different sizes moves each system
// as it would move alone, and its gradients are the sum of theirs.
func TestSystemsOfABatchAreAlone(t *testing.T) {
	data := mixedDataset(t)
	single := system.Sample{
		Position: []float32{1, 2, 3}, Velocity: []float32{0.1, 0, 0.3}, TargetPosition: []float32{1, 1, 1}, Charge: []float32{1},
	}
	samples := []system.Sample{data.Train[0], single, data.Train[4], data.Train[1], data.Train[5]}
	eachModel(t, func(t *testing.T, config config.Config) {
		together := objectiveOf(t, config, true)(samples...)
		alone := addedUp(t, config, samples)
		require.Len(t, alone, len(together))
		for name, want := range alone {
			tolerance := sameInFloat64
			if name != "position" && name != "velocity" {
				tolerance = addedInFloat64
			}
			allclose.Require(t, name, want, together[name].Float, tolerance)
		}
	})
}

// addedUp evaluates each sample alone: positions and velocities of all, and
// the sums of losses and gradients, each of its share of the particles.
func addedUp(t *testing.T, config config.Config, samples []system.Sample) map[string][]float64 {
	t.Helper()
	particles := 0
	for _, sample := range samples {
		particles += sample.Particles()
	}
	sums, objective := map[string][]float64{}, objectiveOf(t, config, false)
	for _, sample := range samples {
		for name, part := range objective(sample) {
			if name == "position" || name == "velocity" {
				sums[name] = append(sums[name], part.Float...)
				continue
			}
			if sums[name] == nil {
				sums[name] = make([]float64, len(part.Float))
			}
			for i, value := range part.Float {
				sums[name][i] += value * float64(sample.Particles()) / float64(particles)
			}
		}
	}
	return sums
}

// TestTrainingOnMixedSizes also makes batches of one size: each is a single
// system.
func TestTrainingOnMixedSizes(t *testing.T) {
	for _, batch := range []int{1, 4} {
		job := with(newJob(t), func(o *run.Options) { o.Batch, o.Epochs, o.ValidEvery = batch, 20, 10 })
		job.Data = mixedDataset(t)
		mustTrain(t, job)
		rows := metricsOf(t, job.Store)
		require.Less(t, rows[19].Train, rows[0].Train/2)
		require.Positive(t, rows[19].Valid)
	}
}

// TestMixedSizesWithoutPadding: at -O2, and in the native engine to the same
// bits, nothing is padded; at -O0 and -O1 the rest is, which changes no more
// than rounding.
func TestMixedSizesWithoutPadding(t *testing.T) {
	runIn := func(engine runtime.Engine, level int) saved {
		job := with(newJob(t), func(o *run.Options) { o.Epochs, o.Level = 2, level })
		job.Data, job.Engine = mixedDataset(t), engine
		mustTrain(t, job)
		return load(t, job.Store)
	}
	want := runIn(engines.Trainer(), 2)
	native := runIn(engines.ForModules(), 2)
	require.Equal(t, want.State, native.State)
	require.Equal(t, want.Weights, native.Weights)
	for _, level := range []int{0, 1} {
		for i, row := range runIn(engines.Trainer(), level).Metrics {
			require.InEpsilon(t, want.Metrics[i].Train, row.Train, 1e-5, "level %d", level)
		}
	}
}
