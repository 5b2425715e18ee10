package ir

import "math"

// TranslationFactors returns, for each value of a graph except those within calls, the factor by which it
// is translated if the named inputs, positions of a system, are translated: 1 for a position, 0 for
// a difference. ok is true if all factors are known and every output has the factor 0, or is a
// position with the factor 1: the model is then equivariant to translations.
func TranslationFactors(f *Func, positions ...string) (times map[*Value]float64, ok bool) {
	first := f.Input(positions[0])
	if first == nil {
		return nil, false
	}
	times = make(map[*Value]float64, len(f.Nodes))
	for _, name := range positions {
		times[f.Input(name)] = 1
	}
	if !move(f, times) {
		return nil, false
	}
	for _, output := range f.Outputs {
		moved := times[output.Value]
		if moved != 0 && (math.Abs(moved-1) > 1e-9 || !output.Value.Type.Equal(first.Type)) {
			return nil, false
		}
	}
	return times, true
}

// move computes the translation factors of the results of all nodes, given those of the inputs,
// and adds them to times. It reports whether all are known.
func move(f *Func, times map[*Value]float64) bool {
	for _, node := range f.Nodes {
		if node.Callee != nil {
			if !moveCall(node, times) {
				return false
			}
			continue
		}
		moved, known := movedBy(node, times)
		if !known {
			return false
		}
		if moved != 0 {
			times[node.Result()] = moved
		}
	}
	return true
}

// moveCall computes the translation factors of the results of a call, and reports whether all
// in its body are known.
func moveCall(call *Node, times map[*Value]float64) bool {
	within := make(map[*Value]float64, len(call.Callee.Nodes))
	for i, input := range call.Callee.Inputs {
		within[input] = times[call.Args[i]]
	}
	known := move(call.Callee, within)
	for i, output := range call.Callee.Outputs {
		times[call.Results[i]] = within[output.Value]
	}
	return known
}

// movedBy returns the translation factor of the result of a node, and whether it follows from
// those of its arguments.
func movedBy(node *Node, times map[*Value]float64) (moved float64, known bool) {
	still := true
	for _, arg := range node.Args {
		still = still && times[arg] == 0
	}
	if still {
		return 0, true
	}
	x := times[node.Args[0]]
	switch {
	case node.Is(Gather), node.Is(Repeat):
		return x, true
	case node.Is(Neg):
		return -x, true
	case node.Is(Mul):
		of, c, ok := WithScalar(node.Args)
		return c * times[of], ok
	case node.Is(Select):
		chosen, other := times[node.Args[1]], times[node.Args[2]]
		return chosen, times[node.Args[0]] == 0 && chosen == other
	case node.Is(Add), node.Is(Sub):
		sign := 1.0
		if node.Is(Sub) {
			sign = -1
		}
		return x + float64(sign*times[node.Args[1]]), node.Args[0].Type.Equal(node.Args[1].Type)
	}
	return 0, false
}

// WithScalar returns the other of two arguments if one is a constant number, together with that
// number. Without one they are nil and 0.
func WithScalar(args []*Value) (other *Value, number float64, ok bool) {
	for i, arg := range args {
		if arg.Is(Const) && arg.Type.Equal(Floats(Fixed(1), 1)) {
			return args[1-i], arg.Node.Values("values")[0], true
		}
	}
	return nil, 0, false
}
