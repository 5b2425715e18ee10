package lower

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// grouping orders nodes so that those for row programs stand together.
type grouping struct {
	waiting []*ir.Node
	done    map[*ir.Value]bool
	nodes   []*ir.Node
	of      map[*ir.Node]rowKind
}

// rowKind is what the nodes of a program have in common: the rows, and how
// often edges have been summed to get there, so that a program does not wait
// for edges that its results do not need.
type rowKind struct {
	rows  string
	round int
}

// kinds are those of all nodes. Sums of edges have another kind of rows.
func kinds(f *ir.Func, edges string) map[*ir.Node]rowKind {
	of, rounds := map[*ir.Node]rowKind{}, map[*ir.Value]int{}
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
	g := grouping{waiting: f.Nodes, done: map[*ir.Value]bool{}, of: kinds(f, names.Edges)}
	for _, input := range f.Inputs {
		g.done[input] = true
	}
	readers := f.Readers()
	for len(g.waiting) > 0 {
		g.takeOthers()
		body := g.longest()
		if len(body) == 0 {
			continue
		}
		node := body[0]
		if len(body) > 1 {
			node = outline(fmt.Sprint("rows", len(m.Funcs)), body, readers)
			m.Funcs = append(m.Funcs, node.Callee)
		}
		g.take(node)
		g.waiting = slices.DeleteFunc(g.waiting, func(n *ir.Node) bool { return slices.Contains(body, n) })
	}
	f.Nodes = g.nodes
	return len(m.Funcs), nil
}

func (g *grouping) take(n *ir.Node) {
	g.nodes = append(g.nodes, n)
	for _, result := range n.Results {
		g.done[result] = true
	}
}

// takeOthers takes the nodes for no program that have their arguments.
func (g *grouping) takeOthers() {
	rest := g.waiting[:0]
	for _, node := range g.waiting {
		if !narrow(node) && !slices.ContainsFunc(node.Args, func(arg *ir.Value) bool { return !g.done[arg] }) {
			g.take(node)
		} else {
			rest = append(rest, node)
		}
	}
	g.waiting = rest
}

// longest is the longest program that is possible now.
func (g *grouping) longest() (best []*ir.Node) {
	var kinds []rowKind
	waiting := map[rowKind][]*ir.Node{}
	for _, node := range g.waiting {
		if !narrow(node) {
			continue
		}
		kind := g.of[node]
		if waiting[kind] == nil {
			kinds = append(kinds, kind)
		}
		waiting[kind] = append(waiting[kind], node)
	}
	for _, kind := range kinds {
		if body := g.body(waiting[kind]); len(body) > len(best) {
			best = body
		}
	}
	return best
}

// body are those of the nodes of a kind that a program can have now.
func (g *grouping) body(waiting []*ir.Node) (body []*ir.Node) {
	inside, scattered := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	for _, node := range waiting {
		onto := node.Op == AddScatter && scattered[node.Args[0]]
		ready := !slices.ContainsFunc(node.Args, func(arg *ir.Value) bool {
			return !g.done[arg] && (moves[node.Op.Name] || !inside[arg]) && !(onto && arg == node.Args[0])
		})
		if ready {
			body = append(body, node)
			if scatters(node) {
				scattered[node.Result()] = true
			} else {
				inside[node.Result()] = true
			}
		}
	}
	return body
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
