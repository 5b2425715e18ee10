package train_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/system"
	"gmnc/train"
)

// stop is the end of a step after which a training is interrupted.
type stop struct{ epoch, step int }

// stopped runs begin until the stop, by cancelling its context.
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

func requireSame(t *testing.T, want, got saved) {
	t.Helper()
	require.Empty(t, cmp.Diff(want, got, cmpopts.EquateNaNs()))
}

// TestResumeGivesTheSameBits stops in the middle of the first epoch, of a
// later one, before a validation, before the end, and more than once.
func TestResumeGivesTheSameBits(t *testing.T) {
	whole := newJob(t)
	wholeRun := mustTrain(t, whole)
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
			stopped(t, train.Train, job, stops[0])
			for _, at := range stops[1:] {
				stopped(t, train.Resume, job, at)
			}
			trained, err := train.Resume(t.Context(), job)
			require.NoError(t, err)
			require.Equal(t, wholeRun, trained)
			requireSame(t, load(t, whole.Store), load(t, job.Store))
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
	whole, short := newJob(t), with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
	mustTrain(t, whole)
	mustTrain(t, short)
	longer := with(short, func(o *run.Options) { o.Epochs = 4 })
	trained, err := train.Resume(t.Context(), longer)
	require.NoError(t, err)
	require.Equal(t, 4, trained.Config.Training.Epochs)
	requireSame(t, load(t, whole.Store), load(t, short.Store))

	again, err := train.Resume(t.Context(), longer)
	require.NoError(t, err, "a finished run is as it is")
	require.Equal(t, trained, again)
	requireSame(t, load(t, whole.Store), load(t, short.Store))

	_, err = train.Resume(t.Context(), short)
	require.EqualError(t, err, short.Store.String()+" cannot be resumed: it has been trained for 4 epochs already: epochs is 4 or more, not 2")
}

// TestMoreEpochsKeepTheLastValidation: the validation after what was to be
// the last epoch remains, and the weights do not depend on it.
func TestMoreEpochsKeepTheLastValidation(t *testing.T) {
	whole, short := newJob(t), with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	mustTrain(t, whole)
	mustTrain(t, short)
	_, err := train.Resume(t.Context(), with(short, func(o *run.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	want, got := load(t, whole.Store), load(t, short.Store)
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

func TestResumeRefusesAnotherRun(t *testing.T) {
	start := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	mustTrain(t, start)
	before := load(t, start.Store)
	const advice = ": resume with the options of its start, of which epochs and patience may change, or train in another folder"
	for name, c := range map[string]struct {
		change func(job *train.Job)
		want   string
	}{
		"rate": {func(j *train.Job) { j.Config.Training.LearningRate = 0.5 },
			"it was started with learning_rate 0.005 and not 0.5" + advice},
		"seed and batch": {func(j *train.Job) { j.Config.Training.Seed, j.Config.Training.Batch = 9, 2 },
			"it was started with batch 4 and not 2, seed 3 and not 9" + advice},
		"train size": {func(j *train.Job) { j.Config.Training.TrainSize = 12 },
			"it was started with train_size 0 and not 12" + advice},
		"model": {func(j *train.Job) { j.Config.Model.Hidden, j.Config.Model.Form = 5, builder.Paper },
			"it was started with form published and not paper, hidden 4 and not 5" + advice},
		"data": {func(j *train.Job) { j.Config.Data = &run.DataInfo{File: "data.npz", SHA256: "2"} },
			"it was started on other data, a file data.npz: resume with that, or train in another folder"},
	} {
		t.Run(name, func(t *testing.T) {
			job := with(start, func(o *run.Options) { o.Epochs = 2 })
			c.change(&job)
			_, err := train.Resume(t.Context(), job)
			require.EqualError(t, err, start.Store.String()+" cannot be resumed: "+c.want)
			requireSame(t, before, load(t, start.Store))
		})
	}
}

func TestResumeOfWhatIsNoTraining(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	_, err := train.Resume(t.Context(), job)
	require.ErrorContains(t, err, job.Store.String()+" is not a run folder: ")

	trained := mustTrain(t, job)
	imported := *trained
	imported.Config.Training = nil
	other := job
	other.Store = run.Folder(filepath.Join(t.TempDir(), "imported"))
	require.NoError(t, imported.Write(other.Store))
	_, err = train.Resume(t.Context(), other)
	require.EqualError(t, err, other.Store.String()+" cannot be resumed: its weights were imported, not trained")

	for name, c := range map[string]struct {
		spoil func(store run.Store)
		want  string
	}{
		"no state": {func(store run.Store) { require.NoError(t, store.Remove("state.safetensors")) },
			"there is nothing to resume: "},
		"weights for a state": {func(store run.Store) { write(t, store, "state.safetensors", read(t, store, "weights.safetensors")) },
			`state.safetensors: it holds "embedding/bias", which is neither a weight, an average nor a moment: this is no training state`},
		"negative epoch": {func(store run.Store) {
			path := filepath.Join(store.String(), "state.safetensors")
			file, err := weights.Read(path)
			require.NoError(t, err)
			file.Metadata["epoch"] = "-1"
			require.NoError(t, weights.Write(path, file))
		}, `state.safetensors: epoch is "-1", not a whole number from 0: this is no training state`},
		"truncated state": {func(store run.Store) {
			state := read(t, store, "state.safetensors")
			write(t, store, "state.safetensors", state[:len(state)-8])
		}, "is it cut short?"},
		"no metrics": {func(store run.Store) { require.NoError(t, store.Remove("metrics.csv")) },
			"cannot read the run's metrics: "},
		"lost rows": {func(store run.Store) { write(t, store, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n") },
			"metrics.csv has 0 rows for 1 epochs: a row was lost, train anew in another folder"},
		"other metrics": {func(store run.Store) { write(t, store, "metrics.csv", "a,b\n1,2\n") },
			"metrics.csv is no run's metrics: its first line is not epoch,train_loss,valid_mse,seconds,note"},
		"wrong metrics": {func(store run.Store) {
			write(t, store, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n1,much,,1,\n")
		}, `metrics.csv, line 2: train_loss "much" is not a number`},
		"wrong epoch": {func(store run.Store) {
			write(t, store, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n1,1,,1,\nx,1,,1,\n")
		}, `metrics.csv, line 3: epoch "x" is not a whole number`},
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := job
			spoiled.Store = run.Folder(filepath.Join(t.TempDir(), "run"))
			require.NoError(t, os.CopyFS(spoiled.Store.String(), os.DirFS(job.Store.String())))
			c.spoil(spoiled.Store)
			_, err := train.Resume(t.Context(), spoiled)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestAStateOfAnotherModelIsNamed(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	mustTrain(t, job)
	wider := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	wider.Config.Model.Hidden = 5
	mustTrain(t, wider)
	write(t, job.Store, "state.safetensors", read(t, wider.Store, "state.safetensors"))
	_, err := train.Resume(t.Context(), job)
	require.ErrorContains(t, err, filepath.Join(job.Store.String(), "state.safetensors")+" does not fit the run (train anew in another folder): parameter ")
}

func TestAFolderThatIsTaken(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	trained := mustTrain(t, job)
	before := load(t, job.Store)
	for name, begin := range map[string]func() error{
		"train": func() error { _, err := train.Train(t.Context(), job); return err },
		"write": func() error { return trained.Write(job.Store) },
	} {
		require.EqualError(t, begin(),
			job.Store.String()+" holds a run already: choose another folder, go on with that run (resume), or replace it (force)", name)
		requireSame(t, before, load(t, job.Store))
	}

	other := run.Folder(t.TempDir())
	write(t, other, "weights.safetensors", "mine")
	require.EqualError(t, trained.Write(other),
		other.String()+" holds a file weights.safetensors already, which the run would overwrite: choose another folder")
	require.Equal(t, "mine", read(t, other, "weights.safetensors"))

	// Files beside a lock belong to a run that was killed before it was one.
	write(t, other, "lock", "")
	require.NoError(t, trained.Write(other))
	_, err := run.Read(other)
	require.NoError(t, err)

	file := other.Within("file")
	write(t, other, "file", "")
	require.ErrorContains(t, trained.Write(file), "cannot make the run folder: ")
}

// TestResumeOfARunInProgress: two processes never train in one folder.
func TestResumeOfARunInProgress(t *testing.T) {
	job := newJob(t)
	tried := false
	job.Observer.Step = func(_, _, _ int, _ float64) {
		if !tried {
			_, err := train.Resume(t.Context(), job)
			const taken = ": wait for its end, or choose another folder"
			require.EqualError(t, err, "another process works in "+job.Store.String()+taken)
			require.EqualError(t, run.Remove(job.Store), "another process works in "+job.Store.String()+taken)
			tried = true
		}
	}
	mustTrain(t, job)
	require.True(t, tried)
}

// TestTrainingInMemory gives, with a resume, the files of one in a folder.
func TestTrainingInMemory(t *testing.T) {
	onDisk := newJob(t)
	mustTrain(t, onDisk)
	job := onDisk
	job.Store = run.NewMemory("memory")
	first := with(job, func(o *run.Options) { o.Epochs = 2 })
	mustTrain(t, first)
	require.EqualError(t, trainError(t, first), "memory holds a run already: choose another folder, go on with that run (resume), or replace it (force)")
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
