package train_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/train"
)

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
		"model": {func(j *train.Job) { j.Config.Model.Hidden, j.Config.Model.Form = 5, config.Paper },
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

// TestAStateThatTheSolverRefuses: what the solver cannot go on from is said to be a state that does not fit.
func TestAStateThatTheSolverRefuses(t *testing.T) {
	job := smallJob(t)
	mustTrain(t, job)
	refusing := (&faults{fails: "Trainer.Restore", at: 1}).with(with(job, func(o *run.Options) { o.Epochs = 3 }))
	_, err := train.Resume(t.Context(), refusing)
	require.ErrorIs(t, err, errFault)
	require.ErrorContains(t, err, "state.safetensors does not fit the run (train anew in another folder): "+errFault.Error())
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
			job.Store.String()+" already holds a run: choose another folder, go on with that run (train.Resume), or replace it (run.Remove)", name)
		requireSame(t, before, load(t, job.Store))
	}

	other := run.Folder(t.TempDir())
	write(t, other, "weights.safetensors", "mine")
	require.EqualError(t, trained.Write(other),
		other.String()+" already holds a file weights.safetensors, which the run would overwrite: choose another folder")
	require.Equal(t, "mine", read(t, other, "weights.safetensors"))

	// Files beside a lock belong to a run that was killed before it was one.
	write(t, other, "lock", "")
	require.NoError(t, trained.Write(other))
	_, err := run.Read(other)
	require.NoError(t, err)

	file := run.Folder(filepath.Join(other.String(), "file"))
	write(t, other, "file", "")
	require.ErrorContains(t, trained.Write(file), "cannot make the run folder: ")
}

// TestResumeOfARunInProgress: two processes never train in one folder.
func TestResumeOfARunInProgress(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	tried := 0
	job.Observer.Step = func(epoch, _, _ int, _ float64) {
		if tried < epoch {
			_, err := train.Resume(t.Context(), job)
			const taken = ": wait for its end, or choose another folder"
			require.EqualError(t, err, "another process works in "+job.Store.String()+taken)
			require.EqualError(t, run.Remove(job.Store), "another process works in "+job.Store.String()+taken)
			tried = epoch
		}
	}
	mustTrain(t, job)
	require.Equal(t, 1, tried)
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 2 }))
	require.NoError(t, err)
	require.Equal(t, 2, tried)
}

// TestResumeMeasuresItsWeights: weights that are not those that the run says it has are
// refused, be they the best or the last.
func TestResumeMeasuresItsWeights(t *testing.T) {
	for which, spoil := range map[string]func(store run.Store){
		"its best weights": func(store run.Store) {
			best := mustRead(t, store)
			for _, weight := range best.Weights {
				clear(weight.Float)
			}
			require.NoError(t, best.WriteWeights(store))
		},
		"the weights after epoch 4 (state.safetensors)": func(store run.Store) {
			rows := metricsOf(t, store)
			rows[3].Valid *= 1.01
			require.NoError(t, run.WriteMetrics(store, rows))
		},
	} {
		job := newJob(t)
		mustTrain(t, job)
		spoil(job.Store)
		_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs++ }))
		require.ErrorContains(t, err, " cannot be resumed: "+which+" have the validation error ")
		require.ErrorContains(t, err, ": they are another run's, damaged, or of an earlier build that validated otherwise; train anew in another folder")
	}
}
