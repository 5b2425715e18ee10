package ir

// rule writes nodes that compute the result of a node in another way, and returns the result of
// the last one. It may also return nil and write nothing.
type rule func(b *Builder, n *Node, readers map[*Value][]*Node) *Value

// rewrite applies a rule to the nodes of main, and to those it writes, until
// it finds no more.
func rewrite(m *Module, apply rule) (changed int, err error) {
	err = newBuilder(m, m.Main).run(func(b *Builder) {
		for {
			rewritten := b.applyOnce(apply)
			if rewritten == 0 {
				return
			}
			changed += rewritten
		}
	})
	return changed, err
}

// applyOnce applies a rule to every present node. The nodes that the rule writes replace the
// old one. The last result takes its name, and the others are named after it.
func (b *Builder) applyOnce(apply rule) (rewritten int) {
	old, readers, replaced := b.graph.Nodes, b.graph.Readers(), map[*Value]*Value{}
	b.graph.Nodes = nil
	for _, node := range old {
		node.replaceArgs(replaced)
		var other *Value
		if node.Callee == nil {
			b.Scope(node.Result().Name, func() { other = apply(b, node, readers) })
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
