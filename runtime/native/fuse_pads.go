package native

import (
	"slices"

	"gmnc/ir"
)

// fusePads puts side by side what a sum of padded values adds up, where they
// fill all columns: the gradient of a value that was cut into columns.
func fusePads(g *graph, n *ir.Node) bool {
	if !n.Is(ir.Add) {
		return false
	}
	pads := g.padded(n.Args[0], g.padded(n.Args[1], nil))
	if len(pads) < 2 || slices.Contains(pads, nil) {
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
	return at == n.Result().Type.Columns() && become(n, operator(ir.Concat), parts...)
}

// padded appends the pads that a sum adds up, and nil if it adds anything
// else too.
func (g *graph) padded(v *ir.Value, pads []*ir.Node) []*ir.Node {
	switch {
	case g.only(v, ir.Add):
		return g.padded(v.Node.Args[0], g.padded(v.Node.Args[1], pads))
	case g.only(v, ir.Pad):
		return append(pads, v.Node)
	}
	return append(pads, nil)
}
