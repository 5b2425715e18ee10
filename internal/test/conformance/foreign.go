package conformance

import (
	"gmnc/ir"
)

// Foreign returns operators that are in no table, so that no engine has a kernel for them. They
// have a row alone, which engines evaluate: of columns, of groups of rows, and of indices.
func Foreign() []*ir.Op { return []*ir.Op{runningSum, groupDeviation, rowOfIndex} }

func sameType(_ *ir.Module, args []ir.Type, _ ir.Attrs) (ir.Type, error) { return args[0], nil }

// runningSum adds to each column the columns before it.
var runningSum = &ir.Op{
	Name: "running_sum", Arity: 1, Infer: sameType,
	Eval: func(result ir.Tensor, args []ir.Tensor, _ *ir.Node, _ ir.Sizes) error {
		sum := 0.
		for i, x := range args[0].Float {
			if i%result.Shape[1] == 0 {
				sum = 0
			}
			sum += x
			result.Float[i] += sum
		}
		return nil
	},
	Grad: func(b *ir.Builder, n *ir.Node, dy *ir.Value) []*ir.Value {
		columns := n.Result().Type.Columns()
		values := make([]float64, columns*columns)
		for i := range columns {
			for j := range i + 1 {
				values[i*columns+j] = 1
			}
		}
		return []*ir.Value{b.MatMul(dy, b.Const(columns, columns, values...), false, false)}
	},
	Samples: []ir.Sample{{Args: []ir.Type{ir.Floats(ir.Rows("particles"), 3)}}, {Args: []ir.Type{ir.Floats(ir.Fixed(4), 2)}}},
}

// groupDeviation subtracts from each row the sum of its group.
var groupDeviation = &ir.Op{
	Name: "group_deviation", Arity: 1, Infer: sameType, Attrs: []ir.AttrSpec{{Name: "count", Kind: ir.SymbolAttr}},
	Eval: func(result ir.Tensor, args []ir.Tensor, n *ir.Node, sizes ir.Sizes) error {
		columns := result.Shape[1]
		width := sizes[n.Text("count")] * columns
		for i, x := range args[0].Float {
			result.Float[i] += x
			for k := range width / columns {
				result.Float[i-i%width+k*columns+i%columns] -= x
			}
		}
		return nil
	},
	Grad: func(b *ir.Builder, n *ir.Node, dy *ir.Value) []*ir.Value {
		count := n.Text("count")
		return []*ir.Value{b.Sub(dy, b.Repeat(b.SumGroups(dy, count), count))}
	},
	Samples: []ir.Sample{{Args: []ir.Type{ir.Floats(ir.Rows("edges"), 2)}, Attrs: ir.Attrs{"count": "neighbors"}}},
}

// rowOfIndex returns the row of the first argument to which each index points.
var rowOfIndex = &ir.Op{
	Name: "row_of_index", Arity: 2, Infer: sameType,
	Eval: func(result ir.Tensor, args []ir.Tensor, _ *ir.Node, _ ir.Sizes) error {
		columns := result.Shape[1]
		for i, from := range args[1].Index {
			copy(result.Float[i*columns:(i+1)*columns], args[0].Float[int(from)*columns:])
		}
		return nil
	},
	Grad: func(b *ir.Builder, n *ir.Node, dy *ir.Value) []*ir.Value {
		return []*ir.Value{b.ScatterAdd(dy, n.Args[1]), nil}
	},
	Samples: []ir.Sample{{Args: []ir.Type{ir.Floats(ir.Rows("particles"), 2), ir.Indices("particles", ir.Rows("particles"))}}},
}
