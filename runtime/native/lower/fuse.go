package lower

import (
	"slices"

	"gmnc/ir"
)

// fuseLinear fuses x w + b.
func fuseLinear(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(product, bias *ir.Value) bool {
		return g.only(product, ir.MatMul) && plainProduct(product.Node) && bias.Type.Rows() == ir.Fixed(1) &&
			bias.Type.Columns() == product.Type.Columns() &&
			become(n, Linear, product.Node.Args[0], product.Node.Args[1], bias)
	})
}

// fuseAccumulate fuses y + x w.
func fuseAccumulate(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && HasRows(n.Result()) && either(n, func(product, y *ir.Value) bool {
		return g.only(product, ir.MatMul) && plainProduct(product.Node) && y.Type.Equal(product.Type) &&
			become(n, Accumulate, y, product.Node.Args[0], product.Node.Args[1])
	})
}

// fuseSlope fuses dy (s + y (1 - s)) with s = sigmoid(x), y = silu(x). The slope becomes a
// second result of SiLU, which computes its parts anyway.
func fuseSlope(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && either(n, func(dy, slope *ir.Value) bool {
		if !dy.Type.Equal(slope.Type) || !g.only(slope, ir.Add) {
			return false
		}
		s, remaining := slope.Node.Args[0], slope.Node.Args[1]
		if !s.Is(ir.Sigmoid) || !remaining.Is(ir.Mul) {
			return false
		}
		y, other := remaining.Node.Args[0], remaining.Node.Args[1]
		x := s.Node.Args[0]
		return (y.Is(ir.SiLU) || y.Is(SiLUSlope.Name)) && y.Node.Args[0] == x && other.Is(ir.Sub) &&
			isNumber(other.Node.Args[0], 1) && other.Node.Args[1] == s && become(n, n.Op, dy, g.slopeOf(y.Node))
	})
}

// slopeOf returns the second result of SiLU, and adds it if there is none.
func (g *graph) slopeOf(n *ir.Node) *ir.Value {
	if n.Op != SiLUSlope {
		y := n.Result()
		n.Op = SiLUSlope
		n.Results = append(n.Results, &ir.Value{Name: g.names().take(y.Name + "/slope"), Type: y.Type, Node: n})
	}
	return n.Results[1]
}

// fuseSiLU fuses SiLU of a product.
func fuseSiLU(g *graph, n *ir.Node) bool {
	if !n.Is(ir.SiLU) && n.Op != SiLUSlope {
		return false
	}
	switch z := n.Args[0]; {
	case g.only(z, Linear.Name):
		return become(n, LinearSiLU, z.Node.Args...)
	case g.only(z, Accumulate.Name):
		return become(n, AccumulateSiLU, z.Node.Args...)
	}
	return false
}

// fuseTimes fuses a product of matrices times a value of its shape.
func fuseTimes(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && HasRows(n.Result()) && either(n, func(product, z *ir.Value) bool {
		if !z.Type.Equal(product.Type) || z == product {
			return false
		}
		switch {
		case g.only(product, ir.MatMul) && plainProduct(product.Node):
			return become(n, MatMulTimes, append(slices.Clone(product.Node.Args), z)...)
		case g.only(product, Accumulate.Name):
			return become(n, AccumulateTimes, append(slices.Clone(product.Node.Args), z)...)
		}
		return false
	})
}

// fuseGrads fuses x^T dy and the sum of dy's rows, if that sum is an output.
func fuseGrads(g *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMul) || !n.Bool("transpose_x") || !HasRows(n.Args[0]) {
		return false
	}
	for _, other := range g.readersOf(n.Args[1], ir.SumRows) {
		if sum := other.Result(); g.uses(sum) > 1 || !g.returned(sum) {
			continue
		}
		g.join(n, other)
		return become(n, LinearGrads, n.Args...)
	}
	return false
}

// fuseStart fuses y + x w, and operators that begin so, where y repeats rows or gathers them to
// edges. The kernel writes y directly to its result.
func fuseStart(g *graph, n *ir.Node) bool {
	if n.Op != Accumulate && n.Op != AccumulateSiLU && n.Op != AccumulateTimes || StartOf(n) != nil {
		return false
	}
	y := n.Args[0]
	if !g.only(y, ir.Repeat) && !g.only(y, RepeatTimes.Name) && !g.only(y, AddEdges.Name) {
		return false
	}
	n.Attrs = ir.Attrs{startAttr: y.Node.Op.Name}
	n.Args = slices.Concat(y.Node.Args, n.Args[1:])
	return true
}

// fuseResidual rewrites y + (x w + b), so that it begins with y + b.
func fuseResidual(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && !narrow(n) && either(n, func(product, y *ir.Value) bool {
		if !g.only(product, Linear.Name) || !y.Type.Equal(product.Type) {
			return false
		}
		x, w, bias := product.Node.Args[0], product.Node.Args[1], product.Node.Args[2]
		n.Op, n.Args, n.Attrs = Accumulate, []*ir.Value{y, bias, x, w}, ir.Attrs{startAttr: ir.Add}
		return true
	})
}

// fuseRepeats fuses repeat(x) z with one factor for each row.
func fuseRepeats(g *graph, n *ir.Node) bool {
	return n.Is(ir.Mul) && !narrow(n) && either(n, func(x, z *ir.Value) bool {
		return g.only(x, ir.Repeat) && x.Type.Equal(n.Result().Type) &&
			z.Type.Rows() == x.Type.Rows() && z.Type.Columns() == 1 && become(n, RepeatTimes, x.Node.Args[0], z)
	})
}

// fuseEdges fuses repeat(x) + gather(y, index), and the difference of the two.
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
		return match(SubtractEdges)(n.Args[0], n.Args[1])
	}
	return either(n, match(AddEdges))
}

// fuseMix turns a mix of one factor and one vector in each row into a product of elements.
func fuseMix(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.Mix) || n.Args[0].Type.Columns() != 1 || n.Args[1].Type.Columns() != 3 {
		return false
	}
	return become(n, Operator(ir.Mul), n.Args[1], n.Args[0])
}

// fuseScatter fuses z + scatter_add(x, index).
func fuseScatter(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && either(n, func(scattered, z *ir.Value) bool {
		return g.only(scattered, ir.ScatterAdd) && z.Type.Equal(scattered.Type) && z != scattered &&
			become(n, AddScatter, z, scattered.Node.Args[0], scattered.Node.Args[1])
	})
}
