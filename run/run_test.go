package run_test

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

var tinyModel = config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 4}

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

// newRun is a model as drawn, which nothing has trained.
func newRun(t *testing.T) *run.Run {
	t.Helper()
	model, err := builder.New(tinyModel, false)
	require.NoError(t, err)
	config := run.Config{Version: "test", Model: tinyModel, Source: "weights.pt"}
	trained, err := run.New(config, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

func TestRunsAreReadAsTheyWereWritten(t *testing.T) {
	trained := newRun(t)
	trained.Metrics = map[string]string{"valid_mse": "0.5"}
	folder := filepath.Join(t.TempDir(), "deep", "run")
	require.NoError(t, trained.Write(run.Folder(folder)))
	stored, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	require.Equal(t, trained.Config, stored.Config)
	require.Equal(t, trained.Weights, stored.Weights)
	require.Equal(t, trained.Metrics, stored.Metrics)
	require.Equal(t, trained.Model.Params, stored.Model.Params)
}

func TestRunFoldersThatCannotBeRead(t *testing.T) {
	good := filepath.Join(t.TempDir(), "run")
	require.NoError(t, newRun(t).Write(run.Folder(good)))
	replace := func(name, old, new string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) {
			content := read(t, folder, name)
			require.Contains(t, content, old)
			write(t, folder, name, strings.Replace(content, old, new, 1))
		}
	}
	remove := func(name string) func(t *testing.T, folder string) {
		return func(t *testing.T, folder string) { require.NoError(t, os.Remove(filepath.Join(folder, name))) }
	}
	for name, c := range map[string]struct {
		spoil func(t *testing.T, folder string)
		want  []string
	}{
		"no folder": {func(t *testing.T, folder string) { require.NoError(t, os.RemoveAll(folder)) },
			[]string{"FOLDER is not a run folder: ", "(gmnc train, gmnc identify --run and gmnc import make one)"}},
		"no config": {remove("config.json"),
			[]string{"FOLDER is not a run folder: ", "(gmnc train, gmnc identify --run and gmnc import make one)"}},
		"unknown key": {replace("config.json", `"hidden"`, `"width"`),
			[]string{`FOLDER/config.json is not a run's configuration: json: unknown field "width"`}},
		"no JSON": {replace("config.json", "}", ""), []string{"FOLDER/config.json is not a run's configuration: "}},
		"other JSON": {func(t *testing.T, folder string) { write(t, folder, "config.json", "{}") },
			[]string{"FOLDER/config.json is not a run's configuration: it does not say which version of gmnc wrote it"}},
		"sealed": {replace("config.json", `"hidden": 4`, `"hidden": 5`),
			[]string{"the run FOLDER was changed after it was written: model.hidden is 5 and was 4: put back what it was, or take it as it is now by gmnc run seal FOLDER"}},
		"no layers": {replace("config.json", `"layers": 2`, `"layers": 0`), []string{"FOLDER/config.json: 0 layers: a model has 1 to 2000"}},
		"no seal": {func(t *testing.T, folder string) { unseal(t, run.Folder(folder)) },
			[]string{"the run FOLDER was changed after it was written: its weights have no seal, which says what they belong to: put back what it was, or "}},
		"no weights": {remove("weights.safetensors"),
			[]string{"the run folder FOLDER has no weights.safetensors: it was removed; put it back, or make the run anew"}},
		"truncated weights": {func(t *testing.T, folder string) {
			content := read(t, folder, "weights.safetensors")
			write(t, folder, "weights.safetensors", content[:len(content)-4])
		}, []string{"cannot read FOLDER/weights.safetensors: tensor ", "is it cut short?"}},
		"empty weights": {func(t *testing.T, folder string) { write(t, folder, "weights.safetensors", "") },
			[]string{"cannot read FOLDER/weights.safetensors: not a safetensors file"}},
		"NaN": {func(t *testing.T, folder string) {
			content := read(t, folder, "weights.safetensors")
			write(t, folder, "weights.safetensors", content[:len(content)-4]+"\x00\x00\xc0\x7f")
		}, []string{"FOLDER/weights.safetensors: the weight ", " holds NaN at place ", ": weights are finite numbers, train anew"}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "run")
			require.NoError(t, os.CopyFS(folder, os.DirFS(good)))
			c.spoil(t, folder)
			_, err := run.Read(run.Folder(folder))
			for _, part := range c.want {
				require.ErrorContains(t, err, strings.ReplaceAll(part, "FOLDER", folder))
			}
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestSealingWhatDoesNotFit: no seal binds weights to a configuration of others.
func TestSealingWhatDoesNotFit(t *testing.T) {
	for part, want := range map[[2]string]string{
		{`"hidden": 4`, `"hidden": 5`}: "/weights.safetensors: the weights do not fit the model (2 layers, hidden 5): parameter ",
		{`"layers": 2`, `"layers": 3`}: "/weights.safetensors: the weights do not fit the model (3 layers, hidden 4): values are missing for ",
		{`"layers": 2`, `"layers": 1`}: "/weights.safetensors: the weights do not fit the model (1 layers, hidden 4): there is a value for layer1/",
	} {
		folder := filepath.Join(t.TempDir(), "run")
		require.NoError(t, newRun(t).Write(run.Folder(folder)))
		write(t, folder, "config.json", strings.Replace(read(t, folder, "config.json"), part[0], part[1], 1))
		_, err := run.Seal(run.Folder(folder))
		require.ErrorContains(t, err, folder+want)
	}
}

func TestWeightsAreChecked(t *testing.T) {
	for _, value := range []float32{float32(math.NaN()), float32(math.Inf(-1))} {
		trained := newRun(t)
		trained.Weights["layer1/edge/linear1/bias"].Float[2] = value
		_, err := run.New(trained.Config, trained.Weights)
		require.ErrorContains(t, err, "the weight layer1/edge/linear1/bias holds ")
		require.ErrorContains(t, err, " at place 2: ")
	}
	_, err := run.New(run.Config{}, map[string]runtime.Tensor{})
	require.ErrorContains(t, err, `there is no model ""`)
}

func TestRemoveRun(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	require.ErrorIs(t, run.Remove(run.Folder(folder)), fs.ErrNotExist)
	require.NoError(t, newRun(t).Write(run.Folder(folder)))
	write(t, folder, "notes.txt", "mine")
	require.NoError(t, run.Remove(run.Folder(folder)))
	require.Equal(t, "mine", read(t, folder, "notes.txt"))
	_, err := run.Read(run.Folder(folder))
	require.ErrorContains(t, err, "is not a run folder")
	require.ErrorContains(t, run.Remove(run.Folder(folder)), "is not a run folder")
	require.NoError(t, os.Remove(filepath.Join(folder, "notes.txt")))

	require.NoError(t, newRun(t).Write(run.Folder(folder)))
	require.NoError(t, run.Remove(run.Folder(folder)))
	_, err = os.Stat(folder)
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestDescribeData(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "data.npz", "abc")
	train := []system.Sample{{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: []float32{0, 3, 4, 0, 0, 0}}}
	data := &datasets.Data{
		About: datasets.About{LengthUnit: "angstrom", VelocityUnit: "angstrom a frame", Interval: "3000 frames", Source: "MD17"},
		Train: train,
	}
	info, err := run.DescribeData(filepath.Join(folder, "data.npz"), data)
	require.NoError(t, err)
	require.Equal(t, &run.DataInfo{File: "data.npz",
		SHA256:     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		LengthUnit: "angstrom", VelocityUnit: "angstrom a frame", Interval: "3000 frames", Ranges: system.MeasureRanges(train, data.Columns), Examples: []system.Example{{Sample: train[0]}}}, info)
	require.Equal(t, &system.Range{Least: 5, Most: 5}, info.Ranges.Speed)
	for name, of := range map[string]system.Sample{
		"a trajectory": {Trajectory: new(system.Trajectory)}, "bonds": {Bonds: [][2]int{{0, 1}}},
		"neighbors": {Neighbors: []int64{1, 0}}, "features": {NodeFeatures: []float32{1, 2}},
	} {
		of.Position, of.Velocity = train[0].Position, train[0].Velocity
		posed := new(run.DataInfo)
		posed.Describe(&datasets.Data{Train: []system.Sample{of}})
		require.True(t, posed.Posed, name)
	}
	_, err = run.DescribeData(filepath.Join(folder, "none.npz"), new(datasets.Data))
	require.ErrorContains(t, err, "cannot read the data set: ")
}

// TestReplacedFolder: a run that is removed and made anew while it is written
// is another's.
func TestReplacedFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	err := run.Make(run.Folder(folder), newRun(t).Config, func() error {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.Mkdir(folder, 0o755))
		return newRun(t).WriteWeights(run.Folder(folder))
	})
	require.EqualError(t, err, "the folder "+folder+" was removed or replaced while this process worked in it")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}
