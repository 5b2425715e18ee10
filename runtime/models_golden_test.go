package runtime_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sbinet "github.com/sbinet/npyio/npz"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets/npz"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// goldenConfigs are all models in all their forms, as small as goldenModel;
// with -short without those on tensors, of which -short knows one layer.
func goldenConfigs() map[string]config.Config {
	configs := allConfigs(goldenModel.Layers, goldenModel.Hidden)
	maps.DeleteFunc(configs, func(_ string, c config.Config) bool { return c.Layers != goldenModel.Layers })
	return configs
}

var goldenDigests = filepath.Join(goldens, "models", "weights.txt")

// TestGoldenModels holds every engine, on every model, to predictions that
// the interpreter once made: Gorgonia at every level, its stock lowering
// among them, and the exported file in the engines that run files.
//
// gmnc's own numbers stand here, where testdata/published has none: in the
// paper's form, and of models that were not published in code.
func TestGoldenModels(t *testing.T) {
	if *update {
		renewModels(t)
	}
	digests := readDigests(t)
	for name, config := range goldenConfigs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, config, false, 1)
			require.Equal(t, digests[name], digestOf(model, values),
				"the weights that a seed gives have changed; if that is meant: go test ./runtime -run Golden -update")
			want := readPredictions(t, name)
			requireGolden := func(t *testing.T, predictor predict.Predictor, bound float64) {
				for _, composition := range goldenSystems {
					requireClose(t, want[composition.String()], predictions(t, predictor, goldenSamples(t, composition)), tolerance(config, bound))
				}
			}
			eachModuleMode(t, func(t *testing.T, mode runtime.Mode) {
				session, err := mode.Open(model.Module, run.WithShapes(model, values))
				require.NoError(t, err)
				predictor := predict.NewRowPredictor(session, mode.Ragged)
				requireGolden(t, predictor, modelTolerance)
				require.NoError(t, predictor.Close())
			})
			eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
				requireGolden(t, predict.NewSystemPredictor(session), fileTolerance)
			})
		})
	}
}

// digestOf is the SHA-256 of a model's weights, in the order in which they are drawn.
func digestOf(model *graph.Model, values weights) string {
	hash := sha256.New()
	for _, param := range model.Params {
		fmt.Fprintf(hash, "%s [%d %d]\n", param.Name, param.Rows, param.Columns)
		binary.Write(hash, binary.LittleEndian, values[param.Name])
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

func readDigests(t *testing.T) map[string]string {
	t.Helper()
	content, err := os.ReadFile(goldenDigests)
	require.NoError(t, err)
	digests := map[string]string{}
	for line := range strings.Lines(string(content)) {
		name, digest, _ := strings.Cut(strings.TrimSpace(line), " ")
		digests[name] = digest
	}
	return digests
}

// modelPath is the file of a model's predictions: x and v of each of
// goldenSystems.
func modelPath(name string) string {
	return filepath.Join(goldens, "models", strings.ReplaceAll(name, "/", "_")+".npz")
}

func predictionKey(kind string, composition system.Composition) string {
	return kind + "_" + strings.ReplaceAll(composition.String(), ",", "_")
}

func readPredictions(t *testing.T, name string) map[string]prediction {
	t.Helper()
	file, err := sbinet.Open(modelPath(name))
	require.NoError(t, err, "a model without predictions to hold it to: go test ./runtime -run Golden -update")
	defer file.Close()
	byComposition := map[string]prediction{}
	for _, composition := range goldenSystems {
		var p prediction
		require.NoError(t, file.Read(predictionKey("x", composition)+".npy", &p.position))
		require.NoError(t, file.Read(predictionKey("v", composition)+".npy", &p.velocity))
		require.Len(t, p.position, len(goldenSamples(t, composition))*composition.N()*3)
		byComposition[composition.String()] = p
	}
	return byComposition
}

// renewModels has the interpreter predict the systems with every model.
func renewModels(t *testing.T) {
	require.False(t, testing.Short(), "-short knows only some of the models")
	var digests bytes.Buffer
	configs := goldenConfigs()
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		model, values := newModel(t, configs[name], false, 1)
		fmt.Fprintf(&digests, "%s %s\n", name, digestOf(model, values))
		session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		predictor := predict.NewRowPredictor(session, false)
		var arrays []npz.Array
		for _, composition := range goldenSystems {
			samples := goldenSamples(t, composition)
			p, shape := predictions(t, predictor, samples), []int{len(samples), composition.N(), 3}
			arrays = append(arrays,
				npz.Array{Key: predictionKey("x", composition), Shape: shape, Floats: p.position},
				npz.Array{Key: predictionKey("v", composition), Shape: shape, Floats: p.velocity})
		}
		require.NoError(t, predictor.Close())
		require.NoError(t, os.MkdirAll(filepath.Dir(modelPath(name)), 0o755))
		require.NoError(t, npz.Write(modelPath(name), arrays))
	}
	require.NoError(t, os.WriteFile(goldenDigests, digests.Bytes(), 0o644))
}
