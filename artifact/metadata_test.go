package artifact_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/run"
	"gmnc/system"
)

// TestDamagedRangesInAFile: a file whose ranges no systems have is refused as it is read.
func TestDamagedRangesInAFile(t *testing.T) {
	trained := smallRun(t)
	for text, want := range map[string]string{
		`{"particles":{"least":1,"most":5}}`:                  "",
		`{"particles":{"least":0,"most":0}}`:                  "particles: 0 to 0: expected a range of numbers from 1 on",
		`{"fields":[{"field":"cell_a","least":-1,"most":2}]}`: "cell_a: -1 to 2: expected a range of numbers from 0 on",
	} {
		info, err := artifact.Info(trained)
		require.NoError(t, err)
		info.Metadata["data.ranges"] = text
		file, err := export.Model(trained.Model.Module, trained.Floats(), info)
		require.NoError(t, err)
		_, err = artifact.FromFile(file)
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "the ranges of its training data are damaged")
		require.ErrorContains(t, err, want)
	}
}

// TestExamplesInAFile are read back, and refused where they are damaged.
func TestExamplesInAFile(t *testing.T) {
	trained := smallRun(t)
	example := system.Example{Sample: system.Sample{Position: []float32{1, 2, 3}, Velocity: []float32{0, 0.1, 0}, Charge: []float32{1}}}
	trained.Config.Data.Examples, trained.Config.Data.Posed = []system.Example{example}, true
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	require.Equal(t, `[{"charge":[[1]],"position":[[1,2,3]],"velocity":[[0,0.1,0]]}]`, info.Metadata[artifact.ExamplesKey])
	file, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	model, err := artifact.FromFile(file)
	require.NoError(t, err)
	require.Equal(t, trained.Config.Data, model.Config().Data)
	var text bytes.Buffer
	require.NoError(t, model.Inspect(&text, "model.onnx", false))
	require.Contains(t, text.String(), "  examples  1 true training inputs, of 1 particles, are in the metadata data.examples, 62 bytes (gmnc train and gmnc export leave them out with --no-examples)\n")
	differences, err := artifact.Diff(model, artifact.FromRun(smallRun(t)))
	require.NoError(t, err)
	for _, different := range differences {
		require.NotContains(t, different.What, "examples")
	}

	info.Metadata[artifact.ExamplesKey] = `[{"position":[[1,2,3]]}]`
	file, err = export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	_, err = artifact.FromFile(file)
	require.ErrorContains(t, err, "the examples of its training data are damaged (positions and velocities (x0 and v0): sample 0 has 3 and 0 numbers")
}

// TestRunOfAFileIsShared: a file is built once for all that ask for its run.
func TestRunOfAFileIsShared(t *testing.T) {
	trained := smallRun(t)
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	file, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	model, err := artifact.FromFile(file)
	require.NoError(t, err)
	first, err := model.Run()
	require.NoError(t, err)
	second, err := model.Run()
	require.NoError(t, err)
	require.Same(t, first, second)
}

// smallRun is a run of a GMN of one layer, with drawn weights.
func smallRun(t *testing.T) *run.Run {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config, Data: &run.DataInfo{File: "data.npz"}}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}
