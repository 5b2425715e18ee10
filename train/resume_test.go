package train_test

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// stop is the end of a step after which a training is interrupted.
type stop struct{ epoch, step int }

// stopped runs begin until the stop, by canceling its context.
func stopped(t *testing.T, begin func(context.Context, train.Job) (*run.Run, error), job train.Job, at stop) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	job.Observer.Step = func(epoch, step, _ int, _ float64) {
		require.False(t, errors.Is(ctx.Err(), context.Canceled), "a step after the end")
		if at == (stop{epoch, step}) {
			cancel()
		}
	}
	_, err := begin(ctx, job)
	require.ErrorIs(t, err, context.Canceled)
}

// interrupted trains, stops at each of the given steps and ends the training.
func interrupted(t *testing.T, job train.Job, stops []stop) *run.Run {
	t.Helper()
	begin := train.Train
	for _, at := range stops {
		stopped(t, begin, job, at)
		begin = train.Resume
	}
	trained, err := begin(t.Context(), job)
	require.NoError(t, err)
	return trained
}

func requireSame(t *testing.T, want, got saved) {
	t.Helper()
	require.Empty(t, cmp.Diff(want, got, cmpopts.EquateNaNs()))
}

// TestResumeGivesTheSameBits stops in the middle of the first epoch, of a
// later one, before a validation, before the end, and more than once.
func TestResumeGivesTheSameBits(t *testing.T) {
	wholeRun, want := plain(t)
	for name, stops := range map[string][]stop{
		"first epoch":       {{1, 2}},
		"after an epoch":    {{1, steps}},
		"middle":            {{3, 1}},
		"before validation": {{2, steps}},
		"before the end":    {{4, steps}},
		"twice":             {{1, 1}, {3, 2}},
		"same place again":  {{2, 2}, {2, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			job := newJob(t)
			require.Equal(t, wholeRun, interrupted(t, job, stops))
			requireSame(t, want, load(t, job.Store))
			rows := metricsOf(t, job.Store)
			require.IsNonDecreasing(t, []float64{0, rows[0].Time, rows[1].Time, rows[2].Time, rows[3].Time})
		})
	}
}

// TestResumeRemembersTheBest, which was before the stop.
func TestResumeRemembersTheBest(t *testing.T) {
	whole, job := overshooting(t), overshooting(t)
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{whole.Config.Training.Epochs, 1})
	_, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, job.Store))
}

func TestResumeOfMixedSizes(t *testing.T) {
	mixed := func() train.Job {
		job := with(newJob(t), func(o *run.Options) { o.Batch = 3 })
		job.Data = mixedDataset(t)
		return job
	}
	whole, job := mixed(), mixed()
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{2, 1})
	_, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, job.Store))
}

// TestResumeOfLargeSystems: among small systems is one that the native
// runtime runs by blocks, and the training goes on with another number of
// processors.
func TestResumeOfLargeSystems(t *testing.T) {
	large := fixtures.Samples(system.Composition{101, 2}, 1, 1)
	mixed := func() train.Job {
		job := with(newJob(t), func(o *run.Options) { o.Batch = 3 })
		job.Data.Train = append(job.Data.Train[:5], large...)
		job.Data.Valid = append(job.Data.Valid[:1], large...)
		return job
	}
	whole, job := mixed(), mixed()
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{2, 1})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	_, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, job.Store))
}

func TestMoreEpochs(t *testing.T) {
	_, want := plain(t)
	short := with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
	mustTrain(t, short)
	longer := with(short, func(o *run.Options) { o.Epochs = 4 })
	trained, err := train.Resume(t.Context(), longer)
	require.NoError(t, err)
	require.Equal(t, 4, trained.Config.Training.Epochs)
	requireSame(t, want, load(t, short.Store))

	again, err := train.Resume(t.Context(), longer)
	require.NoError(t, err, "a finished run is as it is")
	require.Equal(t, trained, again)
	requireSame(t, want, load(t, short.Store))

	_, err = train.Resume(t.Context(), short)
	require.EqualError(t, err, short.Store.String()+" cannot be resumed: it has been trained for 4 epochs already: epochs is 4 or more, not 2")
}

// TestMoreEpochsKeepTheLastValidation: the validation after what was to be
// the last epoch remains, and the weights do not depend on it.
func TestMoreEpochsKeepTheLastValidation(t *testing.T) {
	_, want := plain(t)
	short := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	mustTrain(t, short)
	_, err := train.Resume(t.Context(), with(short, func(o *run.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	got := load(t, short.Store)
	require.Greater(t, got.Metrics[0].Valid, got.Metrics[3].Valid, "the fixture must learn")
	got.Metrics[0].Valid = want.Metrics[0].Valid
	requireSame(t, want, got)
}

// TestFewerEpochs: a training that is stopped before its first validation,
// and set to end there, is validated then.
func TestFewerEpochs(t *testing.T) {
	seldom := func(epochs int) func(o *run.Options) {
		return func(o *run.Options) { o.Epochs, o.ValidEvery = epochs, 100 }
	}
	whole, job := with(newJob(t), seldom(2)), with(newJob(t), seldom(50))
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{3, 1})
	_, err := train.Resume(t.Context(), with(job, seldom(2)))
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, job.Store))
}

// TestResumeAfterAKillWhileSaving: an epoch's weights and metrics are
// written before its state, and without that were never there.
func TestResumeAfterAKillWhileSaving(t *testing.T) {
	whole, job := newJob(t), with(newJob(t), func(o *run.Options) { o.Epochs = 3 })
	mustTrain(t, whole)
	mustTrain(t, job)
	for _, name := range []string{"weights.safetensors", "metrics.csv"} {
		write(t, job.Store, name, read(t, whole.Store, name))
	}
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	got := load(t, job.Store)
	require.Equal(t, load(t, whole.Store).State, got.State)
	require.Len(t, got.Metrics, 4)
}

// TestTrainingInMemory gives, with a resume, the files of one in a folder.
func TestTrainingInMemory(t *testing.T) {
	onDisk := newJob(t)
	mustTrain(t, onDisk)
	job := onDisk
	job.Store = run.NewMemory("memory")
	first := with(job, func(o *run.Options) { o.Epochs = 2 })
	mustTrain(t, first)
	require.EqualError(t, trainError(t, first), "memory already holds a run: choose another folder, go on with that run (train.Resume), or replace it (run.Remove)")
	first.Observer.Step = func(_, _, _ int, _ float64) {
		_, err := train.Resume(t.Context(), first)
		require.EqualError(t, err, "another training works in memory: wait for its end, or take another store")
	}
	first.Config.Training.Epochs = 4
	trained, err := train.Resume(t.Context(), first)
	require.NoError(t, err)
	require.Equal(t, trained.Weights, mustRead(t, onDisk.Store).Weights)
	want, got := load(t, onDisk.Store), load(t, job.Store)
	require.Equal(t, want.Weights, got.Weights)
	require.Equal(t, want.State, got.State)

	require.NoError(t, run.Remove(job.Store))
	require.False(t, run.Started(job.Store))
	_, err = run.Read(job.Store)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func trainError(t *testing.T, job train.Job) error {
	t.Helper()
	_, err := train.Train(t.Context(), job)
	return err
}

func mustRead(t *testing.T, store run.Store) *run.Run {
	t.Helper()
	trained, err := run.Read(store)
	require.NoError(t, err)
	return trained
}

// TestResumeWithUnitsOfTheRun goes on with a run whose unit of length is of more
// samples than it was trained on.
func TestResumeWithUnitsOfTheRun(t *testing.T) {
	job := newJob(t)
	job.Config.Model.Model = "gmn-ode"
	stopped(t, train.Train, job, stop{2, steps})
	stored, err := run.ReadConfig(job.Store)
	require.NoError(t, err)
	stored.Model.Length *= 2
	require.NoError(t, run.WriteConfig(job.Store, stored))
	resumed, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	require.Equal(t, stored.Model, resumed.Config.Model)
}

// TestResumeNamesTheBuilds resumes with another build, which the run then names, and
// once more when nothing is left to train.
func TestResumeNamesTheBuilds(t *testing.T) {
	job := newJob(t)
	job.Config.Version = "1"
	stopped(t, train.Train, job, stop{2, steps})
	var notices []string
	job.Observer.Notice = func(text string) { notices = append(notices, text) }
	job.Config.Version = "2"
	resumed, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	require.Equal(t, "1, then 2", resumed.Config.Version)
	require.Len(t, notices, 1)
	require.Contains(t, notices[0], "was trained by gmnc 1 and goes on with gmnc 2")
	job.Config.Version = "3"
	resumed, err = train.Resume(t.Context(), job)
	require.NoError(t, err)
	require.Equal(t, "1, then 2", resumed.Config.Version)
	require.Len(t, notices, 1)
}
