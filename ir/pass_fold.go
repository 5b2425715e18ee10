package ir

// foldConstants computes nodes all of whose arguments are constants.
func foldConstants(m *Module) (int, error) {
	folded := 0
	constants := map[*Value]Tensor{}
	constant := byName[Const]
	for _, node := range m.Main.Nodes {
		args, ok := constantArgs(node, constants)
		if !ok {
			continue
		}
		result := node.Result()
		value := NewTensor(result.Type, nil)
		if err := node.Op.Eval(value, args, node, nil); err != nil {
			return folded, err
		}
		constants[result] = value
		if node.Op == constant {
			continue
		}
		node.Op, node.Args = constant, nil
		node.Attrs = Attrs{"rows": value.Shape[0], "columns": value.Shape[1], "values": value.Float}
		folded++
	}
	return folded, nil
}

// constantArgs returns the values of the arguments of a node that can be
// computed now: its result is made of numbers and so are its arguments.
func constantArgs(n *Node, constants map[*Value]Tensor) ([]Tensor, bool) {
	if n.Callee != nil || n.Is(Size) || n.Result().Type.DType != Float || n.Result().Type.Rows().Symbol != "" {
		return nil, false
	}
	args := make([]Tensor, len(n.Args))
	for i, arg := range n.Args {
		value, ok := constants[arg]
		if !ok {
			return nil, false
		}
		args[i] = value
	}
	return args, true
}
