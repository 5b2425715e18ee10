package ir

// rule writes nodes that compute what a node of an operator computes and
// returns the result of the last one, or returns nil and writes nothing.
type rule func(b *Builder, n *Node, users users) *Value

// users are the nodes that read each value; nil stands for an output.
type users map[*Value][]*Node

func (f *Func) users() users {
	users := users{}
	for _, node := range f.Nodes {
		for _, arg := range node.Args {
			users[arg] = append(users[arg], node)
		}
	}
	for _, output := range f.Outputs {
		users[output.Value] = append(users[output.Value], nil)
	}
	return users
}

// rewrite applies a rule to the nodes of main, and to those it writes, until
// it finds no more.
func rewrite(m *Module, apply rule) (changed int, err error) {
	err = newBuilder(m, m.Main).run(func(b *Builder) {
		for {
			rewritten := b.sweep(apply)
			if rewritten == 0 {
				return
			}
			changed += rewritten
		}
	})
	return changed, err
}

// sweep applies a rule to every node there is. What the rule writes stands
// in the place of the old node; the last result takes its name, the others
// are named after it.
func (b *Builder) sweep(apply rule) (rewritten int) {
	old, users, replaced := b.graph.Nodes, b.graph.users(), map[*Value]*Value{}
	b.graph.Nodes = nil
	for _, node := range old {
		node.replaceArgs(replaced)
		var other *Value
		if node.Callee == nil {
			b.Scope(node.Result().Name, func() { other = apply(b, node, users) })
		}
		if other == nil {
			b.graph.Nodes = append(b.graph.Nodes, node)
			continue
		}
		other.Name = node.Result().Name
		replaced[node.Result()] = other
	}
	b.graph.replace(replaced)
	return len(replaced)
}
