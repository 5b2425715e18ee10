package forms_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/runtime"
)

// A product and the sum that alone reads it are one Gemm, where Gemm can
// add it; with and without rows.
func TestLinears(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		w := b.Input("w", ir.Floats(ir.Fixed(3), 2))
		bias := b.Input("bias", ir.Floats(ir.Fixed(1), 2))
		product := func() *ir.Value { return b.MatMul(x, w, false, false) }
		b.Output("biased", b.Add(product(), bias))
		b.Output("turned", b.Add(bias, product()))
		b.Output("summed", b.Add(b.Add(product(), bias), product()))
		b.Output("number", b.Add(product(), b.Scalar(2)))
		b.Output("transposed", b.Add(b.MatMul(x, x, true, false), b.Const(1, 3, 1, 2, 3)))
		twice := product()
		b.Output("twice", b.Add(twice, twice))
	}))
	model, err := export.Rows(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	kinds := map[string]int{}
	for _, node := range exported.Parse(t, model).Graph.Node {
		kinds[node.GetOpType()]++
	}
	delete(kinds, "Identity")
	// Equal nodes are written once: the first two outputs are one linear
	// layer, to which the third adds another product.
	require.Equal(t, map[string]int{"Gemm": 2, "MatMul": 2, "Add": 3, "Transpose": 1}, kinds)
	for _, rows := range []int{4, 0} {
		inputs := map[string]runtime.Tensor{
			"x":    runtime.Floats([]float32{1, 2, 3, -1, 0.5, 0, 0.3, 0.2, -0.7, 2, 1, 0}[:3*rows], rows, 3),
			"w":    runtime.Floats([]float32{0.5, -1, 0.25, 2, 1, 0.1}, 3, 2),
			"bias": runtime.Floats([]float32{0.1, -0.2}, 1, 2),
		}
		exported.CompareRows(t, m, model, inputs, inputs)
	}
}
