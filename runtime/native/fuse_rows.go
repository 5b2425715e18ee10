package native

import (
	"slices"

	"gmnc/ir"
)

// Operators on rows that are too wide for row programs, of which several are
// one call.
var (
	// add_where(z, c, x, d, y, ...) is z, or 0 without z, plus x in some rows,
	// plus y in some: those where the condition before it is not 0, if the
	// attribute holds has a 1 for it, and else the others.
	addWhereOp = &ir.Op{Name: "add_where", Arity: ir.Variadic}
	// add_gathers(x, i, j) is gather(x, i) + gather(x, j).
	addGathersOp = &ir.Op{Name: "add_gathers", Arity: 3}
	// add_scatters(x, i, j) is scatter_add(x, i) + scatter_add(x, j).
	addScattersOp = &ir.Op{Name: "add_scatters", Arity: 3}
	// sum_ends(x, index) are the sums of edges at their receivers and, as a
	// second result, at their senders: sum_groups(x), scatter_add(x, index).
	sumEndsOp = &ir.Op{Name: "sum_ends", Arity: 2}
)

// choice is a value in some rows, and 0 in the others.
type choice struct {
	condition, value *ir.Value
	holds            float64 // 1 where the condition is not 0, 0 where it is
}

// chosen reports a choice of rows, made for one use.
func (g *graph) chosen(v *ir.Value) (choice, bool) {
	if !g.only(v, "select") || v.Node.Args[0].Type.Columns() != 1 {
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

// fuseWhere: z + x in some rows, where z may be such a sum or choice itself.
func fuseWhere(g *graph, n *ir.Node) bool {
	return n.Op.Name == "add" && !narrow(n) && either(n, func(added, z *ir.Value) bool {
		last, ok := g.chosen(added)
		if !ok || !z.Type.Equal(added.Type) {
			return false
		}
		args, holds := []*ir.Value{z}, []float64{}
		if first, also := g.chosen(z); also {
			args, holds = []*ir.Value{first.condition, first.value}, []float64{first.holds}
		} else if g.only(z, addWhereOp.Name) {
			args, holds = slices.Clone(z.Node.Args), slices.Clone(z.Node.Values(holdsAttr))
		}
		n.Op, n.Args = addWhereOp, append(args, last.condition, last.value)
		n.Attrs = ir.Attrs{holdsAttr: append(holds, last.holds)}
		return true
	})
}

// holdsAttr says which conditions of add_where hold.
const holdsAttr = "holds"

// fuseGathers: gather(x, i) + gather(x, j).
func fuseGathers(g *graph, n *ir.Node) bool {
	if n.Op.Name != "add" || narrow(n) || !g.only(n.Args[0], "gather") || !g.only(n.Args[1], "gather") {
		return false
	}
	one, other := n.Args[0].Node.Args, n.Args[1].Node.Args
	return one[0] == other[0] && become(n, addGathersOp, one[0], one[1], other[1])
}

// fuseScatters: scatter_add(x, i) + scatter_add(x, j) of particles, the
// gradient of two gathers.
func fuseScatters(g *graph, n *ir.Node) bool {
	if n.Op != addScatterOp || narrow(n) || !g.only(n.Args[0], "scatter_add") {
		return false
	}
	first, x := n.Args[0].Node, n.Args[1]
	return first.Args[0] == x && x.Type.Equal(n.Result().Type) && become(n, addScattersOp, x, first.Args[1], n.Args[2])
}

// fuseEnds: sum_groups(x) and scatter_add(x, index) of edges.
func fuseEnds(g *graph, n *ir.Node) bool {
	if n.Op.Name != "sum_groups" {
		return false
	}
	for _, other := range g.Nodes {
		if other.Op.Name == "scatter_add" && other.Args[0] == n.Args[0] && other.Result().Type.Equal(n.Result().Type) {
			g.join(n, other)
			return become(n, sumEndsOp, n.Args[0], other.Args[1])
		}
	}
	return false
}

// join makes the other node's result a further one of this node. Nothing
// uses the other's new result, so it is swept away.
func (g *graph) join(n, other *ir.Node) {
	result := other.Result()
	other.Results = []*ir.Value{{Name: result.Name, Type: result.Type, Node: other}}
	n.Results, result.Node = append(n.Results, result), n
}
