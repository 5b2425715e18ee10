package onnxruntime

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/internal/test/testenv"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// open loads a model, or skips the test where onnxruntime is missing.
func open(t testing.TB, model []byte) runtime.Session {
	t.Helper()
	needLibrary(t)
	session, err := Open(model)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, session.Close()) })
	return session
}

func needLibrary(t testing.TB) {
	t.Helper()
	if err := Available(); err != nil {
		testenv.Missing(t, "onnxruntime", err.Error())
	}
}

const (
	floats = onnxpb.TensorProto_FLOAT
	ints   = onnxpb.TensorProto_INT64
)

// info declares a tensor. An axis is a number, or the name of one that is
// only known at run time.
func info(name string, dtype onnxpb.TensorProto_DataType, axes ...any) *onnxpb.ValueInfoProto {
	shape := new(onnxpb.TensorShapeProto)
	for _, axis := range axes {
		dim := new(onnxpb.TensorShapeProto_Dimension)
		switch axis := axis.(type) {
		case int:
			dim.Value = &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: int64(axis)}
		case string:
			dim.Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: axis}
		}
		shape.Dim = append(shape.Dim, dim)
	}
	return &onnxpb.ValueInfoProto{Name: proto.String(name), Type: &onnxpb.TypeProto{
		Value: &onnxpb.TypeProto_TensorType{TensorType: &onnxpb.TypeProto_Tensor{
			ElemType: proto.Int32(int32(dtype)), Shape: shape,
		}},
	}}
}

// node is named after its op and first output, such as "Gather/y".
func node(op string, inputs, outputs []string, attributes ...*onnxpb.AttributeProto) *onnxpb.NodeProto {
	return &onnxpb.NodeProto{
		Name: proto.String(op + "/" + outputs[0]), OpType: proto.String(op),
		Input: inputs, Output: outputs, Attribute: attributes,
	}
}

type infos = []*onnxpb.ValueInfoProto

// encode makes an ONNX file, IR 8 and opset 17, of nodes in order.
func encode(t testing.TB, inputs, outputs infos, nodes ...*onnxpb.NodeProto) []byte {
	t.Helper()
	data, err := proto.Marshal(&onnxpb.ModelProto{
		IrVersion:   proto.Int64(8),
		OpsetImport: []*onnxpb.OperatorSetIdProto{{Domain: proto.String(""), Version: proto.Int64(17)}},
		Graph:       &onnxpb.GraphProto{Name: proto.String("test"), Input: inputs, Output: outputs, Node: nodes},
	})
	require.NoError(t, err)
	return data
}

// addModel is y = position + velocity.
func addModel(t testing.TB) []byte {
	return encode(t,
		infos{info("position", floats, "batch", "particles", 3), info("velocity", floats, "batch", "particles", 3)},
		infos{info("y", floats, "batch", "particles", 3)},
		node("Add", []string{"position", "velocity"}, []string{"y"}))
}

// gatherModel is y = rows of x by index, and echo = index.
func gatherModel(t testing.TB) []byte {
	return encode(t,
		infos{info("x", floats, "rows", 2), info("index", ints, "batch", "sticks", 2)},
		infos{info("y", floats, "batch", "sticks", 2, 2), info("echo", ints, "batch", "sticks", 2)},
		node("Gather", []string{"x", "index"}, []string{"y"}),
		node("Identity", []string{"index"}, []string{"echo"}))
}

// meanModel is y = scale * (the mean of all of x); scale and y are scalars.
func meanModel(t testing.TB) []byte {
	whole := &onnxpb.AttributeProto{
		Name: proto.String("keepdims"), Type: onnxpb.AttributeProto_INT.Enum(), I: proto.Int64(0),
	}
	return encode(t,
		infos{info("x", floats, "rows", 2), info("scale", floats)},
		infos{info("y", floats)},
		node("ReduceMean", []string{"x"}, []string{"mean"}, whole),
		node("Mul", []string{"mean", "scale"}, []string{"y"}))
}
