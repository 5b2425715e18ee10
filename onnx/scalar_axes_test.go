package onnx_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// TestAxisOfAScalar: an axis of an output may have the name of a scalar of INT64 among the inputs, and not
// of one with axes or of another type.
func TestAxisOfAScalar(t *testing.T) {
	for _, c := range []struct {
		dtype    onnx.DataType
		extents  []int64
		accepted bool
	}{
		{onnx.Int64, nil, true}, {onnx.Int64, []int64{1}, false}, {onnx.Float, nil, false},
	} {
		file := parse(t, written(t))
		shape := &onnxpb.TensorShapeProto{}
		for _, extent := range c.extents {
			shape.Dim = append(shape.Dim, &onnxpb.TensorShapeProto_Dimension{Value: &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: extent}})
		}
		file.Graph.Input = append(file.Graph.Input, &onnxpb.ValueInfoProto{
			Name: proto.String("frames"), Type: &onnxpb.TypeProto{Value: &onnxpb.TypeProto_TensorType{
				TensorType: &onnxpb.TypeProto_Tensor{ElemType: proto.Int32(int32(c.dtype)), Shape: shape},
			}},
		})
		file.Graph.Output[0].GetType().GetTensorType().Shape.Dim[0].Value = &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: "frames"}
		data, err := proto.Marshal(file)
		require.NoError(t, err)
		if c.accepted {
			require.NoError(t, onnx.Check(data))
		} else {
			require.ErrorContains(t, onnx.Check(data), `no input has its axis "frames"`)
		}
	}
}

// TestAxesWithoutNames: an axis of an output may have a size in place of a name, whatever axes the inputs have.
func TestAxesWithoutNames(t *testing.T) {
	file := parse(t, written(t))
	dims := file.Graph.Output[0].GetType().GetTensorType().Shape.Dim
	dims[0] = &onnxpb.TensorShapeProto_Dimension{Value: &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: 7}}
	data, err := proto.Marshal(file)
	require.NoError(t, err)
	require.NoError(t, onnx.Check(data))
	dims[0] = &onnxpb.TensorShapeProto_Dimension{}
	data, err = proto.Marshal(file)
	require.NoError(t, err)
	require.ErrorContains(t, onnx.Check(data), "axis 0 has neither a name nor an extent")
}
