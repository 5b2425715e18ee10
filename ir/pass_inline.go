package ir

import "slices"

// inline replaces every call in main by the function's nodes, named after
// the call's scope, and drops the functions.
func inline(m *Module) (int, error) {
	changed := 0
	for {
		expanded := expandCalls(m.Main)
		if expanded == 0 {
			break
		}
		changed += expanded
	}
	m.Funcs = nil
	return changed, nil
}

// Expand returns a copy of the module in which all operators with a Means are replaced by the
// operators that it writes. Calls are inlined first.
func Expand(m *Module) (*Module, error) {
	return run([]Pass{{"inline", inline}, {"expand", expand}}, m)
}

// ExpandUnwritten returns a copy of the module in which operators without an ONNX form are replaced
// by others that have one.
func ExpandUnwritten(m *Module) (*Module, error) {
	return run([]Pass{{"expand", expandUnwritten}}, m)
}

// expand replaces operators by their meanings.
func expand(m *Module) (int, error) {
	return expandOps(m, func(*Op) bool { return true })
}

// expandUnwritten replaces operators that have no ONNX form by their meanings.
func expandUnwritten(m *Module) (int, error) {
	return expandOps(m, func(op *Op) bool { return op.ONNX == nil })
}

func expandOps(m *Module, isChosen func(op *Op) bool) (int, error) {
	expanded := 0
	for _, node := range m.Main.Nodes {
		if node.Op == nil || node.Op.Means == nil || !isChosen(node.Op) {
			continue
		}
		meaning, err := m.meaning(node)
		if err != nil {
			return 0, err
		}
		node.Op, node.Callee, node.Attrs = nil, meaning, Attrs{"scope": node.Result().Name}
		expanded++
	}
	if expanded > 0 {
		expandCalls(m.Main)
	}
	return expanded, nil
}

// expandCalls expands one level of calls and returns how many there were.
func expandCalls(f *Func) int {
	if !slices.ContainsFunc(f.Nodes, func(n *Node) bool { return n.Callee != nil }) {
		return 0
	}
	calls := 0
	replaced := map[*Value]*Value{}
	taken := map[string]bool{}
	for _, input := range f.Inputs {
		taken[input.Name] = true
	}
	for _, node := range f.Nodes {
		if node.Callee == nil {
			taken[node.Result().Name] = true
		}
	}
	nodes := make([]*Node, 0, len(f.Nodes))
	for _, node := range f.Nodes {
		node.replaceArgs(replaced)
		if node.Callee == nil {
			nodes = append(nodes, node)
			continue
		}
		calls++
		nodes = append(nodes, expandCall(node, replaced, taken)...)
	}
	f.Nodes = nodes
	f.replace(replaced)
	return calls
}

// expandCall copies the body of a call. For each result of the call, it adds the value that now
// replaces it, and that takes its name, to replaced.
func expandCall(call *Node, replaced map[*Value]*Value, taken map[string]bool) []*Node {
	values := map[*Value]*Value{}
	for i, input := range call.Callee.Inputs {
		values[input] = call.Args[i]
	}
	rename := func(name string) string {
		name = call.Attrs.string("scope") + "/" + name
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		return name
	}
	nodes := make([]*Node, 0, len(call.Callee.Nodes))
	for _, node := range call.Callee.Nodes {
		copied := node.copyInto(values, nil, rename)
		if copied.Callee != nil {
			copied.Attrs["scope"] = call.Attrs.string("scope") + "/" + copied.Attrs.string("scope")
		}
		nodes = append(nodes, copied)
	}
	named := map[*Value]bool{}
	for i, output := range call.Callee.Outputs {
		value, name := values[output.Value], call.Results[i].Name
		replaced[call.Results[i]] = value
		if slices.Contains(nodes, value.Node) && !named[value] && !taken[name] {
			value.Name, named[value], taken[name] = name, true, true
		}
	}
	return nodes
}
