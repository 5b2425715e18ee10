package lower_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/variants"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/native/lower"
	"gmnc/system"
	"gmnc/train"
)

// loweringTolerance is what adding up in another order changes in float64,
// relative to the largest entry.
const loweringTolerance = 1e-12

// smallest is a system with every kind of object.
var smallest = system.Composition{1, 1, 1}

// TestPasses runs the passes on the objective with gradients of every model,
// in the order of its nodes and in others: after each, the module is right and
// the interpreter gives the same numbers.
func TestPasses(t *testing.T) {
	changed, lock := map[string]int{}, sync.Mutex{}
	t.Run("models", func(t *testing.T) {
		wide := config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 20}
		configs := append(variants.Forms(2, 4), wide)
		if testing.Short() { // features have gradients in the second layer
			configs = append(configs, config.Config{Model: "se3-transformer", Form: config.Published, Layers: 2, Hidden: 12})
		}
		for _, config := range configs {
			t.Run(fmt.Sprint(variants.Name(config), "/", config.Layers, "x", config.Hidden), func(t *testing.T) {
				t.Parallel()
				requirePasses(t, config, func(pass string, count int) {
					lock.Lock()
					defer lock.Unlock()
					changed[pass] += count
				})
			})
		}
	})
	for _, pass := range lower.Passes() {
		require.NotZero(t, changed[pass.Name], "no model gives the pass %q anything to do", pass.Name)
	}
}

// requirePasses runs the passes on the objective of a model.
func requirePasses(t *testing.T, config config.Config, count func(pass string, changed int)) {
	model, err := builder.New(config, true)
	require.NoError(t, err)
	values := fixtures.Weights(model, 7, 100) // large forces, which start small
	module, err := ir.Optimize(gradientOf(t, model))
	require.NoError(t, err)
	inputs := map[string]ir.Tensor{}
	for name, value := range run.WithShapes(model, values) {
		inputs[name] = runtime.Widen(value)
	}
	batch := system.NewBatch(fixtures.Samples(smallest, 2, 6))
	for name, value := range train.ObjectiveInputs(batch, true).Inputs {
		inputs[name] = runtime.Widen(value)
	}
	want, err := ir.Eval(module, inputs, nil)
	require.NoError(t, err)
	for seed := range uint64(2) {
		lowered := module.Clone()
		if seed > 0 {
			shuffle(lowered.Main, rand.New(rand.NewPCG(seed, 0)))
		}
		for _, pass := range lower.Passes() {
			changed, err := pass.Run(lowered)
			require.NoError(t, err)
			count(pass.Name, changed)
			require.NoError(t, ir.Verify(lowered), "%s, seed %d", pass.Name, seed)
			if changed > 0 {
				requireSame(t, want, lowered, inputs, pass.Name)
			}
		}
	}
}

// gradientOf is the training objective of a model with its gradients by all weights.
func gradientOf(t *testing.T, model *graph.Model) *ir.Module {
	t.Helper()
	objective, err := train.Objective(model)
	require.NoError(t, err)
	objective, err = ir.OptimizeForKernels(objective)
	require.NoError(t, err)
	var names []string
	for _, param := range model.Params {
		names = append(names, param.Name)
	}
	module, _, err := ir.Gradient(objective, "loss", names)
	require.NoError(t, err)
	return module
}

// requireSame evaluates the module in float64.
func requireSame(t *testing.T, want map[string]ir.Tensor, m *ir.Module, inputs map[string]ir.Tensor, pass string) {
	t.Helper()
	have, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err, pass)
	for name, x := range want {
		require.Equal(t, x.Shape, have[name].Shape)
		scale := 1e-30
		for _, number := range x.Float {
			scale = max(scale, math.Abs(number))
		}
		for i, number := range x.Float {
			if off := math.Abs(have[name].Float[i] - number); !(off <= loweringTolerance*scale) {
				require.Fail(t, "the numbers change", "%s makes %s[%d] %g, not %g", pass, name, i, have[name].Float[i], number)
			}
		}
	}
}

// shuffle reorders nodes at random, each still after those it needs.
func shuffle(f *ir.Func, rng *rand.Rand) {
	waiting, done := f.Nodes, map[*ir.Node]bool{nil: true}
	f.Nodes = nil
	for len(waiting) > 0 {
		k := rng.IntN(len(waiting))
		node := waiting[k]
		if slices.ContainsFunc(node.Args, func(arg *ir.Value) bool { return !done[arg.Node] }) {
			continue
		}
		f.Nodes, done[node] = append(f.Nodes, node), true
		waiting = slices.Delete(waiting, k, k+1)
	}
}

// TestPadsOfGradients: where vectors are used as a whole and by their axes, no
// padded value is left in the sum of both gradients, which keeps its bits.
func TestPadsOfGradients(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		sum := b.Square(x)
		for axis := range 3 {
			sum = b.Add(b.Pad(b.Sin(b.Columns(x, axis, axis+1)), axis, 2-axis), sum)
		}
		b.Output("sum", sum)
	}))
	inputs := map[string]ir.Tensor{"x": {Shape: []int{2, 3}, Float: []float64{1, 2, 3, 4, 5, 6}}}
	requirePadsJoined(t, m, inputs)
	require.False(t, slices.ContainsFunc(m.Main.Nodes, func(n *ir.Node) bool { return n.Is(ir.Pad) }))
}

// requirePadsJoined runs the pass for pads, and requires that results keep their bits.
func requirePadsJoined(t *testing.T, m *ir.Module, inputs map[string]ir.Tensor) {
	t.Helper()
	want, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err)
	at := slices.IndexFunc(lower.Passes(), func(p ir.Pass) bool { return p.Name == "pads" })
	_, err = lower.Passes()[at].Run(m)
	require.NoError(t, err)
	got, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestPadsOfRows: the gradient of a weight that is used in parts is its parts one
// after the other, with the bits of a sum of padded rows.
func TestPadsOfRows(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Fixed(4), 2))
		sum := b.PadRows(b.Sin(b.TakeRows(x, 3, 4)), 3, 0)
		for row := range 3 {
			sum = b.Add(sum, b.PadRows(b.Sin(b.TakeRows(x, row, row+1)), row, 3-row))
		}
		b.Output("sum", sum)
	}))
	inputs := map[string]ir.Tensor{"x": {Shape: []int{4, 2}, Float: []float64{1, 2, 3, 4, 5, 6, 7, 8}}}
	requirePadsJoined(t, m, inputs)
	require.False(t, slices.ContainsFunc(m.Main.Nodes, func(n *ir.Node) bool { return n.Is(ir.PadRows) || n.Is(ir.Add) }))
}
