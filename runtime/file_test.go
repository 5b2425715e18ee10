package runtime_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// batchSizes are one, two, and a number of which no extent is a divisor.
var batchSizes = []int{1, 2, 7}

// prediction is what a model says of some samples.
type prediction struct{ position, velocity []float32 }

func predictions(t testing.TB, p predict.Predictor, samples []system.Sample) prediction {
	t.Helper()
	position, velocity, err := p.Predict(samples)
	require.NoError(t, err)
	return prediction{position, velocity}
}

// requireClose compares with the first samples of want and returns the
// largest difference.
func requireClose(t testing.TB, want, got prediction, tolerance float64) float64 {
	t.Helper()
	return max(
		closeFloats(t, "position", want.position, got.position, tolerance),
		closeFloats(t, "velocity", want.velocity, got.velocity, tolerance))
}

func closeFloats(t testing.TB, name string, want, got []float32, tolerance float64) float64 {
	t.Helper()
	wide := runtime.Widen(runtime.Floats(want[:len(got)], len(got)))
	return conformance.Compare(t, name, wide, runtime.Floats(got, len(got)), tolerance)
}

// references are the interpreter's predictions of each composition.
func references(t testing.TB, model *graph.Model, values weights, systems map[string][]system.Sample) map[string]prediction {
	t.Helper()
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(session, false)
	wanted := map[string]prediction{}
	for composition, samples := range systems {
		wanted[composition] = predictions(t, predictor, samples)
	}
	require.NoError(t, predictor.Close())
	return wanted
}

func allSystems(count int, seed uint64) map[string][]system.Sample {
	systems := map[string][]system.Sample{}
	for _, composition := range fixtures.Compositions {
		systems[composition.String()] = fixtures.Samples(composition, count, seed)
	}
	return systems
}

// fileTolerance bounds the error of the paper's model with forces that
// matter, as exported and run in float32, relative to the largest entry. The
// largest seen is 5e-6: the velocity of a single particle is a product of
// four learned factors, each near 0 and so less exact.
const fileTolerance = 2e-5

// One file serves every composition and every batch size, in any order: of
// the paper's model, and of all others at a smaller size.
func TestFile(t *testing.T) {
	systems := allSystems(slices.Max(batchSizes), 2)
	configs := allConfigs(2, 16)
	configs["gmn"] = config.DefaultConfig()
	for name, config := range configs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, config, false, 1)
			wanted := references(t, model, values, systems)
			eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
				predictor, largest := predict.NewSystemPredictor(session), 0.0
				for composition, samples := range systems {
					for _, count := range batchSizes {
						off := requireClose(t, wanted[composition], predictions(t, predictor, samples[:count]), fileTolerance)
						largest = max(largest, off)
					}
				}
				t.Logf("largest difference from the interpreter: %.1e of the largest entry", largest)
			})
		})
	}
}

func TestOpsets(t *testing.T) {
	systems := allSystems(2, 3)
	for _, form := range []string{config.Published, config.Paper} {
		model, values := newModel(t, smallConfig(form, 2, 8), false, 1)
		wanted := references(t, model, values, systems)
		for opset := 17; opset <= 21; opset++ {
			t.Run(fmt.Sprint(form, "/", opset), func(t *testing.T) {
				eachFileEngine(t, exported(t, model, values, opset), func(t *testing.T, session runtime.Session) {
					for composition, samples := range systems {
						requireClose(t, wanted[composition], predictions(t, predict.NewSystemPredictor(session), samples), fileTolerance)
					}
				})
			})
		}
	}
}

// A number that is changed in the bytes of a file is changed in what
// engines run: they run the file and nothing else.
func TestChangedInitializer(t *testing.T) {
	model, values := newModel(t, smallConfig(config.Published, 2, 8), false, 1)
	systems := allSystems(2, 4)
	before := references(t, model, values, systems)

	file := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(exported(t, model, values, 0), file))
	const name = "layer0/coordinate/linear1/weight"
	at := slices.IndexFunc(file.Graph.Initializer, func(tensor *onnxpb.TensorProto) bool { return tensor.GetName() == name })
	require.GreaterOrEqual(t, at, 0)
	values[name][3] += 0.5
	binary.LittleEndian.PutUint32(file.Graph.Initializer[at].RawData[4*3:], math.Float32bits(values[name][3]))
	changed, err := proto.Marshal(file)
	require.NoError(t, err)

	composition := fixtures.Compositions[0]
	after := references(t, model, values, systems)
	require.NotEqual(t, before[composition.String()], after[composition.String()])
	eachFileEngine(t, changed, func(t *testing.T, session runtime.Session) {
		requireClose(t, after[composition.String()], predictions(t, predict.NewSystemPredictor(session), systems[composition.String()]), fileTolerance)
	})
}

// Every particle has the numbers of the whole batch before it: an index
// outside of its own system would fall into another.
func TestIndexOutsideOfItsSystem(t *testing.T) {
	model, values := newModel(t, smallConfig(config.Published, 1, 4), false, 1)
	composition := fixtures.Compositions[0]
	eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
		for _, input := range []string{"sticks", "hinges"} {
			for _, index := range []int64{-1, int64(composition.N()), 1 << 40} {
				batch := runtime.Batch{Inputs: predict.SystemInputs(fixtures.Samples(composition, 3, 5))}
				_, err := session.Run(batch)
				require.NoError(t, err)
				indices := batch.Inputs[input].Index
				indices[len(indices)/3] = index
				_, err = session.Run(batch)
				require.ErrorContains(t, err, "objects/"+input+"/index_within_system", "index %d", index)
			}
		}
	})
}
