package emit

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// NewTurn returns the body of a Loop without states. It takes the number of the iteration and
// the condition to go on, which it returns.
func NewTurn(name, scope, number string) *onnxpb.GraphProto {
	goOn, goneOn := scope+"go_on", scope+"gone_on"
	return &onnxpb.GraphProto{
		Name:   &name,
		Node:   []*onnxpb.NodeProto{PlainNode("Identity", nil, goneOn, goOn)},
		Input:  []*onnxpb.ValueInfoProto{ValueInfo(number, "", ir.Index), truth(goOn)},
		Output: []*onnxpb.ValueInfoProto{truth(goneOn)},
	}
}

// LoopNode returns a Loop of count iterations, without states.
func LoopNode(name string, turn *onnxpb.GraphProto, count string) *onnxpb.NodeProto {
	body := &onnxpb.AttributeProto{Name: proto.String("body"), Type: onnxpb.AttributeProto_GRAPH.Enum(), G: turn}
	return &onnxpb.NodeProto{
		Name: &name, OpType: proto.String(onnx.LoopOperator), Input: []string{count, always}, Attribute: []*onnxpb.AttributeProto{body},
	}
}

// always is the condition of a Loop that makes all of its iterations. An empty name would mean
// the same, but tools that infer shapes fail on it.
const always = "rollout/true"

// WriteAlways writes the condition always, once.
func WriteAlways(graph *onnxpb.GraphProto) {
	AddConstant(graph, zeroNumber, 0)
	if !slices.ContainsFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == always }) {
		graph.Node = append(graph.Node, PlainNode("Equal", nil, always, zeroNumber, zeroNumber))
	}
}

// TensorOf declares a value of any shape.
func TensorOf(name string, dtype onnxpb.TensorProto_DataType) *onnxpb.ValueInfoProto {
	tensor := &onnxpb.TypeProto_Tensor{ElemType: Element(dtype)}
	return &onnxpb.ValueInfoProto{Name: &name, Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{TensorType: tensor}}}
}

// Reads returns the values that a node reads. For a Loop these include those that its body
// reads from outside.
func Reads(node *onnxpb.NodeProto) []string {
	values := slices.Clone(node.Input)
	eachOutside(node, func(input *string) { values = append(values, *input) })
	return values
}

// eachOutside calls take for each name by which the body of a Loop reads a value from outside.
func eachOutside(node *onnxpb.NodeProto, take func(input *string)) {
	for _, attribute := range node.Attribute {
		body, own := attribute.GetG(), map[string]bool{}
		for _, input := range body.GetInput() {
			own[input.GetName()] = true
		}
		for _, inside := range body.GetNode() {
			outside := func(input *string) {
				if !own[*input] {
					take(input)
				}
			}
			for i := range inside.Input {
				outside(&inside.Input[i])
			}
			eachOutside(inside, outside)
			for _, output := range inside.Output {
				own[output] = true
			}
		}
	}
}

// Rename changes the names of the values that a node reads and returns.
func Rename(node *onnxpb.NodeProto, name func(string) string) {
	for i, input := range node.Input {
		node.Input[i] = name(input)
	}
	for i, output := range node.Output {
		node.Output[i] = name(output)
	}
	eachOutside(node, func(input *string) { *input = name(*input) })
}

// zeroNumber is the name of a constant 0.
const zeroNumber = ConstantPrefix + "rollout/0"
