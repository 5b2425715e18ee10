package emit

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// attributes returns attributes in the order of their names.
func attributes(attrs map[string]any) []*onnxpb.AttributeProto {
	var list []*onnxpb.AttributeProto
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		attribute := &onnxpb.AttributeProto{Name: &name}
		switch value := attrs[name].(type) {
		case int64:
			attribute.Type, attribute.I = onnxpb.AttributeProto_INT.Enum(), &value
		case []int64:
			attribute.Type, attribute.Ints = onnxpb.AttributeProto_INTS.Enum(), value
		case string:
			attribute.Type, attribute.S = onnxpb.AttributeProto_STRING.Enum(), []byte(value)
		default:
			panic(fmt.Sprintf("attribute %s is a %T, which ir.Emitter does not allow", name, value))
		}
		list = append(list, attribute)
	}
	return list
}

// IntTensor returns a tensor of int64 without a name.
func IntTensor(values []int64, shape []int64) *onnxpb.TensorProto {
	raw := make([]byte, 0, 8*len(values))
	raw, _ = binary.Append(raw, binary.LittleEndian, values)
	return &onnxpb.TensorProto{Dims: shape, DataType: Element(onnxpb.TensorProto_INT64), RawData: raw}
}

// FloatTensor returns a tensor of float32 without a name.
func FloatTensor(values []float32, shape []int64) *onnxpb.TensorProto {
	raw := make([]byte, 0, 4*len(values))
	raw, _ = binary.Append(raw, binary.LittleEndian, values)
	return &onnxpb.TensorProto{Dims: shape, DataType: Element(onnxpb.TensorProto_FLOAT), RawData: raw}
}

// boolTensor returns a tensor of truth values without a name.
func boolTensor(values []bool, shape []int64) *onnxpb.TensorProto {
	raw, _ := binary.Append(nil, binary.LittleEndian, values)
	return &onnxpb.TensorProto{Dims: shape, DataType: Element(onnxpb.TensorProto_BOOL), RawData: raw}
}

// Element returns the number of a type of elements.
func Element(dtype onnxpb.TensorProto_DataType) *int32 { return proto.Int32(int32(dtype)) }

// ValueInfo declares an input or output. A symbol names an open axis.
func ValueInfo(name, doc string, dtype ir.DType, shape ...ir.Dim) *onnxpb.ValueInfoProto {
	tensor := &onnxpb.TypeProto_Tensor{ElemType: Element(onnxpb.TensorProto_FLOAT), Shape: &onnxpb.TensorShapeProto{}}
	if dtype == ir.Index {
		tensor.ElemType = Element(onnxpb.TensorProto_INT64)
	}
	for _, dim := range shape {
		axis := &onnxpb.TensorShapeProto_Dimension{}
		if dim.Symbol != "" {
			axis.Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: dim.Symbol}
		} else {
			axis.Value = &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: int64(dim.Number)}
		}
		tensor.Shape.Dim = append(tensor.Shape.Dim, axis)
	}
	info := &onnxpb.ValueInfoProto{
		Name: &name,
		Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{TensorType: tensor}},
	}
	if doc != "" {
		info.DocString = &doc
	}
	return info
}

// Prune removes nodes and initializers that no output needs.
func Prune(graph *onnxpb.GraphProto) {
	live := map[string]bool{}
	for _, output := range graph.Output {
		live[output.GetName()] = true
	}
	isLive := func(node *onnxpb.NodeProto) bool {
		return slices.ContainsFunc(node.Output, func(output string) bool { return live[output] })
	}
	for _, node := range slices.Backward(graph.Node) {
		if isLive(node) {
			for _, input := range Reads(node) {
				live[input] = true
			}
		}
	}
	graph.Node = slices.DeleteFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return !isLive(n) })
	graph.Initializer = slices.DeleteFunc(graph.Initializer, func(t *onnxpb.TensorProto) bool { return !live[t.GetName()] })
}

// PlainNode returns a node with one output, after which it is named.
func PlainNode(kind string, attrs map[string]any, output string, inputs ...string) *onnxpb.NodeProto {
	node := &onnxpb.NodeProto{OpType: &kind, Input: inputs, Attribute: attributes(attrs)}
	setName(node, output)
	return node
}

// Renamed returns copies of nodes in which name changes the names of inputs and outputs.
func Renamed(nodes []*onnxpb.NodeProto, name func(string) string) (copies []*onnxpb.NodeProto) {
	for _, node := range nodes {
		changed := proto.Clone(node).(*onnxpb.NodeProto)
		Rename(changed, name)
		changed.Name = proto.String(changed.Output[0])
		copies = append(copies, changed)
	}
	return copies
}

// DeclaredAs returns a declaration of another name with the type of like.
func DeclaredAs(like *onnxpb.ValueInfoProto, name string) *onnxpb.ValueInfoProto {
	value := proto.Clone(like).(*onnxpb.ValueInfoProto)
	value.Name = &name
	return value
}

// Find returns the declaration of a name, or nil.
func Find(list []*onnxpb.ValueInfoProto, name string) *onnxpb.ValueInfoProto {
	at := slices.IndexFunc(list, func(v *onnxpb.ValueInfoProto) bool { return v.GetName() == name })
	if at < 0 {
		return nil
	}
	return list[at]
}

// truth declares a truth value.
func truth(name string) *onnxpb.ValueInfoProto {
	value := ValueInfo(name, "", ir.Index)
	value.GetType().GetTensorType().ElemType = Element(onnxpb.TensorProto_BOOL)
	return value
}

func setName(node *onnxpb.NodeProto, name string) {
	node.Name, node.Output = &name, []string{name}
}

// AddConstant adds an integer constant, or a list of one element if a shape is given, unless
// the name exists.
func AddConstant(graph *onnxpb.GraphProto, name string, number int64, shape ...int64) {
	if slices.ContainsFunc(graph.Initializer, func(t *onnxpb.TensorProto) bool { return t.GetName() == name }) {
		return
	}
	constant := IntTensor([]int64{number}, shape)
	constant.Name = proto.String(name)
	graph.Initializer = append(graph.Initializer, constant)
}

// Encode encodes a message. Equal messages give equal bytes.
func Encode(message proto.Message) ([]byte, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("the model cannot be encoded: %w", err)
	}
	return data, nil
}

// Floats decodes little-endian float32 values.
func Floats(raw []byte) []float32 {
	values := make([]float32, len(raw)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return values
}
