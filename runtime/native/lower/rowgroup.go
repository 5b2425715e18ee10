package lower

import (
	"container/heap"
	"fmt"
	"slices"

	"gmnc/ir"
)

// grouping orders nodes so that those of a row program are contiguous. A module of many steps
// has thousands of programs, so nothing is examined again until the values that it waits for
// exist.
type grouping struct {
	values []groupedValue // by number
	number map[*ir.Value]int
	kinds  []groupedKind
	active []int    // the kinds that have a body
	others nodeHeap // nodes outside of programs that have their arguments
	left   int      // the number of nodes that wait
	nodes  []*ir.Node
}

// groupedValue is a value. It is done, or inside the body of its node's kind, or a sum onto
// which this body scatters.
type groupedValue struct {
	done, inside, onto bool
	kind               int
	readers            []*waitingNode // one for each argument that reads it
}

// groupedKind holds the narrow nodes of a kind, in order, and those of them that a program can
// have now.
type groupedKind struct {
	nodes, body []*waitingNode
	first       int // the first of nodes that waits
}

// waitingNode is a node with the properties that grouping needs.
type waitingNode struct {
	*ir.Node
	narrow, moves, scatters, adds, taken bool
	args                                 []int
	order, kind                          int // by number
	missing                              int // the number of arguments that it waits for
}

// nodeHeap is a heap of nodes with the first of them on top.
type nodeHeap []*waitingNode

func (h nodeHeap) Len() int           { return len(h) }
func (h nodeHeap) Less(i, j int) bool { return h[i].order < h[j].order }
func (h nodeHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nodeHeap) Push(x any)        { *h = append(*h, x.(*waitingNode)) }
func (h *nodeHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// rowKind is what the nodes of a program have in common: the rows, and how often edges were
// summed to compute them. So a program does not wait for edges that its results do not need.
type rowKind struct {
	rows  string
	round int
}

// kinds returns the kinds of all nodes. Sums of edges begin another kind of rows.
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

// groupRows replaces narrow operators by row programs: many small operators on the same rows
// become a function and its call, which is one call of a kernel. All other nodes that have
// their arguments come before any narrow one, so that programs are few and long.
func groupRows(m *ir.Module) (programs int, err error) {
	names, err := SymbolsOf(m)
	if err != nil {
		return 0, err
	}
	f := m.Main
	g := newGrouping(f, names.Edges)
	readers := f.Readers()
	for g.left > 0 {
		g.takeOthers()
		body := g.longest()
		if len(body) == 0 {
			continue
		}
		node := body[0].Node
		if len(body) > 1 {
			node = outline(fmt.Sprint("rows", len(m.Funcs)), nodesOf(body), readers)
			m.Funcs = append(m.Funcs, node.Callee)
			programs++
		}
		for _, member := range body {
			member.taken = true
		}
		g.left -= len(body)
		g.take(node)
	}
	f.Nodes = g.nodes
	return programs, nil
}

func newGrouping(f *ir.Func, edges string) *grouping {
	of, g := kinds(f, edges), &grouping{number: make(map[*ir.Value]int, len(f.Inputs)+len(f.Nodes)), left: len(f.Nodes)}
	for _, input := range f.Inputs {
		g.number[input] = len(g.values)
		g.values = append(g.values, groupedValue{done: true})
	}
	numbers := map[rowKind]int{}
	waiting := make([]*waitingNode, len(f.Nodes))
	for number, node := range f.Nodes {
		kind, known := numbers[of[node]]
		if !known {
			kind = len(numbers)
			numbers[of[node]], g.kinds = kind, append(g.kinds, groupedKind{})
		}
		waiting[number] = &waitingNode{Node: node, narrow: narrow(node), moves: moves[node.Op.Name], scatters: scatters(node), adds: node.Op == AddScatter, order: number, kind: kind}
		if waiting[number].narrow {
			g.kinds[kind].nodes = append(g.kinds[kind].nodes, waiting[number])
		}
		for _, result := range node.Results {
			g.number[result] = len(g.values)
			g.values = append(g.values, groupedValue{kind: kind})
		}
	}
	for _, node := range waiting {
		for _, arg := range node.Args {
			at := g.number[arg]
			node.args = append(node.args, at)
			if value := &g.values[at]; !value.done {
				node.missing++
				value.readers = append(value.readers, node)
			}
		}
	}
	waiting = slices.DeleteFunc(waiting, func(n *waitingNode) bool { return n.missing > 0 })
	for _, node := range waiting {
		g.ready(node)
	}
	return g
}

func nodesOf(body []*waitingNode) (nodes []*ir.Node) {
	for _, member := range body {
		nodes = append(nodes, member.Node)
	}
	return nodes
}

// take appends a node to the order. Its results are then done.
func (g *grouping) take(n *ir.Node) {
	g.nodes = append(g.nodes, n)
	for _, result := range n.Results {
		at := g.number[result]
		g.found(at, func(reader *waitingNode) bool { return !g.willHave(reader, at) })
		g.values[at].done = true
	}
}

// willHave reports whether the program that a node joins computes a value itself, so that the node
// need not wait for it.
func (g *grouping) willHave(node *waitingNode, at int) bool {
	value := &g.values[at]
	if !node.narrow || value.kind != node.kind {
		return false
	}
	return value.inside && !node.moves || value.onto && node.adds && at == node.args[0]
}

// found records that a value exists, for those of its readers for which isNew returns true.
func (g *grouping) found(at int, isNew func(reader *waitingNode) bool) {
	for _, reader := range g.values[at].readers {
		if reader.taken || !isNew(reader) {
			continue
		}
		if reader.missing--; reader.missing == 0 {
			g.ready(reader)
		}
	}
}

// ready adds a node that has all of its arguments to the body of its kind, or to the others.
func (g *grouping) ready(node *waitingNode) {
	if !node.narrow {
		heap.Push(&g.others, node)
		return
	}
	kind := &g.kinds[node.kind]
	if len(kind.body) == 0 {
		g.active = append(g.active, node.kind)
	}
	kind.body = append(kind.body, node)
	at := g.number[node.Result()]
	g.values[at].inside, g.values[at].onto = !node.scatters, node.scatters
	g.found(at, func(reader *waitingNode) bool { return g.willHave(reader, at) })
}

// takeOthers takes the nodes that belong to no program and have their arguments.
func (g *grouping) takeOthers() {
	for len(g.others) > 0 {
		node := heap.Pop(&g.others).(*waitingNode)
		node.taken = true
		g.left--
		g.take(node.Node)
	}
}

// longest removes and returns the longest program that is possible now, with nodes of one kind.
// Of several it returns the one whose kind has waited longest.
func (g *grouping) longest() []*waitingNode {
	best := -1 // of active
	for i, number := range g.active {
		kind := &g.kinds[number]
		for kind.nodes[kind.first].taken {
			kind.first++
		}
		if best < 0 || g.before(number, g.active[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	kind := &g.kinds[g.active[best]]
	g.active = slices.Delete(g.active, best, best+1)
	body := kind.body
	kind.body = nil
	slices.SortFunc(body, func(a, b *waitingNode) int { return a.order - b.order })
	return body
}

// before reports whether the body of a kind is longer than another's, or as long and has waited
// longer.
func (g *grouping) before(one, other int) bool {
	a, b := &g.kinds[one], &g.kinds[other]
	if len(a.body) != len(b.body) {
		return len(a.body) > len(b.body)
	}
	return a.nodes[a.first].order < b.nodes[b.first].order
}

// outline moves nodes to a function and returns its call. The results are the values that other
// nodes read.
func outline(name string, body []*ir.Node, readers map[*ir.Value][]*ir.Node) *ir.Node {
	f := &ir.Func{Name: name}
	program := &ir.Node{Callee: f, Attrs: ir.Attrs{"scope": name}}
	inside, members := map[*ir.Value]*ir.Value{}, map[*ir.Node]bool{}
	for _, member := range body {
		members[member] = true
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
			return n == nil || !members[n] || scatters(n) && n.Args[len(n.Args)-2] == member.Result()
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
