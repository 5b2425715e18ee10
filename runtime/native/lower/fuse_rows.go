package lower

import (
	"slices"

	"gmnc/ir"
)

// choice is a value in some rows and 0 in the others.
type choice struct {
	condition, value *ir.Value
	holds            float64 // 1 where the condition is not 0, 0 where it is
}

// chosen returns the choice of rows of a value with a single use, and reports whether it is
// one.
func (g *graph) chosen(v *ir.Value) (choice, bool) {
	if !g.only(v, ir.Select) || v.Node.Args[0].Type.Columns() != 1 {
		return choice{}, false
	}
	condition, yes, no := v.Node.Args[0], v.Node.Args[1], v.Node.Args[2]
	switch {
	case isNumber(no, 0) && yes.Type.Equal(v.Type):
		return choice{condition, yes, 1}, true
	case isNumber(yes, 0) && no.Type.Equal(v.Type):
		return choice{condition, no, 0}, true
	}
	return choice{}, false
}

// fuseWhere fuses z + x in some rows, where z may be such a sum or choice itself.
func fuseWhere(g *graph, n *ir.Node) bool {
	return n.Is(ir.Add) && !narrow(n) && either(n, func(added, z *ir.Value) bool {
		last, ok := g.chosen(added)
		if !ok || !z.Type.Equal(added.Type) {
			return false
		}
		args, holds := []*ir.Value{z}, []float64{}
		if first, also := g.chosen(z); also {
			args, holds = []*ir.Value{first.condition, first.value}, []float64{first.holds}
		} else if g.only(z, AddWhere.Name) {
			args, holds = slices.Clone(z.Node.Args), slices.Clone(z.Node.Values(HoldsAttr))
		}
		n.Op, n.Args = AddWhere, append(args, last.condition, last.value)
		n.Attrs = ir.Attrs{HoldsAttr: append(holds, last.holds)}
		return true
	})
}

// fuseGathers fuses gather(x, i) + gather(x, j).
func fuseGathers(g *graph, n *ir.Node) bool {
	if !n.Is(ir.Add) || narrow(n) || !g.only(n.Args[0], ir.Gather) || !g.only(n.Args[1], ir.Gather) {
		return false
	}
	one, other := n.Args[0].Node.Args, n.Args[1].Node.Args
	return one[0] == other[0] && become(n, AddGathers, one[0], one[1], other[1])
}

// fuseScatters fuses scatter_add(x, i) + scatter_add(x, j) of particles, which is the gradient
// of two gathers.
func fuseScatters(g *graph, n *ir.Node) bool {
	if n.Op != AddScatter || narrow(n) || !g.only(n.Args[0], ir.ScatterAdd) {
		return false
	}
	first, x := n.Args[0].Node, n.Args[1]
	return first.Args[0] == x && x.Type.Equal(n.Result().Type) && become(n, AddScatters, x, first.Args[1], n.Args[2])
}

// fuseEndpoints fuses sum_groups(x) and scatter_add(x, index) of edges.
func fuseEndpoints(g *graph, n *ir.Node) bool {
	if !n.Is(ir.SumGroups) {
		return false
	}
	for _, other := range g.readersOf(n.Args[0], ir.ScatterAdd) {
		if other.Result().Type.Equal(n.Result().Type) {
			g.join(n, other)
			return become(n, SumEndpoints, n.Args[0], other.Args[1])
		}
	}
	return false
}
