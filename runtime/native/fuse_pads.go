package native

import (
	"slices"

	"gmnc/ir"
)

// fusePads puts side by side what a sum of padded values adds up, where they
// fill all columns: the gradient of a value that was cut into columns. What else
// the value is used for adds one term more, to which they are then added at once:
// to the bits of before, since all else that a pad adds is 0.
func fusePads(g *graph, n *ir.Node) bool {
	if !n.Is(ir.Add) {
		return false
	}
	pads, others := g.padded(n.Result(), n)
	if len(pads) < 2 || len(others) > 1 {
		return false
	}
	slices.SortFunc(pads, func(a, b *ir.Node) int { return a.Int("before") - b.Int("before") })
	at := 0
	var parts []*ir.Value
	for _, pad := range pads {
		part := pad.Args[0]
		if pad.Int("before") != at || part.Type.Rows() != n.Result().Type.Rows() {
			return false
		}
		at += part.Type.Columns()
		parts = append(parts, part)
	}
	if at != n.Result().Type.Columns() || len(others) == 1 && !others[0].Type.Equal(n.Result().Type) {
		return false
	}
	if len(others) == 0 {
		return become(n, operator(ir.Concat), parts...)
	}
	// Of three terms or more one argument is a sum that n alone uses.
	inner := n.Args[0]
	if !g.only(inner, ir.Add) || inner == others[0] {
		inner = n.Args[1]
	}
	become(inner.Node, operator(ir.Concat), parts...)
	return become(n, operator(ir.Add), others[0], inner)
}

// padded are the pads that a sum, computed by a node, adds up, and what else it
// adds.
func (g *graph) padded(v *ir.Value, n *ir.Node) (pads []*ir.Node, others []*ir.Value) {
	for _, arg := range n.Args {
		switch {
		case g.only(arg, ir.Add):
			morePads, moreOthers := g.padded(arg, arg.Node)
			pads, others = append(pads, morePads...), append(others, moreOthers...)
		case g.only(arg, ir.Pad):
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
