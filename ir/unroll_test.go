package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnroll: x moves by w v, v doubles, and each application sees what the one
// before returned, and the weight and the force that never change.
func TestUnroll(t *testing.T) {
	m := &Module{Name: "moving", Dims: []Dimension{{Symbol: "particles", Rows: true}}}
	vectors := Floats(Rows("particles"), 2)
	double, err := Define(m, "double", func(b *Builder) { x := b.Input("x", vectors); b.Output("twice", b.Add(x, x)) })
	require.NoError(t, err)
	require.NoError(t, Build(m, func(b *Builder) {
		x, v, force := b.Input("x", vectors), b.Input("v", vectors), b.Input("force", vectors)
		w := b.Param("w", Floats(Fixed(1), 1))
		b.Output("x", b.Add(x, b.Mul(v, w)))
		b.Output("v", b.Call("twice", double, v)[0])
		b.Output("other", b.Add(x, force))
	}))
	inputs := map[string]Tensor{
		"x": {Shape: []int{1, 2}, Float: []float64{1, 2}}, "v": {Shape: []int{1, 2}, Float: []float64{1, -1}},
		"force": {Shape: []int{1, 2}, Float: []float64{10, 20}}, "w": {Shape: []int{1, 1}, Float: []float64{3}},
	}
	unrolled, err := Unroll(m, 3)
	require.NoError(t, err)
	require.Len(t, unrolled.Main.Params(), 1)
	for _, optimized := range []bool{false, true} {
		if optimized {
			unrolled, err = OptimizeForKernels(unrolled)
			require.NoError(t, err)
		}
		outputs, err := Eval(unrolled, inputs, nil)
		require.NoError(t, err)
		for name, want := range map[string][]float64{
			"x.1": {4, -1}, "x.2": {10, -7}, "x.3": {22, -19}, "x": {22, -19}, "v.2": {4, -4}, "v": {8, -8},
			"other.1": {11, 22}, "other": {20, 13},
		} {
			require.Equal(t, want, outputs[name].Float, name)
		}
	}
	outputs, err := Eval(m, inputs, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{4, -1}, outputs["x"].Float, "the module itself stays")
	once, err := Unroll(m, 1)
	require.NoError(t, err)
	outputs, err = Eval(once, inputs, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{4, -1}, outputs["x"].Float)
	_, err = Unroll(m, 0)
	require.EqualError(t, err, "module moving cannot be applied 0 times: 1 or more")
}
