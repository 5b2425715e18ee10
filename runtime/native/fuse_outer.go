package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// Sums of outer products over groups are by far the largest values of a
// model that has them, and cheap: what multiplies them makes them anew, a
// few groups at a time.
var (
	// outer_matmul(x, y, w) is matmul_blocks(outer_groups(x, y), w).
	outerMatMulOp = &ir.Op{Name: "outer_matmul", Arity: 3}
	// outer_grads(d, x, y) is matmul_blocks(d, outer_groups(x, y)) with d
	// transposed, a sum over rows.
	outerGradsOp = &ir.Op{Name: "outer_grads", Arity: 3}
)

// fuseOuter does so wherever such sums are multiplied.
func fuseOuter(_ *graph, n *ir.Node) bool {
	if n.Op.Name != "matmul_blocks" {
		return false
	}
	x, y := n.Args[0], n.Args[1]
	switch {
	case !n.Bool("transpose_x") && is(x, "outer_groups"):
		n.Op, n.Args = outerMatMulOp, []*ir.Value{x.Node.Args[0], x.Node.Args[1], y}
	case n.Bool("transpose_x") && is(y, "outer_groups"):
		n.Op, n.Args = outerGradsOp, []*ir.Value{x, y.Node.Args[0], y.Node.Args[1]}
	default:
		return false
	}
	return true
}

func bindOuterMatMul(p *plan, c call) kernel {
	to, x, y, w := c.result, c.args[0], c.args[1], c.args[2]
	outer := kernels.Outer{Left: p.values[x].columns, Right: p.values[y].columns, Width: p.values[w].rows}
	columns := p.values[w].columns
	return func(v *frame) {
		outer := outer
		outer.Count = v.neighbors
		outer.MatMul(v.floats[to], v.floats[x], v.floats[y], v.floats[w], columns)
	}
}

func bindOuterGrads(p *plan, c call) kernel {
	to, d, x, y := c.result, c.args[0], c.args[1], c.args[2]
	outer := kernels.Outer{Left: p.values[x].columns, Right: p.values[y].columns, Width: p.values[to].columns}
	columns, sums := p.values[to].rows, p.values[d].extent != fixed
	return func(v *frame) {
		outer := outer
		outer.Count = v.neighbors
		outer.MatMulFrom(v.floats[to], v.floats[d], v.floats[x], v.floats[y], columns, sums && !v.first)
	}
}
