package native

import (
	"math"

	"gmnc/ir"
	"gmnc/runtime"
)

// evaluable reports whether a node without a kernel can be evaluated on the rows of a shard or a
// block: each argument has the rows of the result, or does not depend on the batch. So a sum over
// systems is not evaluable. In a block, rows of particles are those of the whole system and rows of
// edges those of a few receivers, so nothing but the operator could say which belong together.
func evaluable(n *ir.Node) bool {
	result := n.Result()
	for _, arg := range n.Args {
		if symbol := arg.Type.Rows().Symbol; symbol != "" && symbol != result.Type.Rows().Symbol {
			return false
		}
	}
	return n.Op.Eval != nil && result.Type.DType == ir.Float
}

// bindEvaluation evaluates the operator's row in float64. The result of an evaluation that fails
// is not a number.
func bindEvaluation(p *plan, c call) kernel {
	to, numbers, node := c.result, c.args, c.node
	return func(v *frame) {
		sizes := ir.Sizes{p.symbols.Particles: v.size.particles, p.symbols.Edges: v.size.edges, p.symbols.Neighbors: v.neighbors}
		args := make([]ir.Tensor, len(numbers))
		for i, number := range numbers {
			args[i] = p.tensorOf(v, number)
		}
		result := p.tensorOf(v, to)
		clear(result.Float)
		err := node.Op.Eval(result, args, node, sizes)
		for i, x := range result.Float {
			if err != nil {
				x = math.NaN()
			}
			v.floats[to][i] = float32(x)
		}
	}
}

// tensorOf returns a copy of a value in float64.
func (p *plan) tensorOf(v *frame, number int) ir.Tensor {
	if p.values[number].index {
		return ir.Tensor{Shape: []int{len(v.indices[number])}, Index: v.indices[number]}
	}
	columns := p.values[number].columns
	return runtime.Widen(runtime.Tensor{Shape: []int{len(v.floats[number]) / columns, columns}, Float: v.floats[number]})
}
