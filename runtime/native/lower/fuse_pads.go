package lower

import (
	"slices"

	"gmnc/ir"
)

// padding is an operator that puts zeros before and after a value along an axis, with the
// operator that joins values along it.
type padding struct {
	pad    ir.OpName
	join   *ir.Op
	extent func(ir.Type) int // along the axis
	other  func(ir.Type) ir.Dim
}

var (
	padsOfColumns = padding{ir.Pad, Operator(ir.Concat), ir.Type.Columns, ir.Type.Rows}
	padsOfRows    = padding{ir.PadRows, StackRows,
		func(t ir.Type) int { return t.Rows().Number }, func(t ir.Type) ir.Dim { return ir.Fixed(t.Columns()) }}
)

// stack_rows(x, y, ...) puts the rows of all arguments one below the other.
var StackRows = &ir.Op{
	Name: "stack_rows", Arity: ir.Variadic, Samples: samples(numbers(2, wide), numbers(1, wide), numbers(3, wide)),
	Means: func(b *ir.Builder, _ *ir.Node, args []*ir.Value) []*ir.Value {
		total, at := 0, 0
		for _, x := range args {
			total += x.Type.Rows().Number
		}
		sum := b.Scalar(0)
		for _, x := range args {
			rows := x.Type.Rows().Number
			sum = b.Add(sum, b.PadRows(x, at, total-at-rows))
			at += rows
		}
		return []*ir.Value{sum}
	},
}

// fusePads joins values that a sum pads and adds up, if they fill all columns or all rows: such
// a sum is the gradient of a value that was cut into them. Another use of that value adds one
// term more, to which the joined values are then added at once. The bits are the same as
// before, since everything else that a pad adds is 0.
func fusePads(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && (g.joinPads(n, padsOfColumns) || g.joinPads(n, padsOfRows))
}

func (g *graph) joinPads(n *ir.Node, along padding) bool {
	pads, others := g.padded(n.Result(), n, along.pad)
	if len(pads) < 2 || len(others) > 1 {
		return false
	}
	slices.SortFunc(pads, func(a, b *ir.Node) int { return a.Int("before") - b.Int("before") })
	at, result := 0, n.Result().Type
	var parts []*ir.Value
	for _, pad := range pads {
		part := pad.Args[0]
		if pad.Int("before") != at || along.other(part.Type) != along.other(result) {
			return false
		}
		at += along.extent(part.Type)
		parts = append(parts, part)
	}
	if at != along.extent(result) || len(others) == 1 && !others[0].Type.Equal(result) {
		return false
	}
	if len(others) == 0 {
		return become(n, along.join, parts...)
	}
	// With three terms or more, one argument is a sum that only n uses.
	inner := n.Args[0]
	if !g.only(inner, ir.Add) || inner == others[0] {
		inner = n.Args[1]
	}
	become(inner.Node, along.join, parts...)
	return become(n, Operator(ir.Add), others[0], inner)
}

// padded returns the pads that a sum, computed by a node, adds up, and its other terms.
func (g *graph) padded(v *ir.Value, n *ir.Node, pad ir.OpName) (pads []*ir.Node, others []*ir.Value) {
	for _, arg := range n.Args {
		switch {
		case g.only(arg, ir.Add):
			morePads, moreOthers := g.padded(arg, arg.Node, pad)
			pads, others = append(pads, morePads...), append(others, moreOthers...)
		case g.only(arg, pad):
			pads = append(pads, arg.Node)
		default:
			others = append(others, arg)
		}
	}
	if pads == nil {
		return nil, []*ir.Value{v}
	}
	return pads, others
}
