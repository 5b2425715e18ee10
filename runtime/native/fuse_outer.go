package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// Matrices of groups, sums of outer products or products of weights, are by
// far the largest values of a model that has them, and cheap: what multiplies
// them makes them anew, a few groups at a time.
var (
	// outer_matmul(x, y, w) is matmul_blocks(outer_groups(x, y), w).
	outerMatMulOp = &ir.Op{Name: "outer_matmul", Arity: 3}
	// outer_grads(d, x, y) is matmul_blocks(d, outer_groups(x, y)) with d
	// transposed, a sum over rows.
	outerGradsOp = &ir.Op{Name: "outer_grads", Arity: 3}
	// blocks_groups(x, w, y, ...) are matmul_groups(y, matmul_blocks(x, w)),
	// for each y.
	blocksGroupsOp = &ir.Op{Name: "blocks_groups", Arity: 3}
)

// fuseOuter does so wherever such sums are multiplied.
func fuseOuter(_ *graph, n *ir.Node) bool {
	if n.Op.Name != "matmul_blocks" {
		return false
	}
	x, y := n.Args[0], n.Args[1]
	switch {
	case !n.Bool("transpose_x") && x.Is("outer_groups"):
		n.Op, n.Args = outerMatMulOp, []*ir.Value{x.Node.Args[0], x.Node.Args[1], y}
	case n.Bool("transpose_x") && y.Is("outer_groups"):
		n.Op, n.Args = outerGradsOp, []*ir.Value{x, y.Node.Args[0], y.Node.Args[1]}
	default:
		return false
	}
	return true
}

// transposedAttr says for each result of blocks_groups whether it is a
// product with transposed matrices.
const transposedAttr = "transposed"

// mostProducts is how many results one node has: the gradients by both
// factors of an outer product.
const mostProducts = 2

// fuseBlocks: rows of groups times matrices that are a product with weights.
func fuseBlocks(_ *graph, n *ir.Node) bool {
	if n.Op.Name != "matmul_groups" || !n.Args[1].Is("matmul_blocks") || n.Args[1].Node.Bool("transpose_x") {
		return false
	}
	x, w := n.Args[1].Node.Args[0], n.Args[1].Node.Args[1]
	n.Op, n.Args = blocksGroupsOp, []*ir.Value{x, w, n.Args[0]}
	n.Attrs = ir.Attrs{transposedAttr: []bool{n.Bool("transpose")}}
	return true
}

// fuseSameBlocks lets the first node that makes such matrices multiply all
// that is there by then with them.
func fuseSameBlocks(g *graph, n *ir.Node) bool {
	if n.Op != blocksGroupsOp {
		return false
	}
	y := n.Args[2]
	there := y.Node == nil
	for _, first := range g.Nodes {
		switch {
		case first == n:
			return false
		case first == y.Node:
			there = true
		case there && first.Op == blocksGroupsOp && len(first.Results) < mostProducts && slices.Equal(first.Args[:2], n.Args[:2]):
			result := n.Result()
			// Nothing uses the other node's new result, so it is swept away.
			n.Results = []*ir.Value{{Name: result.Name, Type: result.Type, Node: n}}
			first.Args, first.Results, result.Node = append(first.Args, y), append(first.Results, result), first
			first.Attrs[transposedAttr] = append(transposed(first), transposed(n)...)
			return true
		}
	}
	return false
}

func transposed(n *ir.Node) []bool { return n.Attrs[transposedAttr].([]bool) }

func bindBlocksGroups(p *plan, c call) kernel {
	x, w, others, results := c.args[0], c.args[1], c.args[2:], c.results()
	flags := transposed(c.node)
	blocks := kernels.Blocks{Left: p.values[others[0]].columns, Width: p.values[w].columns}
	if flags[0] {
		blocks.Left = p.values[c.result].columns
	}
	rows := p.values[x].columns / p.values[w].rows
	return func(v *frame) {
		blocks := blocks
		blocks.Count = v.neighbors
		var products [mostProducts]kernels.GroupProduct
		for i, y := range others {
			products[i] = kernels.GroupProduct{Dst: v.floats[results[i]], X: v.floats[y], Transpose: flags[i]}
		}
		blocks.MatMul(v.floats[x], v.floats[w], rows, products[:len(others)]...)
	}
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
