package onnx_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"gmnc/internal/test/allocated"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// TestReaderAgreesWithTheMessages reads a whole file both ways.
func TestReaderAgreesWithTheMessages(t *testing.T) {
	data := written(t)
	want := parse(t, data)
	model, err := onnx.Read(data)
	require.NoError(t, err)
	require.Equal(t, want.GetIrVersion(), model.IRVersion)
	require.Equal(t, []string{want.GetProducerName(), want.GetProducerVersion(), want.GetDocString()},
		[]string{model.Producer, model.ProducerVersion, model.Doc})
	require.Equal(t, int(want.OpsetImport[0].GetVersion()), model.Opset())
	require.Len(t, model.Metadata, len(want.MetadataProps))
	for i, entry := range want.MetadataProps {
		require.Equal(t, onnx.Entry{Key: entry.GetKey(), Value: entry.GetValue()}, model.Metadata[i])
	}
	sameNodes(t, want.Graph.Node, model.Graph)
	sameTensors(t, want.Graph.Initializer, model.Graph)
	sameDeclarations(t, want.Graph.Input, model.Graph, onnx.GraphInput)
	sameDeclarations(t, want.Graph.Output, model.Graph, onnx.GraphOutput)
}

func sameNodes(t *testing.T, want []*onnxpb.NodeProto, graph []byte) {
	i := 0
	require.NoError(t, onnx.EachRecord(graph, onnx.GraphNode, func(record []byte) error {
		node, err := onnx.ReadNode(record)
		require.NoError(t, err)
		require.Equal(t, want[i].GetName(), node.Name)
		require.Equal(t, want[i].GetOpType(), node.Operator)
		require.Equal(t, want[i].Input, node.Inputs)
		require.Equal(t, want[i].Output, node.Outputs)
		require.Len(t, node.Attributes, len(want[i].Attribute))
		for k, record := range node.Attributes {
			attribute, err := onnx.ReadAttribute(record)
			require.NoError(t, err)
			expected := want[i].Attribute[k]
			require.Equal(t, onnx.Attribute{Name: expected.GetName(), Type: expected.GetType(), Int: expected.GetI()}, attribute)
		}
		i++
		return nil
	}))
	require.Len(t, want, i)
}

func sameTensors(t *testing.T, want []*onnxpb.TensorProto, graph []byte) {
	i := 0
	require.NoError(t, onnx.EachRecord(graph, onnx.GraphInitializer, func(record []byte) error {
		tensor, err := onnx.ReadTensor(record)
		require.NoError(t, err)
		require.NoError(t, tensor.Filled())
		require.Equal(t, want[i].GetName(), tensor.Name)
		require.Equal(t, want[i].GetDataType(), int32(tensor.Type))
		require.Equal(t, append([]int64{}, want[i].Dims...), tensor.Dims)
		require.True(t, bytes.Equal(want[i].RawData, tensor.Raw))
		require.Zero(t, tensor.Unknown)
		i++
		return nil
	}))
	require.Len(t, want, i)
}

func sameDeclarations(t *testing.T, want []*onnxpb.ValueInfoProto, graph []byte, number onnx.Number) {
	i := 0
	require.NoError(t, onnx.EachRecord(graph, number, func(record []byte) error {
		d, err := onnx.ReadDeclaration(record)
		require.NoError(t, err)
		tensor := want[i].GetType().GetTensorType()
		require.Equal(t, want[i].GetName(), d.Name)
		require.Equal(t, tensor.GetElemType(), int32(d.Type))
		require.True(t, d.Ranked)
		for k, dim := range tensor.GetShape().GetDim() {
			require.Equal(t, dim.GetDimParam(), d.Axes[k].Name)
			if dim.GetDimParam() == "" {
				require.Equal(t, int(dim.GetDimValue()), d.Axes[k].Size)
			}
		}
		i++
		return nil
	}))
	require.Len(t, want, i)
}

func TestOpenDeclaration(t *testing.T) {
	message, err := proto.Marshal(&onnxpb.ValueInfoProto{Name: proto.String("x"), Type: &onnxpb.TypeProto{
		Value: &onnxpb.TypeProto_TensorType{TensorType: &onnxpb.TypeProto_Tensor{
			ElemType: proto.Int32(int32(onnx.Float)),
			Shape:    &onnxpb.TensorShapeProto{Dim: []*onnxpb.TensorShapeProto_Dimension{{}}},
		}},
	}})
	require.NoError(t, err)
	d, err := onnx.ReadDeclaration(message)
	require.NoError(t, err)
	require.Equal(t, []onnx.Axis{{Size: -1}}, d.Axes)
	require.Equal(t, `"x" (float32 [?])`, d.String())
	d.Ranked = false
	require.Equal(t, `"x" (float32 of any shape)`, d.String())
}

func TestTypedFields(t *testing.T) {
	message, err := proto.Marshal(&onnxpb.TensorProto{
		Dims: []int64{2, 1}, DataType: proto.Int32(int32(onnx.Int64)), Int64Data: []int64{1 << 40, -1},
	})
	require.NoError(t, err)
	tensor, err := onnx.ReadTensor(message)
	require.NoError(t, err)
	require.Equal(t, []int64{2, 1}, tensor.Dims)
	require.Equal(t, 2, tensor.Stored())
	require.ErrorContains(t, tensor.Filled(), "it holds 0 bytes")
	tensor.Raw = make([]byte, 16)
	require.Equal(t, -1, tensor.Stored(), "in two fields")
	tensor.Int64s, tensor.Raw = 0, make([]byte, 15)
	require.Equal(t, -1, tensor.Stored(), "half an element")
}

// TestWrongKinds gives every field of a name the wire type of a number.
func TestWrongKinds(t *testing.T) {
	readers := map[string]func([]byte) error{
		"model":       func(b []byte) error { _, err := onnx.Read(b); return err },
		"declaration": func(b []byte) error { _, err := onnx.ReadDeclaration(b); return err },
		"tensor":      func(b []byte) error { _, err := onnx.ReadTensor(b); return err },
		"node":        func(b []byte) error { _, err := onnx.ReadNode(b); return err },
		"attribute":   func(b []byte) error { _, err := onnx.ReadAttribute(b); return err },
	}
	for what, number := range map[string]onnx.Number{
		"model": onnx.ModelGraph, "declaration": onnx.ValueType, "tensor": onnx.TensorRaw,
		"node": onnx.NodeInput, "attribute": onnx.AttributeName,
	} {
		require.ErrorIs(t, readers[what](onnx.AppendInteger(nil, number, 1)), onnx.ErrDamaged, what)
		group := protowire.AppendTag(nil, 99, protowire.StartGroupType)
		require.ErrorIs(t, readers[what](group), onnx.ErrDamaged, what)
	}
	require.ErrorIs(t, readers["model"](onnx.AppendMessage(nil, onnx.ModelIRVersion, nil)), onnx.ErrDamaged)
}

func TestListsAreBounded(t *testing.T) {
	const many = 1<<15 + 1
	_, err := onnx.Read(bytes.Repeat(onnx.AppendMessage(nil, onnx.ModelMetadata, nil), many))
	require.ErrorContains(t, err, "its metadata are more than the 32768 allowed")
	_, err = onnx.ReadNode(bytes.Repeat(onnx.AppendMessage(nil, onnx.NodeInput, nil), many))
	require.ErrorContains(t, err, "its inputs are more than")
	_, err = onnx.ReadTensor(bytes.Repeat(onnx.AppendInteger(nil, onnx.TensorDims, 1), 33))
	require.ErrorContains(t, err, "more than 32 axes")
}

// FuzzRead: no bytes make the reader panic or take memory out of proportion.
func FuzzRead(f *testing.F) {
	model := written(f)
	f.Add(model)
	f.Add(model[:len(model)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		allocated.Below(t, 64*len(data)+16<<20, func() { readAll(data) })
	})
}

// readAll reads everything that can be read, and goes on after errors.
func readAll(data []byte) {
	_ = onnx.Check(data)
	model, _ := onnx.Read(data)
	_ = onnx.EachField(model.Graph, func(f onnx.Field) error {
		switch f.Number {
		case onnx.GraphNode:
			node, _ := onnx.ReadNode(f.Payload)
			for _, record := range node.Attributes {
				_, _ = onnx.ReadAttribute(record)
			}
		case onnx.GraphInitializer:
			tensor, _ := onnx.ReadTensor(f.Payload)
			_, _ = tensor.Stored(), tensor.Filled()
		case onnx.GraphInput, onnx.GraphOutput:
			d, _ := onnx.ReadDeclaration(f.Payload)
			_ = d.String()
		}
		return nil
	})
}
