package train_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/drawn"
	"gmnc/sim"
	"gmnc/train"
	"gmnc/train/weights"
)

// stop is the end of a step after which a training is interrupted.
type stop struct{ epoch, step int }

// stopped runs begin until the stop, by cancelling its context.
func stopped(t *testing.T, begin func(context.Context, train.Job) (*train.Run, error), job train.Job, at stop) {
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
			run, err := train.Resume(t.Context(), job)
			require.NoError(t, err)
			require.Equal(t, wholeRun, run)
			requireSame(t, load(t, whole.Folder), load(t, job.Folder))
			rows := metricsOf(t, job.Folder)
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
	requireSame(t, load(t, whole.Folder), load(t, job.Folder))
}

func TestResumeOfMixedSizes(t *testing.T) {
	mixed := func() train.Job {
		job := with(newJob(t), func(o *train.Options) { o.Batch = 3 })
		job.Data = mixedDataset(t)
		return job
	}
	whole, job := mixed(), mixed()
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{2, 1})
	_, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Folder), load(t, job.Folder))
}

// TestResumeOfLargeSystems: among small systems is one that the native
// runtime runs by blocks, and the training goes on with another number of
// processors.
func TestResumeOfLargeSystems(t *testing.T) {
	large := drawn.Samples(sim.System{Particles: 101, Sticks: 2}, 1, 1)
	mixed := func() train.Job {
		job := with(newJob(t), func(o *train.Options) { o.Batch = 3 })
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
	requireSame(t, load(t, whole.Folder), load(t, job.Folder))
}

func TestMoreEpochs(t *testing.T) {
	whole, short := newJob(t), with(newJob(t), func(o *train.Options) { o.Epochs = 2 })
	mustTrain(t, whole)
	mustTrain(t, short)
	longer := with(short, func(o *train.Options) { o.Epochs = 4 })
	run, err := train.Resume(t.Context(), longer)
	require.NoError(t, err)
	require.Equal(t, 4, run.Config.Training.Epochs)
	requireSame(t, load(t, whole.Folder), load(t, short.Folder))

	again, err := train.Resume(t.Context(), longer)
	require.NoError(t, err, "a finished run is as it is")
	require.Equal(t, run, again)
	requireSame(t, load(t, whole.Folder), load(t, short.Folder))

	_, err = train.Resume(t.Context(), short)
	require.EqualError(t, err, short.Folder+" cannot be resumed: it has been trained for 4 epochs already: --epochs is 4 or more, not 2")
}

// TestMoreEpochsKeepTheLastValidation: the validation after what was to be
// the last epoch remains, and the weights do not depend on it.
func TestMoreEpochsKeepTheLastValidation(t *testing.T) {
	whole, short := newJob(t), with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	mustTrain(t, whole)
	mustTrain(t, short)
	_, err := train.Resume(t.Context(), with(short, func(o *train.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	want, got := load(t, whole.Folder), load(t, short.Folder)
	require.Greater(t, got.Metrics[0].Valid, got.Metrics[3].Valid, "the fixture must learn")
	got.Metrics[0].Valid = want.Metrics[0].Valid
	requireSame(t, want, got)
}

// TestFewerEpochs: a training that is stopped before its first validation,
// and told that this was all, is validated then.
func TestFewerEpochs(t *testing.T) {
	seldom := func(epochs int) func(o *train.Options) {
		return func(o *train.Options) { o.Epochs, o.ValidEvery = epochs, 100 }
	}
	whole, job := with(newJob(t), seldom(2)), with(newJob(t), seldom(50))
	mustTrain(t, whole)
	stopped(t, train.Train, job, stop{3, 1})
	_, err := train.Resume(t.Context(), with(job, seldom(2)))
	require.NoError(t, err)
	requireSame(t, load(t, whole.Folder), load(t, job.Folder))
}

// TestResumeAfterAKillWhileSaving: an epoch's weights and metrics are
// written before its state, and without that were never there.
func TestResumeAfterAKillWhileSaving(t *testing.T) {
	whole, job := newJob(t), with(newJob(t), func(o *train.Options) { o.Epochs = 3 })
	mustTrain(t, whole)
	mustTrain(t, job)
	for _, name := range []string{"weights.safetensors", "metrics.csv"} {
		write(t, job.Folder, name, read(t, whole.Folder, name))
	}
	_, err := train.Resume(t.Context(), with(job, func(o *train.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	got := load(t, job.Folder)
	require.Equal(t, load(t, whole.Folder).State, got.State)
	require.Len(t, got.Metrics, 4)
}

func TestResumeRefusesAnotherRun(t *testing.T) {
	start := with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	mustTrain(t, start)
	before := load(t, start.Folder)
	const advice = ": resume with the options of its start, or train in another folder"
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
		"data": {func(j *train.Job) { j.Config.Data = &train.DataInfo{File: "data.npz", SHA256: "2"} },
			"it was started on other data, a file data.npz: resume with that, or train in another folder"},
	} {
		t.Run(name, func(t *testing.T) {
			job := with(start, func(o *train.Options) { o.Epochs = 2 })
			c.change(&job)
			_, err := train.Resume(t.Context(), job)
			require.EqualError(t, err, start.Folder+" cannot be resumed: "+c.want)
			requireSame(t, before, load(t, start.Folder))
		})
	}
}

func TestResumeOfWhatIsNoTraining(t *testing.T) {
	job := with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	_, err := train.Resume(t.Context(), job)
	require.ErrorContains(t, err, job.Folder+" is not a run folder: ")

	run := mustTrain(t, job)
	imported := *run
	imported.Config.Training = nil
	other := job
	other.Folder = filepath.Join(t.TempDir(), "imported")
	require.NoError(t, imported.Write(other.Folder))
	_, err = train.Resume(t.Context(), other)
	require.EqualError(t, err, other.Folder+" cannot be resumed: its weights were imported, not trained")

	for name, c := range map[string]struct {
		spoil func(folder string)
		want  string
	}{
		"no state": {func(folder string) { require.NoError(t, os.Remove(filepath.Join(folder, "state.safetensors"))) },
			"there is nothing to resume: "},
		"weights for a state": {func(folder string) { write(t, folder, "state.safetensors", read(t, folder, "weights.safetensors")) },
			`state.safetensors: best_epoch is "", not a whole number from 0: this is no training state`},
		"negative epoch": {func(folder string) {
			path := filepath.Join(folder, "state.safetensors")
			file, err := weights.Read(path)
			require.NoError(t, err)
			file.Metadata["epoch"] = "-1"
			require.NoError(t, weights.Write(path, file))
		}, `state.safetensors: epoch is "-1", not a whole number from 0: this is no training state`},
		"truncated state": {func(folder string) {
			state := read(t, folder, "state.safetensors")
			write(t, folder, "state.safetensors", state[:len(state)-8])
		}, "is it cut short?"},
		"no metrics": {func(folder string) { require.NoError(t, os.Remove(filepath.Join(folder, "metrics.csv"))) },
			"cannot read the run's metrics: "},
		"lost rows": {func(folder string) { write(t, folder, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n") },
			"metrics.csv has 0 rows for 1 epochs: a row was lost, train anew in another folder"},
		"other metrics": {func(folder string) { write(t, folder, "metrics.csv", "a,b\n1,2\n") },
			"metrics.csv is no run's metrics: its first line is not epoch,train_loss,valid_mse,seconds,note"},
		"wrong metrics": {func(folder string) {
			write(t, folder, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n1,much,,1,\n")
		}, `metrics.csv, line 2: train_loss "much" is not a number`},
		"wrong epoch": {func(folder string) {
			write(t, folder, "metrics.csv", "epoch,train_loss,valid_mse,seconds,note\n1,1,,1,\nx,1,,1,\n")
		}, `metrics.csv, line 3: epoch "x" is not a whole number`},
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := job
			spoiled.Folder = filepath.Join(t.TempDir(), "run")
			require.NoError(t, os.CopyFS(spoiled.Folder, os.DirFS(job.Folder)))
			c.spoil(spoiled.Folder)
			_, err := train.Resume(t.Context(), spoiled)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestAStateOfAnotherModelIsNamed(t *testing.T) {
	job := with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	mustTrain(t, job)
	wider := with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	wider.Config.Model.Hidden = 5
	mustTrain(t, wider)
	write(t, job.Folder, "state.safetensors", read(t, wider.Folder, "state.safetensors"))
	_, err := train.Resume(t.Context(), job)
	require.ErrorContains(t, err, filepath.Join(job.Folder, "state.safetensors")+" does not fit the run (train anew in another folder): parameter ")
}

func TestAFolderThatIsTaken(t *testing.T) {
	job := with(newJob(t), func(o *train.Options) { o.Epochs = 1 })
	run := mustTrain(t, job)
	before := load(t, job.Folder)
	for name, begin := range map[string]func() error{
		"train": func() error { _, err := train.Train(t.Context(), job); return err },
		"write": func() error { return run.Write(job.Folder) },
	} {
		require.EqualError(t, begin(),
			job.Folder+" holds a run already: choose another folder (or go on with that run: gmnc train --resume)", name)
		requireSame(t, before, load(t, job.Folder))
	}

	other := t.TempDir()
	write(t, other, "weights.safetensors", "mine")
	require.EqualError(t, run.Write(other),
		other+" holds a file weights.safetensors already, which the run would overwrite: choose another folder")
	require.Equal(t, "mine", read(t, other, "weights.safetensors"))

	// What is beside a lock is a run's that was killed before it was one.
	write(t, other, "lock", "")
	require.NoError(t, run.Write(other))
	_, err := train.ReadRun(other)
	require.NoError(t, err)

	file := filepath.Join(other, "file")
	write(t, other, "file", "")
	require.ErrorContains(t, run.Write(file), "cannot make the run folder: ")
}

// TestResumeOfARunInProgress: two processes never train in one folder.
func TestResumeOfARunInProgress(t *testing.T) {
	job := newJob(t)
	tried := false
	job.Observer.Step = func(_, _, _ int, _ float64) {
		if !tried {
			_, err := train.Resume(t.Context(), job)
			const taken = ": wait for its end, or choose another folder"
			require.EqualError(t, err, "another process works in "+job.Folder+taken)
			require.EqualError(t, train.RemoveRun(job.Folder), "another process works in "+job.Folder+taken)
			tried = true
		}
	}
	mustTrain(t, job)
	require.True(t, tried)
}
