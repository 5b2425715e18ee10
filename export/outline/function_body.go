package outline

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// body is a set of nodes that becomes a function, or a call of an equal one.
type body struct {
	*outliner
	scope string
	nodes []*onnxpb.NodeProto
	// inputs and outputs are values of the graph, in the order in which the nodes read and make
	// them. constants are the constants that the nodes read.
	inputs, outputs, constants []string
	// alike holds the bodies with the same content, including this one. called is the function
	// of the first of them.
	alike  []*body
	called *onnxpb.FunctionProto
}

func newBody(o *outliner, scope string, nodes []*onnxpb.NodeProto, readers map[string][]*onnxpb.NodeProto) *body {
	b := &body{outliner: o, scope: scope, nodes: nodes}
	made := map[string]bool{}
	for _, node := range nodes {
		for _, input := range node.Input {
			switch {
			case input == "" || made[input] || slices.Contains(b.inputs, input) || slices.Contains(b.constants, input):
			case o.constants[input] != nil:
				b.constants = append(b.constants, input)
			default:
				b.inputs = append(b.inputs, input)
			}
		}
		for _, output := range node.Output {
			made[output] = true
		}
	}
	for _, node := range nodes {
		for _, output := range node.Output {
			if slices.ContainsFunc(readers[output], func(r *onnxpb.NodeProto) bool { return !slices.Contains(nodes, r) }) {
				b.outputs = append(b.outputs, output)
			}
		}
	}
	return b
}

// content returns a text that is the same for nodes that compute the same from their inputs and
// constants. Constants of equal extents may differ, because some follow from weights.
func (b *body) content() string {
	local := map[string]string{"": ""}
	for i, input := range b.inputs {
		local[input] = fmt.Sprint("input ", i)
	}
	for i, constant := range b.constants {
		tensor := b.outliner.constants[constant]
		local[constant] = fmt.Sprint("constant ", i, tensor.GetDataType(), tensor.Dims)
	}
	var text strings.Builder
	values := func(names []string) {
		for _, name := range names {
			if _, known := local[name]; !known {
				local[name] = fmt.Sprint("value ", len(local))
			}
			fmt.Fprintf(&text, " %q", local[name])
		}
	}
	for _, node := range b.nodes {
		fmt.Fprintf(&text, "%s %s", node.GetDomain(), node.GetOpType())
		for _, attribute := range node.Attribute {
			encoded, _ := emit.Encode(attribute) // attributes of numbers and texts always encode
			fmt.Fprintf(&text, " %q", encoded)
		}
		values(node.Input)
		text.WriteString(" >")
		values(node.Output)
		text.WriteByte('\n')
	}
	values(b.outputs)
	return text.String()
}

// takeVarying turns the constants that are not the same in all bodies of one content into
// inputs.
func takeVarying(alike []*body) {
	for _, b := range alike {
		b.alike = alike
	}
	for i := len(alike[0].constants) - 1; i >= 0; i-- {
		same := !slices.ContainsFunc(alike, func(b *body) bool { return b.constants[i] != alike[0].constants[i] })
		if same {
			continue
		}
		for _, b := range alike {
			b.inputs = append(b.inputs, b.constants[i])
			b.constants = slices.Delete(b.constants, i, i+1)
		}
	}
}

// function returns a function of the nodes, with names of its own that do not contain the
// layer.
func (b *body) function(name string) *onnxpb.FunctionProto {
	local, taken := map[string]string{"": ""}, map[string]bool{}
	rename := func(values []string, suffix string) (renamed []string) {
		for _, value := range values {
			if _, known := local[value]; !known {
				free := b.within(value)
				for taken[free] {
					free += suffix
				}
				local[value], taken[free] = free, true
			}
			renamed = append(renamed, local[value])
		}
		return renamed
	}
	for _, node := range b.nodes {
		rename(node.Output, "_")
	}
	f := &onnxpb.FunctionProto{
		Name: &name, Domain: proto.String(onnx.FunctionDomain), OpsetImport: OperatorSets(b.opset),
		Input: rename(b.inputs, "_before"), Output: rename(b.outputs, ""),
	}
	for _, constant := range b.constants {
		f.Node = append(f.Node, constantNode(rename([]string{constant}, "_")[0], b.outliner.constants[constant]))
	}
	for _, node := range b.nodes {
		moved := proto.Clone(node).(*onnxpb.NodeProto)
		moved.Name = proto.String(b.within(node.GetName()))
		moved.Input, moved.Output = rename(node.Input, ""), rename(node.Output, "")
		f.Node = append(f.Node, moved)
	}
	return f
}

// within returns the name of a value without the scope of the function, or without the scope of
// another layer.
func (b *body) within(name string) string {
	if b.outliner.constants[name] != nil && slices.Contains(b.inputs, name) {
		return "constant"
	}
	if own, ok := strings.CutPrefix(name, b.scope+"/"); ok {
		return own
	}
	if layer, rest, ok := strings.Cut(name, "/"); ok && layerScope.MatchString(layer) {
		return rest
	}
	return name
}

// constantNode returns a constant within a function, which has no initializers.
func constantNode(name string, tensor *onnxpb.TensorProto) *onnxpb.NodeProto {
	value := proto.Clone(tensor).(*onnxpb.TensorProto)
	value.Name = nil
	node := emit.PlainNode("Constant", nil, name)
	node.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("value"), Type: onnxpb.AttributeProto_TENSOR.Enum(), T: value}}
	return node
}
