package native

import (
	"slices"
	"strings"

	"gmnc/ir"
)

// rowsOp is a row program: many small operators on the same rows in one call.
var rowsOp = &ir.Op{Name: "rows"}

// rowColumns is the most columns of a value that row programs take: one
// vector of a row, above which kernels of whole rows do better.
const rowColumns = line

// grouping orders nodes so that those for row programs stand together.
type grouping struct {
	waiting []*ir.Node
	done    map[*ir.Value]bool
	nodes   []*ir.Node
	bodies  map[*ir.Node][]*ir.Node
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

// groupRows puts row programs in the place of narrow operators, and returns
// the nodes of each. It takes all other nodes that have their arguments
// before any narrow one, so that programs are few and long.
func groupRows(f *ir.Func, edges string) map[*ir.Node][]*ir.Node {
	g := grouping{waiting: f.Nodes, done: map[*ir.Value]bool{}, bodies: map[*ir.Node][]*ir.Node{}, of: kinds(f, edges)}
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
			node = program(body, readers)
			g.bodies[node] = body
		}
		g.take(node)
		g.waiting = slices.DeleteFunc(g.waiting, func(n *ir.Node) bool { return slices.Contains(body, n) })
	}
	f.Nodes = g.nodes
	return g.bodies
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
	tried := map[rowKind]bool{}
	for _, node := range g.waiting {
		if kind := g.of[node]; narrow(node) && !tried[kind] {
			tried[kind] = true
			if body := g.body(kind); len(body) > len(best) {
				best = body
			}
		}
	}
	return best
}

// body are the nodes for a program of a kind that is possible now.
func (g *grouping) body(kind rowKind) (body []*ir.Node) {
	inside, scattered := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	for _, node := range g.waiting {
		if !narrow(node) || g.of[node] != kind {
			continue
		}
		onto := node.Op == addScatterOp && scattered[node.Args[0]]
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

// moves are the narrow operators that read other rows than they write: those
// must be there before the program.
var moves = map[string]bool{"gather": true, "repeat": true, addEdgesOp.Name: true, subtractEdgesOp.Name: true}

// scatters reports a node that writes other rows than it reads: a program
// does so at its end.
func scatters(n *ir.Node) bool { return n.Op.Name == "scatter_add" || n.Op == addScatterOp }

// narrow reports a node for row programs: what it reads and writes has few
// columns, and all rows by themselves.
func narrow(n *ir.Node) bool {
	result := n.Result().Type
	if rowForms[n.Op.Name] == nil || result.DType != ir.Float || result.Rows().Symbol == "" || result.Columns() > rowColumns {
		return false
	}
	return !slices.ContainsFunc(n.Args, func(arg *ir.Value) bool {
		t := arg.Type
		return t.DType == ir.Float && (t.Columns() > rowColumns || t.Rows().Symbol == "" && t.Rows() != ir.Fixed(1)) ||
			scatters(n) && t.Rows() != result.Rows()
	})
}

// program is the node of a program: its results are what others read.
func program(body []*ir.Node, readers map[*ir.Value][]*ir.Node) *ir.Node {
	node := &ir.Node{Op: rowsOp}
	inside := map[*ir.Value]bool{}
	var names []string
	for _, member := range body {
		inside[member.Result()] = true
		names = append(names, member.Op.Name)
	}
	for _, member := range body {
		for _, arg := range member.Args {
			if !inside[arg] && !slices.Contains(node.Args, arg) {
				node.Args = append(node.Args, arg)
			}
		}
		outside := func(n *ir.Node) bool {
			return n == nil || !slices.Contains(body, n) || scatters(n) && n.Args[len(n.Args)-2] == member.Result()
		}
		if scatters(member) || slices.ContainsFunc(readers[member.Result()], outside) {
			node.Results = append(node.Results, member.Result())
		}
	}
	for _, result := range node.Results {
		result.Node = node
	}
	node.Attrs = ir.Attrs{"of": strings.Join(names, " ")}
	return node
}
