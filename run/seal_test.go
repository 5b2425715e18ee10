package run_test

import (
	"encoding/json"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/run/weights"
)

const weightsFile = "weights.safetensors"

// changeWeights changes the file of a run's weights.
func changeWeights(t *testing.T, store run.Store, change func(file *weights.File)) {
	t.Helper()
	content, err := store.Read(weightsFile)
	require.NoError(t, err)
	file, err := weights.Decode(content)
	require.NoError(t, err)
	change(&file)
	encoded, err := weights.Encode(file)
	require.NoError(t, err)
	require.NoError(t, store.Write(weightsFile, encoded))
}

// unseal takes the seal away.
func unseal(t *testing.T, store run.Store) {
	t.Helper()
	changeWeights(t, store, func(file *weights.File) {
		require.Contains(t, file.Metadata, "seal")
		delete(file.Metadata, "seal")
	})
}

// written is a run in memory with values of all kinds.
func written(t *testing.T) (*run.Run, run.Store) {
	t.Helper()
	trained := newRun(t)
	trained.Config = wholeConfig()
	trained.Config.Model = tinyModel
	trained.Metrics = map[string]string{"valid_mse": "0.5", "epoch": "3"}
	store := run.NewMemory("memory")
	require.NoError(t, trained.Write(store))
	return trained, store
}

// TestSeal: a change of whatever a run is or states is named, and Seal takes it.
func TestSeal(t *testing.T) {
	config := func(change func(*run.Config)) func(store run.Store) {
		return func(store run.Store) {
			c, err := run.ReadConfig(store)
			require.NoError(t, err)
			change(&c)
			require.NoError(t, run.WriteConfig(store, c))
		}
	}
	file := func(change func(*weights.File)) func(store run.Store) {
		return func(store run.Store) { changeWeights(t, store, change) }
	}
	for says, change := range map[string]func(store run.Store){
		"model.time is 3 and was absent":                 config(func(c *run.Config) { c.Model.Time = 3 }),
		"training.seed is 2 and was 1":                   config(func(c *run.Config) { c.Training.Seed = 2 }),
		"training.reverse is absent and was true":        config(func(c *run.Config) { c.Training.Reverse = false }),
		"data.file is e.npz and was d.npz":               config(func(c *run.Config) { c.Data.File = "e.npz" }),
		"data.ranges.speed.most is 7 and was 2":          config(func(c *run.Config) { c.Data.Ranges.Speed.Most = 7 }),
		"data.examples[0].position[0][2] is 4 and was 3": config(func(c *run.Config) { c.Data.Examples[0].Position[2] = 4 }),
		"source is absent and was weights.pt":            config(func(c *run.Config) { c.Source = "" }),
		"data.ranges.structures[0].bodies (length) is 2 and was 1": config(func(c *run.Config) {
			c.Data.Ranges.Structures[0].Bodies = []int64{0, 0}
		}),
		"the stated valid_mse is 0.25 and was 0.5":       file(func(f *weights.File) { f.Metadata["valid_mse"] = "0.25" }),
		"the stated epoch is absent and was 3":           file(func(f *weights.File) { delete(f.Metadata, "epoch") }),
		"the stated error is 1 and was absent":           file(func(f *weights.File) { f.Metadata["error"] = "1" }),
		"the weight layer1/edge/linear1/bias is another": file(func(f *weights.File) { tensor(f, "layer1/edge/linear1/bias").Data[1] += 1e-6 }),
		"model.time is 3 and was absent, data.file is e.npz and was d.npz, data.sha256 is 11 and was 00, source is absent and was weights.pt, and 1 more": config(func(c *run.Config) {
			c.Data.File, c.Data.SHA256, c.Model.Time, c.Source, c.Training.Seed = "e.npz", "11", 3, "", 2
		}),
	} {
		_, store := written(t)
		change(store)
		for _, read := range []func(run.Store) (*run.Run, error){run.Read, run.ReadUnbuilt} {
			_, err := read(store)
			require.EqualError(t, err, "the run memory was changed after it was written: "+says+
				": put back what it was, or take it as it is now by gmnc run seal memory")
		}
		differ, err := run.Seal(store)
		require.NoError(t, err)
		if !strings.Contains(says, "more") {
			require.Equal(t, []string{says}, differ)
		}
		sealed, err := run.Read(store)
		require.NoError(t, err)
		require.Empty(t, sealed.Metrics, "what was stated is of others")
		differ, err = run.Seal(store)
		require.NoError(t, err)
		require.Empty(t, differ)
	}
}

func tensor(file *weights.File, name string) *weights.Tensor {
	for i := range file.Tensors {
		if file.Tensors[i].Name == name {
			return &file.Tensors[i]
		}
	}
	panic(name)
}

// TestWhatResumingChanges is not sealed: other kernels, builds, epochs and patience.
func TestWhatResumingChanges(t *testing.T) {
	trained, store := written(t)
	before, err := store.Read(weightsFile)
	require.NoError(t, err)
	trained.Config.Version, trained.Config.Kernels = "later", []string{"generic", "avx2"}
	trained.Config.Training.Epochs, trained.Config.Training.Patience = 9, 4
	require.NoError(t, run.WriteConfig(store, trained.Config))
	stored, err := run.Read(store)
	require.NoError(t, err)
	require.Equal(t, trained.Metrics, stored.Metrics)
	require.NoError(t, stored.WriteWeights(store))
	after, err := store.Read(weightsFile)
	require.NoError(t, err)
	require.Equal(t, before, after, "the weights are the same bytes")
}

// TestRunsWithoutSeal are refused, as nobody knows whether they were changed. Seal takes them,
// without what they state.
func TestRunsWithoutSeal(t *testing.T) {
	trained, store := written(t)
	unseal(t, store)
	for _, read := range []func(run.Store) (*run.Run, error){run.Read, run.ReadUnbuilt} {
		_, err := read(store)
		require.EqualError(t, err, "the run memory was changed after it was written: its weights have no seal, which says what they belong to"+
			": put back what it was, or take it as it is now by gmnc run seal memory")
	}
	differ, err := run.Seal(store)
	require.NoError(t, err)
	require.Len(t, differ, 1)
	stored, err := run.Read(store)
	require.NoError(t, err)
	require.Empty(t, stored.Metrics)
	require.Equal(t, trained.Weights, stored.Weights)
}

// TestWhatBuildsLeaveOut: a configuration that an earlier build wrote without a field differs
// neither from its own seal nor, after a later build states the field, from that.
func TestWhatBuildsLeaveOut(t *testing.T) {
	trained, store := written(t)
	trained.Config.Model.Clamp = config.ComponentClamp
	later, err := json.Marshal(trained.Config)
	require.NoError(t, err)
	const stated = `,"clamp":"component"`
	require.Contains(t, string(later), stated)
	earlier := strings.Replace(string(later), stated, "", 1)
	changeWeights(t, store, func(file *weights.File) {
		var seal map[string]any
		require.NoError(t, json.Unmarshal([]byte(file.Metadata["seal"]), &seal))
		seal["configuration"] = earlier
		text, err := json.Marshal(seal)
		require.NoError(t, err)
		file.Metadata["seal"] = string(text)
	})
	for _, text := range []string{earlier, string(later)} {
		require.NoError(t, store.Write("config.json", []byte(text)))
		_, err := run.Read(store)
		require.NoError(t, err)
	}
	require.NoError(t, store.Write("config.json", []byte(strings.Replace(string(later), stated, `,"clamp":"length"`, 1))))
	_, err = run.Read(store)
	require.ErrorContains(t, err, "model.clamp is length and was component")
}

func TestRunsThatCannotBeSealed(t *testing.T) {
	_, err := run.Seal(run.NewMemory("memory"))
	require.ErrorContains(t, err, "memory is not a run folder")
	for says, change := range map[string]func(file *weights.File){
		"memory/weights.safetensors: the weights do not fit the model (2 layers, hidden 4)": func(f *weights.File) { f.Tensors = f.Tensors[1:] },
		"holds NaN at place 0":                              func(f *weights.File) { f.Tensors[0].Data[0] = float32(math.NaN()) },
		"memory/weights.safetensors: its seal is damaged: ": func(f *weights.File) { f.Metadata["seal"] = `{"weights": null}` },
	} {
		_, store := written(t)
		changeWeights(t, store, change)
		before, err := store.Read(weightsFile)
		require.NoError(t, err)
		_, err = run.Seal(store)
		require.ErrorContains(t, err, says)
		after, err := store.Read(weightsFile)
		require.NoError(t, err)
		require.Equal(t, before, after)
	}
	_, store := written(t)
	release, err := store.Lock()
	require.NoError(t, err)
	_, err = run.Seal(store)
	require.ErrorContains(t, err, "another training works in memory")
	release()
}

// TestWeightsThatAreNotFinite have a name also where no model is built of them.
func TestWeightsThatAreNotFinite(t *testing.T) {
	_, store := written(t)
	changeWeights(t, store, func(f *weights.File) { tensor(f, "layer1/edge/linear1/bias").Data[2] = float32(math.NaN()) })
	_, err := run.ReadUnbuilt(store)
	require.EqualError(t, err, "memory/weights.safetensors: the weight layer1/edge/linear1/bias holds NaN at place 2: weights are finite numbers, train anew")
}

// TestSealOfNothing: where there is no run nothing is sealed, and no folder is made.
func TestSealOfNothing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "none")
	_, err := run.Seal(run.Folder(folder))
	require.ErrorContains(t, err, "none is not a run folder: it does not exist (gmnc train, gmnc identify --run and gmnc import make one)")
	require.NoDirExists(t, folder)
	_, err = run.DescribeData(filepath.Join(folder, "data.npz"), &datasets.Data{})
	require.ErrorIs(t, err, fs.ErrNotExist)
}
