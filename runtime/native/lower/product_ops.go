package lower

import (
	"slices"

	"gmnc/ir"
)

// startAttr names the operator whose result a product is added to.
const startAttr = "start"

var startAttrs = []ir.AttrSpec{{Name: startAttr, Kind: ir.OpAttr}}

// These operators are products of matrices together with what is done to their results.
var (
	// transpose(x) is x^T.
	Transpose = &ir.Op{
		Name: "transpose", Arity: 1,
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			rows := args[0].Type.Rows().Number
			return []*ir.Value{b.MatMul(args[0], b.Const(rows, rows, identity(rows)...), true, false)}
		},
		Samples: samples(numbers(3, 5)),
	}
	// linear(x, w, b) is x w + b with b in every row.
	Linear = &ir.Op{
		Name: "linear", Arity: 3, Samples: samples(particleRows(4), numbers(4, wide), numbers(1, wide)),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Add(b.MatMul(args[0], args[1], false, false), args[2])}
		},
	}
	// accumulate(y, x, w) is y + x w. With the attribute start, the arguments of that operator
	// replace y, and y is its result.
	Accumulate = &ir.Op{
		Name: "accumulate", Arity: ir.Variadic, Optional: startAttrs, Samples: startSamples(false),
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			sum, _ := accumulated(b, n, args, 0)
			return []*ir.Value{sum}
		},
	}
	// silu_slope(x) is silu(x), with its slope at x as a second result.
	SiLUSlope = &ir.Op{
		Name: "silu_slope", Arity: 1, Samples: samples(particleRows(wide)),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value { return withSlope(b, args[0]) },
	}
	// linear_silu(x, w, b) and accumulate_silu(y, x, w) are SiLU of the product. A second
	// result, if there is one, is the slope.
	LinearSiLU = &ir.Op{
		Name: "linear_silu", Arity: 3, Samples: Linear.Samples,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return withSlope(b, Linear.Means(b, n, args)[0])
		},
	}
	AccumulateSiLU = &ir.Op{
		Name: "accumulate_silu", Arity: ir.Variadic, Optional: startAttrs, Samples: startSamples(false),
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return withSlope(b, Accumulate.Means(b, n, args)[0])
		},
	}
	// matmul_times(x, w, z) and accumulate_times(y, x, w, z) are the product
	// times z, element by element.
	MatMulTimes = &ir.Op{
		Name: "matmul_times", Arity: 3, Samples: samples(particleRows(4), numbers(4, wide), particleRows(wide)),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Mul(b.MatMul(args[0], args[1], false, false), args[2])}
		},
	}
	AccumulateTimes = &ir.Op{
		Name: "accumulate_times", Arity: ir.Variadic, Optional: startAttrs, Samples: startSamples(true),
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			sum, others := accumulated(b, n, args, 1)
			return []*ir.Value{b.Mul(sum, others[0])}
		},
	}
	// linear_grads(x, dy) is x^T dy and the sum of dy's rows, which are the gradients of a
	// layer's weights and bias.
	LinearGrads = &ir.Op{
		Name: "linear_grads", Arity: 2, Samples: samples(edgeRows(4), edgeRows(wide)),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.MatMul(args[0], args[1], true, false), b.SumRows(args[1])}
		},
	}
)

// StartOf returns the operator that the start attribute names, or nil.
func StartOf(n *ir.Node) *ir.Op {
	name, named := n.Attrs[startAttr].(ir.OpName)
	if !named {
		return nil
	}
	for _, op := range [...]*ir.Op{RepeatTimes, AddEdges} {
		if op.Name == name {
			return op
		}
	}
	return Operator(name)
}

// withSlope returns SiLU and its slope, s + y (1 - s) with s = sigmoid(x).
func withSlope(b *ir.Builder, x *ir.Value) []*ir.Value {
	s, y := b.Sigmoid(x), b.SiLU(x)
	return []*ir.Value{y, b.Add(s, b.Mul(y, b.Sub(b.Scalar(1), s)))}
}

// accumulated returns y + x w for arguments that begin with those of y. As many further
// arguments as others says must follow; they are returned, too.
func accumulated(b *ir.Builder, n *ir.Node, args []*ir.Value, others int) (*ir.Value, []*ir.Value) {
	op := StartOf(n)
	arity := 1
	if op != nil {
		arity = op.Arity
	}
	if len(args) != arity+2+others {
		b.Fail("%s takes %d arguments, not %d", n.Op.Name, arity+2+others, len(args))
	}
	y, rest := args[0], args[arity:]
	switch {
	case op == nil:
	case op.Name == ir.Repeat:
		y = b.Repeat(y, b.CountOf(rest[0]))
	default:
		y = b.Apply(op, nil, args[:arity]...)[0]
	}
	return b.Add(y, b.MatMul(rest[0], rest[1], false, false)), rest[2:]
}

// startSamples returns samples that add a product to a value, and to the result of each
// operator from which it may start. With factor, the sum is then multiplied by a value.
func startSamples(factor bool) (all []ir.Sample) {
	add := func(start ir.OpName, rows func(columns int) ir.Type, y ...ir.Type) {
		sample := ir.Sample{Args: slices.Concat(y, []ir.Type{rows(4), numbers(4, wide)})}
		if factor {
			sample.Args = append(sample.Args, rows(wide))
		}
		if start != "" {
			sample.Attrs = ir.Attrs{startAttr: start}
		}
		all = append(all, sample)
	}
	add("", particleRows, particleRows(wide))
	add(ir.Add, particleRows, particleRows(wide), numbers(1, wide))
	add(ir.Repeat, edgeRows, particleRows(wide))
	add(RepeatTimes.Name, edgeRows, particleRows(wide), edgeRows(1))
	add(AddEdges.Name, edgeRows, particleRows(wide), particleRows(wide), senders)
	return all
}
