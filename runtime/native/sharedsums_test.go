package native_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestSharedSums: sums that are only added to one another have one place in a
// lane, in any order of additions, and all others have their own.
func TestSharedSums(t *testing.T) {
	m := ir.SampleModule()
	var products, sums []*ir.Value
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		for range 6 {
			x = b.Sin(x)
			products = append(products, b.MatMul(x, b.Square(x), true, false))
			sums = append(sums, b.SumRows(x))
		}
		b.Output("products", b.Add(b.Add(products[0], products[1]), b.Add(products[2], b.Add(products[3], products[4]))))
		b.Output("twice", b.Add(products[5], products[5]))
		b.Output("sums", b.Add(sums[0], sums[1]))
		b.Output("used", b.Add(sums[2], sums[3]))
		b.Output("also", sums[3])
		b.Output("other", b.Add(b.Add(sums[4], sums[5]), b.Square(sums[3])))
	}))
	program := compile(t, m, native.Options{})
	require.Equal(t, 6, program.Sums(), "products, twice, sums, used and its other term, the two sums of other")
	x := runtime.Floats([]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5, 2)
	want, err := ir.Eval(m, map[string]ir.Tensor{"x": runtime.Widen(x)}, nil)
	require.NoError(t, err)
	batch := runtime.Batch{Inputs: tensors{"x": x}, Systems: []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 3, Neighbors: 2}}}
	for _, options := range []native.Options{{}, {ShardEdges: 1}, byBlocks} {
		got := runProgram(t, compile(t, m, options), nil, batch)
		for name, value := range want {
			conformance.Compare(t, name, value, got[name], 1e-6)
		}
	}
}

// TestSharedWeights: all steps of GMN-ODE share the places of their gradients,
// to the same bits on any number of workers.
func TestSharedWeights(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4}
	model, values := newModelOf(t, config, false)
	module, batch := gradientOf(t, model), ragged(mixed(2))
	config.Layers = 3
	deeper, _ := newModelOf(t, config, false)
	require.Equal(t, compile(t, module, native.Options{}).Sums(), compile(t, gradientOf(t, deeper), native.Options{}).Sums())
	for _, options := range []native.Options{{ShardEdges: 20}, byBlocks} {
		var want tensors
		for _, workers := range []int{1, 2, 3} {
			options.Workers = workers
			got := runProgram(t, compile(t, module, options), values, batch)
			if want == nil {
				want = got
			}
			require.Empty(t, cmp.Diff(want, got), "%d workers", workers)
		}
	}
}
