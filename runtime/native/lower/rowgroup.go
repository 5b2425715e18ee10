package lower

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// grouping orders nodes so that those for row programs stand together. A module of many
// steps has thousands of programs, for each of which all that waits is looked at: nodes
// and values have numbers.
type grouping struct {
	waiting []*waitingNode
	done    []bool // by the number of a value
	nodes   []*ir.Node
	number  map[*ir.Value]int
	inside  []int // the body, by its number, that a value is in
	onto    []int // and that scatters it
	bodies  int
	kinds   int
}

// waitingNode is a node with what is looked at of it.
type waitingNode struct {
	*ir.Node
	narrow, moves, scatters, adds, taken bool
	args                                 []int
	kind                                 int // by its number
}

// rowKind is what the nodes of a program have in common: the rows, and how
// often edges have been summed to get there, so that a program does not wait
// for edges that its results do not need.
type rowKind struct {
	rows  string
	round int
}

// kinds returns the kinds of all nodes. Sums of edges have another kind of rows.
func kinds(f *ir.Func, edges string) map[*ir.Node]rowKind {
	of, rounds := make(map[*ir.Node]rowKind, len(f.Nodes)), make(map[*ir.Value]int, len(f.Nodes))
	for _, node := range f.Nodes {
		round, sums := 0, false
		rows := node.Result().Type.Rows().Symbol
		for _, arg := range node.Args {
			round = max(round, rounds[arg])
			sums = sums || arg.Type.Rows().Symbol == edges && rows != edges
		}
		of[node] = rowKind{rows, round}
		if sums {
			round++
		}
		for _, result := range node.Results {
			rounds[result] = round
		}
	}
	return of
}

// groupRows puts row programs in the place of narrow operators: many small
// operators on the same rows become a function and its call, which is one
// call of a kernel. It takes all other nodes that have their arguments before
// any narrow one, so that programs are few and long.
func groupRows(m *ir.Module) (programs int, err error) {
	names, err := SymbolsOf(m)
	if err != nil {
		return 0, err
	}
	f := m.Main
	g := newGrouping(f, names.Edges)
	readers := f.Readers()
	for len(g.waiting) > 0 {
		g.takeOthers()
		body := g.longest()
		if len(body) == 0 {
			continue
		}
		node := body[0].Node
		if len(body) > 1 {
			node = outline(fmt.Sprint("rows", len(m.Funcs)), nodesOf(body), readers)
			m.Funcs = append(m.Funcs, node.Callee)
		}
		g.take(node)
		for _, member := range body {
			member.taken = true
		}
		g.waiting = slices.DeleteFunc(g.waiting, func(n *waitingNode) bool { return n.taken })
	}
	f.Nodes = g.nodes
	return len(m.Funcs), nil
}

func newGrouping(f *ir.Func, edges string) *grouping {
	of, g := kinds(f, edges), &grouping{number: make(map[*ir.Value]int, len(f.Inputs)+len(f.Nodes))}
	numbered := func(v *ir.Value) int {
		at, known := g.number[v]
		if !known {
			at = len(g.done)
			g.number[v], g.done = at, append(g.done, false)
		}
		return at
	}
	for _, input := range f.Inputs {
		g.done[numbered(input)] = true
	}
	numbers := map[rowKind]int{}
	for _, node := range f.Nodes {
		kind, known := numbers[of[node]]
		if !known {
			kind = len(numbers)
			numbers[of[node]] = kind
		}
		waiting := &waitingNode{Node: node, narrow: narrow(node), moves: moves[node.Op.Name], scatters: scatters(node), adds: node.Op == AddScatter, kind: kind}
		for _, arg := range node.Args {
			waiting.args = append(waiting.args, numbered(arg))
		}
		for _, result := range node.Results {
			numbered(result)
		}
		g.waiting = append(g.waiting, waiting)
	}
	g.kinds = len(numbers)
	g.inside, g.onto = make([]int, len(g.done)), make([]int, len(g.done))
	return g
}

func nodesOf(body []*waitingNode) (nodes []*ir.Node) {
	for _, member := range body {
		nodes = append(nodes, member.Node)
	}
	return nodes
}

func (g *grouping) take(n *ir.Node) {
	g.nodes = append(g.nodes, n)
	for _, result := range n.Results {
		g.done[g.number[result]] = true
	}
}

// takeOthers takes the nodes for no program that have their arguments.
func (g *grouping) takeOthers() {
	rest := g.waiting[:0]
	for _, node := range g.waiting {
		if !node.narrow && !slices.ContainsFunc(node.args, func(arg int) bool { return !g.done[arg] }) {
			g.take(node.Node)
		} else {
			rest = append(rest, node)
		}
	}
	g.waiting = rest
}

// longest is the longest program that is possible now, of the nodes of one kind.
func (g *grouping) longest() (best []*waitingNode) {
	bodies := make([][]*waitingNode, g.kinds)
	var order []int // of the kinds, as their first narrow node waits
	seen := make([]bool, g.kinds)
	g.bodies++
	for _, node := range g.waiting {
		if !node.narrow {
			continue
		}
		if !seen[node.kind] {
			seen[node.kind], order = true, append(order, node.kind)
		}
		if g.joins(node) {
			bodies[node.kind] = append(bodies[node.kind], node)
		}
	}
	for _, kind := range order {
		if len(bodies[kind]) > len(best) {
			best = bodies[kind]
		}
	}
	return best
}

// joins reports whether a program can have a node now, which then is inside.
func (g *grouping) joins(node *waitingNode) bool {
	stamp := g.bodies*g.kinds + node.kind + 1
	onto := node.adds && g.onto[node.args[0]] == stamp
	for _, arg := range node.args {
		if !g.done[arg] && (node.moves || g.inside[arg] != stamp) && !(onto && arg == node.args[0]) {
			return false
		}
	}
	of := g.inside
	if node.scatters {
		of = g.onto
	}
	of[g.number[node.Result()]] = stamp
	return true
}

// outline makes a function of nodes and returns its call: the results are
// what others read.
func outline(name string, body []*ir.Node, readers map[*ir.Value][]*ir.Node) *ir.Node {
	f := &ir.Func{Name: name}
	program := &ir.Node{Callee: f, Attrs: ir.Attrs{"scope": name}}
	inside := map[*ir.Value]*ir.Value{}
	for _, member := range body {
		inside[member.Result()] = &ir.Value{Name: member.Result().Name, Type: member.Result().Type}
	}
	for _, member := range body {
		node := &ir.Node{Op: member.Op, Attrs: member.Attrs}
		for _, arg := range member.Args {
			if inside[arg] == nil {
				inside[arg] = &ir.Value{Name: arg.Name, Type: arg.Type}
				f.Inputs, program.Args = append(f.Inputs, inside[arg]), append(program.Args, arg)
			}
			node.Args = append(node.Args, inside[arg])
		}
		result := inside[member.Result()]
		result.Node, node.Results = node, []*ir.Value{result}
		f.Nodes = append(f.Nodes, node)
		outside := func(n *ir.Node) bool {
			return n == nil || !slices.Contains(body, n) || scatters(n) && n.Args[len(n.Args)-2] == member.Result()
		}
		if scatters(member) || slices.ContainsFunc(readers[member.Result()], outside) {
			f.Outputs = append(f.Outputs, ir.Output{Name: result.Name, Value: result})
			program.Results = append(program.Results, member.Result())
		}
	}
	for _, result := range program.Results {
		result.Node = program
	}
	return program
}
