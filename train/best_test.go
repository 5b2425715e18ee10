package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/train"
)

const weightsFile = "weights.safetensors"

// TestResumeKnowsItsBestWeights: weights that are gone, or are not the weights of the
// state's best epoch, are no start.
func TestResumeKnowsItsBestWeights(t *testing.T) {
	finished := with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
	mustTrain(t, finished)
	longer := with(newJob(t), func(o *run.Options) { o.Epochs = 4 })
	mustTrain(t, longer)
	other := with(newJob(t), func(o *run.Options) { o.Epochs, o.Seed = 2, 9 })
	mustTrain(t, other)
	ofAnother, unsealed := run.NewMemory("of another"), run.NewMemory("unsealed")
	worse := mustRead(t, other.Store)
	worse.Config = mustRead(t, finished.Store).Config
	require.NoError(t, worse.WriteWeights(ofAnother))
	write(t, unsealed, weightsFile, read(t, finished.Store, weightsFile))
	unseal(t, unsealed)
	require.Equal(t, 4, mustRead(t, longer.Store).Epoch(), "the fixture must learn")
	for name, c := range map[string]struct {
		of      run.Store // whose weights are in the place of its own; nil for none
		epochs  int
		message string
	}{
		"removed":      {nil, 4, ": its best weights, of epoch 2, were removed or changed: put them back, or train anew in another folder"},
		"another run":  {other.Store, 4, ": the run "},
		"an unsealed":  {unsealed, 4, ": the run "},
		"sealed again": {ofAnother, 4, ": its weights are of epoch 2 with the validation error "},
		"a later":      {longer.Store, 4, ": its weights are of epoch 4 with the validation error "},
		"as they were": {finished.Store, 4, ""},
	} {
		t.Run(name, func(t *testing.T) {
			job := with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
			mustTrain(t, job)
			content := ""
			if c.of != nil {
				content = read(t, c.of, weightsFile)
				write(t, job.Store, weightsFile, content)
			} else {
				require.NoError(t, job.Store.Remove(weightsFile))
			}
			before := withoutWeights(t, job.Store)
			_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = c.epochs }))
			if c.message == "" {
				require.NoError(t, err)
				requireSame(t, load(t, longer.Store), load(t, job.Store))
				return
			}
			require.ErrorContains(t, err, job.Store.String()+" cannot be resumed"+c.message)
			require.Equal(t, before, withoutWeights(t, job.Store), "nothing was touched")
		})
	}
}

// unseal takes a run's seal away.
func unseal(t *testing.T, store run.Store) {
	t.Helper()
	file, err := weights.Decode([]byte(read(t, store, weightsFile)))
	require.NoError(t, err)
	require.Contains(t, file.Metadata, "seal")
	delete(file.Metadata, "seal")
	encoded, err := weights.Encode(file)
	require.NoError(t, err)
	require.NoError(t, store.Write(weightsFile, encoded))
}

// withoutWeights is what a run may be without weights.
func withoutWeights(t *testing.T, store run.Store) [2]string {
	t.Helper()
	return [2]string{read(t, store, "state.safetensors"), read(t, store, "metrics.csv")}
}

// TestResumeToFewerEpochsThanTheWeights: a training that was killed after the
// weights of an epoch and before its state has to make that epoch again.
func TestResumeToFewerEpochsThanTheWeights(t *testing.T) {
	_, whole := plain(t)
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 3 })
	mustTrain(t, job)
	write(t, job.Store, weightsFile, whole.Weights)
	_, err := train.Resume(t.Context(), job)
	require.EqualError(t, err, job.Store.String()+" cannot be resumed: its weights are of epoch 4 already: epochs is 4 or more")
}

// TestKillAfterTheLastValidation: the weights of the validation that a stop
// before its end brought are written, and the state that knows them is not. With
// more epochs they are the best to beat.
func TestKillAfterTheLastValidation(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.ValidEvery = 9, 100 })
	stopped(t, train.Train, job, stop{3, 1})
	state := read(t, job.Store, "state.safetensors")
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 2 }))
	require.NoError(t, err)
	want := read(t, job.Store, "state.safetensors")
	require.NotEqual(t, state, want)
	write(t, job.Store, "state.safetensors", state)
	_, err = train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 2 }))
	require.NoError(t, err)
	trained, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 3 }))
	require.NoError(t, err)
	require.Equal(t, 3, trained.Epoch())
}

// TestRemovedWeightsAreReported, and not said to be none yet.
func TestRemovedWeightsAreReported(t *testing.T) {
	job := newJob(t)
	mustTrain(t, job)
	require.NoError(t, job.Store.Remove(weightsFile))
	_, err := run.Read(job.Store)
	require.EqualError(t, err, "the run folder "+job.Store.String()+" has no weights.safetensors: "+
		"it was removed, as there was a validation after epoch 2; put it back, or train anew in another folder")
}

// TestImpossibleStates: numbers that no training leaves are damage.
func TestImpossibleStates(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.EMA = 2, 0.9 })
	mustTrain(t, job)
	whole := read(t, job.Store, "state.safetensors")
	nan := float32(0)
	nan /= nan
	at := func(prefix string, change func(t *weights.Tensor)) func(f *weights.File) {
		return func(f *weights.File) {
			for i := range f.Tensors {
				if len(f.Tensors[i].Name) > len(prefix) && f.Tensors[i].Name[:len(prefix)] == prefix {
					change(&f.Tensors[i])
					return
				}
			}
		}
	}
	set := func(x float32) func(t *weights.Tensor) { return func(t *weights.Tensor) { t.Data[0] = x } }
	meta := func(key, value string) func(f *weights.File) {
		return func(f *weights.File) { f.Metadata[key] = value }
	}
	for message, damage := range map[string]func(f *weights.File){
		" holds NaN at place 0": at("weight:", set(nan)),
		": NaN and ":            at("first_moment:", set(nan)),
		" and -1 at place 0 come from no gradients": at("second_moment:", set(-1)),
		": 1e+20 and ": at("first_moment:", set(1e20)),
		"the first and the second are not as many":                                         at("second_moment:", func(t *weights.Tensor) { t.Data, t.Shape = nil, []int{0} }),
		`it holds "other", which is neither`:                                               at("weight:", func(t *weights.Tensor) { t.Name = "other" }),
		"its best epoch is 3, and 2 epochs were done":                                      meta("best_epoch", "3"),
		"its lowest validation error is NaN":                                               meta("best_valid", "NaN"),
		"its lowest validation error is +Inf":                                              meta("best_valid", "+Inf"),
		"its lowest validation error is -1":                                                meta("best_valid", "-1"),
		"0 steps of Adam were made in 2 epochs":                                            meta("adam_step", "0"),
		"it made 7 steps in 2 epochs, expected 6":                                          meta("adam_step", "7"),
		"it has no average of the weight ":                                                 at("average:", func(t *weights.Tensor) { t.Name = "average:other" }),
		"not fit the run (train anew in another folder): it has no average of the weight ": at("average:", func(t *weights.Tensor) { t.Data, t.Shape = nil, []int{0} }),
	} {
		file, err := weights.Decode([]byte(whole))
		require.NoError(t, err)
		damage(&file)
		content, err := weights.Encode(file)
		require.NoError(t, err)
		write(t, job.Store, "state.safetensors", string(content))
		_, err = train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 4 }))
		require.ErrorContains(t, err, message)
		require.ErrorContains(t, err, "state.safetensors")
	}
}
