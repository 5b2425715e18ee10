package onnx

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// LoopOperator runs the graph in its attribute again and again. It is not in the table of
// operators, whose rows have one output each.
const LoopOperator = "Loop"

// MaxLoops is the largest depth of nested Loops: those over steps are within those of a
// rollout.
const MaxLoops = 2

// HasLoop reports whether a node of the graph is a Loop.
func (m Model) HasLoop() (has bool, err error) {
	err = EachRecord(m.Graph, GraphNode, func(record []byte) error {
		return EachRecord(record, NodeOperator, func(operator []byte) error {
			has = has || string(operator) == LoopOperator
			return nil
		})
	})
	return has, err
}

// loop checks a Loop in the form that gmnc's files have. Its inputs are the number of
// iterations, a condition or none, and states. Its outputs are the states, and values collected
// from every iteration. Its body takes the number of the iteration, the condition to go on, and
// the states. The body returns the condition to go on, the states, and the values to collect.
// It may read values from outside.
func (c checker) loop(node Node) error {
	if c.loops == MaxLoops {
		return fmt.Errorf("a Loop is in the body of %d others", MaxLoops)
	}
	body, err := bodyOf(node)
	if err != nil {
		return err
	}
	inner := checker{types: maps.Clone(c.types), inputs: map[string]bool{}, made: map[string]bool{}, axes: c.axes, loops: c.loops + 1}
	takes, gives, err := inner.body(body)
	if err != nil {
		return fmt.Errorf("its body: %w", err)
	}
	states := len(takes) - 2
	if states < 1 || len(node.Inputs) != len(takes) || len(gives) != len(node.Outputs)+1 || len(gives) < states+1 {
		return fmt.Errorf("it has %d inputs and %d outputs, its body %d and %d: expected how often, a condition and states, and as many states given", len(node.Inputs), len(node.Outputs), len(takes), len(gives))
	}
	condition := node.Inputs[1]
	if c.types[node.Inputs[0]] != Int64 || condition != "" && c.types[condition] != Bool || takes[0] != Int64 || takes[1] != Bool || gives[0] != Bool {
		return errors.New("how often is not an INT64, or the condition no BOOL")
	}
	for i, input := range node.Inputs[2:] {
		if dtype, known := c.types[input]; !known || dtype != takes[2+i] || gives[1+i] != dtype {
			return fmt.Errorf("its state %q is not assigned before, or its type changes", input)
		}
	}
	for i, output := range node.Outputs {
		c.made[output] = true
		if err := c.define(output, gives[1+i]); err != nil {
			return err
		}
	}
	return nil
}

// bodyOf returns the encoded graph in a Loop's only attribute.
func bodyOf(node Node) (body []byte, err error) {
	if len(node.Attributes) != 1 {
		return nil, fmt.Errorf("it has %d attributes; its body alone is expected", len(node.Attributes))
	}
	err = EachRecord(node.Attributes[0], AttributeGraph, func(record []byte) error {
		body = record
		return nil
	})
	if err == nil && body == nil {
		err = errors.New("it has no body")
	}
	return body, err
}

// body checks the graph of a Loop, and returns the types of its inputs and outputs.
func (c checker) body(graph []byte) (takes, gives []DataType, err error) {
	input := func(record []byte) error {
		d, err := ReadDeclaration(record)
		takes = append(takes, d.Type)
		if err == nil {
			err = c.define(d.Name, d.Type)
		}
		return err
	}
	output := func(record []byte) error {
		d, err := ReadDeclaration(record)
		gives = append(gives, d.Type)
		if err == nil && (!c.made[d.Name] || c.types[d.Name] != d.Type) {
			err = fmt.Errorf("output %q: no node makes it as %s", d.Name, d.Type)
		}
		return err
	}
	err = EachRecord(graph, GraphInput, input)
	if err == nil {
		err = EachRecord(graph, GraphNode, c.node)
	}
	if err == nil {
		err = EachRecord(graph, GraphOutput, output)
	}
	if err == nil {
		err = EachRecord(graph, GraphValue, c.value)
	}
	if err == nil && slices.Contains(takes, Undefined) {
		err = errors.New("an input is no tensor")
	}
	return takes, gives, err
}
