package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// fuseOuter: products of blocks with sums of outer products, which meet weights
// as they were before they were transposed. Its kernel may add up in another order.
func fuseOuter(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulBlocks) {
		return false
	}
	x, y, attrs := n.Args[0], n.Args[1], ir.Attrs{blocksAttr: n.Int(blocksAttr)}
	switch {
	case !n.Bool("transpose_x") && x.Is(ir.OuterGroups) && y.Is(transposeOp.Name):
		n.Op, n.Args = outerMatMulOp, []*ir.Value{x.Node.Args[0], x.Node.Args[1], y.Node.Args[0]}
	case n.Bool("transpose_x") && y.Is(ir.OuterGroups):
		n.Op, n.Args = outerGradsOp, []*ir.Value{x, y.Node.Args[0], y.Node.Args[1]}
	default:
		return false
	}
	n.Attrs = attrs
	return true
}

// fuseBlocks: rows of groups times matrices that are a product with weights.
// The kernel multiplies with transposed matrices as they come from turned
// weights, which are there once for all shards. It may add up in another order.
func fuseBlocks(g *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMulGroups) || !n.Args[1].Is(ir.MatMulBlocks) || n.Args[1].Node.Bool("transpose_x") {
		return false
	}
	y, matrices := n.Args[0], n.Args[1].Node
	x, w := matrices.Args[0], matrices.Args[1]
	op, right := blocksGroupsOp, n.Result().Type.Columns()
	if n.Bool("transpose") {
		op, right = blocksBesideOp, y.Type.Columns()
	}
	if w.Type.Columns()%right != 0 {
		return false
	}
	if op == blocksBesideOp {
		w = g.turned(w, right)
	}
	n.Op, n.Args, n.Attrs = op, []*ir.Value{x, w, y}, ir.Attrs{blocksAttr: matrices.Int(blocksAttr)}
	return true
}

// turned is a value whose rows are matrices of some columns, each transposed.
func (g *graph) turned(w *ir.Value, columns int) *ir.Value {
	same := func(n *ir.Node) bool { return n.Op == turnOp && n.Args[0] == w && n.Int(columnsAttr) == columns }
	if i := slices.IndexFunc(g.Nodes, same); i >= 0 {
		return g.Nodes[i].Result()
	}
	v := derived(g.names, w, turnOp, ir.Attrs{columnsAttr: columns}, w.Type.Rows().Number, w.Type.Columns())
	g.Nodes = append(g.Nodes, v.Node)
	return v
}

func bindTurn(p *plan, c call) kernel {
	to, x, width, columns := c.result, c.args[0], p.values[c.result].columns, c.node.Int(columnsAttr)
	return func(v *frame) {
		for at := 0; at < len(v.floats[to]); at += width {
			kernels.Transpose(v.floats[to][at:at+width], v.floats[x][at:at+width], width/columns, columns)
		}
	}
}

// fuseBeside: z + blocks_beside(x, w, y). The product begins with z.
func fuseBeside(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(product, z *ir.Value) bool {
		if !g.only(product, blocksBesideOp.Name) || !z.Type.Equal(product.Type) {
			return false
		}
		n.Op, n.Args, n.Attrs = addBesideOp, append([]*ir.Value{z}, product.Node.Args...), product.Node.Attrs
		return true
	})
}

func bindBlocksGroups(p *plan, c call) kernel {
	product := p.blockProduct(c, c.args, p.values[c.result].columns)
	return func(v *frame) { product(v, kernels.Blocks.MatMul) }
}

func bindBlocksBeside(p *plan, c call) kernel {
	product := p.blockProduct(c, c.args, p.values[c.args[2]].columns)
	return func(v *frame) {
		product(v, func(b kernels.Blocks, dst, x, w, y []float32, left int) { b.MatMulBeside(dst, x, w, y, left, false) })
	}
}

func bindAddBeside(p *plan, c call) kernel {
	to, z, product := c.result, c.args[0], p.blockProduct(c, c.args[1:], p.values[c.args[3]].columns)
	return func(v *frame) {
		copyUnlessSame(v.floats[to], v.floats[z])
		product(v, func(b kernels.Blocks, dst, x, w, y []float32, left int) { b.MatMulBeside(dst, x, w, y, left, true) })
	}
}

// blockProduct makes a product with matrices of groups, of which one side has
// as many elements as given: of x and w, with the rows of y.
func (p *plan) blockProduct(c call, args []int, side int) func(v *frame, product func(b kernels.Blocks, dst, x, w, y []float32, side int)) {
	to, x, w, y := c.result, args[0], args[1], args[2]
	blocks := kernels.Blocks{Rows: c.node.Int(blocksAttr), Width: p.values[w].columns}
	return func(v *frame, product func(b kernels.Blocks, dst, x, w, y []float32, side int)) {
		blocks := blocks
		blocks.Count = v.neighbors
		product(blocks, v.floats[to], v.floats[x], v.floats[w], v.floats[y], side)
	}
}

func bindOuterMatMul(p *plan, c call) kernel {
	to, x, y, w := c.result, c.args[0], c.args[1], c.args[2]
	outer := kernels.Outer{Left: p.values[x].columns, Right: p.values[y].columns, Width: p.values[w].columns}
	columns := p.values[w].rows
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
