package onnxgo

import (
	"errors"
	"fmt"

	"gmnc/onnx"
)

// These are the costs of a record in onnx-go, gonum's graph and here, in bytes, measured and
// rounded up.
const (
	nodeCost, edgeCost, attributeCost, stringCost             = 1000, 1200, 450, 200
	declarationCost, extentCost, tensorCost, tensorExtentCost = 1000, 64, 1500, 80
)

// normalized is a model rewritten so that onnx-go reads it correctly, with the parts that
// onnx-go would drop.
type normalized struct {
	bytes           []byte
	inputs, outputs map[string]onnx.Declaration
	nodeNames       map[string]string // by the name of a node's output
	empty           map[string]value  // zero-size tensors, by value name
	meter           *meter
}

func normalize(file []byte) (*normalized, error) {
	model, err := onnx.Read(file)
	if err != nil {
		return nil, err
	}
	if model.Graph == nil {
		return nil, onnx.ErrDamaged
	}
	if opset := model.Opset(); opset < onnx.OldestOpset || opset > onnx.NewestOpset {
		return nil, fmt.Errorf("the model uses opset %d, supported are %d to %d", opset, onnx.OldestOpset, onnx.NewestOpset)
	}
	n := &normalized{
		inputs: map[string]onnx.Declaration{}, outputs: map[string]onnx.Declaration{},
		nodeNames: map[string]string{}, empty: map[string]value{},
	}
	inlined, err := model.Inlined()
	if err != nil {
		return nil, err
	}
	n.meter = newMeter(len(file) + len(inlined) - len(model.Graph))
	graph, err := n.graph(inlined)
	if err != nil {
		return nil, err
	}
	n.bytes = onnx.AppendMessage(make([]byte, 0, len(graph)+16), onnx.ModelGraph, graph)
	return n, nil
}

// graph keeps nodes, initializers and the names of inputs and outputs.
// Types of values are left out: onnx-go would allocate them, without their
// symbolic extents.
func (n *normalized) graph(message []byte) ([]byte, error) {
	out := make([]byte, 0, len(message))
	for _, part := range []struct {
		number  onnx.Number
		rewrite func(record []byte) ([]byte, error)
	}{
		{onnx.GraphSparseInitializer, refuseSparse},
		{onnx.GraphNode, n.node},
		{onnx.GraphInitializer, n.initializer},
		{onnx.GraphInput, func(record []byte) ([]byte, error) { return n.declare(record, n.inputs, "input") }},
		{onnx.GraphOutput, func(record []byte) ([]byte, error) { return n.declare(record, n.outputs, "output") }},
	} {
		err := onnx.EachRecord(message, part.number, func(record []byte) error {
			rewritten, err := part.rewrite(record)
			if err == nil && rewritten != nil {
				out = onnx.AppendMessage(out, part.number, rewritten)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func refuseSparse([]byte) ([]byte, error) {
	return nil, errors.New("sparse initializers are not supported")
}

// node keeps the parts of an operation. A Constant without elements loses its attribute.
func (n *normalized) node(record []byte) ([]byte, error) {
	node, err := onnx.ReadNode(record)
	if err == nil {
		err = n.meter.spend(1, nodeCost+max(len(node.Inputs), 1)*edgeCost)
	}
	if err == nil {
		err = n.checkNode(node)
	}
	var rewritten []byte
	if err == nil {
		rewritten, err = n.operation(node, len(record))
	}
	name := node.Name
	if name == "" && len(node.Outputs) > 0 {
		name = "making " + node.Outputs[0]
	}
	if err != nil {
		return nil, fmt.Errorf("node %q: %w", name, err)
	}
	n.nodeNames[node.Outputs[0]] = name
	return rewritten, nil
}

// checkNode returns an error for what onnx-go could not represent.
func (n *normalized) checkNode(node onnx.Node) error {
	switch {
	case !onnx.Standard(node.Domain):
		return fmt.Errorf("operator %s is of the domain %q, only standard operators are supported (inline local functions)", node.Operator, node.Domain)
	case len(node.Outputs) != 1 || node.Outputs[0] == "":
		return fmt.Errorf("operator %s is not supported with %d outputs, only with one", node.Operator, len(node.Outputs))
	case n.nodeNames[node.Outputs[0]] != "":
		return fmt.Errorf("its output %q is also an output of node %q", node.Outputs[0], n.nodeNames[node.Outputs[0]])
	}
	return nil
}

// operation writes a node that onnx-go can read, of at most size bytes.
func (n *normalized) operation(node onnx.Node, size int) ([]byte, error) {
	out := make([]byte, 0, size)
	for _, input := range node.Inputs {
		out = onnx.AppendString(out, onnx.NodeInput, input)
	}
	out = onnx.AppendString(out, onnx.NodeOutput, node.Outputs[0])
	out = onnx.AppendString(out, onnx.NodeOperator, node.Operator)
	for _, record := range node.Attributes {
		rewritten, empty, err := n.attribute(record)
		switch {
		case err != nil:
			return nil, err
		case empty == nil:
			out = onnx.AppendMessage(out, onnx.NodeAttribute, rewritten)
		case node.Operator != "Constant":
			return nil, fmt.Errorf("operator %s has an attribute tensor without elements", node.Operator)
		default:
			n.empty[node.Outputs[0]] = *empty
		}
	}
	return out, nil
}

// attribute keeps numbers, strings and tensors. A tensor without elements is returned
// separately.
func (n *normalized) attribute(record []byte) (rewritten []byte, empty *value, err error) {
	if err := n.meter.spend(1, attributeCost); err != nil {
		return nil, nil, err
	}
	tensors := 0
	out := make([]byte, 0, len(record))
	err = onnx.EachField(record, func(f onnx.Field) error {
		switch f.Number {
		case onnx.AttributeName, onnx.AttributeFloat, onnx.AttributeInt, onnx.AttributeString, onnx.AttributeKind:
			out = append(out, f.Raw...)
		case onnx.AttributeStrings:
			out = append(out, f.Raw...)
			return n.meter.spend(1, stringCost)
		case onnx.AttributeFloats:
			out = append(out, f.Raw...)
			return n.meter.spend(1+len(f.Payload)/4, growthCost*4)
		case onnx.AttributeInts:
			out = append(out, f.Raw...)
			return n.meter.spend(f.Integers(), growthCost*8)
		case onnx.AttributeTensor:
			if tensors++; tensors > 1 {
				return onnx.ErrDamaged
			}
			t, err := n.tensor(f.Payload)
			if err != nil {
				return err
			}
			if t.elements == 0 {
				hollow := t.value()
				empty = &hollow
				return nil
			}
			out = onnx.AppendMessage(out, onnx.AttributeTensor, t.message)
		case onnx.AttributeDoc:
		default:
			return fmt.Errorf("an attribute holds a subgraph, a list of tensors, or a type that is not supported (field %d)", f.Number)
		}
		return nil
	})
	return out, empty, err
}

// initializer keeps a tensor as it is if it has elements.
func (n *normalized) initializer(record []byte) ([]byte, error) {
	t, err := n.tensor(record)
	if err != nil {
		return nil, fmt.Errorf("initializer %q: %w", t.Name, err)
	}
	if t.Name == "" {
		return nil, fmt.Errorf("an initializer of shape %v has no name", t.dims)
	}
	if t.elements == 0 {
		n.empty[t.Name] = t.value()
		return nil, nil
	}
	return t.message, nil
}

// declare records an input or output, and returns a message with only its name.
func (n *normalized) declare(record []byte, all map[string]onnx.Declaration, role string) ([]byte, error) {
	d, err := onnx.ReadDeclaration(record)
	if err == nil {
		err = n.meter.spend(1, declarationCost+len(d.Axes)*extentCost)
	}
	if err == nil && d.Type != onnx.Float && d.Type != onnx.Int64 {
		err = fmt.Errorf("has %s, expected a tensor of float32 or int64", dtype(d.Type))
	}
	if _, twice := all[d.Name]; err == nil && twice {
		err = errors.New("is declared twice")
	}
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", role, d.Name, err)
	}
	all[d.Name] = d
	return onnx.AppendString(nil, onnx.ValueName, d.Name), nil
}
