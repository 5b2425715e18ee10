package ir

import "fmt"

// foldWeights computes values that follow from weights and constants alone. Rows that are taken
// out of a weight are left as they are: they are a part of it, and hold no new numbers.
func foldWeights(weights map[string][]float32) func(m *Module) (int, error) {
	return func(m *Module) (int, error) {
		known := map[*Value]Tensor{}
		for _, input := range m.Main.Inputs {
			data, given := weights[input.Name]
			if !input.Param || !given {
				continue
			}
			value := NewTensor(input.Type, nil)
			if len(data) != len(value.Float) {
				return 0, fmt.Errorf("the weight %s has %d numbers; it is %s and needs %d", input.Name, len(data), input.Type, len(value.Float))
			}
			for i, x := range data {
				value.Float[i] = float64(x)
			}
			known[input] = value
		}
		return fold(m, known)
	}
}

// foldConstants computes nodes all of whose arguments are constants.
func foldConstants(m *Module) (int, error) { return fold(m, map[*Value]Tensor{}) }

// fold computes nodes all of whose arguments are known.
func fold(m *Module, known map[*Value]Tensor) (int, error) {
	folded := 0
	constant := byName[Const]
	for _, node := range m.Main.Nodes {
		args, ok := constantArgs(node, known)
		if !ok {
			continue
		}
		result := node.Result()
		value := NewTensor(result.Type, nil)
		if err := node.Op.Eval(value, args, node, nil); err != nil {
			return folded, err
		}
		known[result] = value
		if node.Op == constant || node.Is(TakeRows) && node.Args[0].Param {
			continue
		}
		node.Op, node.Args = constant, nil
		node.Attrs = Attrs{"rows": value.Shape[0], "columns": value.Shape[1], "values": value.Float}
		folded++
	}
	return folded, nil
}

// constantArgs returns the values of the arguments of a node, and reports whether it can be
// computed now: its result and its arguments consist of numbers.
func constantArgs(n *Node, known map[*Value]Tensor) ([]Tensor, bool) {
	if n.Callee != nil || n.Is(Size) || n.Result().Type.DType != Float || n.Result().Type.Rows().Symbol != "" {
		return nil, false
	}
	args := make([]Tensor, len(n.Args))
	for i, arg := range n.Args {
		value, ok := known[arg]
		if !ok {
			return nil, false
		}
		args[i] = value
	}
	return args, true
}
