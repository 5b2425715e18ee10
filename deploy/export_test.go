package deploy_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/test/allocated"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// newRun writes a run with the weights that a training begins with.
func newRun(t *testing.T) (folder string) {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Paper, Layers: 2, Hidden: 8}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{
		Version: run.Version(), Model: model.Config, Training: &run.Options{Epochs: 3, Batch: 4, Seed: 5},
		Data: &run.DataInfo{File: "data.npz", SHA256: "0123456789abcdef",
			LengthUnit: "angstrom", VelocityUnit: "angstrom a frame", Interval: "3000 frames"}, Source: "origin.pt",
	}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	trained.Metrics = map[string]string{"valid_mse": "0.025", "epoch": "2"}
	folder = filepath.Join(t.TempDir(), "run")
	require.NoError(t, trained.Write(run.Folder(folder)))
	return folder
}

func TestExportInEveryOpset(t *testing.T) {
	folder, data := newRun(t), &datasets.Data{Test: fixtures.Samples(system.Composition{1, 1}, 1, 1)}
	for opset := 15; opset <= 21; opset++ {
		path := filepath.Join(t.TempDir(), "model.onnx")
		verified, err := bakeTo(folder, path, opset, data)
		require.NoError(t, err, "opset %d", opset)
		runtimes := []string{"onnx-go"} // the names of the engines, with versions
		if engine, _ := engines.Named("onnxruntime"); engine.Available() == nil {
			runtimes = append(runtimes, "onnxruntime")
		}
		require.Len(t, verified.Runtimes, len(runtimes))
		for i, measured := range verified.Runtimes {
			require.Equal(t, runtimes[i], strings.Fields(measured.Runtime)[0])
			require.Contains(t, promises(measured), "agreement with the float64 interpreter at composition the objects that are written into the file")
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		file, err := export.Decode(data)
		require.NoError(t, err)
		require.Equal(t, opset, file.Opset)
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.EqualValues(t, info.Size(), len(verified.File))
	}
	for _, opset := range []int{14, 22} {
		path := filepath.Join(t.TempDir(), "model.onnx")
		_, err := bakeTo(folder, path, opset, data)
		require.ErrorContains(t, err, "cannot be written; choose one of [15 16 17 18 19 20 21]")
		require.NoFileExists(t, path)
	}
}

// promises are what was measured and where, of rounding alone.
func promises(measured artifact.Measured) (all []string) {
	for _, f := range measured.Findings {
		all = append(all, f.Promise+" at "+f.Where)
	}
	return all
}

// TestFileTellsWhatTheRunTells: a file carries everything that is known of
// its run.
func TestFileTellsWhatTheRunTells(t *testing.T) {
	folder := newRun(t)
	path := filepath.Join(t.TempDir(), "model.onnx")
	_, err := exportTo(folder, path, export.DefaultOpset)
	require.NoError(t, err)
	var ofRun, ofFile bytes.Buffer
	require.NoError(t, inspect(&ofRun, folder, true))
	require.NoError(t, inspect(&ofFile, path, true))
	description, graph, _ := bytes.Cut(bytes.TrimPrefix(ofRun.Bytes(), []byte(folder)), []byte("\n\n"))
	require.Equal(t, `: gmn, paper form, layers: 2, networks of width 8, `, string(description[:len(`: gmn, paper form, layers: 2, networks of width 8, `)]))
	require.Contains(t, string(description), "epochs: 3, batch size: 4")
	require.Contains(t, string(description), "data.npz (SHA-256 0123456789ab)")
	require.Contains(t, string(description), "\n  units     length: angstrom, velocity: angstrom a frame, prediction interval: 3000 frames\n")
	require.Contains(t, string(description), "from origin.pt")
	require.Contains(t, string(description), "epoch 2 has the lowest validation error, a root mean squared error of positions of ")
	require.True(t, bytes.HasPrefix(ofFile.Bytes(), append([]byte(path), description...)), "%s\n%s", &ofRun, &ofFile)
	require.True(t, bytes.HasSuffix(ofFile.Bytes(), graph))
	require.Contains(t, ofFile.String(), "opset: 17")
	require.Contains(t, ofFile.String(), "onnx-go: rounding: outputs against a float64 evaluation of the same model: maximum error ")
}

func TestUnknownRuntime(t *testing.T) {
	_, _, err := open(newRun(t), "tensorrt")
	require.EqualError(t, err, `there is no runtime "tensorrt"; known: auto, native, gorgonia, onnxruntime, onnx-go, interpreter`)
}

func TestAutomaticRuntimes(t *testing.T) {
	folder := newRun(t)
	path := filepath.Join(t.TempDir(), "model.onnx")
	_, err := exportTo(folder, path, export.DefaultOpset)
	require.NoError(t, err)
	ofFile := "onnxruntime"
	if onnxRuntime, _ := engines.Named(ofFile); onnxRuntime.Available() != nil {
		ofFile = "onnx-go"
	}
	for model, runtime := range map[string]string{folder: "native", path: ofFile} {
		predictor, name, err := open(model, "auto")
		require.NoError(t, err)
		require.NoError(t, predictor.Close())
		require.Equal(t, runtime, name)
	}
}

// TestAChangedConfiguration: one of a model that is far larger than the file is
// not built.
func TestAChangedConfiguration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.onnx")
	_, err := exportTo(newRun(t), path, export.DefaultOpset)
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	model := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(data, model))
	for _, entry := range model.MetadataProps {
		if strings.Contains(entry.GetValue(), `"layers"`) {
			entry.Value = proto.String(`{"model": "tfn", "form": "published", "layers": 1000, "hidden": 8192}`)
		}
	}
	data, err = proto.Marshal(model)
	require.NoError(t, err)
	allocated.Below(t, 64<<20, func() {
		model, err := artifact.FromFile(data)
		require.NoError(t, err)
		require.ErrorContains(t, model.Inspect(io.Discard, path, false), "that is not the configuration of these weights")
	})
}

// TestAChangedFile: what another program has rewritten, or damage has
// changed, runs as it is and says so; it is not rebuilt from what it was.
func TestAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "Model.ONNX") // any case
	_, err := exportTo(newRun(t), path, export.DefaultOpset)
	require.NoError(t, err)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	model := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(data, model))
	model.Graph.Initializer[0].RawData[0] ^= 1
	data, err = proto.Marshal(model)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o600))

	predictor, name, err := open(path, "onnx-go")
	require.NoError(t, err)
	require.NoError(t, predictor.Close())
	require.Equal(t, "onnx-go, changed since gmnc exported and checked it", name)
	for _, name := range []string{"native", "gorgonia", "interpreter"} {
		_, _, err := open(path, name)
		require.ErrorContains(t, err, "that was changed since gmnc exported it")
	}
	var description bytes.Buffer
	require.NoError(t, inspect(&description, path, false))
	require.Contains(t, description.String(), "  changed   the file is not the one that gmnc exported and checked")
	require.NotContains(t, description.String(), "agrees")
}
