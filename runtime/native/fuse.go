package native

import (
	"slices"

	"gmnc/ir"
)

// Operators of this package, which take the place of several of the table.
var (
	// transpose(x) is x^T.
	transposeOp = &ir.Op{Name: "transpose", Arity: 1}
	// linear(x, w, b) is x w + b with b in every row.
	linearOp = &ir.Op{Name: "linear", Arity: 3}
	// accumulate(y, x, w) is y + x w.
	accumulateOp = &ir.Op{Name: "accumulate", Arity: 3}
	// silu_slope(x) is silu(x), and as a second result its slope at x.
	siluSlopeOp = &ir.Op{Name: "silu_slope", Arity: 1}
	// linear_silu(x, w, b) and accumulate_silu(y, x, w) are SiLU of the
	// product; with a second result that is the slope.
	linearSiLUOp     = &ir.Op{Name: "linear_silu", Arity: 3}
	accumulateSiLUOp = &ir.Op{Name: "accumulate_silu", Arity: 3}
	// matmul_times(x, w, z) and accumulate_times(y, x, w, z) are the product
	// times z, element by element.
	matmulTimesOp     = &ir.Op{Name: "matmul_times", Arity: 3}
	accumulateTimesOp = &ir.Op{Name: "accumulate_times", Arity: 4}
	// linear_grads(x, dy) are x^T dy and the sum of dy's rows: the gradients
	// of a layer's weights and bias.
	linearGradsOp = &ir.Op{Name: "linear_grads", Arity: 2}
	// add_edges(x, y, index) is, for each edge, the receiver's row of x plus
	// the row of y that its index points at; subtract_edges is less it.
	addEdgesOp      = &ir.Op{Name: "add_edges", Arity: 3}
	subtractEdgesOp = &ir.Op{Name: "subtract_edges", Arity: 3}
	// repeat_times(x, z) is repeat(x) z with one factor a row.
	repeatTimesOp = &ir.Op{Name: "repeat_times", Arity: 2}
	// add_scatter(z, x, index) is z + scatter_add(x, index).
	addScatterOp = &ir.Op{Name: "add_scatter", Arity: 3}
)

// fusion puts one operator in the place of a node and of arguments that
// only this node uses. It changes the node and reports whether it did.
type fusion func(g *graph, n *ir.Node) bool

// fusions run one after the other over all nodes. The slope of SiLU comes
// first, while its pieces stand as they were differentiated.
var fusions = []struct {
	name string
	rule fusion
}{
	{"slope", fuseSlope}, {"linear", fuseLinear}, {"edges", fuseEdges}, {"scatter", fuseScatter},
	{"accumulate", fuseAccumulate}, {"mix", fuseMix}, {"silu", fuseSiLU}, {"times", fuseTimes},
	{"grads", fuseGrads}, {"residual", fuseResidual}, {"repeats", fuseRepeats}, {"start", fuseStart},
	{"where", fuseWhere}, {"gathers", fuseGathers}, {"scatters", fuseScatters}, {"ends", fuseEnds},
	{"outer", fuseOuter}, {"blocks", fuseBlocks}, {"same blocks", fuseSameBlocks}, {"pads", fusePads},
}

// graph is the main graph while it is fused.
type graph struct {
	*ir.Func
	uses map[*ir.Value]int
}

// fuse rewrites the main graph of an optimised module of its own, and
// returns the bodies of the row programs in it. edges are the module's rows
// of edges, if it has some.
func fuse(m *ir.Module, edges string) map[*ir.Node][]*ir.Node {
	transposeWeights(m.Main)
	narrowProducts(m.Main)
	g := &graph{Func: m.Main}
	for _, fusion := range fusions {
		g.count()
		for _, node := range g.Nodes {
			fusion.rule(g, node)
		}
		g.sweep()
	}
	return groupRows(m.Main, edges)
}

// count finds how often each value is used.
func (g *graph) count() {
	g.uses = map[*ir.Value]int{}
	for value, readers := range g.Readers() {
		g.uses[value] = len(readers)
	}
}

// sweep removes nodes that nothing uses any more.
func (g *graph) sweep() {
	g.count()
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if g.unused(g.Nodes[i]) {
			for _, arg := range g.Nodes[i].Args {
				g.uses[arg]--
			}
		}
	}
	g.Nodes = slices.DeleteFunc(g.Nodes, g.unused)
}

// unused reports a node of which no result is used.
func (g *graph) unused(n *ir.Node) bool {
	return !slices.ContainsFunc(n.Results, func(v *ir.Value) bool { return g.uses[v] > 0 })
}

// only reports a value that the named operator computes for one use.
func (g *graph) only(v *ir.Value, op string) bool { return v.Is(op) && g.uses[v] == 1 }

// become changes what the node computes its result with.
func become(n *ir.Node, op *ir.Op, args ...*ir.Value) bool {
	n.Op, n.Args, n.Attrs = op, args, nil
	return true
}

// either tries the two arguments in both orders.
func either(n *ir.Node, match func(x, y *ir.Value) bool) bool {
	return match(n.Args[0], n.Args[1]) || match(n.Args[1], n.Args[0])
}

// fuseLinear: x w + b.
func fuseLinear(g *graph, n *ir.Node) bool {
	return n.Op.Name == "add" && either(n, func(product, bias *ir.Value) bool {
		return g.only(product, "matmul") && plainProduct(product.Node) && bias.Type.Rows() == ir.Fixed(1) &&
			bias.Type.Columns() == product.Type.Columns() &&
			become(n, linearOp, product.Node.Args[0], product.Node.Args[1], bias)
	})
}

// fuseAccumulate: y + x w.
func fuseAccumulate(g *graph, n *ir.Node) bool {
	return n.Op.Name == "add" && hasRows(n.Result()) && either(n, func(product, y *ir.Value) bool {
		return g.only(product, "matmul") && plainProduct(product.Node) && y.Type.Equal(product.Type) &&
			become(n, accumulateOp, y, product.Node.Args[0], product.Node.Args[1])
	})
}

// fuseSlope: dy (s + y (1 - s)) with s = sigmoid(x), y = silu(x). The slope
// becomes a second result of SiLU, which has its parts.
func fuseSlope(g *graph, n *ir.Node) bool {
	return n.Op.Name == "mul" && either(n, func(dy, slope *ir.Value) bool {
		if !dy.Type.Equal(slope.Type) || !g.only(slope, "add") {
			return false
		}
		s, rest := slope.Node.Args[0], slope.Node.Args[1]
		if !s.Is("sigmoid") || !rest.Is("mul") {
			return false
		}
		y, other := rest.Node.Args[0], rest.Node.Args[1]
		x := s.Node.Args[0]
		return (y.Is("silu") || y.Is(siluSlopeOp.Name)) && y.Node.Args[0] == x && other.Is("sub") &&
			isNumber(other.Node.Args[0], 1) && other.Node.Args[1] == s && become(n, n.Op, dy, slopeOf(y.Node))
	})
}

// slopeOf is the second result of SiLU, which it gets if it has none.
func slopeOf(n *ir.Node) *ir.Value {
	if n.Op != siluSlopeOp {
		y := n.Result()
		n.Op = siluSlopeOp
		n.Results = append(n.Results, &ir.Value{Name: y.Name + "/slope", Type: y.Type, Node: n})
	}
	return n.Results[1]
}

// fuseSiLU: SiLU of a product.
func fuseSiLU(g *graph, n *ir.Node) bool {
	if n.Op.Name != "silu" && n.Op != siluSlopeOp {
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
	return n.Op.Name == "mul" && hasRows(n.Result()) && either(n, func(product, z *ir.Value) bool {
		if !z.Type.Equal(product.Type) || z == product {
			return false
		}
		switch {
		case g.only(product, "matmul") && plainProduct(product.Node):
			return become(n, matmulTimesOp, append(slices.Clone(product.Node.Args), z)...)
		case g.only(product, accumulateOp.Name):
			return become(n, accumulateTimesOp, append(slices.Clone(product.Node.Args), z)...)
		}
		return false
	})
}

// fuseGrads: x^T dy and the sum of dy's rows, if that is returned as it is.
func fuseGrads(g *graph, n *ir.Node) bool {
	if n.Op.Name != "matmul" || !n.Bool("transpose_x") || !hasRows(n.Args[0]) {
		return false
	}
	for _, other := range g.Nodes {
		sum := other.Result()
		if other.Op.Name != "sum_rows" || other.Args[0] != n.Args[1] || g.uses[sum] > 1 || !g.returned(sum) {
			continue
		}
		g.join(n, other)
		return become(n, linearGradsOp, n.Args...)
	}
	return false
}

// returned reports an output.
func (g *graph) returned(v *ir.Value) bool {
	return slices.ContainsFunc(g.Outputs, func(o ir.Output) bool { return o.Value == v })
}

// fuseStart: y + x w, and what begins so, where y is rows repeated or
// gathered to edges. The kernel writes y to its result at once.
func fuseStart(g *graph, n *ir.Node) bool {
	if n.Op != accumulateOp && n.Op != accumulateSiLUOp && n.Op != accumulateTimesOp {
		return false
	}
	y := n.Args[0]
	if !g.only(y, "repeat") && !g.only(y, repeatTimesOp.Name) && !g.only(y, addEdgesOp.Name) {
		return false
	}
	n.Attrs = ir.Attrs{startAttr: y.Node.Op.Name}
	n.Args = slices.Concat(y.Node.Args, n.Args[1:])
	return true
}

// startAttr names the operator whose result a product is added to.
const startAttr = "start"

// fuseResidual: y + (x w + b) begins with y + b.
func fuseResidual(g *graph, n *ir.Node) bool {
	return n.Op.Name == "add" && !narrow(n) && either(n, func(product, y *ir.Value) bool {
		if !g.only(product, linearOp.Name) || !y.Type.Equal(product.Type) {
			return false
		}
		x, w, bias := product.Node.Args[0], product.Node.Args[1], product.Node.Args[2]
		n.Op, n.Args, n.Attrs = accumulateOp, []*ir.Value{y, bias, x, w}, ir.Attrs{startAttr: "add"}
		return true
	})
}

// fuseRepeats: repeat(x) z with one factor a row.
func fuseRepeats(g *graph, n *ir.Node) bool {
	return n.Op.Name == "mul" && !narrow(n) && either(n, func(x, z *ir.Value) bool {
		return g.only(x, "repeat") && x.Type.Equal(n.Result().Type) &&
			z.Type.Rows() == x.Type.Rows() && z.Type.Columns() == 1 && become(n, repeatTimesOp, x.Node.Args[0], z)
	})
}

// isNumber reports a constant of one element.
func isNumber(v *ir.Value, number float64) bool {
	return v.Is("const") && slices.Equal(v.Node.Values("values"), []float64{number})
}

// fuseEdges: repeat(x) + gather(y, index), and less it.
func fuseEdges(g *graph, n *ir.Node) bool {
	if n.Op.Name != "add" && n.Op.Name != "sub" || !n.Args[0].Type.Equal(n.Args[1].Type) {
		return false
	}
	match := func(op *ir.Op) func(x, y *ir.Value) bool {
		return func(x, y *ir.Value) bool {
			return g.only(x, "repeat") && g.only(y, "gather") &&
				become(n, op, x.Node.Args[0], y.Node.Args[0], y.Node.Args[1])
		}
	}
	if n.Op.Name == "sub" {
		return match(subtractEdgesOp)(n.Args[0], n.Args[1])
	}
	return either(n, match(addEdgesOp))
}

// fuseMix: one factor for one vector a row is a product.
func fuseMix(_ *graph, n *ir.Node) bool {
	if n.Op.Name != "mix" || n.Args[0].Type.Columns() != 1 || n.Args[1].Type.Columns() != 3 {
		return false
	}
	product, err := ir.LookupOp("mul")
	return err == nil && become(n, product, n.Args[1], n.Args[0])
}

// fuseScatter: z + scatter_add(x, index).
func fuseScatter(g *graph, n *ir.Node) bool {
	return n.Op.Name == "add" && either(n, func(scattered, z *ir.Value) bool {
		return g.only(scattered, "scatter_add") && z.Type.Equal(scattered.Type) && z != scattered &&
			become(n, addScatterOp, z, scattered.Node.Args[0], scattered.Node.Args[1])
	})
}
