package lower

import (
	"slices"

	"gmnc/ir"
)

// shape reports whether a value has the form of a certain expression.
type shape func(v *ir.Value) bool

// of returns the shape of an operator with arguments of certain shapes.
func of(op ir.OpName, args ...shape) shape {
	return func(v *ir.Value) bool {
		if !v.Is(op) {
			return false
		}
		for i, arg := range args {
			if !arg(v.Node.Args[i]) {
				return false
			}
		}
		return true
	}
}

// is returns the shape of one value that may occur several times. If known is nil, the first
// value that it sees becomes that value.
func is(known **ir.Value) shape {
	return func(v *ir.Value) bool {
		if *known == nil {
			*known = v
		}
		return *known == v
	}
}

// as returns the shape s, and stores the value in known.
func as(known **ir.Value, s shape) shape {
	return func(v *ir.Value) bool { return s(v) && is(known)(v) }
}

// transposeOf returns the shape of the transpose of one value.
func transposeOf(known **ir.Value) shape { return of(Transpose.Name, is(known)) }

func number(x float64) shape { return func(v *ir.Value) bool { return isNumber(v, x) } }

// norm holds the values of a LayerNorm of blocks with mean 0.
type norm struct {
	x, scale, shift        *ir.Value
	mean, repeat, epsilon  *ir.Value // tables
	root, factor, repeated *ir.Value // of each block, and in each column
	unit, result           *ir.Value
}

// normOf finds the values of a norm whose result is v, and reports whether v is one.
func normOf(v *ir.Value) (p norm, ok bool) {
	root := of(ir.Sqrt, of(ir.Add, of(ir.MatMul, of(ir.Square, is(&p.x)), is(&p.mean)), is(&p.epsilon)))
	factor := of(ir.Div, number(1), as(&p.root, root))
	repeated := of(ir.MatMul, as(&p.factor, factor), is(&p.repeat))
	unit := of(ir.Mul, is(&p.x), as(&p.repeated, repeated))
	ok = as(&p.result, of(ir.Add, of(ir.Mul, as(&p.unit, unit), is(&p.scale)), is(&p.shift)))(v)
	return p, ok && p.inBlocks()
}

// inBlocks reports whether the tables average over blocks and repeat their values, and whether
// scale and shift are rows.
func (p norm) inBlocks() bool {
	columns, blocks := p.x.Type.Columns(), p.factor.Type.Columns()
	row := ir.Floats(ir.Fixed(1), columns)
	return HasRows(p.x) && blocks < columns && columns%blocks == 0 && p.epsilon.Is(ir.Const) && len(p.epsilon.Node.Values("values")) == 1 &&
		p.scale.Type.Equal(row) && p.shift.Type.Equal(row) &&
		p.mean.Is(ir.Const) && slices.Equal(p.mean.Node.Values("values"), meanTable(columns, blocks)) &&
		p.repeat.Is(ir.Const) && slices.Equal(p.repeat.Node.Values("values"), repeatTable(columns, blocks))
}

// fuseNorm fuses ReLU of a norm. The factors of the blocks become a second result.
func fuseNorm(g *graph, n *ir.Node) bool {
	if !n.Is(ir.ReLU) {
		return false
	}
	p, ok := normOf(n.Args[0])
	if !ok {
		return false
	}
	become(n, NormReLU, p.x, p.scale, p.shift)
	n.Attrs = ir.Attrs{BlocksAttr: p.factor.Type.Columns(), EpsilonAttr: p.epsilon.Node.Values("values")[0]}
	n.Results = append(n.Results, &ir.Value{Name: g.names().take(n.Result().Name + "/factor"), Type: p.factor.Type, Node: n})
	return true
}

// fuseNormGrads fuses the gradients of ReLU of a norm, with respect to x or with respect to
// scale and shift.
func fuseNormGrads(g *graph, n *ir.Node) bool {
	switch {
	case n.Is(ir.Add):
		return either(n, func(direct, byRoot *ir.Value) bool { return g.fuseNormBackward(n, direct, byRoot) })
	case n.Is(ir.SumRows):
		return g.fuseNormSums(n)
	}
	return false
}

// open returns the shape of the gradient dy, masked by where the norm is above 0.
func open(dy, z **ir.Value) shape { return of(ir.Mul, is(dy), of(ir.Greater, is(z), number(0))) }

// fuseNormBackward fuses the gradient with respect to x: the sum of that with constant factors and
// that through the factors.
func (g *graph) fuseNormBackward(n *ir.Node, direct, byRoot *ir.Value) bool {
	var dy, z, h, scale, repeated *ir.Value
	if !of(ir.Mul, as(&h, of(ir.Mul, open(&dy, &z), is(&scale))), is(&repeated))(direct) {
		return false
	}
	p, ok := normOf(z)
	if !ok || scale != p.scale || repeated != p.repeated {
		return false
	}
	byFactor := of(ir.MatMul, of(ir.Mul, is(&h), is(&p.x)), transposeOf(&p.repeat))
	bySquare := of(ir.Mul, of(ir.Neg, of(ir.Mul, of(ir.Div, byFactor, is(&p.root)), is(&p.factor))), of(ir.Div, number(0.5), is(&p.root)))
	if !of(ir.Mul, of(ir.MatMul, bySquare, transposeOf(&p.mean)), of(ir.Mul, number(2), is(&p.x)))(byRoot) {
		return false
	}
	return g.becomeOfNorm(n, NormBackward, dy, p, p.scale)
}

// fuseNormSums fuses the gradients with respect to scale and shift, if both are outputs.
func (g *graph) fuseNormSums(n *ir.Node) bool {
	var d, dy, z, unit *ir.Value
	if !of(ir.SumRows, of(ir.Mul, as(&d, open(&dy, &z)), is(&unit)))(n.Result()) || !g.returned(n.Result()) {
		return false
	}
	p, ok := normOf(z)
	i := slices.IndexFunc(g.Nodes, func(other *ir.Node) bool { return of(ir.SumRows, is(&d))(other.Result()) && g.returned(other.Result()) })
	if !ok || unit != p.unit || i < 0 || !g.becomeOfNorm(n, NormGrads, dy, p) {
		return false
	}
	g.join(n, g.Nodes[i])
	return true
}

// becomeOfNorm turns the node into an operator on the arguments and results of ReLU of the
// norm. It reports whether it did, which requires that the ReLU is one operator already.
func (g *graph) becomeOfNorm(n *ir.Node, op *ir.Op, dy *ir.Value, p norm, more ...*ir.Value) bool {
	i := slices.IndexFunc(g.Nodes, func(other *ir.Node) bool {
		return other.Op == NormReLU && slices.Equal(other.Args, []*ir.Value{p.x, p.scale, p.shift})
	})
	if i < 0 {
		return false
	}
	y, attrs := g.Nodes[i].Results, ir.Attrs{BlocksAttr: g.Nodes[i].Int(BlocksAttr)}
	become(n, op, append([]*ir.Value{dy, y[0], p.x, y[1]}, more...)...)
	n.Attrs = attrs
	return true
}
