package runtime_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/distinct"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/modes"
	"gmnc/internal/test/variants"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// rootTolerance bounds what another root or a motion changes, relative to the
// largest entry: sums are added up in another order, in float32.
const rootTolerance = 1e-5

// forestConfigs are the models that move trees and bodies, by name, and one
// that sees them as types of edges.
func forestConfigs(layers, hidden int) map[string]config.Config {
	all := map[string]config.Config{}
	for _, c := range variants.Forms(layers, hidden) {
		if d := config.Describe(c.Model); d.Forests && d.Rigid || c.Model == "egnn" {
			all[variants.Name(c)] = fixtures.WithForests(c)
		}
	}
	return all
}

// forestSystems is a system of every forest.
func forestSystems() (all []system.Sample) {
	for i, f := range fixtures.Forests() {
		all = append(all, f.Samples(1, uint64(i))...)
	}
	return all
}

// forestCases are models and the gradients of their objectives on a batch of
// all forests, and on one without any.
func forestCases(t *testing.T) (cases []conformance.Case) {
	for name, config := range forestConfigs(2, 8) {
		batches := []batch{{"forests", forestSystems()}, {"none", fixtures.Samples(fixtures.Compositions[0], 2, 4)}}
		// The gradient of a single bias may nearly cancel: with weights of seed 6
		// one of gmn is 3e-5, and float32 leaves it off by 3e-5 of that. With these
		// the native runtime's are within 4e-6, of all models.
		model, values := newModel(t, config, true, 4)
		objective, err := train.Objective(model)
		require.NoError(t, err)
		gradient, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(values)))
		require.NoError(t, err)
		given := func(m *ir.Module) func(b *system.Batch) runtime.Batch {
			return func(b *system.Batch) runtime.Batch {
				inputs := train.ObjectiveInputs(b, true)
				predict.Match(inputs, m)
				return inputs
			}
		}
		weights := run.WithShapes(model, values)
		cases = append(cases, batchCases(t, name+"_trees", model.Module, weights, batches, given(model.Module), tolerance(config, modelTolerance))...)
		cases = append(cases, batchCases(t, name+"_trees_gradient", gradient, weights, batches, given(gradient), tolerance(config, gradientTolerance))...)
	}
	return cases
}

// TestPlaceThatIsNoNumber: a body with such a place has no numbers in its own system, and
// the others of the batch keep their bits.
func TestPlaceThatIsNoNumber(t *testing.T) {
	config := fixtures.WithForests(smallConfig(config.Published, 1, 4))
	model, values := newModel(t, config, false, 1)
	const n = 5
	sample := distinct.Sample(n, 1, system.Body.Of(0, 1, 2))
	inputs := predict.SystemInputs([]system.Sample{sample, sample, sample})
	eachFileEngine(t, forestFile(t, model, values, 4), func(t *testing.T, session runtime.Session) {
		want, err := session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		for _, coordinates := range []int{1, 3 * n} {
			spoilt := maps.Clone(inputs)
			position := inputs["position"].Clone()
			for i := range coordinates {
				position.Float[3*n+i] = float32(math.NaN())
			}
			spoilt["position"] = position
			got, err := session.Run(runtime.Batch{Inputs: spoilt})
			require.NoError(t, err, "%d coordinates", coordinates)
			for name, values := range got {
				own, size := values.Float, len(values.Float)/3
				for _, x := range own[size : 2*size] {
					require.True(t, math.IsNaN(float64(x)), "%s, %d coordinates: %g", name, coordinates, x)
				}
				require.Equal(t, want[name].Float[:size], own[:size], name)
				require.Equal(t, want[name].Float[2*size:], own[2*size:], name)
			}
		}
	})
}

// TestForestGradients holds the gradients of training, at -O0 Gorgonia's own,
// to the interpreter's, on a batch of all forests.
func TestForestGradients(t *testing.T) {
	for name, config := range forestConfigs(2, 8) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model, values := newModel(t, config, true, 3)
			objective, err := train.Objective(model)
			require.NoError(t, err)
			gradient, _, err := ir.Gradient(objective, "loss", slices.Sorted(maps.Keys(values)))
			require.NoError(t, err)
			batch := train.ObjectiveInputs(system.NewBatch(forestSystems()), true)
			session, err := engines.Reference().Modes[0].Open(gradient, run.WithShapes(model, values))
			require.NoError(t, err)
			want, err := session.Run(batch)
			require.NoError(t, err)
			for _, mode := range modes.Training() {
				trainer, err := mode.Train(objective, run.WithShapes(model, values), runtime.Solver{LearningRate: 1e-3})
				require.NoError(t, err)
				got, err := trainer.Gradients(batch)
				require.NoError(t, err)
				for param, value := range got.ByParam {
					conformance.Compare(t, mode.Name+" "+param, runtime.Widen(want["grad/"+param]), value, gradientTolerance)
				}
				require.NoError(t, trainer.Close())
			}
		})
	}
}

// TestLargeForest: blocks of a large system give what the interpreter does, on a
// chain deeper than usual.
func TestLargeForest(t *testing.T) {
	config := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, Depth: 128}
	model, values := newModel(t, config, false, 3)
	const n = 130
	parents := make([]int64, n)
	for i := range parents {
		parents[i] = int64(i - 1)
	}
	sample := fixtures.Samples(system.Composition{n}, 1, 5)[0]
	trees, err := system.Tree.Numbered(append(parents[:n-1], -1), nil)
	require.NoError(t, err)
	sample.Objects = trees
	require.Equal(t, 128, trees.Depth())
	var got [2]prediction
	for i, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		got[i] = predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
	}
	requireClose(t, got[0], got[1], fileTolerance)
	requireLengths(t, sample, got[1].position)
}

// tensionTolerance bounds the error of the tensions of a straight chain of 100
// bars, relative to the largest: the condition of their equations, 4000, times
// some roundings of 6e-8.
const tensionTolerance = 1e-3

// TestTensionsOfLongChains takes a straight chain, of which the equations of
// tensions are the worst, and a star with as many bars.
func TestTensionsOfLongChains(t *testing.T) {
	const n = 101
	bars, change := make([]float32, 3*n), make([]float32, n)
	parents := map[string][]int64{"chain": make([]int64, n), "star": make([]int64, n)}
	random := rand.New(rand.NewPCG(5, 6))
	for i := 1; i < n; i++ {
		parents["chain"][i], bars[3*i], change[i] = int64(i-1), 1, float32(random.NormFloat64())
	}
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		particles := ir.Rows("particles")
		b.Output("y", b.Tensions(b.Input("bars", ir.Floats(particles, 3)), b.Input("change", ir.Floats(particles, 1)), b.Input("parents", ir.Indices("particles", particles))))
	}))
	var cases []conformance.Case
	for name, parents := range parents {
		c, err := conformance.NewCase(name, m, nil, runtime.Batch{Inputs: map[string]runtime.Tensor{
			"bars": runtime.Floats(bars, n, 3), "change": runtime.Floats(change, n, 1), "parents": runtime.Indices(parents, n),
		}, Systems: []runtime.System{{Particles: n}}}, tensionTolerance)
		require.NoError(t, err)
		cases = append(cases, c)
	}
	eachMode(t, func(t *testing.T, mode runtime.Mode) { conformance.Run(t, cases, mode.Open, nil) })
}
