package lower

import (
	"slices"

	"gmnc/ir"
)

// fusion replaces a node, and arguments that only this node uses, by one operator. It changes
// the node and reports whether it did.
type fusion func(g *graph, n *ir.Node) bool

// graph is the main graph while it is being fused.
type graph struct {
	*ir.Func
	counts map[*ir.Value]int                      // nil until the first call of uses
	reads  map[ir.OpName]map[*ir.Value][]*ir.Node // of the operators in calls of readersOf
	taken  names                                  // nil until a name is needed
}

// uses returns how often a value was used at the first call of uses.
func (g *graph) uses(v *ir.Value) int {
	if g.counts == nil {
		g.count()
	}
	return g.counts[v]
}

// readersOf returns the nodes of an operator whose first argument is the value, in the order of the
// graph. They are those at the first call for this operator.
func (g *graph) readersOf(v *ir.Value, op ir.OpName) []*ir.Node {
	if g.reads == nil {
		g.reads = map[ir.OpName]map[*ir.Value][]*ir.Node{}
	}
	if g.reads[op] == nil {
		of := map[*ir.Value][]*ir.Node{}
		for _, node := range g.Nodes {
			if node.Is(op) {
				of[node.Args[0]] = append(of[node.Args[0]], node)
			}
		}
		g.reads[op] = of
	}
	return g.reads[op][v]
}

// names returns the names of all values, so that new values get others.
func (g *graph) names() names {
	if g.taken == nil {
		g.taken = namesOf(g.Func)
	}
	return g.taken
}

// fuse returns the pass that applies a fusion to all nodes.
func fuse(name string, apply fusion) ir.Pass {
	return ir.Pass{Name: name, Run: func(m *ir.Module) (changed int, err error) {
		g := &graph{Func: m.Main}
		for _, node := range g.Nodes {
			if apply(g, node) {
				changed++
			}
		}
		if changed > 0 {
			g.removeUnused()
		}
		return changed, nil
	}}
}

// count counts how often each value is used.
func (g *graph) count() {
	g.counts = make(map[*ir.Value]int, len(g.Nodes))
	for _, node := range g.Nodes {
		for _, arg := range node.Args {
			g.counts[arg]++
		}
	}
	for _, output := range g.Outputs {
		g.counts[output.Value]++
	}
}

// removeUnused removes nodes that nothing uses any more.
func (g *graph) removeUnused() {
	g.count()
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if g.unused(g.Nodes[i]) {
			for _, arg := range g.Nodes[i].Args {
				g.counts[arg]--
			}
		}
	}
	g.Nodes = inOrder(slices.DeleteFunc(g.Nodes, g.unused))
}

// inOrder moves nodes that read the result of a later one behind that one, and keeps the order
// of all others: a node that took over the result of another may be behind a reader of that
// result.
func inOrder(nodes []*ir.Node) []*ir.Node {
	ordered, done := make([]*ir.Node, 0, len(nodes)), make(map[*ir.Node]bool, len(nodes)+1)
	done[nil] = true
	var visit func(n *ir.Node)
	visit = func(n *ir.Node) {
		if done[n] {
			return
		}
		done[n] = true
		for _, arg := range n.Args {
			visit(arg.Node)
		}
		ordered = append(ordered, n)
	}
	for _, node := range nodes {
		visit(node)
	}
	return ordered
}

// unused reports whether no result of a node is used.
func (g *graph) unused(n *ir.Node) bool {
	return !slices.ContainsFunc(n.Results, func(v *ir.Value) bool { return g.counts[v] > 0 })
}

// only reports whether an operator of that name computes the value, and the value has a single
// use.
func (g *graph) only(v *ir.Value, op ir.OpName) bool { return v.Is(op) && g.uses(v) == 1 }

// become changes the operator and the arguments of the node, and returns true.
func become(n *ir.Node, op *ir.Op, args ...*ir.Value) bool {
	n.Op, n.Args, n.Attrs = op, args, nil
	return true
}

// either reports whether the two arguments match in one order or the other.
func either(n *ir.Node, match func(x, y *ir.Value) bool) bool {
	return match(n.Args[0], n.Args[1]) || match(n.Args[1], n.Args[0])
}

// Operator returns the operator of that name in the table.
func Operator(name ir.OpName) *ir.Op {
	op, err := ir.LookupOp(name)
	if err != nil {
		panic(err)
	}
	return op
}

// returned reports whether a value is an output.
func (g *graph) returned(v *ir.Value) bool {
	return slices.ContainsFunc(g.Outputs, func(o ir.Output) bool { return o.Value == v })
}

// join moves the other node's result to this node, as a further one. Nothing uses the other's
// new result, so the other node will be removed.
func (g *graph) join(n, other *ir.Node) {
	result := other.Result()
	other.Results = []*ir.Value{{Name: result.Name, Type: result.Type, Node: other}}
	n.Results, result.Node = append(n.Results, result), n
}

// isNumber reports whether a value is a constant of one element.
func isNumber(v *ir.Value, number float64) bool {
	return v.Is(ir.Const) && slices.Equal(v.Node.Values("values"), []float64{number})
}

// derived returns the result of an operator on values, named after the first of them.
func derived(taken names, op *ir.Op, attrs ir.Attrs, t ir.Type, args ...*ir.Value) *ir.Value {
	v := &ir.Value{Name: taken.take(args[0].Name + "/" + string(op.Name)), Type: t}
	v.Node = &ir.Node{Op: op, Args: args, Attrs: attrs, Results: []*ir.Value{v}}
	return v
}

// HasRows reports whether a value has rows of systems.
func HasRows(v *ir.Value) bool { return v.Type.Rows().Symbol != "" }
