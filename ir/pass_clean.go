package ir

import (
	"slices"
	"strconv"
	"strings"
)

// commonSubexpressions computes equal expressions once: the same operator
// on the same arguments with the same attributes.
func commonSubexpressions(m *Module) (int, error) {
	nodes := len(m.Main.Nodes)
	first := make(map[string]*Value, nodes)
	same := map[*Value]*Value{}
	identity := make(map[*Value]int, nodes)
	var kept []*Node
	for _, node := range m.Main.Nodes {
		node.replaceArgs(same)
		if node.Callee == nil {
			key := expressionKey(node, identity)
			if earlier := first[key]; earlier != nil {
				same[node.Result()] = earlier
				continue
			}
			first[key] = node.Result()
		}
		kept = append(kept, node)
	}
	m.Main.Nodes = kept
	m.Main.replace(same)
	return len(same), nil
}

// expressionKey is equal for nodes that compute the same.
func expressionKey(n *Node, identity map[*Value]int) string {
	var key strings.Builder
	key.WriteString(string(n.Op.Name))
	for _, arg := range n.Args {
		if identity[arg] == 0 {
			identity[arg] = len(identity) + 1
		}
		key.WriteByte(' ')
		key.WriteString(strconv.Itoa(identity[arg]))
	}
	key.WriteString(printAttrs(n.Attrs))
	return key.String()
}

// deadCode removes nodes that no output needs and functions that nothing
// calls. Inputs stay: they are the signature.
func deadCode(m *Module) (int, error) {
	live := liveValues(m.Main)
	before := len(m.Main.Nodes)
	m.Main.Nodes = slices.DeleteFunc(m.Main.Nodes, func(n *Node) bool {
		return !slices.ContainsFunc(n.Results, func(v *Value) bool { return live[v] })
	})
	called := map[*Func]bool{}
	var mark func(f *Func)
	mark = func(f *Func) {
		for _, node := range f.Nodes {
			if node.Callee != nil && !called[node.Callee] {
				called[node.Callee] = true
				mark(node.Callee)
			}
		}
	}
	mark(m.Main)
	m.Funcs = slices.DeleteFunc(m.Funcs, func(f *Func) bool { return !called[f] })
	return before - len(m.Main.Nodes), nil
}

// liveValues are the values that reach an output.
func liveValues(f *Func) map[*Value]bool {
	live := make(map[*Value]bool, len(f.Inputs)+len(f.Nodes))
	for _, output := range f.Outputs {
		live[output.Value] = true
	}
	for i := len(f.Nodes) - 1; i >= 0; i-- {
		node := f.Nodes[i]
		if slices.ContainsFunc(node.Results, func(v *Value) bool { return live[v] }) {
			for _, arg := range node.Args {
				live[arg] = true
			}
		}
	}
	return live
}

// Live reports, by name, which inputs of main reach an output once calls
// are inlined. The node network of a model's last layer, for one, does not.
func Live(m *Module) (map[string]bool, error) {
	flat := m.Clone()
	if _, err := inline(flat); err != nil {
		return nil, err
	}
	live := liveValues(flat.Main)
	inputs := map[string]bool{}
	for _, input := range flat.Main.Inputs {
		inputs[input.Name] = live[input]
	}
	return inputs, nil
}
