package train_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
)

// huge is a position whose square is no float32.
const huge = 1e30

// lateSample is a sample that the first epoch leaves out, and the batch,
// from 1, in which the second has it.
func lateSample(t *testing.T, job train.Job) (sample, batch int) {
	t.Helper()
	seed := job.Config.Training.Seed
	sample = train.Order(seed, 1, trainSamples)[trainSamples-1]
	at := slices.Index(train.Order(seed, 2, trainSamples), sample)
	require.Less(t, at, steps*batchSize, "the fixture's second epoch must have the sample")
	return sample, at/batchSize + 1
}

// TestNonFiniteSample trains on a sample that no float32 model can take; it
// comes in the second epoch, after a validation.
func TestNonFiniteSample(t *testing.T) {
	validated := func(o *run.Options) { o.ValidEvery = 1 }
	good := with(newJob(t), func(o *run.Options) { validated(o); o.Epochs = 1 })
	mustTrain(t, good)
	want := load(t, good.Store)

	job := with(newJob(t), validated)
	sample, batch := lateSample(t, job)
	job.Data.Train[sample].Position[4] = huge
	named := train.NonFiniteError{Epoch: 2, Batch: batch, Sample: sample, What: "loss", Best: 1}
	_, err := train.Train(t.Context(), job)
	requireNonFinite(t, err, named)
	_, err = train.Resume(t.Context(), job)
	requireNonFinite(t, err, named)

	got := load(t, job.Store)
	weights := func(store run.Store) map[string]runtime.Tensor {
		stored, err := run.Read(store)
		require.NoError(t, err)
		return stored.Weights
	}
	require.Equal(t, weights(good.Store), weights(job.Store), "the last good checkpoint")
	require.Equal(t, want.State, got.State)
	require.Len(t, got.Metrics, 2)
	require.Equal(t, want.Metrics[0], got.Metrics[0])
	require.Equal(t, 2, got.Metrics[1].Epoch)
	require.True(t, math.IsNaN(got.Metrics[1].Train) && math.IsNaN(got.Metrics[1].Valid))
	require.Equal(t, fmt.Sprintf("the loss is not finite in epoch 2, batch %d, training sample %d; "+
		"the weights of epoch 1 are kept (a lower learning rate or another seed may help)", batch, sample), got.Metrics[1].Note)
	_, err = run.Read(job.Store)
	require.NoError(t, err)
}

func requireNonFinite(t *testing.T, err error, want train.NonFiniteError) {
	t.Helper()
	var found *train.NonFiniteError
	require.ErrorAs(t, err, &found)
	require.Equal(t, want, *found)
}

// TestAbsurdLearningRate ends at the second step, whose first sample is as
// bad as any.
func TestAbsurdLearningRate(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.LearningRate = 1e30 })
	_, err := train.Train(t.Context(), job)
	first := train.Order(job.Config.Training.Seed, 1, trainSamples)[batchSize]
	requireNonFinite(t, err, train.NonFiniteError{Epoch: 1, Batch: 2, Sample: first, What: "loss"})
	require.Len(t, metricsOf(t, job.Store), 1)
	_, err = run.Read(job.Store)
	require.ErrorContains(t, err, "the run folder "+job.Store.String()+" has no weights.safetensors: "+
		"its training ended before a validation: the loss is not finite in epoch 1, batch 2, ")
	require.ErrorContains(t, err, "; no weights are kept, as none were validated before (a lower learning rate or another seed may help)")
}

// TestLargestErrorIsNamed: the sample's own prediction is finite, but the
// square of its error is no float32.
func TestLargestErrorIsNamed(t *testing.T) {
	job := newJob(t)
	sample, batch := lateSample(t, job)
	job.Data.Train[sample].TargetPosition = slices.Clone(job.Data.Train[sample].TargetPosition)
	job.Data.Train[sample].TargetPosition[0] = huge
	_, err := train.Train(t.Context(), job)
	requireNonFinite(t, err, train.NonFiniteError{Epoch: 2, Batch: batch, Sample: sample, What: "loss"})
}

func TestNonFiniteValidation(t *testing.T) {
	job := newJob(t)
	job.Data.Valid[3].Position[0] = huge
	_, err := train.Train(t.Context(), job)
	requireNonFinite(t, err, train.NonFiniteError{Epoch: 2, Sample: -1, What: "validation error"})
	rows := metricsOf(t, job.Store)
	require.Len(t, rows, 2)
	require.False(t, math.IsNaN(rows[1].Train))
	require.Equal(t, "the validation error is not finite in epoch 2; "+
		"no weights are kept, as none were validated before (a lower learning rate or another seed may help)", rows[1].Note)
}
