package onnxgo

import (
	"fmt"
	"math"
	"slices"

	decoder "github.com/owulveryck/onnx-go"
	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gorgonia.org/tensor"

	"gmnc/onnx"
)

// graph receives a model from onnx-go, which adds the values as nodes and,
// for each operation, edges from its output to its inputs weighted by
// their position. It is not written to once it is linked.
type graph struct {
	*simple.WeightedDirectedGraph // the part that onnx-go can query
	slots                         []*slot
	byName                        map[string]*slot
	nodeNames                     map[string]string
	steps                         []step
	inputs, outputs               []port
}

// slot holds one value of the model.
type slot struct {
	id       int64
	name     string
	dtype    dtype         // of its elements
	tensor   tensor.Tensor // as onnx-go decoded it
	constant value         // the tensor as a value, or the value of a Constant
	operands []*slot       // of the operation that makes it, in order
	input    bool          // declared as an input of the model
	defined  bool          // made by an initializer or an earlier operation
}

// port is an input or output of the model.
type port struct {
	onnx.Declaration
	slot int64
}

// step is one operation. An input that is left out has the slot absent.
type step struct {
	name, operator string
	inputs         []int64
	output         int64
	compute        kernel
	spent          []int64 // slots that no later step reads
}

const absent = -1

func newGraph(nodeNames map[string]string) *graph {
	return &graph{
		WeightedDirectedGraph: simple.NewWeightedDirectedGraph(0, 0),
		byName:                map[string]*slot{},
		nodeNames:             nodeNames,
	}
}

// node is a slot as onnx-go sees it. onnx-go names a node before it uses the slot. Nodes of one
// name share a slot, since onnx-go makes a second node for an output that is also an input. For
// an operation without inputs, it makes a node "NAME/input", even if another value has that
// name.
type node struct {
	*slot
	graph *graph
}

var (
	_ decoder.Backend     = (*graph)(nil)
	_ decoder.Namer       = (*node)(nil)
	_ decoder.DataCarrier = (*node)(nil)
)

func (n *node) ID() int64                       { return n.id }
func (n *node) GetName() string                 { return n.name }
func (n *node) SetName(name string)             { n.slot = n.graph.named(name) }
func (n *node) GetTensor() tensor.Tensor        { return n.tensor }
func (n *node) SetTensor(t tensor.Tensor) error { return n.setTensor(t) }

func (s *slot) setTensor(t tensor.Tensor) error {
	if s.defined {
		return fmt.Errorf("value %q is defined twice", s.name)
	}
	s.tensor, s.dtype, s.defined = t, elementTypes[t.Dtype()], true
	return nil
}

var elementTypes = map[tensor.Dtype]dtype{tensor.Float32: float32Type, tensor.Int64: int64Type, tensor.Bool: boolType}

func (g *graph) named(name string) *slot {
	s, ok := g.byName[name]
	if !ok {
		s = &slot{id: int64(len(g.slots)), name: name}
		g.byName[name], g.slots = s, append(g.slots, s)
	}
	return s
}

// NewNode returns a node that gets its slot when it is named.
func (g *graph) NewNode() gonum.Node { return &node{graph: g} }

// AddNode adds a named node.
func (g *graph) AddNode(n gonum.Node) {
	if g.Node(n.ID()) == nil {
		g.WeightedDirectedGraph.AddNode(n)
	}
}

// SetWeightedEdge records the next input of an operation. A repeated input is one edge to
// gonum, but two operands. An operation that reads its own output is refused when it is linked,
// while gonum would panic.
func (g *graph) SetWeightedEdge(e gonum.WeightedEdge) {
	if e.From().ID() != e.To().ID() {
		g.WeightedDirectedGraph.SetWeightedEdge(e)
	}
	made := g.slots[e.From().ID()]
	made.operands = append(made.operands, g.slots[e.To().ID()])
}

// ApplyOperation adds the operation that computes the one value it is given. The operations
// must be in an order in which they can run, as the ONNX standard demands.
func (g *graph) ApplyOperation(operation decoder.Operation, made ...gonum.Node) error {
	output := g.slots[made[0].ID()]
	if operation.Name == "Constant" && len(operation.Attributes) == 0 && output.constant.present() {
		return nil // has no elements
	}
	name := g.nodeNames[output.name]
	s, err := g.link(operation, output)
	if err != nil {
		return fmt.Errorf("node %q: %w", name, err)
	}
	s.name, output.defined = name, true
	if operation.Name != "Constant" {
		g.steps = append(g.steps, s)
		return nil
	}
	output.constant, err = s.compute(nil)
	return err
}

func (g *graph) link(operation decoder.Operation, output *slot) (step, error) {
	s := step{operator: operation.Name, output: output.id}
	if output.defined || output.input {
		return s, fmt.Errorf("%q is defined twice", output.name)
	}
	row, err := rowOf(operation.Name)
	if err != nil {
		return s, err
	}
	operands := output.operands
	if operation.Name == "Constant" {
		operands = nil // onnx-go makes one up
	}
	least, most := row.Arity()
	types := make([]onnx.DataType, len(operands))
	for i, operand := range operands {
		switch {
		case operand.name != "" && !operand.defined && !operand.input:
			return s, fmt.Errorf("input %d, %q, is not made by an earlier node", i+1, operand.name)
		case operand.name != "":
			s.inputs, types[i] = append(s.inputs, operand.id), onnx.DataType(operand.dtype)
		case i < least || most == math.MaxInt:
			return s, fmt.Errorf("input %d is left out", i+1)
		default:
			s.inputs = append(s.inputs, absent)
		}
	}
	given, err := attributeValues(operation.Attributes)
	if err != nil {
		return s, err
	}
	if s.compute, output.dtype, err = bind(operation.Name, given, types); err != nil {
		return s, err
	}
	for most != math.MaxInt && len(s.inputs) < most {
		s.inputs = append(s.inputs, absent)
	}
	return s, nil
}

// attributeValues turns the tensors among attributes into values.
func attributeValues(given map[string]any) (map[string]any, error) {
	out := make(map[string]any, len(given))
	for name, attribute := range given {
		if t, ok := attribute.(tensor.Tensor); ok {
			v, err := fromTensor(t)
			if err != nil {
				return nil, err
			}
			attribute = v
		}
		out[name] = attribute
	}
	return out, nil
}

// fromTensor returns a value that shares the data of a tensor.
func fromTensor(t tensor.Tensor) (value, error) {
	v := value{shape: slices.Clone([]int(t.Shape()))}
	switch data := t.Data().(type) {
	case []float32, []int64, []bool:
		v.data = data
	case float32:
		v.data = []float32{data}
	case int64:
		v.data = []int64{data}
	case bool:
		v.data = []bool{data}
	default:
		return value{}, fmt.Errorf("a tensor holds %T", data)
	}
	return v, nil
}
