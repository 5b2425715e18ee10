package ir

import (
	"fmt"
	"slices"
)

// commonSubexpressions computes equal expressions once: the same operator
// on the same arguments with the same attributes.
func commonSubexpressions(m *Module) (int, error) {
	nodes := len(m.Main.Nodes)
	first := make(map[expression]*Value, nodes)
	same := map[*Value]*Value{}
	kept := make([]*Node, 0, nodes)
	for _, node := range m.Main.Nodes {
		node.replaceArgs(same)
		if node.Callee == nil {
			key := expressionOf(node)
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

// expression is equal for nodes that compute the same value.
type expression struct {
	op         *Op
	args       [3]*Value
	more, rest string // the arguments after these, and the attributes
}

func expressionOf(n *Node) expression {
	e := expression{op: n.Op, rest: n.Attrs.String()}
	if more := n.Args[copy(e.args[:], n.Args):]; len(more) > 0 {
		e.more = fmt.Sprint(more)
	}
	return e
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

// liveValues returns the values that affect an output.
func liveValues(f *Func) map[*Value]bool {
	live := map[*Value]bool{}
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

// Live reports, by name, which inputs of main affect an output, also through calls. The weights of
// the node network of a model's last layer, for example, do not.
func Live(m *Module) map[string]bool {
	all := make([]bool, len(m.Main.Outputs))
	for i := range all {
		all[i] = true
	}
	live := liveInputs(m.Main, all, map[string][]bool{})
	inputs := map[string]bool{}
	for i, input := range m.Main.Inputs {
		inputs[input.Name] = live[i]
	}
	return inputs
}

// liveInputs returns which inputs of a function affect some of these outputs. known holds the
// results of previous calls.
func liveInputs(f *Func, outputs []bool, known map[string][]bool) []bool {
	key := fmt.Sprintf("%p %v", f, outputs)
	if inputs := known[key]; inputs != nil {
		return inputs
	}
	live := make(map[*Value]bool, len(f.Inputs)+len(f.Nodes))
	for i, output := range f.Outputs {
		live[output.Value] = live[output.Value] || outputs[i]
	}
	for _, node := range slices.Backward(f.Nodes) {
		results := areLive(node.Results, live)
		if !slices.Contains(results, true) {
			continue
		}
		var reaching []bool
		if node.Callee != nil {
			reaching = liveInputs(node.Callee, results, known)
		}
		for i, arg := range node.Args {
			live[arg] = live[arg] || reaching == nil || reaching[i]
		}
	}
	known[key] = areLive(f.Inputs, live)
	return known[key]
}

func areLive(values []*Value, live map[*Value]bool) []bool {
	are := make([]bool, len(values))
	for i, value := range values {
		are[i] = live[value]
	}
	return are
}
