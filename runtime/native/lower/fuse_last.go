package lower

import (
	"slices"

	"gmnc/ir"
)

// fuseLast adds one more column of y, which is a separate value, to a product with matrices of
// groups, together with the weights that are multiplied with it. It is like a bias that is
// added to a product with weights. Both products go through the same rows of the same edges.
func fuseLast(g *graph, n *ir.Node) bool {
	switch {
	case n.Is(ir.Add):
		return either(n, func(x, y *ir.Value) bool { return g.fuseLastProduct(n, x, y) })
	case n.Op == OuterGrads && len(n.Args) == 3:
		return g.joinLast(n, func(last *ir.Node) bool { return isLast(last.Args[2], n.Args[2], last.Result(), n.Result()) })
	case n.Op == BlocksGroups && len(n.Args) == 3:
		return g.joinLast(n, func(last *ir.Node) bool { return isLast(last.Result(), n.Result(), last.Args[2], n.Args[2]) })
	case n.Op == AddBlocksTransposed:
		return g.fuseLastBlocks(n)
	}
	return false
}

// isLast reports whether v is one more column of y, and b the weights that belong to it.
func isLast(v, y, b, w *ir.Value) bool {
	return v.Type.Columns() == 1 && y.Type.Columns() > 1 && b.Type.Rows() == w.Type.Rows() && b.Type.Columns()*y.Type.Columns() == w.Type.Columns()
}

// fuseLastProduct fuses a sum of outer products times weights that is added to another, or to a
// sum with another.
func (g *graph) fuseLastProduct(n *ir.Node, x, y *ir.Value) bool {
	if args := g.sumsWithLast(x, y); args != nil {
		n.Op, n.Args, n.Attrs = OuterMatMul, args, x.Node.Attrs
		return true
	}
	return g.only(y, ir.Add) && either(y.Node, func(term, other *ir.Value) bool {
		args := g.sumsWithLast(x, term)
		if args != nil {
			x.Node.Args, n.Args = args, []*ir.Value{other, x}
		}
		return args != nil
	})
}

// sumsWithLast returns the arguments of two such sums as one, of which one is for the
// additional column of the other, or nil.
func (g *graph) sumsWithLast(x, y *ir.Value) []*ir.Value {
	for _, pair := range [][2]*ir.Value{{x, y}, {y, x}} {
		if !g.only(pair[0], OuterMatMul.Name) || len(pair[0].Node.Args) > 3 || !g.only(pair[1], OuterMatMul.Name) || len(pair[1].Node.Args) > 3 {
			return nil
		}
		args, more := pair[0].Node.Args, pair[1].Node.Args
		if args[0] == more[0] && isLast(more[1], args[1], more[2], args[2]) {
			return slices.Concat(args, more[1:])
		}
	}
	return nil
}

// joinLast adds the result of another node of its kind, with the same first arguments, to a
// node.
func (g *graph) joinLast(n *ir.Node, matches func(last *ir.Node) bool) bool {
	i := slices.IndexFunc(g.Nodes, func(other *ir.Node) bool {
		return other.Op == n.Op && len(other.Args) == 3 && slices.Equal(other.Args[:2], n.Args[:2]) && matches(other)
	})
	if i < 0 {
		return false
	}
	n.Args = append(slices.Clone(n.Args), g.Nodes[i].Args[2])
	g.join(n, g.Nodes[i])
	return true
}

// fuseLastBlocks fuses products side by side of which one is added to the other, or to an
// operator that begins with it.
func (g *graph) fuseLastBlocks(n *ir.Node) bool {
	for at := n; at.Op == AddBlocksTransposed; at = at.Args[0].Node {
		z := at.Args[0]
		if !g.only(z, AddBlocksTransposed.Name) && !g.only(z, BlocksGroupsTransposed.Name) {
			return false
		}
		begin, found := z.Node.Args[:len(z.Node.Args)-3], z.Node.Args[len(z.Node.Args)-3:]
		factors := g.withLast(n.Args[1:], found)
		if factors == nil {
			factors = g.withLast(found, n.Args[1:])
		}
		if factors == nil {
			continue
		}
		copy(n.Args[1:], factors)
		at.Args = slices.Concat(begin, at.Args[1:])
		if len(begin) == 0 {
			at.Op = BlocksGroupsTransposed
		}
		return true
	}
	return false
}

// withLast returns the factors x, w, y of a product side by side with one more column, or nil
// if it is no such product.
func (g *graph) withLast(product, last []*ir.Value) []*ir.Value {
	x, w, y, b, v := product[0], product[1].Node, product[2], last[1].Node, last[2]
	if x != last[0] || w.Op != TransposeBlocks || b.Op != TransposeBlocks || len(w.Args) > 1 || len(b.Args) > 1 || !isLast(v, y, b.Args[0], w.Args[0]) {
		return nil
	}
	joined := derived(g.names(), Operator(ir.Concat), nil, ir.Floats(y.Type.Rows(), y.Type.Columns()+1), y, v)
	g.Nodes = append(g.Nodes, joined.Node)
	return []*ir.Value{x, g.transposed(w.Int(ColumnsAttr), w.Args[0], b.Args[0]), joined}
}
