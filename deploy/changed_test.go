package deploy_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/onnx/onnxpb"
)

// changed is a file with another graph, and its old digest.
func changed(t *testing.T, file []byte, change func(graph *onnxpb.GraphProto)) []byte {
	t.Helper()
	model := &onnxpb.ModelProto{}
	require.NoError(t, proto.Unmarshal(file, model))
	change(model.Graph)
	data, err := proto.Marshal(model)
	require.NoError(t, err)
	return data
}

// constant has a node without inputs make a value of zeros of a shape.
func constant(graph *onnxpb.GraphProto, output string, shape ...int64) {
	zeros := &onnxpb.TensorProto{DataType: proto.Int32(int32(onnxpb.TensorProto_FLOAT)), Dims: shape}
	count := int64(1)
	for _, extent := range shape {
		count *= extent
	}
	zeros.RawData = make([]byte, 4*count)
	for _, node := range graph.Node {
		if node.Output[0] == output {
			node.OpType, node.Input = proto.String("Constant"), nil
			node.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("value"), Type: onnxpb.AttributeProto_TENSOR.Enum(), T: zeros}}
		}
	}
	for _, value := range graph.Output {
		if value.GetName() == output {
			dims := &onnxpb.TensorShapeProto{}
			for _, extent := range shape {
				dims.Dim = append(dims.Dim, &onnxpb.TensorShapeProto_Dimension{Value: &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: extent}})
			}
			value.GetType().GetTensorType().Shape = dims
		}
	}
}

// TestChangedFilesThatRoll: outputs that are no steps one after another are told.
func TestChangedFilesThatRoll(t *testing.T) {
	exported, err := deploy.ExportWith(t.Context(), law(t, 0), deploy.Options{Rollout: &rolling.Rollout{Steps: 3}})
	require.NoError(t, err)
	for want, change := range map[string]func(graph *onnxpb.GraphProto){
		`output "predicted_velocities" has no first steps, of which there should be 1: no Concat of steps makes it`: func(graph *onnxpb.GraphProto) {
			constant(graph, "predicted_velocities", 3, 1, 1, 3)
		},
		`output "predicted_positions" has no first steps, of which there should be 1: it has no axis of steps`: func(graph *onnxpb.GraphProto) {
			graph.Output[0].GetType().GetTensorType().Shape = &onnxpb.TensorShapeProto{}
		},
		"the file returns no positions and velocities of all steps": func(graph *onnxpb.GraphProto) {
			graph.Output = graph.Output[:1]
		},
		`the file declares 1125899906842624 steps; 100 at most`: func(graph *onnxpb.GraphProto) {
			graph.Output[0].GetType().GetTensorType().Shape.Dim[0].Value = &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: 1 << 50}
		},
	} {
		v, err := deploy.VerifyFrom(t.Context(), "model.onnx", changed(t, exported.File, change), nil, 1)
		require.NoError(t, err)
		require.Contains(t, fmt.Sprint(v.Broken), want)
	}
}
