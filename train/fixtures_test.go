package train_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/experiments"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/sim"
	"gmnc/train"
)

// The fixture: 13 samples in batches of 4 make 3 steps and leave one out.
const (
	trainSamples = 13
	batchSize    = 4
	steps        = trainSamples / batchSize
)

var tinyModel = builder.Config{Model: "gmn", Form: builder.Published, Layers: 2, Hidden: 4}

var simulated = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := experiments.Simulate(context.Background(), experiments.NBody{
		System: sim.System{Particles: 1, Sticks: 1}, Train: trainSamples, Valid: 5, Test: 3, Seed: 7,
	}, nil)
	return data, err
})

// simulatedHinges are systems of another size.
var simulatedHinges = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := experiments.Simulate(context.Background(), experiments.NBody{
		System: sim.System{Particles: 1, Hinges: 1}, Train: 4, Valid: 2, Seed: 8,
	}, nil)
	return data, err
})

// dataset is a copy of the fixture that a test may change, samples included.
func dataset(t *testing.T) *datasets.Data {
	t.Helper()
	data, err := simulated()
	require.NoError(t, err)
	return &datasets.Data{Train: cloned(data.Train), Valid: cloned(data.Valid), Test: cloned(data.Test)}
}

// mixedDataset has systems of three particles and of four.
func mixedDataset(t *testing.T) *datasets.Data {
	t.Helper()
	data := dataset(t)
	hinges, err := simulatedHinges()
	require.NoError(t, err)
	data.Train = append(data.Train[:4], cloned(hinges.Train)...)
	data.Valid = append(data.Valid[:1], cloned(hinges.Valid)...)
	return data
}

func cloned(samples []datasets.Sample) []datasets.Sample {
	samples = slices.Clone(samples)
	for i := range samples {
		samples[i].Position = slices.Clone(samples[i].Position)
	}
	return samples
}

// newJob trains the tiny model on the fixture.
func newJob(t *testing.T) train.Job {
	t.Helper()
	return train.Job{
		Folder: filepath.Join(t.TempDir(), "run"),
		Data:   dataset(t),
		Config: train.RunConfig{
			Version: "test", Model: tinyModel,
			Training: &train.Options{Epochs: 4, Batch: batchSize, LearningRate: 5e-3, WeightDecay: 1e-10, Seed: 3, ValidEvery: 2, Level: 2},
			Data:     &train.DataInfo{File: "data.npz", SHA256: "1"},
		},
	}
}

// with is the job with other options.
func with(job train.Job, change func(o *train.Options)) train.Job {
	options := *job.Config.Training
	change(&options)
	job.Config.Training = &options
	return job
}

func mustTrain(t *testing.T, job train.Job) *train.Run {
	t.Helper()
	run, err := train.Train(t.Context(), job)
	require.NoError(t, err)
	return run
}

// saved is what a run folder holds, but for the seconds in its metrics.
type saved struct {
	Weights, State string
	Metrics        []train.Epoch
}

func load(t *testing.T, folder string) saved {
	t.Helper()
	rows := metricsOf(t, folder)
	for i := range rows {
		rows[i].Time = 0
	}
	return saved{read(t, folder, "weights.safetensors"), read(t, folder, "state.safetensors"), rows}
}

func metricsOf(t *testing.T, folder string) []train.Epoch {
	t.Helper()
	rows, err := train.ReadMetrics(folder)
	require.NoError(t, err)
	return rows
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, name))
	require.NoError(t, err)
	return string(content)
}

func write(t *testing.T, folder, name, content string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644))
}

// widen makes an evaluation's inputs of a session's, and of weights.
func widen(all ...map[string]runtime.Tensor) map[string]ir.Tensor {
	wide := map[string]ir.Tensor{}
	for _, tensors := range all {
		for _, name := range slices.Sorted(maps.Keys(tensors)) {
			wide[name] = runtime.Widen(tensors[name])
		}
	}
	return wide
}
