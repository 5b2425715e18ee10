package onnxgo

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of the ONNX standard's messages.
const (
	modelGraph, modelOpsets                                                       = 7, 8
	opsetDomain, opsetVersion                                                     = 1, 2
	graphNode, graphInitializer, graphInput, graphOutput, graphSparse             = 1, 5, 11, 12, 15
	nodeInput, nodeOutput, nodeName, nodeOperator, nodeAttribute, nodeDomain      = 1, 2, 3, 4, 5, 7
	attributeName, attributeF, attributeI, attributeS, attributeT                 = 1, 2, 3, 4, 5
	attributeFloats, attributeInts, attributeStrings, attributeDoc, attributeKind = 7, 8, 9, 13, 20
)

// Opsets whose operator semantics the table in this package follows.
const oldestOpset, newestOpset = 13, 21

// What a record costs in onnx-go, gonum's graph and here, in bytes,
// measured and rounded up.
const (
	nodeCost, edgeCost, attributeCost, stringCost             = 1000, 1200, 450, 200
	declarationCost, extentCost, tensorCost, tensorExtentCost = 1000, 64, 1500, 80
)

// normalized is a model rewritten so that onnx-go reads it right, and what
// onnx-go would drop.
type normalized struct {
	bytes           []byte
	inputs, outputs map[string]declaration
	nodeNames       map[string]string // by the name of a node's output
	empty           map[string]value  // zero-size tensors, by value name
	meter           *meter
}

func normalize(model []byte) (*normalized, error) {
	n := &normalized{
		inputs: map[string]declaration{}, outputs: map[string]declaration{},
		nodeNames: map[string]string{}, empty: map[string]value{},
		meter: newMeter(len(model)),
	}
	var graph []byte
	opset := int64(0)
	err := eachField(model, func(f field) error {
		switch {
		case f.number == modelGraph && graph != nil:
			return errDamaged
		case f.number == modelGraph:
			graph = f.payload
			return f.expect(protowire.BytesType)
		case f.number == modelOpsets:
			return readOpset(f, &opset)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if graph == nil {
		return nil, errDamaged
	}
	if opset < oldestOpset || opset > newestOpset {
		return nil, fmt.Errorf("the model uses opset %d, supported are %d to %d", opset, oldestOpset, newestOpset)
	}
	rewritten, err := n.graph(graph)
	if err != nil {
		return nil, err
	}
	n.bytes = appendMessage(make([]byte, 0, len(rewritten)+16), modelGraph, rewritten)
	return n, nil
}

// readOpset keeps the version of the standard operators.
func readOpset(entry field, opset *int64) error {
	domain, version := "", int64(0)
	err := eachField(entry.payload, func(f field) error {
		switch f.number {
		case opsetDomain:
			domain = string(f.payload)
		case opsetVersion:
			version = int64(f.integer)
		}
		return nil
	})
	if standardDomain(domain) {
		*opset = version
	}
	return err
}

func standardDomain(domain string) bool { return domain == "" || domain == "ai.onnx" }

// graph keeps nodes, initializers and the names of inputs and outputs.
// Types of values are left out: onnx-go would allocate them, without their
// symbolic extents.
func (n *normalized) graph(message []byte) ([]byte, error) {
	out := make([]byte, 0, len(message))
	err := eachField(message, func(f field) error {
		var rewritten []byte
		var err error
		switch f.number {
		case graphNode:
			rewritten, err = n.node(f.payload)
		case graphInitializer:
			rewritten, err = n.initializer(f.payload)
		case graphInput:
			rewritten, err = n.declare(f.payload, n.inputs, "input")
		case graphOutput:
			rewritten, err = n.declare(f.payload, n.outputs, "output")
		case graphSparse:
			return fmt.Errorf("sparse initializers are not supported")
		default:
			return nil
		}
		if err == nil {
			err = f.expect(protowire.BytesType)
		}
		if err == nil && rewritten != nil {
			out = appendMessage(out, f.number, rewritten)
		}
		return err
	})
	return out, err
}

// nodeProto is what is read of a NodeProto while it is rewritten.
type nodeProto struct {
	name, operator, domain, output string
	inputs, outputs                int
	empty                          *value // an attribute tensor without elements
	message                        []byte
}

// node keeps what an operation is made of. A Constant without elements
// loses its attribute.
func (n *normalized) node(message []byte) ([]byte, error) {
	p := nodeProto{message: make([]byte, 0, len(message))}
	err := eachField(message, func(f field) error { return n.nodeField(&p, f) })
	if err == nil {
		err = n.meter.spend(1, nodeCost+max(p.inputs, 1)*edgeCost)
	}
	if err == nil {
		err = n.checkNode(p)
	}
	if p.name == "" {
		p.name = "making " + p.output
	}
	if err != nil {
		return nil, fmt.Errorf("node %q: %w", p.name, err)
	}
	n.nodeNames[p.output] = p.name
	if p.empty != nil {
		n.empty[p.output] = *p.empty
	}
	return p.message, nil
}

func (n *normalized) nodeField(p *nodeProto, f field) error {
	switch f.number {
	case nodeInput:
		p.inputs++
	case nodeOutput:
		p.output = string(f.payload)
		p.outputs++
	case nodeName:
		p.name = string(f.payload)
	case nodeOperator:
		p.operator = string(f.payload)
	case nodeDomain:
		p.domain = string(f.payload)
		return f.expect(protowire.BytesType)
	case nodeAttribute:
		rewritten, empty, err := n.attribute(f.payload)
		if empty != nil {
			p.empty = empty
		} else {
			p.message = appendMessage(p.message, nodeAttribute, rewritten)
		}
		return err
	default:
		return nil
	}
	p.message = append(p.message, f.raw...)
	return f.expect(protowire.BytesType)
}

// checkNode reports what onnx-go could not.
func (n *normalized) checkNode(p nodeProto) error {
	switch {
	case !standardDomain(p.domain):
		return fmt.Errorf("operator %s is of the domain %q, only standard operators are supported (inline local functions)", p.operator, p.domain)
	case p.outputs != 1 || p.output == "":
		return fmt.Errorf("operator %s is not supported with %d outputs, only with one", p.operator, p.outputs)
	case n.nodeNames[p.output] != "":
		return fmt.Errorf("its output %q is also that of node %q", p.output, n.nodeNames[p.output])
	case p.empty != nil && p.operator != "Constant":
		return fmt.Errorf("operator %s has an attribute tensor without elements", p.operator)
	}
	return nil
}

// attribute keeps numbers, strings and tensors, and returns a tensor that
// has no elements apart.
func (n *normalized) attribute(message []byte) (rewritten []byte, empty *value, err error) {
	if err := n.meter.spend(1, attributeCost); err != nil {
		return nil, nil, err
	}
	tensors := 0
	out := make([]byte, 0, len(message))
	err = eachField(message, func(f field) error {
		switch f.number {
		case attributeName, attributeF, attributeI, attributeS, attributeKind:
			out = append(out, f.raw...)
		case attributeStrings:
			out = append(out, f.raw...)
			return n.meter.spend(1, stringCost)
		case attributeFloats:
			out = append(out, f.raw...)
			return n.meter.spend(1+len(f.payload)/4, growthCost*4)
		case attributeInts:
			out = append(out, f.raw...)
			return n.meter.spend(f.varints(), growthCost*8)
		case attributeT:
			if tensors++; tensors > 1 {
				return errDamaged
			}
			t, err := n.tensor(f.payload)
			if err != nil {
				return err
			}
			if t.elements == 0 {
				hollow := t.value()
				empty = &hollow
				return nil
			}
			out = appendMessage(out, attributeT, t.message)
		case attributeDoc:
		default:
			return fmt.Errorf("an attribute holds a subgraph, a list of tensors, or a type that is not supported (field %d)", f.number)
		}
		return nil
	})
	return out, empty, err
}

// initializer keeps a tensor as it is if it has elements.
func (n *normalized) initializer(message []byte) ([]byte, error) {
	t, err := n.tensor(message)
	if err != nil {
		return nil, fmt.Errorf("initializer %q: %w", t.name, err)
	}
	if t.name == "" {
		return nil, fmt.Errorf("an initializer of shape %v has no name", t.dims)
	}
	if t.elements == 0 {
		n.empty[t.name] = t.value()
		return nil, nil
	}
	return t.message, nil
}
