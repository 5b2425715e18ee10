package onnx

import (
	"errors"
	"fmt"
)

// FunctionDomain is the domain of the functions in gmnc's files.
const FunctionDomain = "gmnc"

const (
	// maxUnpacked is the largest number of bytes of the nodes to which calls of functions
	// unpack: some 100 000 nodes.
	maxUnpacked = 16 << 20
	// callCost is the least cost of visiting a node, or an input or output of a called
	// function. It ends calls of functions with nothing in them, too.
	callCost = 64
	// maxNested is the largest depth of functions that call each other.
	maxNested = 16
)

// function is a function of a model: a graph by itself, whose nodes replace a call.
type function struct {
	domain, name    string
	inputs, outputs []string
	nodes           [][]byte
}

// Inlined returns the graph with the nodes of functions in place of their calls, named after
// them. For a model without functions it is Graph itself. It returns an error if functions call
// themselves, or if calls unpack to more than 16 MB of nodes.
func (m Model) Inlined() ([]byte, error) {
	if len(m.Functions) == 0 || m.Graph == nil {
		return m.Graph, nil
	}
	in := inliner{functions: map[[2]string]*function{}, left: maxUnpacked, used: map[string]int{}}
	for _, record := range m.Functions {
		f, err := readFunction(record)
		if err == nil && in.functions[[2]string{f.domain, f.name}] != nil {
			err = errors.New("it comes twice")
		}
		if err != nil {
			return nil, fmt.Errorf("function %q: %w", f.name, err)
		}
		in.functions[[2]string{f.domain, f.name}] = f
	}
	err := EachField(m.Graph, func(f Field) error {
		if f.Number != GraphNode {
			in.graph = append(in.graph, f.Raw...)
			return nil
		}
		if err := f.expect(lengthDelimited); err != nil {
			return err
		}
		return in.node(f.Payload, nil, "", 0)
	})
	return in.graph, err
}

func readFunction(message []byte) (*function, error) {
	f := &function{}
	err := EachField(message, func(field Field) error {
		switch field.Number {
		case FunctionName:
			return field.text(&f.name)
		case FunctionDomainName:
			return field.text(&f.domain)
		case FunctionInput:
			return appendRecord(&f.inputs, string(field.Payload), field.expect(lengthDelimited), "inputs")
		case FunctionOutput:
			return appendRecord(&f.outputs, string(field.Payload), field.expect(lengthDelimited), "outputs")
		case FunctionNode:
			return appendRecord(&f.nodes, field.Payload, field.expect(lengthDelimited), "nodes")
		case FunctionAttribute, FunctionAttributeDefault:
			return errors.New("it has attributes, which are not supported")
		}
		return nil
	})
	if err == nil && Standard(f.domain) {
		err = fmt.Errorf("it is of the domain %q, which standard operators have", f.domain)
	}
	if err == nil {
		err = f.returnsNoInput()
	}
	return f, err
}

// returnsNoInput returns an error if an input is also an output.
func (f *function) returnsNoInput() error {
	taken := make(map[string]bool, len(f.inputs))
	for _, input := range f.inputs {
		taken[input] = true
	}
	for _, output := range f.outputs {
		if taken[output] {
			return fmt.Errorf("it returns its input %q", output)
		}
	}
	return nil
}

// inliner copies a graph and unpacks its calls.
type inliner struct {
	functions map[[2]string]*function
	graph     []byte
	left      int            // number of bytes to which calls may still unpack
	used      map[string]int // how many calls have had each name
}

// node copies a node, or the nodes of the function that it calls. Within functions, rename is
// not nil and depth is not 0, and values are renamed.
func (in *inliner) node(record []byte, rename func(string) string, prefix string, depth int) error {
	node, err := ReadNode(record)
	if err != nil {
		return err
	}
	called := in.functions[[2]string{node.Domain, node.Operator}]
	if rename != nil {
		node.Name = prefix + node.Name
		if err := in.spend(node, record, rename); err != nil {
			return err
		}
		if err := noSubgraph(node); err != nil {
			return fmt.Errorf("node %q: %w", node.Name, err)
		}
	}
	if called != nil {
		if err := in.call(node, called, depth+1); err != nil {
			return fmt.Errorf("%q: %w", node.Name, err)
		}
		return nil
	}
	if rename != nil {
		record = node.encode()
	}
	in.graph = AppendMessage(in.graph, GraphNode, record)
	return nil
}

// spend renames the values of a node within a function and subtracts what it unpacks to from
// what is left.
func (in *inliner) spend(node Node, record []byte, rename func(string) string) error {
	in.left -= len(record) + callCost
	for _, values := range [][]string{node.Inputs, node.Outputs} {
		for i := range values {
			values[i] = rename(values[i])
			in.left -= len(values[i])
		}
	}
	return in.take(len(node.Name))
}

// take subtracts bytes from what is left.
func (in *inliner) take(size int) error {
	if in.left -= size; in.left < 0 {
		return fmt.Errorf("the calls of functions unpack to more than %d MB of nodes", maxUnpacked>>20)
	}
	return nil
}

// noSubgraph returns an error if a node within a function has a graph of its own, or refers to
// an attribute of the call.
func noSubgraph(node Node) error {
	for _, attribute := range node.Attributes {
		err := EachField(attribute, func(f Field) error {
			if f.Number == AttributeGraph || f.Number == AttributeReference {
				return errors.New("a subgraph or a reference to an attribute in a function is not supported")
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// call copies the nodes of a function.
func (in *inliner) call(node Node, f *function, depth int) error {
	switch {
	case depth > maxNested:
		return fmt.Errorf("functions call each other more than %d deep, or themselves", maxNested)
	case len(node.Attributes) > 0:
		return fmt.Errorf("a call of the function %q has attributes, which it does not take", f.name)
	case len(node.Inputs) > len(f.inputs) || len(node.Outputs) > len(f.outputs):
		return fmt.Errorf("a call of the function %q has %d inputs and %d outputs; it takes %d and gives %d", f.name, len(node.Inputs), len(node.Outputs), len(f.inputs), len(f.outputs))
	}
	if err := in.take(callCost * (len(f.inputs) + len(f.outputs))); err != nil {
		return err
	}
	prefix := in.prefix(node, f)
	values := map[string]string{"": ""}
	for i, input := range f.inputs {
		values[input] = ""
		if i < len(node.Inputs) {
			values[input] = node.Inputs[i]
		}
	}
	for i, output := range f.outputs {
		if i < len(node.Outputs) && node.Outputs[i] != "" {
			values[output] = node.Outputs[i]
		}
	}
	rename := func(name string) string {
		if given, known := values[name]; known {
			return given
		}
		return prefix + name
	}
	for _, record := range f.nodes {
		if err := in.node(record, rename, prefix, depth); err != nil {
			return err
		}
	}
	return nil
}

// prefix returns the prefix of names within a call: the name of the call or else of the
// function, with a number if it is not the first of this name.
func (in *inliner) prefix(node Node, f *function) string {
	name := node.Name
	if name == "" {
		name = f.name
	}
	in.used[name]++
	if count := in.used[name]; count > 1 {
		name = fmt.Sprintf("%s.%d", name, count)
	}
	return name + "/"
}

// encode returns the node as a message.
func (n Node) encode() (message []byte) {
	for _, input := range n.Inputs {
		message = AppendString(message, NodeInput, input)
	}
	for _, output := range n.Outputs {
		message = AppendString(message, NodeOutput, output)
	}
	message = AppendString(message, NodeName, n.Name)
	message = AppendString(message, NodeOperator, n.Operator)
	for _, attribute := range n.Attributes {
		message = AppendMessage(message, NodeAttribute, attribute)
	}
	return AppendString(message, NodeDomain, n.Domain)
}
