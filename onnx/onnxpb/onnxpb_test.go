package onnxpb_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owulveryck/onnx-go"
	"github.com/owulveryck/onnx-go/backend/simple"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"gmnc/onnx/onnxpb"
)

// sumModel is y = Add(a, b) over float vectors of three entries.
func sumModel() *onnxpb.ModelProto {
	vector := func(name string) *onnxpb.ValueInfoProto {
		three := &onnxpb.TensorShapeProto_Dimension{
			Value: &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: 3},
		}
		return &onnxpb.ValueInfoProto{Name: proto.String(name), Type: &onnxpb.TypeProto{
			Value: &onnxpb.TypeProto_TensorType{TensorType: &onnxpb.TypeProto_Tensor{
				ElemType: proto.Int32(int32(onnxpb.TensorProto_FLOAT)),
				Shape:    &onnxpb.TensorShapeProto{Dim: []*onnxpb.TensorShapeProto_Dimension{three}},
			}},
		}}
	}
	return &onnxpb.ModelProto{
		IrVersion:   proto.Int64(int64(onnxpb.Version_IR_VERSION)),
		OpsetImport: []*onnxpb.OperatorSetIdProto{{Domain: proto.String(""), Version: proto.Int64(17)}},
		MetadataProps: []*onnxpb.StringStringEntryProto{
			{Key: proto.String("model"), Value: proto.String("sum")},
		},
		Graph: &onnxpb.GraphProto{
			Name:   proto.String("sum"),
			Input:  []*onnxpb.ValueInfoProto{vector("a"), vector("b")},
			Output: []*onnxpb.ValueInfoProto{vector("y")},
			Node: []*onnxpb.NodeProto{{
				OpType: proto.String("Add"),
				Input:  []string{"a", "b"},
				Output: []string{"y"},
			}},
		},
	}
}

func TestRoundTrip(t *testing.T) {
	want := sumModel()
	data, err := proto.Marshal(want)
	require.NoError(t, err)
	got := new(onnxpb.ModelProto)
	require.NoError(t, proto.Unmarshal(data, got))
	require.Empty(t, cmp.Diff(want, got, protocmp.Transform()))
}

// onnx-go brings messages of its own, registered as "onnx": the two must live
// in one program and read the same bytes.
func TestReadByOnnxGo(t *testing.T) {
	data, err := proto.Marshal(sumModel())
	require.NoError(t, err)
	graph := simple.NewSimpleGraph()
	model := onnx.NewModel(graph)
	require.NoError(t, model.UnmarshalBinary(data))
	for _, name := range []string{"a", "b", "y"} {
		_, found := model.GetNodeByName(name)
		require.True(t, found, name)
	}
	require.Len(t, model.Input, 2)
	require.Len(t, model.Output, 1)
	require.Equal(t, 3, graph.Nodes().Len())
}
