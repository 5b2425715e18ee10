package lower

import (
	"maps"
	"slices"

	"gmnc/ir"
)

// EpsilonAttr names the number that a norm adds to variances.
const EpsilonAttr = "epsilon"

// These operators are LayerNorms of blocks of columns with mean 0 followed by ReLU, as in
// radial networks, and their gradients.
var (
	// norm_relu(x, scale, shift) is the larger of 0 and x f scale + shift. The second result is
	// f, which for each block is 1 over the root of the mean of x^2 plus epsilon.
	NormReLU = &ir.Op{
		Name: "norm_relu", Arity: 3, Attrs: append(slices.Clone(blocksAttrs), ir.AttrSpec{Name: EpsilonAttr, Kind: ir.FloatAttr}),
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			x, blocks := args[0], n.Int(BlocksAttr)
			variance := b.Add(ofBlocks(b, b.Square(x), blocks, meanTable), b.Scalar(n.Float(EpsilonAttr)))
			factor := b.Div(b.Scalar(1), b.Sqrt(variance))
			unit := b.Mul(x, inColumns(b, factor, x))
			return []*ir.Value{b.ReLU(b.Add(b.Mul(unit, args[1]), args[2])), factor}
		},
		Samples: normSamples(ir.Attrs{EpsilonAttr: 0.01}, func(columns, _ int) []ir.Type {
			return []ir.Type{edgeRows(columns), numbers(1, columns), numbers(1, columns)}
		}),
	}
	// norm_backward(dy, y, x, f, scale) is the gradient with respect to x, given dy, the gradient
	// with respect to y. y and f are the results of norm_relu.
	NormBackward = &ir.Op{
		Name: "norm_backward", Arity: 5, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, n *ir.Node, args []*ir.Value) []*ir.Value {
			x, f := args[2], args[3]
			h := b.Mul(opened(b, args), args[4])
			less := b.Mul(b.Square(f), ofBlocks(b, b.Mul(h, x), n.Int(BlocksAttr), meanTable))
			return []*ir.Value{b.Mul(b.Sub(h, b.Mul(x, inColumns(b, less, x))), inColumns(b, f, x))}
		},
		Samples: normSamples(nil, func(columns, blocks int) []ir.Type {
			return []ir.Type{edgeRows(columns), edgeRows(columns), edgeRows(columns), edgeRows(blocks), numbers(1, columns)}
		}),
	}
	// norm_grads(dy, y, x, f) is the gradients with respect to scale and shift, which are sums
	// over rows.
	NormGrads = &ir.Op{
		Name: "norm_grads", Arity: 4, Attrs: blocksAttrs,
		Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
			d := opened(b, args)
			return []*ir.Value{b.SumRows(b.Mul(d, b.Mul(args[2], inColumns(b, args[3], args[2])))), b.SumRows(d)}
		},
		Samples: normSamples(nil, func(columns, blocks int) []ir.Type {
			return []ir.Type{edgeRows(columns), edgeRows(columns), edgeRows(columns), edgeRows(blocks)}
		}),
	}
)

// opened returns the gradient dy in elements where y, the second argument, is above 0, and 0 in
// others.
func opened(b *ir.Builder, args []*ir.Value) *ir.Value {
	return b.Mul(args[0], b.Greater(args[1], b.Scalar(0)))
}

func ofBlocks(b *ir.Builder, x *ir.Value, blocks int, table func(columns, blocks int) []float64) *ir.Value {
	columns := x.Type.Columns()
	if blocks < 1 || columns%blocks != 0 {
		b.Fail("%d columns are not %d blocks", columns, blocks)
	}
	return b.MatMul(x, b.Const(columns, blocks, table(columns, blocks)...), false, false)
}

// inColumns repeats the value of each block in its columns of x.
func inColumns(b *ir.Builder, f, x *ir.Value) *ir.Value {
	columns, blocks := x.Type.Columns(), f.Type.Columns()
	return b.MatMul(f, b.Const(blocks, columns, repeatTable(columns, blocks)...), false, false)
}

// normSamples returns samples with the width for which there is assembly, and with another.
func normSamples(attrs ir.Attrs, args func(columns, blocks int) []ir.Type) (all []ir.Sample) {
	for _, width := range []int{32, 5} {
		const blocks = 2
		sample := ir.Sample{Args: args(blocks*width, blocks), Attrs: ir.Attrs{BlocksAttr: blocks}}
		maps.Copy(sample.Attrs, attrs)
		all = append(all, sample)
	}
	return all
}

// meanTable returns the matrix [columns,blocks] that computes the means of blocks.
func meanTable(columns, blocks int) []float64 {
	table, width := make([]float64, columns*blocks), columns/blocks
	for i := range columns {
		table[i*blocks+i/width] = 1 / float64(width)
	}
	return table
}

// repeatTable returns the matrix [blocks,columns] that repeats the value of each block in all
// of its columns.
func repeatTable(columns, blocks int) []float64 {
	table, width := make([]float64, columns*blocks), columns/blocks
	for i := range columns {
		table[i/width*columns+i] = 1
	}
	return table
}
