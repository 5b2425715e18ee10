package onnxgo

import (
	"fmt"

	decoder "github.com/owulveryck/onnx-go"
)

// decode lets onnx-go read a normalized model into a graph.
func decode(n *normalized) (*graph, error) {
	g := newGraph(n.nodeNames)
	for name, v := range n.empty {
		s := g.named(name)
		s.constant, s.dtype, s.defined = v, v.dtype(), true
	}
	for name, input := range n.inputs {
		s := g.named(name)
		s.input = true
		if !s.defined {
			s.dtype = dtype(input.Type)
		}
	}
	model := decoder.NewModel(g)
	if err := unmarshal(model, n.bytes); err != nil {
		return nil, err
	}
	if err := g.takeConstants(); err != nil {
		return nil, err
	}
	for _, id := range model.Input {
		if s := g.slots[id]; !s.defined {
			g.inputs = append(g.inputs, port{n.inputs[s.name], id})
		}
	}
	for _, id := range model.Output {
		s := g.slots[id]
		if !s.defined && !s.input {
			return nil, fmt.Errorf("output %q is made by no node", s.name)
		}
		declared := n.outputs[s.name]
		if s.dtype != dtype(declared.Type) {
			return nil, fmt.Errorf("output %q is %s, declared as %s", s.name, s.dtype, dtype(declared.Type))
		}
		g.outputs = append(g.outputs, port{declared, id})
	}
	g.planRelease()
	return g, nil
}

// unmarshal turns a panic of the decoder, which trusts its input, into an error.
func unmarshal(model *decoder.Model, data []byte) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("the model cannot be decoded: %v", reason)
		}
	}()
	return model.UnmarshalBinary(data)
}

// takeConstants turns what onnx-go decoded into values, and drops what only decoding needs.
func (g *graph) takeConstants() error {
	for _, s := range g.slots {
		s.operands = nil
		if s.tensor == nil {
			continue
		}
		var err error
		if s.constant, err = fromTensor(s.tensor); err != nil {
			return fmt.Errorf("initializer %q: %w", s.name, err)
		}
		s.tensor = nil
	}
	return nil
}

// planRelease determines for each step the values that no later step reads and that are no
// outputs.
func (g *graph) planRelease() {
	needed := make([]bool, len(g.slots))
	for _, output := range g.outputs {
		needed[output.slot] = true
	}
	for i := len(g.steps) - 1; i >= 0; i-- {
		s := &g.steps[i]
		for _, id := range append([]int64{s.output}, s.inputs...) {
			if id != absent && !needed[id] {
				needed[id] = true
				s.spent = append(s.spent, id)
			}
		}
	}
}
