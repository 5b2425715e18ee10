package native

import (
	"slices"

	"gmnc/ir"
)

// sharedSums finds sums over rows of systems that are only added to one another, such as the
// gradients of a weight that several layers share, one from each. The result maps each of them,
// and the additions between them, to their common sum. All of them have one place in a lane, to
// which one call after the other adds.
func sharedSums(f *ir.Func, found map[*ir.Value]phase) map[*ir.Value]*ir.Value {
	readers := f.Readers()
	shared := map[*ir.Value]*ir.Value{}
	for _, node := range slices.Backward(f.Nodes) {
		whole := node.Result()
		if !node.Is(ir.Add) || shared[whole] != nil {
			continue
		}
		if parts, only := sumsOf(whole, found, readers); only {
			for _, part := range parts {
				shared[part] = whole
			}
		}
	}
	return shared
}

// sumsOf returns an addition, the additions that are only terms of it, and the sums over rows
// among all their terms. It reports whether there are no other terms.
func sumsOf(addition *ir.Value, found map[*ir.Value]phase, readers map[*ir.Value][]*ir.Node) (parts []*ir.Value, only bool) {
	parts = append(parts, addition)
	for _, term := range addition.Node.Args {
		switch {
		case !term.Type.Equal(addition.Type) || len(readers[term]) > 1:
			return nil, false
		case found[term] == summed:
			parts = append(parts, term)
		case term.Is(ir.Add):
			inner, only := sumsOf(term, found, readers)
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
