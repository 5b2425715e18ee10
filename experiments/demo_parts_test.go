package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/system"
)

// TestNewDemo: the demonstration trains three layers of width 32 on 200 systems of a particle and two sticks for 40 epochs.
func TestNewDemo(t *testing.T) {
	var out bytes.Buffer
	require.Equal(t, demo{
		folder: "folder", out: &out, composition: system.Composition{1, 2}, samples: 200,
		model:   config.Config{Model: "gmn", Form: config.Published, Layers: 3, Hidden: 32},
		options: run.Options{Epochs: 40, Batch: 50, LearningRate: 0.002, WeightDecay: 1e-10, Seed: 9, ValidEvery: 2, Level: 2},
	}, newDemo("folder", 9, &out))
}

// TestStepsWithoutTheirFiles: each step of the demonstration needs what those before it made.
func TestStepsWithoutTheirFiles(t *testing.T) {
	d := tiny(filepath.Join(t.TempDir(), "demo"), &bytes.Buffer{})
	_, err := d.simulate(t.Context())
	require.ErrorIs(t, err, os.ErrNotExist, "there is no folder for the data")
	release, err := d.begin()
	require.NoError(t, err)
	defer release()
	data, err := d.simulate(t.Context())
	require.NoError(t, err)
	require.Len(t, data.Test, 8)
	require.FileExists(t, d.path("data.npz"))
	require.ErrorContains(t, d.export(t.Context()), "run is not a run folder: it does not exist", "there is no run")
	require.ErrorContains(t, d.compare(t.Context(), data.Test), "run does not exist: expected a model, which is a run folder or an .onnx file")
	require.ErrorContains(t, d.draw(t.Context()), "run does not exist: expected a model, which is a run folder or an .onnx file")
	require.ErrorIs(t, d.finish(), os.ErrNotExist)
	require.NoError(t, d.train(t.Context(), data))
	require.NoError(t, d.draw(t.Context()))
	require.FileExists(t, d.path("learning_curve.png"))
	require.FileExists(t, d.path("trajectory.png"))
	require.ErrorContains(t, d.compare(t.Context(), data.Test), "model.onnx does not exist: expected a model, which is a run folder or an .onnx file", "there is no file")
	require.ErrorContains(t, d.finish(), "cannot put the demonstration's files in their place: ")
	require.FileExists(t, d.finished("data.npz"), "what comes before the missing file")
	require.ErrorContains(t, d.train(t.Context(), data), "cannot read the data set: ", "the data are no longer in the folder")
	require.ErrorContains(t, d.draw(t.Context()), "run is not a run folder: it has no config.json")
}

// TestRunsOfOthers: a run with other options is not replaced, whatever its seed.
func TestRunsOfOthers(t *testing.T) {
	d := tiny(t.TempDir(), &bytes.Buffer{})
	folder := run.Folder(d.finished("run"))
	write := func(change func(c *run.Config)) {
		options := d.options
		c := run.Config{Version: run.Version(), Model: d.model, Training: &options}
		change(&c)
		require.NoError(t, os.MkdirAll(string(folder), 0o755))
		require.NoError(t, run.WriteConfig(folder, c))
	}
	write(func(c *run.Config) { c.Training.Seed = 99 })
	require.NoError(t, d.checkRun(string(folder)))
	for _, change := range []func(c *run.Config){
		func(c *run.Config) { c.Training.Epochs++ }, func(c *run.Config) { c.Model.Hidden++ }, func(c *run.Config) { c.Training = nil },
	} {
		write(change)
		require.ErrorContains(t, d.checkRun(string(folder)), "a run with other options than its own: choose another folder")
	}
	require.ErrorContains(t, d.checkRun(filepath.Join(string(folder), "absent")), "the demonstration would replace a run: ")
}
