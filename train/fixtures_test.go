package train_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// The fixture: 13 samples in batches of 4 make 3 steps and leave one out.
const (
	trainSamples = 13
	batchSize    = 4
	steps        = trainSamples / batchSize
)

var tinyModel = config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 4}

var simulated = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := nbody.Simulate(context.Background(), nbody.Config{
		System: system.Composition{1, 1}, Train: trainSamples, Valid: 5, Test: 3, Seed: 7,
	}, nil)
	return data, err
})

// simulatedHinges are systems of another size.
var simulatedHinges = sync.OnceValues(func() (*datasets.Data, error) {
	data, _, err := nbody.Simulate(context.Background(), nbody.Config{
		System: system.Composition{1, 0, 1}, Train: 4, Valid: 2, Seed: 8,
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

func cloned(samples []system.Sample) []system.Sample {
	samples = slices.Clone(samples)
	for i := range samples {
		s := &samples[i]
		s.Position, s.Velocity, s.Charge = slices.Clone(s.Position), slices.Clone(s.Velocity), slices.Clone(s.Charge)
		s.TargetPosition, s.TargetVelocity = slices.Clone(s.TargetPosition), slices.Clone(s.TargetVelocity)
	}
	return samples
}

// newJob trains the tiny model on the fixture.
func newJob(t *testing.T) train.Job {
	t.Helper()
	return train.Job{
		Store:  run.Folder(filepath.Join(t.TempDir(), "run")),
		Data:   dataset(t),
		Engine: engines.Trainer(),
		Config: run.Config{
			Version: "test", Model: tinyModel,
			Training: &run.Options{Epochs: 4, Batch: batchSize, LearningRate: 5e-3, WeightDecay: 1e-10, Seed: 3, ValidEvery: 2, Level: 2},
			Data:     &run.DataInfo{File: "data.npz", SHA256: "1"},
		},
	}
}

// with is the job with other options.
func with(job train.Job, change func(o *run.Options)) train.Job {
	options := *job.Config.Training
	change(&options)
	job.Config.Training = &options
	return job
}

// predictorOf predicts at the level that runs are trained at.
func predictorOf(t *testing.T, trained *run.Run) predict.Predictor {
	t.Helper()
	mode, err := engines.Trainer().Level(2)
	require.NoError(t, err)
	session, err := mode.Open(trained.Model.Module, trained.Weights)
	require.NoError(t, err)
	return predict.NewRowPredictor(session, mode.Ragged)
}

func mustTrain(t *testing.T, job train.Job) *run.Run {
	t.Helper()
	trained, err := train.Train(t.Context(), job)
	require.NoError(t, err)
	return trained
}

// plain is the run of newJob, trained once, which all tests read, and what its store holds.
func plain(t *testing.T) (*run.Run, saved) {
	t.Helper()
	plainOnce.Do(func() {
		job := newJob(t)
		job.Store = run.NewMemory("plain")
		plainRun, plainSaved = mustTrain(t, job), load(t, job.Store)
	})
	require.NotNil(t, plainRun)
	return plainRun, plainSaved
}

var (
	plainOnce  sync.Once
	plainRun   *run.Run
	plainSaved saved
)

// saved is what a run folder holds, except for the seconds in its metrics.
type saved struct {
	Weights, State string
	Metrics        []run.Epoch
}

func load(t *testing.T, store run.Store) saved {
	t.Helper()
	rows := metricsOf(t, store)
	for i := range rows {
		rows[i].Time = 0
	}
	return saved{read(t, store, "weights.safetensors"), read(t, store, "state.safetensors"), rows}
}

func metricsOf(t *testing.T, store run.Store) []run.Epoch {
	t.Helper()
	rows, err := run.ReadMetrics(store)
	require.NoError(t, err)
	return rows
}

func read(t *testing.T, store run.Store, name string) string {
	t.Helper()
	content, err := store.Read(name)
	require.NoError(t, err)
	return string(content)
}

func write(t *testing.T, store run.Store, name, content string) {
	t.Helper()
	require.NoError(t, store.Write(name, []byte(content)))
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
