package ir

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func passNamed(name string) Pass {
	for _, pass := range kernelPasses {
		if pass.Name == name {
			return pass
		}
	}
	panic("no pass " + name)
}

// requireSameOutputs compares two modules' outputs to the last bit.
func requireSameOutputs(t *testing.T, before, after *Module, inputs map[string]Tensor, sizes Sizes) {
	t.Helper()
	want, err := Eval(before, inputs, sizes)
	require.NoError(t, err)
	have, err := Eval(after, inputs, sizes)
	require.NoError(t, err)
	require.Len(t, have, len(want))
	for name, x := range want {
		y := have[name]
		require.Equal(t, x.Shape, y.Shape, name)
		require.Equal(t, x.Index, y.Index, name)
		require.Equal(t, bits(x.Float), bits(y.Float), name)
	}
}

// roundingTolerance is what adding up in another order changes in float64.
const roundingTolerance = 1e-12

// requireCloseOutputs compares two modules' outputs up to rounding.
func requireCloseOutputs(t *testing.T, before, after *Module, inputs map[string]Tensor, sizes Sizes) {
	t.Helper()
	want, err := Eval(before, inputs, sizes)
	require.NoError(t, err)
	have, err := Eval(after, inputs, sizes)
	require.NoError(t, err)
	require.Len(t, have, len(want))
	for name, x := range want {
		requireClose(t, x, have[name], roundingTolerance, name)
	}
}

// bits makes floats comparable: -0 differs from 0, and all NaN are one.
func bits(floats []float64) []uint64 {
	all := make([]uint64, len(floats))
	for i, x := range floats {
		all[i] = math.Float64bits(x)
		if math.IsNaN(x) {
			all[i] = math.Float64bits(math.NaN())
		}
	}
	return all
}

func requireSignatureKept(t *testing.T, before, after *Module) {
	t.Helper()
	want, have := skeletonOf(before), skeletonOf(after)
	wantMain, haveMain := want.Graphs[len(want.Graphs)-1], have.Graphs[len(have.Graphs)-1]
	require.Equal(t, want.Dims, have.Dims)
	require.Equal(t, wantMain.Inputs, haveMain.Inputs)
	for k, output := range wantMain.Outputs {
		require.Equal(t, output.Name, haveMain.Outputs[k].Name)
	}
}

// TestPassGoldens shows what each pass does; a second run finds nothing.
func TestPassGoldens(t *testing.T) {
	for _, c := range []struct {
		file, pass string
		changed    int
		same       func(t *testing.T, before, after *Module, inputs map[string]Tensor, sizes Sizes)
	}{
		{"inline.txt", "inline", 4, requireSameOutputs},
		{"fold_constants.txt", "fold constants", 3, requireSameOutputs},
		{"common_subexpressions.txt", "common subexpressions", 3, requireSameOutputs},
		{"dead_code.txt", "dead code", 3, requireSameOutputs},
		{"fold_repeated_inputs.txt", "fold repeated inputs", 4, requireCloseOutputs},
		{"split_products.txt", "split products", 2, requireCloseOutputs},
	} {
		t.Run(c.pass, func(t *testing.T) {
			before, _ := readGolden(t, c.file)
			after := before.Clone()
			changed, err := passNamed(c.pass).Run(after)
			require.NoError(t, err)
			require.Equal(t, c.changed, changed)
			require.NoError(t, Verify(after))
			requireSignatureKept(t, before, after)
			for _, sizes := range bindings {
				inputs := drawInputs(before, sizes, rand.New(rand.NewPCG(1, 0)))
				c.same(t, before, after, inputs, sizes)
			}
			requireGolden(t, c.file, before, after)
			changed, err = passNamed(c.pass).Run(after)
			require.NoError(t, err)
			require.Zero(t, changed, "a second run")
		})
	}
}

// TestOptimizeGolden shows all passes together; of two layers of a model, the
// last one's node network goes.
func TestOptimizeGolden(t *testing.T) {
	for _, file := range []string{"optimize.txt", "last_layer.txt"} {
		before, _ := readGolden(t, file)
		text := Print(before)
		after, err := Optimize(before)
		require.NoError(t, err)
		require.Equal(t, text, Print(before), "the module is not changed")
		requireSignatureKept(t, before, after)
		inputs := drawInputs(before, bindings[0], rand.New(rand.NewPCG(1, 0)))
		requireSameOutputs(t, before, after, inputs, nil)
		requireGolden(t, file, before, after)
	}
}

func TestGradientGolden(t *testing.T) {
	before, _ := readGolden(t, "gradient.txt")
	after, unreached, err := Gradient(before, "loss", []string{"w", "b", "idle"})
	require.NoError(t, err)
	require.Equal(t, []string{"idle"}, unreached)
	rng := rand.New(rand.NewPCG(1, 0))
	requireGradient(t, before, []string{"w", "b"}, drawInputs(before, bindings[0], rng), nil, rng)
	after, err = Optimize(after)
	require.NoError(t, err)
	requireGolden(t, "gradient.txt", before, after)
}

// TestPassesOnRandomModules runs each pass alone on shuffled random modules.
func TestPassesOnRandomModules(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.Name, func(t *testing.T) {
			changes := 0
			for seed := range randomModules {
				rng := rand.New(rand.NewPCG(seed, 2))
				before := randomModule(t, seed)
				after := before.Clone()
				shuffle(after, rng)
				require.NoError(t, Verify(after))
				changed, err := pass.Run(after)
				require.NoError(t, err)
				require.NoError(t, Verify(after), "seed %d:\n%s", seed, after)
				requireSignatureKept(t, before, after)
				requireSameOutputs(t, before, after, drawInputs(before, bindings[0], rng), bindings[0])
				changes += changed
			}
			require.NotZero(t, changes, "the random modules give it nothing to do")
		})
	}
}

func TestOptimizeOnRandomModules(t *testing.T) {
	for seed := range randomModules {
		rng := rand.New(rand.NewPCG(seed, 3))
		before := randomModule(t, seed)
		shuffled := before.Clone()
		shuffle(shuffled, rng)
		after, err := Optimize(shuffled)
		require.NoError(t, err)
		requireSignatureKept(t, before, after)
		requireSameOutputs(t, before, after, drawInputs(before, bindings[0], rng), bindings[0])
		again, err := Optimize(after)
		require.NoError(t, err)
		require.Equal(t, skeletonOf(after), skeletonOf(again), "seed %d: optimizing is idempotent", seed)
		require.Empty(t, after.Funcs)
		live := liveValues(after.Main)
		for _, node := range after.Main.Nodes {
			require.True(t, live[node.Result()], "%s is dead", node)
		}
	}
}

func TestPassOrder(t *testing.T) {
	require.NoError(t, CheckOrder(passes, passOrder))
	reversed := []Pass{passes[3], passes[2], passes[1], passes[0]}
	require.EqualError(t, CheckOrder(reversed, passOrder), `pass "inline" must run before "fold constants"`)
	require.EqualError(t, CheckOrder(passes[1:], passOrder), `pass "inline" must run before "fold constants"`)
	require.Len(t, passes, 4, "a new pass needs its constraints, a golden and a line in TestPassGoldens")

	all := slices.Concat(passOrder, kernelOrder)
	require.NoError(t, CheckOrder(kernelPasses, all))
	require.Len(t, kernelPasses, 9, "a new pass needs its constraints, a golden and a line in TestPassGoldens")
	require.EqualError(t, CheckOrder(kernelPasses[:6], all), `pass "split products" must run before "fold constants"`)
	swapped := slices.Concat(kernelPasses[:4], []Pass{kernelPasses[5], kernelPasses[4]}, cleanup)
	require.EqualError(t, CheckOrder(swapped, all), `pass "fold repeated inputs" must run before "split products"`)
}

// A pass that fails or leaves a wrong graph is named.
func TestOptimizeNamesThePass(t *testing.T) {
	kept := passes
	defer func() { passes = kept }()
	m, _ := readGolden(t, "optimize.txt")

	passes = append(append([]Pass{}, kept...), Pass{"spoil", func(m *Module) (int, error) {
		m.Main.Nodes = m.Main.Nodes[1:]
		return 1, nil
	}})
	_, err := Optimize(m)
	require.ErrorContains(t, err,
		"pass spoil (after inline, fold constants, common subexpressions, dead code) left a wrong graph: main: ")

	passes = []Pass{{"fail", func(*Module) (int, error) { return 0, errors.New("no memory") }}}
	_, err = Optimize(m)
	require.EqualError(t, err, "pass fail: no memory")
}

func TestLive(t *testing.T) {
	m, _ := readGolden(t, "dead_code.txt")
	require.Equal(t, map[string]bool{"x": true, "unused": false}, Live(m))
}
