package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// fuseOuter: products of blocks with sums of outer products.
func fuseOuter(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulBlocks) {
		return false
	}
	x, y, attrs := n.Args[0], n.Args[1], ir.Attrs{blocksAttr: n.Int(blocksAttr)}
	switch {
	case !n.Bool("transpose_x") && x.Is(ir.OuterGroups):
		n.Op, n.Args = outerMatMulOp, []*ir.Value{x.Node.Args[0], x.Node.Args[1], y}
	case n.Bool("transpose_x") && y.Is(ir.OuterGroups):
		n.Op, n.Args = outerGradsOp, []*ir.Value{x, y.Node.Args[0], y.Node.Args[1]}
	default:
		return false
	}
	n.Attrs = attrs
	return true
}

// mostProducts is how many results one node has: the gradients by both
// factors of an outer product.
const mostProducts = 2

// fuseBlocks: rows of groups times matrices that are a product with weights.
func fuseBlocks(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulGroups) || !n.Args[1].Is(ir.MatMulBlocks) || n.Args[1].Node.Bool("transpose_x") {
		return false
	}
	matrices, transpose := n.Args[1].Node, 0.0
	if n.Bool("transpose") {
		transpose = 1
	}
	n.Op, n.Args = blocksGroupsOp, []*ir.Value{matrices.Args[0], matrices.Args[1], n.Args[0]}
	n.Attrs = ir.Attrs{blocksAttr: matrices.Int(blocksAttr), transposedAttr: []float64{transpose}}
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
			first.Attrs[transposedAttr] = append(first.Values(transposedAttr), n.Values(transposedAttr)...)
			return true
		}
	}
	return false
}

func bindBlocksGroups(p *plan, c call) kernel {
	x, w, others, results := c.args[0], c.args[1], c.args[2:], c.results()
	flags := c.node.Values(transposedAttr)
	blocks := kernels.Blocks{Left: p.values[others[0]].columns, Width: p.values[w].columns}
	if flags[0] != 0 {
		blocks.Left = p.values[c.result].columns
	}
	rows := p.values[x].columns / p.values[w].rows
	return func(v *frame) {
		blocks := blocks
		blocks.Count = v.neighbors
		var products [mostProducts]kernels.GroupProduct
		for i, y := range others {
			products[i] = kernels.GroupProduct{Dst: v.floats[results[i]], X: v.floats[y], Transpose: flags[i] != 0}
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
		outer.MatMulFrom(v.floats[to], v.floats[d], v.floats[x], v.floats[y], columns, sums && !c.begins(v, to))
	}
}
