package runtime_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// weighted is a module with an input of particles, an index into them, and n parameters that its
// output needs.
func weighted(t *testing.T, n int) *ir.Module {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		y := b.Gather(b.Input("x", ir.Floats(ir.Rows("particles"), 2)), b.Input("senders", ir.Indices("particles", ir.Rows("edges"))))
		for i := range n {
			y = b.Mul(y, b.Param(fmt.Sprint("w", i), ir.Floats(ir.Fixed(1), 2)))
		}
		b.Param("unused", ir.Floats(ir.Fixed(1), 1))
		b.Output("y", y)
	}))
	return m
}

// TestParams: a module takes a value of the right shape for each parameter that it needs, and no
// others. An error names up to eight.
func TestParams(t *testing.T) {
	pair := runtime.Floats([]float32{1, 2}, 1, 2)
	for _, c := range []struct {
		count  int
		values map[string]runtime.Tensor
		want   string
	}{
		{1, map[string]runtime.Tensor{"w0": pair}, ""},
		{1, map[string]runtime.Tensor{"w0": pair, "unused": runtime.Floats([]float32{1}, 1, 1)}, ""},
		{1, nil, "values are missing for 1 parameters: w0"},
		{8, nil, "values are missing for 8 parameters: w0, w1, w2, w3, w4, w5, w6, w7"},
		{9, nil, "values are missing for 9 parameters: w0, w1, w2, w3, w4, w5, w6, w7, ..."},
		{1, map[string]runtime.Tensor{"w0": pair, "b": pair, "x": pair}, "there is a value for b, which is no parameter of module sample"},
		{1, map[string]runtime.Tensor{"w0": runtime.Floats([]float32{1, 2}, 2, 1)}, "parameter w0 has the shape [2 1]; it is float[1,2]"},
		{1, map[string]runtime.Tensor{"w0": runtime.Indices([]int64{1, 2}, 1, 2)}, "parameter w0 has the shape [1 2]; it is float[1,2]"},
		{1, map[string]runtime.Tensor{"w0": runtime.Floats([]float32{1}, 1, 2)}, "parameter w0: tensor of shape [1 2] needs 2 elements and holds 1"},
		{1, map[string]runtime.Tensor{"w0": pair, "unused": pair}, "parameter unused has the shape [1 2]; it is float[1,1]"},
	} {
		err := runtime.CheckParams(weighted(t, c.count), c.values)
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
	m := weighted(t, 1)
	selected, err := runtime.SelectParams(m, map[string]runtime.Tensor{"w0": pair, "other": pair})
	require.NoError(t, err)
	require.Equal(t, map[string]runtime.Tensor{"w0": pair}, selected)
	_, err = runtime.SelectParams(m, nil)
	require.EqualError(t, err, "the parameters do not fit module sample: values are missing for 1 parameters: w0")

	m.Main.Input("w0").Type = ir.Floats(ir.Rows("particles"), 2)
	require.EqualError(t, runtime.CheckParams(m, map[string]runtime.Tensor{"w0": pair}), "parameter w0: float[particles,2] cannot be a parameter: its rows are not a number")
	_, err = runtime.Bind(m, runtime.Batch{})
	require.EqualError(t, err, "parameter w0: float[particles,2] cannot be a parameter: its rows are not a number")
}

// TestCopyParams: values are copied if there is one of the same shape for each parameter.
func TestCopyParams(t *testing.T) {
	one := func(x float32) map[string]runtime.Tensor {
		return map[string]runtime.Tensor{"w": runtime.Floats([]float32{x}, 1, 1)}
	}
	to := one(1)
	require.NoError(t, runtime.CopyParams(to, one(2)))
	require.Equal(t, one(2), to)
	require.EqualError(t, runtime.CopyParams(to, nil), "the value of the parameter w is missing")
	require.EqualError(t, runtime.CopyParams(to, map[string]runtime.Tensor{"w": runtime.Floats([]float32{1}, 1)}), "the parameter w is [1 1], and its value [1]")
	more := one(3)
	more["v"] = more["w"]
	require.EqualError(t, runtime.CopyParams(to, more), "there is a value for v, which is no parameter")
	require.Equal(t, one(2), to, "nothing is copied in part")
}

// TestBindChecksBatches: each input is of the module, of its kind, and points to particles of its
// own system.
func TestBindChecksBatches(t *testing.T) {
	rows := func(n int) runtime.Tensor { return runtime.Floats(make([]float32, 2*n), n, 2) }
	two := []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 1, Neighbors: 1}}
	for _, c := range []struct {
		inputs  map[string]runtime.Tensor
		systems []runtime.System
		want    string
	}{
		{map[string]runtime.Tensor{"x": rows(3), "senders": runtime.Indices([]int64{1, 0, 2}, 3)}, two, ""},
		{map[string]runtime.Tensor{"x": rows(3), "senders": runtime.Indices([]int64{1, 2, 2}, 3)}, two,
			"input senders has the index 2 in row 1; its system has the particles 0 to 1"},
		{map[string]runtime.Tensor{"x": rows(3), "senders": runtime.Indices([]int64{1, 0, 1}, 3)}, two,
			"input senders has the index 1 in row 2; its system has the particles 2 to 2"},
		{map[string]runtime.Tensor{"x": rows(3), "senders": runtime.Indices([]int64{1, -1, 2}, 3)}, two,
			"input senders has the index -1 in row 1; its system has the particles 0 to 1"},
		{map[string]runtime.Tensor{"y": rows(3)}, two, "y is no input of module sample"},
		{map[string]runtime.Tensor{"w0": rows(3)}, two, "w0 is no input of module sample"},
		{map[string]runtime.Tensor{"x": runtime.Floats(nil, 3, 2)}, two, "input x: tensor of shape [3 2] needs 6 elements and holds 0"},
		{map[string]runtime.Tensor{"x": {Shape: []int{1, 2}, Float: make([]float32, 1), Index: make([]int64, 1)}}, two, "input x: tensor of shape [1 2] holds both floats and indices"},
		{map[string]runtime.Tensor{"x": runtime.Indices(make([]int64, 6), 3, 2)}, two, "input x is float[particles,2] and was given elements of the other kind"},
		{map[string]runtime.Tensor{"senders": runtime.Floats(make([]float32, 3), 3)}, two, "input senders is index<particles>[edges] and was given elements of the other kind"},
		{map[string]runtime.Tensor{"x": rows(3)}, two, "input senders is missing; it is index<particles>[edges]"},
		{map[string]runtime.Tensor{"x": rows(3)}, nil, "input x has the shape [3 2]; float[particles,2] needs particles = 0 (the batch has no systems)"},
		{map[string]runtime.Tensor{"x": rows(3)}, []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 1, Neighbors: 0}},
			"the systems 0 and 1 of the batch have 1 and 0 neighbors; here all have the same number, the rest of which is padding"},
		{map[string]runtime.Tensor{"x": rows(3)}, []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 0, Neighbors: 1}},
			"system 1 of the batch has 0 particles with 1 neighbors each; a system has 1 particle or more, with 0 neighbors or more"},
		{map[string]runtime.Tensor{"x": rows(3)}, []runtime.System{{Particles: 2, Neighbors: -1}},
			"system 0 of the batch has 2 particles with -1 neighbors each; a system has 1 particle or more, with 0 neighbors or more"},
	} {
		sizes, err := runtime.Bind(weighted(t, 1), runtime.Batch{Inputs: c.inputs, Systems: c.systems})
		if c.want == "" {
			require.NoError(t, err)
			require.Equal(t, ir.Sizes{"particles": 3, "neighbors": 1, "edges": 3}, sizes)
			continue
		}
		require.EqualError(t, err, c.want)
	}
}

// TestIndicesOfNoSystem: an index in a fixed number of rows points into the whole batch.
func TestIndicesOfNoSystem(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output("y", b.Gather(b.Input("x", ir.Floats(ir.Rows("particles"), 1)), b.Input("at", ir.Indices("particles", ir.Fixed(1)))))
	}))
	for index, allowed := range map[int64]bool{-1: false, 0: true, 2: true, 3: false} {
		_, err := runtime.Bind(m, runtime.Batch{
			Inputs:  map[string]runtime.Tensor{"x": runtime.Floats(make([]float32, 3), 3, 1), "at": runtime.Indices([]int64{index}, 1)},
			Systems: []runtime.System{{Particles: 2}, {Particles: 1}},
		})
		if allowed {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, fmt.Sprintf("input at has the index %d in row 0; it points into 3 particles", index))
		}
	}
}

// TestObjectives: of a module the loss and the parameters on which it depends are trained.
func TestObjectives(t *testing.T) {
	m := weighted(t, 2)
	_, _, err := runtime.Objective(m)
	require.ErrorContains(t, err, `the loss "loss" is not an output of type float[1,1]`, "a module without a loss")
	require.NoError(t, ir.Extend(m, func(b *ir.Builder) { b.Output(runtime.LossName, b.SumRows(b.SumColumns(m.Main.Output("y")))) }))
	objective, params, err := runtime.Objective(m)
	require.NoError(t, err)
	require.Equal(t, []string{"w0", "w1"}, params)
	require.Len(t, objective.Main.Outputs, 1)
	require.Len(t, m.Main.Outputs, 2, "the module stays as it is")
	none := weighted(t, 0)
	require.NoError(t, ir.Extend(none, func(b *ir.Builder) {
		b.Output(runtime.LossName, b.SumRows(b.SumColumns(none.Main.Output("y"))))
	}))
	_, _, err = runtime.Objective(none)
	require.EqualError(t, err, "the loss of module sample depends on no parameter: there is nothing to train")
}

// TestLevels: a level is a number of the modes that train, and an engine with one has no others.
func TestLevels(t *testing.T) {
	train := func(*ir.Module, map[string]runtime.Tensor, runtime.Solver) (runtime.Trainer, error) { return nil, nil }
	all := runtime.Engine{Name: "e", Modes: []runtime.Mode{{Name: "-O0", Train: train}, {Name: "runs"}, {Name: "-O1", Train: train}}}
	for level, want := range []string{"-O0", "-O1"} {
		mode, err := all.Level(level)
		require.NoError(t, err)
		require.Equal(t, want, mode.Name)
	}
	for _, level := range []int{-1, 2} {
		_, err := all.Level(level)
		require.EqualError(t, err, fmt.Sprintf("-O%d is no optimization level: use -O0, -O1", level))
	}
	one := runtime.Engine{Modes: all.Modes[1:]}
	mode, err := one.Level(7)
	require.NoError(t, err)
	require.Equal(t, "-O1", mode.Name)
	_, err = runtime.Engine{Name: "e", Modes: all.Modes[1:2]}.Level(0)
	require.EqualError(t, err, `the engine "e" does not train: take one of the table in package engines that does`)
}

// TestPartsOfRanks: parts in turn have sums as equal as possible; ranks beyond the last part are
// empty.
func TestPartsOfRanks(t *testing.T) {
	for _, c := range []struct {
		weights []int
		ranks   int
		want    []int
	}{
		{[]int{3, 1, 1, 1}, 2, []int{0, 1, 4}},
		{[]int{1, 1, 1, 3}, 2, []int{0, 3, 4}},
		{[]int{2, 2, 2, 2, 2}, 2, []int{0, 3, 5}},
		{[]int{5, 1}, 1, []int{0, 2}},
		{[]int{1, 1}, 4, []int{0, 1, 2, 2, 2}},
		{nil, 2, []int{0, 0, 0}},
	} {
		require.Equal(t, c.want, runtime.Parts(c.weights, c.ranks), "%v among %d", c.weights, c.ranks)
	}
}

// TestAlone: a process by itself shares with nobody.
func TestAlone(t *testing.T) {
	ranks := runtime.Together(nil)
	require.Equal(t, []int{0, 1}, []int{ranks.Rank(), ranks.Size()})
	failure := errors.New("no")
	require.Equal(t, failure, ranks.Agree(failure))
	shared, err := ranks.Share([]byte{7})
	require.NoError(t, err)
	require.Equal(t, [][]byte{{7}}, shared)
	require.NoError(t, ranks.AllGather(nil, nil))
	require.NoError(t, ranks.AllToAll(nil, nil, nil))
	other := struct{ runtime.Ranks }{}
	require.Equal(t, other, runtime.Together(other))
	require.ErrorIs(t, &runtime.RankError{Text: "rank 1: no", Err: failure}, failure)
	require.EqualError(t, &runtime.RankError{Text: "rank 1: no", Err: failure}, "rank 1: no")
}

// TestNonFinite: an error says whether the loss or a gradient is not finite.
func TestNonFinite(t *testing.T) {
	require.EqualError(t, &runtime.NonFiniteError{Loss: math.Inf(1)}, "the loss is +Inf")
	require.EqualError(t, &runtime.NonFiniteError{Loss: 2, Param: "w"}, "the gradient of w is not finite (the loss is 2)")
}

// TestConversions: tensors of both kinds keep their shape and elements, and share no memory.
func TestConversions(t *testing.T) {
	for _, value := range []runtime.Tensor{runtime.Floats([]float32{1, 2}, 1, 2), runtime.Indices([]int64{3, 4}, 2)} {
		require.Equal(t, value, runtime.Narrow(runtime.Widen(value)))
		copied := value.Clone()
		require.Equal(t, value, copied)
		copied.Shape[0] = 9
		require.NotEqual(t, value, copied)
	}
	wide := runtime.Widen(runtime.Indices([]int64{3}, 1))
	require.Nil(t, wide.Float)
	require.Nil(t, runtime.Narrow(wide).Float)
}
