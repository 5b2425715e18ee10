package native

import (
	"slices"

	"gmnc/ir"
)

// fusion puts one operator in the place of a node and of arguments that
// only this node uses. It changes the node and reports whether it did.
type fusion func(g *graph, n *ir.Node) bool

// graph is the main graph while it is fused.
type graph struct {
	*ir.Func
	uses  map[*ir.Value]int
	names names
}

// fuse is the pass that applies a fusion to all nodes.
func fuse(name string, apply fusion) ir.Pass {
	return ir.Pass{Name: name, Run: func(m *ir.Module) (changed int, err error) {
		g := &graph{Func: m.Main, names: namesOf(m.Main)}
		g.count()
		for _, node := range g.Nodes {
			if apply(g, node) {
				changed++
			}
		}
		if changed > 0 {
			g.removeUnused()
		}
		return changed, nil
	}}
}

// count finds how often each value is used.
func (g *graph) count() {
	g.uses = make(map[*ir.Value]int, len(g.Nodes))
	for _, node := range g.Nodes {
		for _, arg := range node.Args {
			g.uses[arg]++
		}
	}
	for _, output := range g.Outputs {
		g.uses[output.Value]++
	}
}

// removeUnused removes nodes that nothing uses any more.
func (g *graph) removeUnused() {
	g.count()
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if g.unused(g.Nodes[i]) {
			for _, arg := range g.Nodes[i].Args {
				g.uses[arg]--
			}
		}
	}
	g.Nodes = inOrder(slices.DeleteFunc(g.Nodes, g.unused))
}

// inOrder puts nodes that read what a later one computes after that one, and
// leaves all others where they are: a node that took over the result of
// another may have stood after what reads it.
func inOrder(nodes []*ir.Node) []*ir.Node {
	ordered, placed := make([]*ir.Node, 0, len(nodes)), map[*ir.Node]bool{nil: true}
	var place func(n *ir.Node)
	place = func(n *ir.Node) {
		if placed[n] {
			return
		}
		placed[n] = true
		for _, arg := range n.Args {
			place(arg.Node)
		}
		ordered = append(ordered, n)
	}
	for _, node := range nodes {
		place(node)
	}
	return ordered
}

// unused reports whether no result of a node is used.
func (g *graph) unused(n *ir.Node) bool {
	return !slices.ContainsFunc(n.Results, func(v *ir.Value) bool { return g.uses[v] > 0 })
}

// only reports whether an operator of that name computes the value for one use.
func (g *graph) only(v *ir.Value, op ir.OpName) bool { return v.Is(op) && g.uses[v] == 1 }

// become changes what the node computes its result with, and reports that it did.
func become(n *ir.Node, op *ir.Op, args ...*ir.Value) bool {
	n.Op, n.Args, n.Attrs = op, args, nil
	return true
}

// either reports whether the two arguments match in one order or the other.
func either(n *ir.Node, match func(x, y *ir.Value) bool) bool {
	return match(n.Args[0], n.Args[1]) || match(n.Args[1], n.Args[0])
}

// operator is one of the table.
func operator(name ir.OpName) *ir.Op {
	op, err := ir.LookupOp(name)
	if err != nil {
		panic(err)
	}
	return op
}

// fuseLinear: x w + b.
func fuseLinear(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(product, bias *ir.Value) bool {
		return g.only(product, ir.MatMul) && plainProduct(product.Node) && bias.Type.Rows() == ir.Fixed(1) &&
			bias.Type.Columns() == product.Type.Columns() &&
			become(n, linearOp, product.Node.Args[0], product.Node.Args[1], bias)
	})
}

// fuseAccumulate: y + x w.
func fuseAccumulate(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && hasRows(n.Result()) && either(n, func(product, y *ir.Value) bool {
		return g.only(product, ir.MatMul) && plainProduct(product.Node) && y.Type.Equal(product.Type) &&
			become(n, accumulateOp, y, product.Node.Args[0], product.Node.Args[1])
	})
}

// fuseSlope: dy (s + y (1 - s)) with s = sigmoid(x), y = silu(x). The slope
// becomes a second result of SiLU, which has its parts.
func fuseSlope(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && either(n, func(dy, slope *ir.Value) bool {
		if !dy.Type.Equal(slope.Type) || !g.only(slope, ir.Add) {
			return false
		}
		s, rest := slope.Node.Args[0], slope.Node.Args[1]
		if !s.Is(ir.Sigmoid) || !rest.Is(ir.Mul) {
			return false
		}
		y, other := rest.Node.Args[0], rest.Node.Args[1]
		x := s.Node.Args[0]
		return (y.Is(ir.SiLU) || y.Is(siluSlopeOp.Name)) && y.Node.Args[0] == x && other.Is(ir.Sub) &&
			isNumber(other.Node.Args[0], 1) && other.Node.Args[1] == s && become(n, n.Op, dy, g.slopeOf(y.Node))
	})
}

// slopeOf is the second result of SiLU, which it gets if it has none.
func (g *graph) slopeOf(n *ir.Node) *ir.Value {
	if n.Op != siluSlopeOp {
		y := n.Result()
		n.Op = siluSlopeOp
		n.Results = append(n.Results, &ir.Value{Name: g.names.take(y.Name + "/slope"), Type: y.Type, Node: n})
	}
	return n.Results[1]
}

// fuseSiLU: SiLU of a product.
func fuseSiLU(g *graph, n *ir.Node) bool {
	if !n.Is(ir.SiLU) && n.Op != siluSlopeOp {
		return false
	}
	switch z := n.Args[0]; {
	case g.only(z, linearOp.Name):
		return become(n, linearSiLUOp, z.Node.Args...)
	case g.only(z, accumulateOp.Name):
		return become(n, accumulateSiLUOp, z.Node.Args...)
	}
	return false
}

// fuseTimes: a product of matrices times a value of its shape.
func fuseTimes(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && hasRows(n.Result()) && either(n, func(product, z *ir.Value) bool {
		if !z.Type.Equal(product.Type) || z == product {
			return false
		}
		switch {
		case g.only(product, ir.MatMul) && plainProduct(product.Node):
			return become(n, matmulTimesOp, append(slices.Clone(product.Node.Args), z)...)
		case g.only(product, accumulateOp.Name):
			return become(n, accumulateTimesOp, append(slices.Clone(product.Node.Args), z)...)
		}
		return false
	})
}

// fuseGrads: x^T dy and the sum of dy's rows, if that is returned as it is.
func fuseGrads(g *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMul) || !n.Bool("transpose_x") || !hasRows(n.Args[0]) {
		return false
	}
	for _, other := range g.Nodes {
		sum := other.Result()
		if !other.Is(ir.SumRows) || other.Args[0] != n.Args[1] || g.uses[sum] > 1 || !g.returned(sum) {
			continue
		}
		g.join(n, other)
		return become(n, linearGradsOp, n.Args...)
	}
	return false
}

// returned reports whether a value is an output.
func (g *graph) returned(v *ir.Value) bool {
	return slices.ContainsFunc(g.Outputs, func(o ir.Output) bool { return o.Value == v })
}

// fuseStart: y + x w, and what begins so, where y is rows repeated or
// gathered to edges. The kernel writes y to its result at once.
func fuseStart(g *graph, n *ir.Node) bool {
	if n.Op != accumulateOp && n.Op != accumulateSiLUOp && n.Op != accumulateTimesOp || startOf(n) != nil {
		return false
	}
	y := n.Args[0]
	if !g.only(y, ir.Repeat) && !g.only(y, repeatTimesOp.Name) && !g.only(y, addEdgesOp.Name) {
		return false
	}
	n.Attrs = ir.Attrs{startAttr: y.Node.Op.Name}
	n.Args = slices.Concat(y.Node.Args, n.Args[1:])
	return true
}

// fuseResidual: y + (x w + b) begins with y + b.
func fuseResidual(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && !narrow(n) && either(n, func(product, y *ir.Value) bool {
		if !g.only(product, linearOp.Name) || !y.Type.Equal(product.Type) {
			return false
		}
		x, w, bias := product.Node.Args[0], product.Node.Args[1], product.Node.Args[2]
		n.Op, n.Args, n.Attrs = accumulateOp, []*ir.Value{y, bias, x, w}, ir.Attrs{startAttr: ir.Add}
		return true
	})
}

// fuseRepeats: repeat(x) z with one factor a row.
func fuseRepeats(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && !narrow(n) && either(n, func(x, z *ir.Value) bool {
		return g.only(x, ir.Repeat) && x.Type.Equal(n.Result().Type) &&
			z.Type.Rows() == x.Type.Rows() && z.Type.Columns() == 1 && become(n, repeatTimesOp, x.Node.Args[0], z)
	})
}

// isNumber reports whether a value is a constant of one element.
func isNumber(v *ir.Value, number float64) bool {
	return v.Is(ir.Const) && slices.Equal(v.Node.Values("values"), []float64{number})
}

// fuseEdges: repeat(x) + gather(y, index), and less it.
func fuseEdges(g *graph, n *ir.Node) bool {
	if !n.Is(ir.Add) && !n.Is(ir.Sub) || !n.Args[0].Type.Equal(n.Args[1].Type) {
		return false
	}
	match := func(op *ir.Op) func(x, y *ir.Value) bool {
		return func(x, y *ir.Value) bool {
			return g.only(x, ir.Repeat) && g.only(y, ir.Gather) &&
				become(n, op, x.Node.Args[0], y.Node.Args[0], y.Node.Args[1])
		}
	}
	if n.Is(ir.Sub) {
		return match(subtractEdgesOp)(n.Args[0], n.Args[1])
	}
	return either(n, match(addEdgesOp))
}

// fuseMix: one factor for one vector a row is a product.
func fuseMix(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.Mix) || n.Args[0].Type.Columns() != 1 || n.Args[1].Type.Columns() != 3 {
		return false
	}
	return become(n, operator(ir.Mul), n.Args[1], n.Args[0])
}

// fuseScatter: z + scatter_add(x, index).
func fuseScatter(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(scattered, z *ir.Value) bool {
		return g.only(scattered, ir.ScatterAdd) && z.Type.Equal(scattered.Type) && z != scattered &&
			become(n, addScatterOp, z, scattered.Node.Args[0], scattered.Node.Args[1])
	})
}
