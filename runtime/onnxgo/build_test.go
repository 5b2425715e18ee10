package onnxgo

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"gmnc/onnx/onnxpb"
	"gmnc/runtime"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
)

func floats(shape []int, data ...float32) value { return value{shape, data} }
func ints(shape []int, data ...int64) value     { return value{shape, data} }
func bools(shape []int, data ...bool) value     { return value{shape, data} }

// list is a one-axis index tensor.
func list(data ...int64) value { return ints([]int{len(data)}, data...) }

// counting holds 1, 2, 3...
func counting(shape ...int) value {
	data := make([]float32, product(shape))
	for i := range data {
		data[i] = float32(i + 1)
	}
	return floats(shape, data...)
}

// protoOf encodes a value as raw_data.
func protoOf(name string, v value) *onnxpb.TensorProto {
	out := &onnxpb.TensorProto{Name: &name, DataType: proto.Int32(int32(v.dtype())), RawData: []byte{}}
	for _, extent := range v.shape {
		out.Dims = append(out.Dims, int64(extent))
	}
	switch data := v.data.(type) {
	case []float32:
		for _, x := range data {
			out.RawData = binary.LittleEndian.AppendUint32(out.RawData, math.Float32bits(x))
		}
	case []int64:
		for _, x := range data {
			out.RawData = binary.LittleEndian.AppendUint64(out.RawData, uint64(x))
		}
	case []bool:
		for _, x := range data {
			out.RawData = append(out.RawData, byte(zeroOrOne(x)))
		}
	}
	return out
}

type attrs map[string]any

func (a attrs) protos() []*onnxpb.AttributeProto {
	var out []*onnxpb.AttributeProto
	for name, given := range a {
		attribute := &onnxpb.AttributeProto{Name: &name}
		kind := onnxpb.AttributeProto_UNDEFINED
		switch given := given.(type) {
		case int:
			kind, attribute.I = onnxpb.AttributeProto_INT, proto.Int64(int64(given))
		case float32:
			kind, attribute.F = onnxpb.AttributeProto_FLOAT, &given
		case string:
			kind, attribute.S = onnxpb.AttributeProto_STRING, []byte(given)
		case []int64:
			kind, attribute.Ints = onnxpb.AttributeProto_INTS, given
		case []float32:
			kind, attribute.Floats = onnxpb.AttributeProto_FLOATS, given
		case value:
			kind, attribute.T = onnxpb.AttributeProto_TENSOR, protoOf("", given)
		}
		attribute.Type = &kind
		out = append(out, attribute)
	}
	return out
}

func operation(operator, output string, a attrs, inputs ...string) *onnxpb.NodeProto {
	return &onnxpb.NodeProto{
		Name: proto.String("the " + operator), OpType: &operator,
		Input: inputs, Output: []string{output}, Attribute: a.protos(),
	}
}

// declared declares an input or output; extents are numbers or symbols.
func declared(name string, of dtype, extents ...any) *onnxpb.ValueInfoProto {
	shape := &onnxpb.TensorShapeProto{}
	for _, given := range extents {
		dim := &onnxpb.TensorShapeProto_Dimension{}
		switch given := given.(type) {
		case int:
			dim.Value = &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: int64(given)}
		case string:
			dim.Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: given}
		}
		shape.Dim = append(shape.Dim, dim)
	}
	return &onnxpb.ValueInfoProto{Name: &name, Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{
		TensorType: &onnxpb.TypeProto_Tensor{ElemType: proto.Int32(int32(of)), Shape: shape},
	}}}
}

// anyShape declares an input or output of unknown rank.
func anyShape(name string, of dtype) *onnxpb.ValueInfoProto {
	v := declared(name, of)
	v.Type.GetTensorType().Shape = nil
	return v
}

func modelOf(graph *onnxpb.GraphProto) *onnxpb.ModelProto {
	return &onnxpb.ModelProto{
		IrVersion: proto.Int64(8), Graph: graph,
		OpsetImport: []*onnxpb.OperatorSetIdProto{{Domain: proto.String(""), Version: proto.Int64(17)}},
	}
}

func encode(t testing.TB, model *onnxpb.ModelProto) []byte {
	t.Helper()
	model.Graph.Name = proto.String("test")
	data, err := proto.Marshal(model)
	require.NoError(t, err)
	return data
}

func open(t testing.TB, graph *onnxpb.GraphProto) runtime.Session {
	t.Helper()
	s, err := Open(encode(t, modelOf(graph)))
	require.NoError(t, err)
	return s
}

// operatorCase applies one operator to inputs, of which a zero value is one
// left out.
type operatorCase struct {
	operator string
	what     string
	attrs    attrs
	in       []value
	want     value
	err      string // part of the error; want has then the type of the output alone, float32 if none
}

func (c operatorCase) name() string {
	return c.operator + map[bool]string{true: "/" + c.what}[c.what != ""]
}

// model returns the case as a graph, with floats and integers as inputs
// where fed is set, else everything as initializers.
func (c operatorCase) model(fed bool) (*onnxpb.GraphProto, map[string]runtime.Tensor) {
	graph := &onnxpb.GraphProto{}
	inputs := map[string]runtime.Tensor{}
	names := make([]string, len(c.in))
	for i, v := range c.in {
		if !v.present() {
			continue
		}
		names[i] = fmt.Sprintf("in%d", i)
		t := runtime.Tensor{Shape: v.shape}
		switch data := v.data.(type) {
		case []float32:
			t.Float = data
		case []int64:
			t.Index = data
		}
		if !fed || v.dtype() == boolType {
			graph.Initializer = append(graph.Initializer, protoOf(names[i], v))
			continue
		}
		inputs[names[i]] = t
		graph.Input = append(graph.Input, anyShape(names[i], v.dtype()))
	}
	graph.Node = append(graph.Node, operation(c.operator, "out", c.attrs, names...))
	graph.Output = append(graph.Output, anyShape("out", c.want.dtype()))
	if c.want.dtype() == boolType {
		conversion := operation("Cast", "number", attrs{"to": int(int64Type)}, "out")
		conversion.Name = proto.String("conversion")
		graph.Node = append(graph.Node, conversion)
		graph.Output[0] = anyShape("number", int64Type)
	}
	if !c.want.present() {
		graph.Output[0] = anyShape("out", float32Type)
	}
	return graph, inputs
}
