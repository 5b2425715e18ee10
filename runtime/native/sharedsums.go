package native

import (
	"slices"

	"gmnc/ir"
)

// sharedSums finds sums over rows of systems that are only added to one another,
// such as the gradients of a weight that several layers share, one from each.
// The result has their common sum by each of them, and by the additions between:
// all of them have one place in a lane, to which one call after the other adds.
func sharedSums(f *ir.Func, found map[*ir.Value]phase) map[*ir.Value]*ir.Value {
	g := &graph{Func: f}
	g.count()
	shared := map[*ir.Value]*ir.Value{}
	for _, node := range slices.Backward(f.Nodes) {
		whole := node.Result()
		if !node.Is(ir.Add) || shared[whole] != nil {
			continue
		}
		if parts, only := g.sumsOf(whole, found); only {
			for _, part := range parts {
				shared[part] = whole
			}
		}
	}
	return shared
}

// sumsOf are an addition, those that it alone adds up, and the sums over rows
// among all their terms. It reports whether there are no other terms.
func (g *graph) sumsOf(addition *ir.Value, found map[*ir.Value]phase) (parts []*ir.Value, only bool) {
	parts = append(parts, addition)
	for _, term := range addition.Node.Args {
		switch {
		case !term.Type.Equal(addition.Type) || g.uses[term] > 1:
			return nil, false
		case found[term] == summed:
			parts = append(parts, term)
		case term.Is(ir.Add):
			inner, only := g.sumsOf(term, found)
			if !only {
				return nil, false
			}
			parts = append(parts, inner...)
		default:
			return nil, false
		}
	}
	return parts, true
}
