package ir

import "fmt"

// LossGradientPrefix is the prefix of the names of the gradients that Gradient adds as outputs,
// one for each input.
const LossGradientPrefix = "grad/"

// Gradient returns a copy of the module whose main also returns, for each named input,
// "grad/<input>": the derivative of the scalar output loss with respect to it, as ordinary
// nodes. Calls are inlined first. Inputs on which the loss does not depend have no gradient and
// are returned in unreached.
func Gradient(m *Module, loss string, inputs []string) (result *Module, unreached []string, err error) {
	if result, err = Expand(m); err != nil {
		return nil, nil, err
	}
	target := result.Main.Output(loss)
	if target == nil || !target.Type.Equal(Floats(Fixed(1), 1)) {
		return nil, nil, fmt.Errorf("the loss %q is not an output of type %s", loss, Floats(Fixed(1), 1))
	}
	wrt, err := floatInputs(result, inputs)
	if err != nil {
		return nil, nil, err
	}
	err = Extend(result, func(b *Builder) {
		b.Scope("grad", func() {
			unreached = b.backward(map[*Value]*Value{target: b.Scalar(1)}, wrt, LossGradientPrefix)
		})
	})
	if err != nil {
		return nil, nil, fmt.Errorf("gradient of %s: %w", loss, err)
	}
	return result, unreached, nil
}

// floatInputs returns the named inputs of main. An error is one with respect to which there is
// no derivative.
func floatInputs(m *Module, names []string) (inputs []*Value, err error) {
	for _, name := range names {
		input := m.Main.Input(name)
		if input == nil || input.Type.DType != Float {
			return nil, fmt.Errorf("%q is not a float input", name)
		}
		inputs = append(inputs, input)
	}
	return inputs, nil
}

// These are the prefixes of the inputs and outputs that Pullback adds: the cotangents of
// outputs and the gradients of inputs.
const (
	CotangentPrefix = "cotangent_"
	GradientPrefix  = "gradient_"
)

// Pullback returns a copy of the module whose main also takes "cotangent_<output>" for each of
// the named float outputs, of the same type, and returns "gradient_<input>" for each of the
// named float inputs. That is the sum, over all rows and columns, of the cotangents times the
// derivatives of the outputs with respect to the input, as ordinary nodes. Calls are inlined
// first. Inputs on which no output depends have no gradient and are returned in unreached.
func Pullback(m *Module, outputs, inputs []string) (result *Module, unreached []string, err error) {
	if result, err = Expand(m); err != nil {
		return nil, nil, err
	}
	wrt, err := floatInputs(result, inputs)
	if err != nil {
		return nil, nil, err
	}
	err = Extend(result, func(b *Builder) {
		received := map[*Value]*Value{}
		for _, name := range outputs {
			output := result.Main.Output(name)
			if output == nil || output.Type.DType != Float {
				b.Fail("%q is not a float output", name)
			}
			cotangent := b.Input(CotangentPrefix+name, output.Type)
			if before := received[output]; before != nil {
				cotangent = b.Add(before, cotangent)
			}
			received[output] = cotangent
		}
		b.Scope("pullback", func() { unreached = b.backward(received, wrt, GradientPrefix) })
	})
	if err != nil {
		return nil, nil, fmt.Errorf("gradient of %v: %w", outputs, err)
	}
	return result, unreached, nil
}

// backward goes through the nodes from last to first and adds up the gradient of each value,
// beginning with the gradients in received. Only values that depend on wrt get one. The
// gradients of wrt become outputs, named by prefix and the names of wrt.
func (b *Builder) backward(received map[*Value]*Value, wrt []*Value, prefix string) (unreached []string) {
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
			b.Output(prefix+input.Name, b.Name(input.Name, grad))
		} else {
			unreached = append(unreached, input.Name)
		}
	}
	return unreached
}
