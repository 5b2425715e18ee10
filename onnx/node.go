package onnx

import "gmnc/onnx/onnxpb"

// AttributeType is the type of an attribute's value.
type AttributeType = onnxpb.AttributeProto_AttributeType

// Node is one operation of a graph.
type Node struct {
	Name, Operator, Domain string
	// Inputs and Outputs are the names of values. An input that is left out is "".
	Inputs, Outputs []string
	// Attributes holds encoded attributes.
	Attributes [][]byte
}

// ReadNode reads a node of a graph.
func ReadNode(message []byte) (Node, error) {
	var n Node
	err := EachField(message, n.field)
	return n, err
}

func (n *Node) field(f Field) error {
	switch f.Number {
	case NodeName:
		return f.text(&n.Name)
	case NodeOperator:
		return f.text(&n.Operator)
	case NodeDomain:
		return f.text(&n.Domain)
	case NodeInput:
		return appendRecord(&n.Inputs, string(f.Payload), f.expect(lengthDelimited), "inputs")
	case NodeOutput:
		return appendRecord(&n.Outputs, string(f.Payload), f.expect(lengthDelimited), "outputs")
	case NodeAttribute:
		return appendRecord(&n.Attributes, f.Payload, f.expect(lengthDelimited), "attributes")
	}
	return nil
}

// Attribute is the name of an attribute, its type and, if it has one, its integer.
type Attribute struct {
	Name string
	Type AttributeType
	Int  int64
}

// ReadAttribute reads an attribute of a node.
func ReadAttribute(message []byte) (Attribute, error) {
	var a Attribute
	err := EachField(message, func(f Field) error {
		switch f.Number {
		case AttributeName:
			return f.text(&a.Name)
		case AttributeKind:
			a.Type = AttributeType(f.Integer)
			return f.expect(varint)
		case AttributeInt:
			return f.integer(&a.Int)
		}
		return nil
	})
	return a, err
}
