package ir

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBuilderNamesAreUnique(t *testing.T) {
	m := SampleModule()
	pull, err := Define(m, "pull", func(b *Builder) {
		b.Output("sum", b.Neg(b.Input("x", Floats(Rows("particles"), 3))))
	})
	require.NoError(t, err)
	require.NoError(t, Build(m, func(b *Builder) {
		x := b.Input("x", Floats(Rows("particles"), 3))
		b.Name("neg.2", b.Exp(x))
		b.Neg(x)
		b.Neg(x)
		b.Neg(x)
		b.Scope("pull", func() { b.Scope("deep", func() { b.Name("sum", b.Abs(x)) }) })
		b.Scope("pull", func() { b.Name("sum", b.Abs(x)) })
		b.Call("pull", pull, x)
		b.Output("y", b.Call("pull", pull, x)[0])
	}))
	var names []string
	for _, node := range m.Main.Nodes {
		names = append(names, node.Results[0].Name)
	}
	require.Equal(t, []string{"neg.2", "neg", "neg.3", "neg.4", "pull/deep/sum", "pull/sum",
		"pull/sum.2", "pull.2/sum"}, names)
}

func TestBuilderErrors(t *testing.T) {
	particles := Floats(Rows("particles"), 3)
	other, err := Define(SampleModule(), "pull", func(b *Builder) { b.Output("y", b.Input("x", particles)) })
	require.NoError(t, err)
	for _, c := range []struct {
		write func(b *Builder, x *Value)
		want  string
	}{
		{func(b *Builder, x *Value) { b.Scope("layer", func() { b.Add(x, b.Const(2, 1, 1, 2)) }) },
			"in layer/add: add: float[2,1] does not fit float[particles,3] in axis 0 " +
				"(arguments %x: float[particles,3], %layer/const: float[2,1])"},
		{func(b *Builder, x *Value) { b.Const(2, 2, 1) },
			"in const: const: 1 values do not fill 2 rows of 2 columns (arguments )"},
		{func(b *Builder, x *Value) { b.Op("convolve", nil, x) }, `there is no operator "convolve"`},
		{func(b *Builder, x *Value) { b.Input("x", particles) }, "input x is declared twice"},
		{func(b *Builder, x *Value) { b.Call("pull", other) }, "@pull takes 1 arguments, not 0"},
		{func(b *Builder, x *Value) { b.Call("pull", other, b.Scalar(1)) },
			"@pull takes float[particles,3] for x, not float[1,1]"},
		{func(b *Builder, x *Value) { b.Call("pull", other, x) }, "main: %pull/y = call @pull: @pull is not defined before"},
		{func(b *Builder, x *Value) { b.Output("y", x); b.Output("y", x) }, "main: output y is returned twice"},
		{func(b *Builder, x *Value) { b.Fail("there are %d layers", 0) }, "there are 0 layers"},
	} {
		err := Build(SampleModule(), func(b *Builder) { c.write(b, b.Input("x", particles)) })
		require.EqualError(t, err, c.want)
	}
	_, err = Define(SampleModule(), "f", func(b *Builder) { b.SumGroups(b.Input("x", particles), "neighbors") })
	require.ErrorContains(t, err, "function @f: in sum_groups: sum_groups: particles is not declared as a product")
	require.PanicsWithValue(t, "other", func() {
		_ = Build(SampleModule(), func(*Builder) { panic("other") })
	}, "only the builder's own errors are caught")
}

// Arguments may be changed by the caller afterwards.
func TestBuilderCopiesWhatItIsGiven(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		values := []float64{1, 2}
		parts := []*Value{b.Const(1, 2, values...), b.Scalar(3)}
		joined := b.Concat(parts...)
		values[0], parts[0] = 100, parts[1]
		b.Output("y", joined)
	}))
	outputs, err := Eval(m, nil, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3}, outputs["y"].Float)
}

func TestCloneIsDeep(t *testing.T) {
	for seed := range randomModules {
		m := randomModule(t, seed)
		want := skeletonOf(m)
		copied := m.Clone()
		require.Equal(t, want, skeletonOf(copied))
		shared := pointersOf(m)
		for pointer := range pointersOf(copied) {
			require.False(t, shared[pointer], "%v is shared", pointer)
		}
		spoil(copied)
		require.Equal(t, want, skeletonOf(m), "changing the copy changes nothing")
	}
}

// pointersOf are the functions, nodes and values of a module.
func pointersOf(m *Module) map[any]bool {
	all := map[any]bool{m: true}
	for _, f := range append([]*Func{m.Main}, m.Funcs...) {
		all[f] = true
		for _, input := range f.Inputs {
			all[input] = true
		}
		for _, output := range f.Outputs {
			all[output.Value] = true
		}
		for _, node := range f.Nodes {
			all[node] = true
			if node.Callee != nil {
				all[node.Callee] = true
			}
			for _, value := range append(append([]*Value{}, node.Args...), node.Results...) {
				all[value] = true
			}
		}
	}
	return all
}

// spoil changes everything that a module holds in place.
func spoil(m *Module) {
	m.Dims[0].Symbol = "spoiled"
	for _, f := range append([]*Func{m.Main}, m.Funcs...) {
		for k, input := range f.Inputs {
			input.Name, input.Param = fmt.Sprint("spoiled", k), !input.Param
		}
		for k := range f.Outputs {
			f.Outputs[k].Name = fmt.Sprint("spoiled", k)
		}
		for _, node := range f.Nodes {
			for name, value := range node.Attrs {
				if list, ok := value.([]float64); ok {
					list[0] = 12345
				}
				node.Attrs[name+"spoiled"] = value
			}
			for k := range node.Args {
				node.Args[k] = f.Inputs[0]
			}
			node.Results[0].Name = "spoiled"
		}
	}
	m.Funcs = append(m.Funcs, m.Main)
}
