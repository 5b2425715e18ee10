package ir

import "fmt"

// Gradient returns a copy of the module whose main also returns, for each
// named input, "grad/<input>": the derivative of the scalar output loss by
// it, as ordinary nodes. Calls are inlined first. Inputs that the loss does
// not depend on have no gradient and are returned in unreached.
func Gradient(m *Module, loss string, inputs []string) (result *Module, unreached []string, err error) {
	result = m.Clone()
	if _, err := inline(result); err != nil {
		return nil, nil, err
	}
	target := result.Main.Output(loss)
	if target == nil || !target.Type.Equal(Floats(Fixed(1), 1)) {
		return nil, nil, fmt.Errorf("the loss %q is not an output of type %s", loss, Floats(Fixed(1), 1))
	}
	var wrt []*Value
	for _, name := range inputs {
		input := result.Main.Input(name)
		if input == nil || input.Type.DType != Float {
			return nil, nil, fmt.Errorf("%q is not a float input", name)
		}
		wrt = append(wrt, input)
	}
	err = Extend(result, func(b *Builder) {
		b.Scope("grad", func() { unreached = b.backward(target, wrt) })
	})
	if err != nil {
		return nil, nil, fmt.Errorf("gradient of %s: %w", loss, err)
	}
	return result, unreached, nil
}

// backward walks the nodes from last to first and adds up what each value
// receives. Only values that depend on wrt receive anything.
func (b *Builder) backward(loss *Value, wrt []*Value) (unreached []string) {
	depends := map[*Value]bool{}
	for _, input := range wrt {
		depends[input] = true
	}
	forward := b.graph.Nodes
	for _, node := range forward {
		for _, arg := range node.Args {
			depends[node.Result()] = depends[node.Result()] || depends[arg]
		}
	}
	received := map[*Value]*Value{loss: b.Scalar(1)}
	for i := len(forward) - 1; i >= 0; i-- {
		node := forward[i]
		dy := received[node.Result()]
		if dy == nil || !depends[node.Result()] || node.Op.Grad == nil {
			continue
		}
		for k, part := range node.Op.Grad(b, node, dy) {
			arg := node.Args[k]
			if part == nil || !depends[arg] {
				continue
			}
			if sum := received[arg]; sum != nil {
				part = b.Add(sum, part)
			}
			received[arg] = part
		}
	}
	for _, input := range wrt {
		if grad := received[input]; grad != nil {
			b.Output("grad/"+input.Name, b.Name(input.Name, grad))
		} else {
			unreached = append(unreached, input.Name)
		}
	}
	return unreached
}
