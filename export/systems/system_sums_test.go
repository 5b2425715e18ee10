package systems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/runtime"
)

// Sums over systems take no index and are a row a system. Sums at rows of the same system take no
// row of zeros. Both have the numbers of sums.
func TestSystemSums(t *testing.T) {
	for _, c := range []struct {
		name     string
		sum      func(b *ir.Builder, x, system *ir.Value) *ir.Value
		products int
		want     []float32
	}{
		{"over systems", func(b *ir.Builder, x, system *ir.Value) *ir.Value { return b.SumSystems(x, system) }, 0,
			[]float32{9, 12, 15, 36, 39, 42}},
		{"in their first rows", func(b *ir.Builder, x, system *ir.Value) *ir.Value { return b.ScatterAdd(x, system) }, 1,
			[]float32{9, 12, 15, 0, 0, 0, 0, 0, 0, 36, 39, 42, 0, 0, 0, 0, 0, 0}},
		{"at rows of their own", func(b *ir.Builder, x, _ *ir.Value) *ir.Value { return b.SumSystems(x, b.RowNumbers("particles")) }, 1,
			[]float32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}},
	} {
		m := exported.SystemModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			rows := ir.Rows("particles")
			x := b.Input("position", ir.Floats(rows, 3))
			system := b.Input(ir.SystemInput, ir.Indices("particles", rows))
			b.Output("sum", c.sum(b, x, system))
		}))
		model, err := export.Model(m, nil, export.Info{})
		require.NoError(t, err)
		kinds := map[string]int{}
		for _, node := range exported.Parse(t, model).Graph.Node {
			kinds[node.GetOpType()]++
		}
		require.Zero(t, kinds["Pad"], c.name)
		require.Equal(t, c.products, kinds["MatMul"], c.name)
		position := runtime.Tensor{Shape: []int{2, 3, 3}}
		for i := range 18 {
			position.Float = append(position.Float, float32(i))
		}
		inputs := map[string]runtime.Tensor{"position": position}
		outputs, err := exported.Open(t, model).Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		require.Equal(t, c.want, outputs["sum"].Float, c.name)
	}
}
