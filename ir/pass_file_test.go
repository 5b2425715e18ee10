package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of a module for a file, nothing that weights alone decide is left but their parts,
// no block is the whole row, and no factor is 1.
func TestPassesForFiles(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x := b.Input("x", Floats(Rows("particles"), 4))
		w, v := b.Param("w", Floats(Fixed(8), 4)), b.Param("v", Floats(Fixed(8), 4))
		y := b.MatMulBlocks(x, b.Sigmoid(w), 1, false, true)
		y = b.Mul(b.MatMul(y, b.Add(v, w), false, false), b.Scalar(1))
		b.Output("y", b.MatMul(y, b.TakeRows(w, 2, 6), false, false))
	}))
	inputs := map[string]Tensor{}
	weights := map[string][]float32{}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, rows := range map[string]int{"x": 3, "w": 8, "v": 8} {
		tensor := Tensor{Shape: []int{rows, 4}, Float: make([]float64, 4*rows)}
		values := make([]float32, 4*rows)
		for i := range values {
			values[i] = rng.Float32()
			tensor.Float[i] = float64(values[i])
		}
		inputs[name] = tensor
		if name != "x" {
			weights[name] = values
		}
	}
	after, err := OptimizeForFile(m, weights)
	require.NoError(t, err)
	var kinds []OpName
	for _, node := range after.Main.Nodes {
		kinds = append(kinds, node.Op.Name)
	}
	require.ElementsMatch(t, []OpName{Const, Const, TakeRows, MatMul, MatMul, MatMul}, kinds)
	requireCloseOutputs(t, m, after, inputs, nil)

	_, err = OptimizeForFile(m, map[string][]float32{"w": {1}})
	require.ErrorContains(t, err, "the weight w has 1 numbers")
}
