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

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/export"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	trained "gmnc/run/weights"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

var update = flag.Bool("update", false, "renew testdata/golden")

// goldens are described in testdata/README.md.
var goldens = filepath.Join("..", "testdata", "golden")

// goldenModel is small: the files are kept for good.
var goldenModel = smallConfig(config.Published, 2, 8)

var goldenSystems = []system.Composition{{3, 2, 1}, {1}, {0, 1, 2}}

func goldenPath(kind string, composition system.Composition) string {
	return filepath.Join(goldens, kind+"_"+strings.ReplaceAll(composition.String(), ",", "_")+".npz")
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
		"train_step.onnx":     goldenStep(t, model, values),
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

func goldenWeights(t *testing.T, model *graph.Model, values weights) []byte {
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
func goldenFile(t *testing.T, model *graph.Model, values weights) []byte {
	config, err := json.Marshal(model.Config)
	require.NoError(t, err)
	data, err := export.Model(model.Module, values, export.Info{
		Version: "golden", Doc: "a small GMN with weights from a seed", Config: string(config),
	})
	require.NoError(t, err)
	return data
}

// goldenStep is the file of training steps.
func goldenStep(t *testing.T, model *graph.Model, values weights) []byte {
	config, err := json.Marshal(model.Config)
	require.NoError(t, err)
	options := run.PaperOptions()
	module, params, err := train.Gradients(model, options)
	require.NoError(t, err)
	step := export.StepOf(module, params)
	step.LearningRate, step.WeightDecay = options.LearningRate, options.WeightDecay
	data, err := export.Model(module, values, export.Info{
		Version: "golden", Doc: "steps of training of a small GMN with weights from a seed", Config: string(config), Step: step,
	})
	require.NoError(t, err)
	return data
}

// TestGoldenPredictions runs the file in every runtime, on simulated systems.
func TestGoldenPredictions(t *testing.T) {
	if *update {
		renewPredictions(t)
	}
	for _, engine := range engines.All() {
		t.Run(engine.Name, func(t *testing.T) {
			testenv.Engine(t, engine)
			predictor := openGolden(t, engine.Name)
			for _, composition := range goldenSystems {
				off := requireClose(t, goldenPrediction(t, composition), predictions(t, predictor, goldenSamples(t, composition)), modelTolerance)
				t.Logf("(%s): %.1e of the largest entry", composition, off)
			}
			require.NoError(t, predictor.Close())
		})
	}
}

func openGolden(t *testing.T, runtime string) predict.Predictor {
	t.Helper()
	model, err := artifact.Load(filepath.Join(goldens, "model.onnx"))
	require.NoError(t, err)
	predictor, _, err := model.Open(runtime)
	require.NoError(t, err)
	return predictor
}

// renewPredictions simulates systems and has the interpreter predict them.
func renewPredictions(t *testing.T) {
	predictor := openGolden(t, "interpreter")
	for _, composition := range goldenSystems {
		data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: composition, Test: 3, Seed: 1}, nil)
		require.NoError(t, err)
		require.NoError(t, datasets.Write(goldenPath("systems", composition), data))
		p := predictions(t, predictor, data.Test)
		require.NoError(t, datasets.WritePrediction(goldenPath("predicted", composition), p.position, p.velocity, datasets.Sizes(data.Test)))
	}
	require.NoError(t, predictor.Close())
}

func goldenSamples(t *testing.T, composition system.Composition) []system.Sample {
	data, err := datasets.Read(goldenPath("systems", composition))
	require.NoError(t, err)
	require.NotEmpty(t, data.Test)
	return data.Test
}

func goldenPrediction(t *testing.T, composition system.Composition) (p prediction) {
	file, err := npz.Open(goldenPath("predicted", composition))
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, file.Read("x.npy", &p.position))
	require.NoError(t, file.Read("v.npy", &p.velocity))
	require.Len(t, p.position, len(goldenSamples(t, composition))*composition.N()*3)
	return p
}
