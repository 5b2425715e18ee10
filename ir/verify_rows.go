package ir

import "fmt"

// rows checks that sums over rows of all systems reach outputs only, such as a loss or a
// gradient, and no rows again.
func (v verifier) rows() error {
	for _, f := range v.module.Funcs {
		if _, err := v.mixedOutputs(f, make([]bool, len(f.Inputs))); err != nil {
			return fmt.Errorf("function @%s: %w", f.Name, err)
		}
	}
	if _, err := v.mixedOutputs(v.module.Main, make([]bool, len(v.module.Main.Inputs))); err != nil {
		return fmt.Errorf("main: %w", err)
	}
	return nil
}

// mixedOutputs reports which outputs hold sums over all systems, given which
// inputs do.
func (v verifier) mixedOutputs(f *Func, inputs []bool) ([]bool, error) {
	mixed := make(map[*Value]bool, len(f.Inputs)+len(f.Nodes))
	for i, input := range f.Inputs {
		mixed[input] = inputs[i]
	}
	for _, node := range f.Nodes {
		args := make([]bool, len(node.Args))
		for i, arg := range node.Args {
			args[i] = mixed[arg]
		}
		results, err := v.mixedResults(node, args)
		if err != nil {
			return nil, err
		}
		for i, result := range node.Results {
			mixed[result] = results[i]
		}
	}
	outputs := make([]bool, len(f.Outputs))
	for i, output := range f.Outputs {
		outputs[i] = mixed[output.Value]
	}
	return outputs, nil
}

func (v verifier) mixedResults(n *Node, args []bool) ([]bool, error) {
	if n.Callee != nil {
		results, err := v.mixedOutputs(n.Callee, args)
		if err != nil {
			return nil, fmt.Errorf("in %s: %w", n.Kind(), err)
		}
		return results, nil
	}
	if n.Op.Means != nil {
		meaning, err := v.cachedMeaning(n)
		if err != nil {
			return nil, err
		}
		return v.mixedOutputs(meaning, args)
	}
	hasRows := n.Result().Type.Rows().Symbol != ""
	mixed := n.Op.Mixes && !hasRows && v.module.readsRows(n)
	for i, arg := range n.Args {
		if args[i] && hasRows {
			return nil, fmt.Errorf("%%%s = %s mixes the rows of different systems: %%%s is a sum over all of them",
				n.Result().Name, n.Op.Name, arg.Name)
		}
		mixed = mixed || args[i]
	}
	return []bool{mixed}, nil
}

// readsRows reports whether a node reads rows of systems, or their number.
func (m *Module) readsRows(n *Node) bool {
	for _, arg := range n.Args {
		if arg.Type.Rows().Symbol != "" {
			return true
		}
	}
	for _, symbol := range n.symbolAttrs() {
		if dim, _ := m.Dim(symbol); dim.Rows {
			return true
		}
	}
	return false
}
