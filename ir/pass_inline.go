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

// expandCalls expands one level of calls and returns how many there were.
func expandCalls(f *Func) int {
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
	var nodes []*Node
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

// expandCall copies the body of a call and enters, for each result of the
// call, the value that now stands for it and takes its name.
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
	var nodes []*Node
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
