package export

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// attributes writes attributes in the order of their names.
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

func intTensor(values []int64, shape []int64) *onnxpb.TensorProto {
	raw := make([]byte, 0, 8*len(values))
	raw, _ = binary.Append(raw, binary.LittleEndian, values)
	return &onnxpb.TensorProto{Dims: shape, DataType: element(onnxpb.TensorProto_INT64), RawData: raw}
}

func floatTensor(values []float32, shape []int64) *onnxpb.TensorProto {
	raw := make([]byte, 0, 4*len(values))
	raw, _ = binary.Append(raw, binary.LittleEndian, values)
	return &onnxpb.TensorProto{Dims: shape, DataType: element(onnxpb.TensorProto_FLOAT), RawData: raw}
}

func element(dtype onnxpb.TensorProto_DataType) *int32 { return proto.Int32(int32(dtype)) }

// valueInfo declares an input or output; a symbol names an open axis.
func valueInfo(name, doc string, dtype ir.DType, shape ...ir.Dim) *onnxpb.ValueInfoProto {
	tensor := &onnxpb.TypeProto_Tensor{ElemType: element(onnxpb.TensorProto_FLOAT), Shape: &onnxpb.TensorShapeProto{}}
	if dtype == ir.Index {
		tensor.ElemType = element(onnxpb.TensorProto_INT64)
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

// prune removes nodes and initializers that no output needs.
func prune(graph *onnxpb.GraphProto) {
	live := map[string]bool{}
	for _, output := range graph.Output {
		live[output.GetName()] = true
	}
	isLive := func(node *onnxpb.NodeProto) bool {
		return slices.ContainsFunc(node.Output, func(output string) bool { return live[output] })
	}
	for _, node := range slices.Backward(graph.Node) {
		if isLive(node) {
			for _, input := range reads(node) {
				live[input] = true
			}
		}
	}
	graph.Node = slices.DeleteFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return !isLive(n) })
	graph.Initializer = slices.DeleteFunc(graph.Initializer, func(t *onnxpb.TensorProto) bool { return !live[t.GetName()] })
}
