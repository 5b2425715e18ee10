package lower

import (
	"slices"

	"gmnc/ir"
)

// These operators are networks side by side: each has some columns of one value. Their kernels
// read and write the columns in place.
var (
	// linear_columns(x, w, b, v, c, ...) is several layers side by side. The first is x w + b,
	// of as many of the first columns of x as w has rows; the next is that of the columns after
	// them.
	LinearColumns = &ir.Op{
		Name: "linear_columns", Arity: ir.Variadic, Means: meansColumns(2, func(b *ir.Builder, x *ir.Value, layer []*ir.Value) *ir.Value {
			return b.Add(b.MatMul(x, layer[0], false, false), layer[1])
		}),
		Samples: samples(edgeRows(8), numbers(3, wide), numbers(1, wide), numbers(5, 2), numbers(1, 2)),
	}
	// matmul_columns(x, w, v, ...) is the same without biases.
	MatMulColumns = &ir.Op{
		Name: "matmul_columns", Arity: ir.Variadic, Means: meansColumns(1, func(b *ir.Builder, x *ir.Value, layer []*ir.Value) *ir.Value {
			return b.MatMul(x, layer[0], false, false)
		}),
		Samples: samples(edgeRows(8), numbers(3, wide), numbers(5, 2)),
	}
	// columns_grads(x, dy) is x^T dy of some columns of both.
	ColumnsGrads = &ir.Op{
		Name: "columns_grads", Arity: 2, Attrs: columnsGradsAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			x := b.Columns(args[0], n.Int("start"), n.Int("stop"))
			return []*ir.Value{b.MatMul(x, b.Columns(args[1], n.Int("dy_start"), n.Int("dy_stop")), true, false)}
		},
		Samples: []ir.Sample{{Args: []ir.Type{edgeRows(9), edgeRows(wide)}, Attrs: ir.Attrs{"start": 2, "stop": 6, "dy_start": 1, "dy_stop": 4}}},
	}
	columnsGradsAttrs = []ir.AttrSpec{{Name: "start", Kind: ir.IntAttr}, {Name: "stop", Kind: ir.IntAttr},
		{Name: "dy_start", Kind: ir.IntAttr}, {Name: "dy_stop", Kind: ir.IntAttr}}
)

// meansColumns returns the meaning of layers side by side, each of which has arity arguments
// and columns of its own.
func meansColumns(arity int, layer func(b *ir.Builder, x *ir.Value, layer []*ir.Value) *ir.Value) meaning {
	return func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
		if len(args) < 1+arity || (len(args)-1)%arity != 0 {
			b.Fail("%d arguments are not a value and layers of %d", len(args), arity)
		}
		var results []*ir.Value
		at := 0
		for own := range slices.Chunk(args[1:], arity) {
			in := own[0].Type.Rows().Number
			results = append(results, layer(b, b.Columns(args[0], at, at+in), own))
			at += in
		}
		return []*ir.Value{b.Concat(results...)}
	}
}

// fuseSides fuses layers, or products, of consecutive columns of one value whose results are
// side by side.
func fuseSides(g *graph, n *ir.Node) bool {
	if !n.Is(ir.Concat) {
		return false
	}
	first, at := n.Args[0], 0
	var args []*ir.Value
	for _, v := range n.Args {
		if !g.only(v, Linear.Name) && (!g.only(v, ir.MatMul) || !plainProduct(v.Node)) || v.Node.Op != first.Node.Op {
			return false
		}
		own := v.Node.Args[0]
		if !own.Is(ir.Columns) || own.Node.Int("start") != at || len(args) > 0 && own.Node.Args[0] != args[0] {
			return false
		}
		if at = own.Node.Int("stop"); len(args) == 0 {
			args = append(args, own.Node.Args[0])
		}
		args = append(args, v.Node.Args[1:]...)
	}
	if first.Is(Linear.Name) {
		return become(n, LinearColumns, args...)
	}
	return become(n, MatMulColumns, args...)
}

// fuseColumnsGrads fuses x^T dy of columns of two values.
func fuseColumnsGrads(_ *graph, n *ir.Node) bool {
	if !n.Is(ir.MatMul) || !n.Bool("transpose_x") || !HasRows(n.Args[0]) || !n.Args[0].Is(ir.Columns) || !n.Args[1].Is(ir.Columns) {
		return false
	}
	x, dy := n.Args[0].Node, n.Args[1].Node
	become(n, ColumnsGrads, x.Args[0], dy.Args[0])
	n.Attrs = ir.Attrs{"start": x.Int("start"), "stop": x.Int("stop"), "dy_start": dy.Int("start"), "dy_stop": dy.Int("stop")}
	return true
}
