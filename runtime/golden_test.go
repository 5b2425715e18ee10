package runtime_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/experiments"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/sim"
	trained "gmnc/train/weights"
)

var update = flag.Bool("update", false, "renew testdata/golden")

// goldens are described in testdata/README.md.
var goldens = filepath.Join("..", "testdata", "golden")

// goldenModel is small: the files are kept for good.
var goldenModel = smallConfig(builder.Published, 2, 8)

var goldenSystems = []sim.System{{Particles: 3, Sticks: 2, Hinges: 1}, {Particles: 1}, {Sticks: 1, Hinges: 2}}

func goldenPath(kind string, system sim.System) string {
	return filepath.Join(goldens, kind+"_"+strings.ReplaceAll(system.String(), ",", "_")+".npz")
}

// TestGoldenFiles compares what is written for a model, byte for byte.
func TestGoldenFiles(t *testing.T) {
	model, values := newModel(t, goldenModel, false, 1)
	optimized, err := ir.Optimize(model.Module)
	require.NoError(t, err)
	for name, got := range map[string][]byte{
		"module.txt":          []byte(ir.Print(optimized)),
		"weights.safetensors": goldenWeights(t, model, values),
		"model.onnx":          goldenFile(t, model, values),
	} {
		path := filepath.Join(goldens, name)
		if *update {
			require.NoError(t, os.WriteFile(path, got, 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		if string(got) != string(want) {
			t.Errorf("%s: what is written now differs from the file; if that is meant, renew it: go test ./runtime -run Golden -update", name)
		}
	}
}

func goldenWeights(t *testing.T, model *builder.Model, values weights) []byte {
	path := filepath.Join(t.TempDir(), "weights.safetensors")
	var file trained.File
	for _, param := range model.Params {
		file.Tensors = append(file.Tensors, trained.Tensor{
			Name: param.Name, Shape: []int{param.Rows, param.Columns}, Data: values[param.Name],
		})
	}
	require.NoError(t, trained.Write(path, file))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

// goldenFile says nothing of the version that writes it, which varies.
func goldenFile(t *testing.T, model *builder.Model, values weights) []byte {
	config, err := json.Marshal(model.Config)
	require.NoError(t, err)
	data, err := export.Model(model.Module, values, export.Info{
		Version: "golden", Doc: "a small GMN with weights from a seed", Config: string(config),
	})
	require.NoError(t, err)
	return data
}

// TestGoldenPredictions runs the file in every runtime, on simulated systems.
func TestGoldenPredictions(t *testing.T) {
	if *update {
		renewPredictions(t)
	}
	for _, name := range deploy.Runtimes {
		t.Run(name, func(t *testing.T) {
			need(t, name)
			predictor, _, err := deploy.Open(filepath.Join(goldens, "model.onnx"), name)
			require.NoError(t, err)
			for _, system := range goldenSystems {
				off := requireClose(t, goldenPrediction(t, system), predict(t, predictor, goldenSamples(t, system)), modelTolerance)
				t.Logf("(%s): %.1e of the largest entry", system, off)
			}
			require.NoError(t, predictor.Close())
		})
	}
}

// renewPredictions simulates systems and has the interpreter predict them.
func renewPredictions(t *testing.T) {
	predictor, _, err := deploy.Open(filepath.Join(goldens, "model.onnx"), "interpreter")
	require.NoError(t, err)
	for _, system := range goldenSystems {
		data, _, err := experiments.Simulate(t.Context(), experiments.NBody{System: system, Test: 3, Seed: 1}, nil)
		require.NoError(t, err)
		require.NoError(t, datasets.Write(goldenPath("systems", system), data))
		p := predict(t, predictor, data.Test)
		require.NoError(t, datasets.WritePrediction(goldenPath("predicted", system), p.position, p.velocity, len(data.Test), system.N()))
	}
	require.NoError(t, predictor.Close())
}

func goldenSamples(t *testing.T, system sim.System) []datasets.Sample {
	data, err := datasets.Read(goldenPath("systems", system))
	require.NoError(t, err)
	require.NotEmpty(t, data.Test)
	return data.Test
}

func goldenPrediction(t *testing.T, system sim.System) (p prediction) {
	file, err := npz.Open(goldenPath("predicted", system))
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, file.Read("x.npy", &p.position))
	require.NoError(t, file.Read("v.npy", &p.velocity))
	require.Len(t, p.position, len(goldenSamples(t, system))*system.N()*3)
	return p
}
