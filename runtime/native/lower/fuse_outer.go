package lower

import (
	"slices"

	"gmnc/ir"
)

// fuseOuter fuses products of blocks with sums of outer products. The kernel takes the weights
// as they were before they were transposed, and may add up in another order.
func fuseOuter(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulBlocks) {
		return false
	}
	x, y, attrs := n.Args[0], n.Args[1], ir.Attrs{BlocksAttr: n.Int(BlocksAttr)}
	switch {
	case !n.Bool("transpose_x") && x.Is(ir.OuterGroups) && y.Is(Transpose.Name):
		n.Op, n.Args = OuterMatMul, []*ir.Value{x.Node.Args[0], x.Node.Args[1], y.Node.Args[0]}
	case n.Bool("transpose_x") && y.Is(ir.OuterGroups):
		n.Op, n.Args = OuterGrads, []*ir.Value{x, y.Node.Args[0], y.Node.Args[1]}
	default:
		return false
	}
	n.Attrs = attrs
	return true
}

// fuseBlocks fuses rows of groups times matrices that are a product with weights. The kernel
// takes transposed weights, which are computed once for all shards. It may add up in another
// order.
func fuseBlocks(g *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulGroups) || !n.Args[1].Is(ir.MatMulBlocks) || n.Args[1].Node.Bool("transpose_x") {
		return false
	}
	y, matrices := n.Args[0], n.Args[1].Node
	x, w := matrices.Args[0], matrices.Args[1]
	attrs, transposed, right := ir.Attrs{BlocksAttr: matrices.Int(BlocksAttr)}, n.Bool("transpose"), n.Result().Type.Columns()
	if transposed {
		right = y.Type.Columns()
	}
	if w.Type.Columns()%right != 0 {
		return false
	}
	if transposed {
		become(n, BlocksGroupsTransposed, x, g.transposed(right, w), y)
	} else {
		become(n, BlocksGroups, x, y, w)
	}
	n.Attrs = attrs
	return true
}

// transposed returns a value whose rows are matrices of some columns, each transposed, with the
// rows of a second argument, if there is one, below.
func (g *graph) transposed(columns int, args ...*ir.Value) *ir.Value {
	same := func(n *ir.Node) bool {
		return n.Op == TransposeBlocks && slices.Equal(n.Args, args) && n.Int(ColumnsAttr) == columns
	}
	if i := slices.IndexFunc(g.Nodes, same); i >= 0 {
		return g.Nodes[i].Result()
	}
	width := 0
	for _, w := range args {
		width += w.Type.Columns()
	}
	v := derived(g.names(), TransposeBlocks, ir.Attrs{ColumnsAttr: columns}, ir.Floats(args[0].Type.Rows(), width), args...)
	g.Nodes = append(g.Nodes, v.Node)
	return v
}

// fuseAddBlocks fuses z + blocks_groups_transposed(x, w, y). The product begins with z.
func fuseAddBlocks(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(product, z *ir.Value) bool {
		if !g.only(product, BlocksGroupsTransposed.Name) || !z.Type.Equal(product.Type) {
			return false
		}
		n.Op, n.Args, n.Attrs = AddBlocksTransposed, append([]*ir.Value{z}, product.Node.Args...), product.Node.Attrs
		return true
	})
}
