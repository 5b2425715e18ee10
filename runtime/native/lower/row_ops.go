package lower

import (
	"slices"

	"gmnc/ir"
)

// These operators move rows and add them up at once.
var (
	// add_edges(x, y, index) is, for each edge, the receiver's row of x plus the row of y at
	// its index. subtract_edges is their difference.
	AddEdges = &ir.Op{
		Name: "add_edges", Arity: 3, Means: meansEdges((*ir.Builder).Add), Samples: edgeSamples,
	}
	SubtractEdges = &ir.Op{
		Name: "subtract_edges", Arity: 3, Means: meansEdges((*ir.Builder).Sub), Samples: edgeSamples,
	}
	// repeat_times(x, z) is repeat(x) z with one factor for each row.
	RepeatTimes = &ir.Op{
		Name: "repeat_times", Arity: 2, Samples: samples(particleRows(wide), edgeRows(1)),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Mul(b.Repeat(args[0], b.CountOf(args[1])), args[1])}
		},
	}
	// add_scatter(z, x, index) is z + scatter_add(x, index).
	AddScatter = &ir.Op{
		Name: "add_scatter", Arity: 3,
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Add(args[0], b.ScatterAdd(args[1], args[2]))}
		},
		Samples: slices.Concat(samples(particleRows(wide), edgeRows(wide), senders),
			samples(particleRows(3), particleRows(3), partners)),
	}
	// add_where(z, c, x, d, y, ...) is z, or 0 without z, plus x in some rows, plus y in some,
	// and so on. These are the rows for which the condition before the value is not 0, or, if
	// holds has a 0 for that condition, those for which it is.
	AddWhere = &ir.Op{
		Name: "add_where", Arity: ir.Variadic, Attrs: []ir.AttrSpec{{Name: HoldsAttr, Kind: ir.FloatsAttr}},
		Means: meansAddWhere,
		Samples: []ir.Sample{
			{Args: []ir.Type{particleRows(wide), particleRows(1), particleRows(wide)}, Attrs: ir.Attrs{HoldsAttr: []float64{1}}, Mask: 2},
			{Args: []ir.Type{particleRows(1), particleRows(wide), particleRows(1), particleRows(wide)},
				Attrs: ir.Attrs{HoldsAttr: []float64{1, 0}}, Mask: 3},
		},
	}
	// add_gathers(x, i, j) is gather(x, i) + gather(x, j).
	AddGathers = &ir.Op{
		Name: "add_gathers", Arity: 3, Samples: samples(particleRows(wide), partners, partners),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Add(b.Gather(args[0], args[1]), b.Gather(args[0], args[2]))}
		},
	}
	// add_scatters(x, i, j) is scatter_add(x, i) + scatter_add(x, j).
	AddScatters = &ir.Op{
		Name: "add_scatters", Arity: 3, Samples: samples(particleRows(wide), partners, partners),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Add(b.ScatterAdd(args[0], args[1]), b.ScatterAdd(args[0], args[2]))}
		},
	}
	// sum_endpoints(x, index) is the sums of edges at their receivers and, as a second result, at
	// their senders: sum_groups(x), scatter_add(x, index).
	SumEndpoints = &ir.Op{
		Name: "sum_endpoints", Arity: 2, Samples: samples(edgeRows(wide), senders),
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.SumGroups(args[0], b.CountOf(args[0])), b.ScatterAdd(args[0], args[1])}
		},
	}
)

// Matrices of groups, which are sums of outer products or products of weights, are by far the
// largest values of a model that has them, but they are cheap. So the operators that multiply
// them compute them again, a few groups at a time.
var (
	// outer_matmul(x, y, w) is matmul_blocks(outer_groups(x, y), w) with w transposed.
	// outer_matmul(x, y, w, v, b) adds outer_matmul(x, v, b) to that.
	OuterMatMul = &ir.Op{
		Name: "outer_matmul", Arity: ir.Variadic, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			product := func(y, w *ir.Value) *ir.Value {
				return b.MatMulBlocks(b.OuterGroups(args[0], y, b.CountOf(args[0])), w, n.Int(BlocksAttr), false, true)
			}
			sum := product(args[1], args[2])
			if len(args) > 3 {
				sum = b.Add(sum, product(args[3], args[4]))
			}
			return []*ir.Value{sum}
		},
		Samples: slices.Concat(blockSamples(edgeRows(3), edgeRows(4), numbers(5, 4)),
			blockSamples(edgeRows(15), edgeRows(32), numbers(7, 5*32)),
			blockSamples(edgeRows(15), edgeRows(32), numbers(7, 5*32), edgeRows(1), numbers(7, 5))),
	}
	// outer_grads(d, x, y) is matmul_blocks(d, outer_groups(x, y)) with d transposed, which is
	// a sum over rows. outer_grads(d, x, y, v) has the sum for v as a second result.
	OuterGrads = &ir.Op{
		Name: "outer_grads", Arity: ir.Variadic, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) (sums []*ir.Value) {
			for _, y := range args[2:] {
				outer := b.OuterGroups(args[1], y, b.CountOf(args[1]))
				sums = append(sums, b.MatMulBlocks(args[0], outer, n.Int(BlocksAttr), true, false))
			}
			return sums
		},
		Samples: slices.Concat(blockSamples(particleRows(15), edgeRows(3), edgeRows(4)),
			blockSamples(particleRows(15), edgeRows(3), edgeRows(4), edgeRows(1))),
	}
	// blocks_groups(x, y, w) is matmul_groups(y, matmul_blocks(x, w)).
	// blocks_groups(x, y, w, b) has the product for b as a second result.
	BlocksGroups = &ir.Op{
		Name: "blocks_groups", Arity: ir.Variadic, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) (products []*ir.Value) {
			for _, w := range args[2:] {
				matrices := b.MatMulBlocks(args[0], w, n.Int(BlocksAttr), false, false)
				products = append(products, b.MatMulGroups(args[1], matrices, b.CountOf(args[1]), false))
			}
			return products
		},
		Samples: slices.Concat(blockSamples(particleRows(12), edgeRows(15), numbers(4, 10)),
			blockSamples(particleRows(12), edgeRows(15), numbers(4, 10), numbers(4, 5))),
	}
	// blocks_groups_transposed(x, w, y) is matmul_groups(y, matmul_blocks(x, v)) with
	// transposed matrices, where w is transpose_blocks(v) by the columns of y.
	BlocksGroupsTransposed = &ir.Op{
		Name: "blocks_groups_transposed", Arity: 3, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			width, columns := args[1].Type.Columns(), args[2].Type.Columns()
			if width%columns != 0 {
				b.Fail("%d columns are no matrices for rows of %d", width, columns)
			}
			matrices := b.MatMulBlocks(args[0], transposedBlocks(b, args[1], width/columns), n.Int(BlocksAttr), false, false)
			return []*ir.Value{b.MatMulGroups(args[2], matrices, b.CountOf(args[2]), true)}
		},
		Samples: blockSamples(particleRows(12), numbers(4, 10), edgeRows(2)),
	}
	// add_blocks_transposed(z, x, w, y) is z + blocks_groups_transposed(x, w, y).
	AddBlocksTransposed = &ir.Op{
		Name: "add_blocks_transposed", Arity: 4, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Add(args[0], BlocksGroupsTransposed.Means(b, n, args[1:])[0])}
		},
		Samples: blockSamples(edgeRows(15), particleRows(12), numbers(4, 10), edgeRows(2)),
	}
	// add_both(z, x, w, y, t) is add_blocks_transposed(z, x, w, y). Its second result is
	// outer_matmul of t, y and the weights from which w was transposed. The two results are the
	// gradients with respect to t and to x of a sum of products of the four.
	AddBoth = &ir.Op{
		Name: "add_both", Arity: 5, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			w, y := args[2], args[3]
			outer := b.OuterGroups(args[4], y, b.CountOf(y))
			sums := b.MatMulBlocks(outer, transposedBlocks(b, w, w.Type.Columns()/y.Type.Columns()), n.Int(BlocksAttr), false, true)
			return []*ir.Value{AddBlocksTransposed.Means(b, n, args[:4])[0], sums}
		},
		Samples: slices.Concat(blockSamples(edgeRows(15), particleRows(12), numbers(4, 10), edgeRows(2), edgeRows(15)),
			blockSamples(edgeRows(15), particleRows(60), numbers(20, 5*33), edgeRows(33), edgeRows(15))),
	}
	// transpose_blocks(x) transposes the matrix in each row of x. transpose_blocks(x, y) puts a
	// row of y below each of these.
	TransposeBlocks = &ir.Op{
		Name: "transpose_blocks", Arity: ir.Variadic, Attrs: []ir.AttrSpec{{Name: ColumnsAttr, Kind: ir.IntAttr}},
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			return []*ir.Value{b.Concat(append([]*ir.Value{transposedBlocks(b, args[0], n.Int(ColumnsAttr))}, args[1:]...)...)}
		},
		Samples: []ir.Sample{{Args: []ir.Type{numbers(4, 10)}, Attrs: ir.Attrs{ColumnsAttr: 2}},
			{Args: []ir.Type{numbers(4, 10), numbers(4, 5)}, Attrs: ir.Attrs{ColumnsAttr: 2}}},
	}
)

// transposedBlocks transposes the matrix in each row of x, of some columns, by multiplying it with 1.
func transposedBlocks(b *ir.Builder, x *ir.Value, columns int) *ir.Value {
	rows, width := x.Type.Rows().Number, x.Type.Columns()
	if columns < 1 || width%columns != 0 {
		b.Fail("%d columns are no matrices with %d", width, columns)
	}
	height := width / columns
	return b.RowMatMul(x, b.Const(rows, height*height, slices.Repeat(identity(height), rows)...), height, true, false)
}

const (
	// HoldsAttr says for each condition of add_where whether it must hold: 1, or 0 if it must
	// not.
	HoldsAttr = "holds"
	// BlocksAttr is the number of rows of a matrix in each row.
	BlocksAttr = "blocks"
	// ColumnsAttr is the number of columns of the matrix in a row.
	ColumnsAttr = "columns"
)

var blocksAttrs = []ir.AttrSpec{{Name: BlocksAttr, Kind: ir.IntAttr}}

func blockSamples(args ...ir.Type) []ir.Sample {
	return []ir.Sample{{Args: args, Attrs: ir.Attrs{BlocksAttr: 3}}}
}

var edgeSamples = slices.Concat(samples(particleRows(3), particleRows(3), senders),
	samples(particleRows(wide), particleRows(wide), senders))

func meansEdges(operation func(b *ir.Builder, x, y *ir.Value) *ir.Value) meaning {
	return func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
		return []*ir.Value{operation(b, b.Repeat(args[0], b.CountOf(args[2])), b.Gather(args[1], args[2]))}
	}
}

func meansAddWhere(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
	holds := n.Values(HoldsAttr)
	if without := len(args) - 2*len(holds); without != 0 && without != 1 || len(holds) == 0 {
		b.Fail("%d arguments are not a value and %d conditions with one each", len(args), len(holds))
	}
	sum := b.Scalar(0)
	if len(args)%2 == 1 {
		sum = args[0]
	}
	for k, chosen := range slices.Collect(slices.Chunk(args[len(args)%2:], 2)) {
		yes, no := chosen[1], b.Scalar(0)
		if holds[k] == 0 {
			yes, no = no, yes
		}
		sum = b.Add(sum, b.Select(chosen[0], yes, no))
	}
	return []*ir.Value{sum}
}
