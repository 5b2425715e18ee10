package gorgonia

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
)

// rule writes a node of the IR whose arguments are written already.
type rule func(l *lowering, n *ir.Node, x []*G.Node) *G.Node

// stockRule writes a node at O0.
func stockRule(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	if write := stockRules[n.Op.Name]; write != nil {
		return write(l, n, x)
	}
	return rowRule(l, n, x)
}

// stockRules holds the operators that are written in Gorgonia's own, or as one in float32. Any
// other is evaluated as its row in the table of operators says. ReLU is one, as Gorgonia's Rectify
// has the slope 1 at 0.
var stockRules = map[ir.OpName]rule{
	ir.Neg:     unary(G.Neg),
	ir.Exp:     unary(G.Exp),
	ir.Log:     unary(G.Log),
	ir.Sqrt:    unary(G.Sqrt),
	ir.Square:  unary(G.Square),
	ir.Sin:     unary(G.Sin),
	ir.Cos:     unary(G.Cos),
	ir.Tanh:    unary(G.Tanh),
	ir.Sigmoid: unary(G.Sigmoid),
	ir.Abs:     unary(G.Abs),
	ir.Sign:    unary(G.Sign),
	ir.SiLU: unary(func(x *G.Node) (*G.Node, error) {
		return G.HadamardProd(x, must(G.Sigmoid(x)))
	}),
	ir.Clamp:  clamp,
	ir.Inside: inside,

	ir.Add: binary(func(_ *lowering, x, y *G.Node) *G.Node { return must(G.Add(x, y)) }),
	ir.Sub: binary(func(_ *lowering, x, y *G.Node) *G.Node { return must(G.Sub(x, y)) }),
	ir.Mul: binary(func(_ *lowering, x, y *G.Node) *G.Node { return must(G.HadamardProd(x, y)) }),
	ir.Div: binary(func(_ *lowering, x, y *G.Node) *G.Node { return must(G.HadamardDiv(x, y)) }),
	// The comparison is the one for which x is the result if it is NaN.
	ir.Maximum: binary(func(l *lowering, x, y *G.Node) *G.Node { return l.choose(must(G.Lte(x, y, true)), y, x) }),
	ir.Minimum: binary(func(l *lowering, x, y *G.Node) *G.Node { return l.choose(must(G.Gte(x, y, true)), y, x) }),
	ir.Greater: binary(func(_ *lowering, x, y *G.Node) *G.Node { return must(G.Gt(x, y, true)) }),
	ir.Select:  selection,

	ir.MatMul: matmul,
	ir.SumColumns: func(l *lowering, _ *ir.Node, x []*G.Node) *G.Node {
		return must(G.Mul(x[0], l.ones(width(x[0]), 1)))
	},
	ir.Concat: func(l *lowering, _ *ir.Node, x []*G.Node) *G.Node { return l.concat(x) },
	ir.Columns: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.columns(x[0], n.Int("start"), n.Int("stop"))
	},
	ir.Pad: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.pad(x[0], n.Int("before"), n.Int("after"))
	},
	ir.TakeRows: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.takeRows(x[0], n.Int("start"), n.Int("stop"))
	},
	ir.PadRows: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.padRows(x[0], n.Int("before"), n.Int("after"))
	},

	ir.SumRows: func(l *lowering, _ *ir.Node, x []*G.Node) *G.Node {
		return must(G.Mul(l.ones(1, height(x[0])), x[0]))
	},
	ir.Broadcast: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.expand(x[0], l.rows(n.Result()), width(x[0]))
	},
	ir.Gather: func(_ *lowering, _ *ir.Node, x []*G.Node) *G.Node { return must(G.ByIndices(x[0], x[1], 0)) },
	ir.ScatterAdd: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return l.scatterAdd(x[0], x[1], l.rows(n.Result()))
	},
	ir.Repeat: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		return must(G.ByIndices(x[0], l.groups(height(x[0]), l.sizes[n.Text("count")]), 0))
	},
	ir.SumGroups: func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		rows := l.rows(n.Result())
		return l.scatterAdd(x[0], l.groups(rows, l.sizes[n.Text("count")]), rows)
	},

	ir.MatMulBlocks:  matMulBlocks,
	ir.RowMatMul:     rowMatMul,
	ir.OuterGroups:   outerGroups,
	ir.MatMulGroups:  matMulGroups,
	ir.SoftmaxGroups: softmaxGroups,

	ir.Tensions:   solveTensions,
	ir.JointRates: jointRates,
	ir.SumPaths:   sumPaths,

	ir.Cross: cross,
	ir.Inner: inner,
	ir.Mix:   mix,
}

// rowRule writes a node as one operator that evaluates its row in float64, with the derivative
// of the IR.
func rowRule(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	result := n.Result()
	return l.oneOperator(n, customOp{give: func(args []*tensor.Dense) (*tensor.Dense, error) {
		wide := make([]ir.Tensor, len(args))
		for i, arg := range tensors(args) {
			wide[i] = runtime.Widen(arg)
		}
		y := ir.NewTensor(result.Type, l.sizes)
		if err := n.Op.Eval(y, wide, n, l.sizes); err != nil {
			return nil, fmt.Errorf("%s (%%%s): %w", n.Op.Name, result.Name, err)
		}
		return dense(runtime.Narrow(y).Float, y.Shape...), nil
	}}, x)
}

func height(x *G.Node) int { return x.Shape()[0] }
func width(x *G.Node) int  { return x.Shape()[1] }

func unary(apply func(x *G.Node) (*G.Node, error)) rule {
	return func(_ *lowering, _ *ir.Node, x []*G.Node) *G.Node { return must(apply(x[0])) }
}

func binary(apply func(l *lowering, x, y *G.Node) *G.Node) rule {
	return func(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
		x = l.spread(n, x)
		return apply(l, x[0], x[1])
	}
}

func selection(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	x = l.spread(n, x)
	return l.choose(x[0], x[1], x[2])
}

// spread broadcasts the arguments of an elementwise operator to the shape of its result.
func (l *lowering) spread(n *ir.Node, x []*G.Node) []*G.Node {
	rows, columns := l.rows(n.Result()), n.Result().Type.Columns()
	for i := range x {
		x[i] = l.expand(x[i], rows, columns)
	}
	return x
}

// expand repeats a single row, a single column or both.
func (l *lowering) expand(x *G.Node, rows, columns int) *G.Node {
	if height(x) != rows {
		x = must(G.Mul(l.ones(rows, 1), x))
	}
	if width(x) != columns {
		x = must(G.Mul(x, l.ones(1, columns)))
	}
	return x
}

// limits returns the attributes of clamp and inside as matrices of the shape of x.
func (l *lowering) limits(n *ir.Node, x *G.Node) (low, high *G.Node) {
	limit := func(name string) *G.Node {
		value := float32(n.Float(name))
		return l.expand(l.constant(fmt.Sprint(value), 1, 1, func(at func(row, column int) *float32) {
			*at(0, 0) = value
		}), height(x), width(x))
	}
	return limit("low"), limit("high")
}

func clamp(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	low, high := l.limits(n, x[0])
	below, above := must(G.Lt(x[0], low, true)), must(G.Gt(x[0], high, true))
	return l.choose(below, low, l.choose(above, high, x[0]))
}

func inside(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	low, high := l.limits(n, x[0])
	return must(G.HadamardProd(must(G.Gte(x[0], low, true)), must(G.Lte(x[0], high, true))))
}

func matmul(_ *lowering, n *ir.Node, x []*G.Node) *G.Node {
	for i, transposed := range []bool{n.Bool("transpose_x"), n.Bool("transpose_y")} {
		if transposed {
			x[i] = must(G.Transpose(x[i]))
		}
	}
	return must(G.Mul(x[0], x[1]))
}
