package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/ir"
)

// roundingTolerance is what adding up in another order changes in float64,
// relative to the largest entry of an array.
const roundingTolerance = 1e-12

// TestKernelPassesOnPublishedNumbers: folding and splitting products changes
// states, loss and gradients by rounding alone.
func TestKernelPassesOnPublishedNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		objective, inputs := publishedObjective(t, c)
		want, err := ir.Eval(gradients(t, c, objective), inputs, nil)
		require.NoError(t, err)

		optimized, err := ir.OptimizeForKernels(objective)
		require.NoError(t, err)
		module, err := ir.Optimize(gradients(t, c, optimized))
		require.NoError(t, err)
		got, err := ir.Eval(module, inputs, nil)
		require.NoError(t, err)
		requirePublished(t, c, got)
		for name, value := range want {
			allclose.Require(t, name, value.Float, got[name].Float, roundingTolerance)
		}
	})
}

// TestKernelPassesCutOperations: of the products of a training step and of
// a prediction at 10 particles a system, 38 % are saved.
func TestKernelPassesCutOperations(t *testing.T) {
	model, err := builder.New(config.DefaultConfig(), false)
	require.NoError(t, err)
	objective, err := Objective(model)
	require.NoError(t, err)
	var params []string
	for _, param := range model.Params {
		params = append(params, param.Name)
	}
	training := func(optimize func(*ir.Module) (*ir.Module, error)) float64 {
		forward, err := optimize(objective)
		require.NoError(t, err)
		module, _, err := ir.Gradient(forward, "loss", params)
		require.NoError(t, err)
		return productOperations(t, module)
	}
	prediction := func(optimize func(*ir.Module) (*ir.Module, error)) float64 {
		module, err := optimize(model.Module)
		require.NoError(t, err)
		return productOperations(t, module)
	}
	require.InDelta(t, 0.62, training(ir.OptimizeForKernels)/training(ir.Optimize), 0.005)
	require.InDelta(t, 0.62, prediction(ir.OptimizeForKernels)/prediction(ir.Optimize), 0.005)
	t.Logf("200 systems of 10 particles: %.2f GFLOP a training step, %.2f a prediction",
		training(ir.OptimizeForKernels)/1e9, prediction(ir.OptimizeForKernels)/1e9)
}

// productOperations counts the multiplications and additions of all matrix
// products for 200 systems of 10 particles.
func productOperations(t *testing.T, m *ir.Module) (total float64) {
	optimized, err := ir.Optimize(m)
	require.NoError(t, err)
	sizes := ir.Sizes{graph.Particles: 2000, graph.Neighbors: 9, graph.Edges: 18000}
	extent := func(d ir.Dim) float64 {
		if d.Symbol != "" {
			return float64(sizes[d.Symbol])
		}
		return float64(d.Number)
	}
	for _, node := range optimized.Main.Nodes {
		if node.Op.Name != "matmul" {
			continue
		}
		inner := node.Args[0].Type.Shape[1]
		if node.Bool("transpose_x") {
			inner = node.Args[0].Type.Rows()
		}
		shape := node.Result().Type.Shape
		total += 2 * extent(shape[0]) * extent(inner) * extent(shape[1])
	}
	return total
}
