package onnxgo

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// TestSpend: a meter lets everything through up to what is left, and nothing beyond.
func TestSpend(t *testing.T) {
	m := newMeter(10)
	require.Equal(t, 320+12*1024*1024, m.left)
	m.left = 12
	require.NoError(t, m.spend(2, 4))
	require.ErrorContains(t, m.spend(1, 5), "the file would take far more memory than its size: too many tiny records")
	require.ErrorContains(t, m.spend(1<<62, 4), "the file would take far more memory than its size: too many tiny records", "a product beyond 64 bits")
	require.NoError(t, m.spend(1, 4))
	require.Zero(t, m.left)
}

// TestCosts: what records take from the meter, in bytes.
func TestCosts(t *testing.T) {
	message := func(m proto.Message) []byte {
		bytes, err := proto.Marshal(m)
		require.NoError(t, err)
		return bytes
	}
	tensor := func(kind onnx.DataType, width int, dims ...int64) []byte {
		return message(&onnxpb.TensorProto{Name: proto.String("t"), Dims: dims, DataType: proto.Int32(int32(kind)), RawData: make([]byte, 2*width)})
	}
	const large = 1 << 20
	n := &normalized{inputs: map[string]onnx.Declaration{}, nodeNames: map[string]string{}, empty: map[string]value{}, meter: &meter{}}
	attribute := func(record []byte) error { _, _, err := n.attribute(record); return err }
	initializer := func(record []byte) error { _, err := n.initializer(record); return err }
	node := func(record []byte) error { _, err := n.node(record); return err }
	input := func(record []byte) error { _, err := n.declare(record, n.inputs, "input"); return err }
	for what, c := range map[string]struct {
		read   func(record []byte) error
		record []byte
		cost   int
	}{
		"an attribute without a value": {attribute, nil, 450},
		"strings":                      {attribute, onnx.AppendString(nil, onnx.AttributeStrings, "text"), 450 + 200},
		"two floats":                   {attribute, onnx.AppendMessage(nil, onnx.AttributeFloats, make([]byte, 8)), 450 + 3*6*4},
		"three integers":               {attribute, onnx.AppendMessage(nil, onnx.AttributeInts, []byte{1, 2, 3}), 450 + 3*6*8},
		"a tensor in an attribute":     {attribute, onnx.AppendMessage(nil, onnx.AttributeTensor, tensor(onnx.Float, 4, 2)), 450 + 1500 + 80 + 2*6*4},
		"a tensor of integers":         {initializer, tensor(onnx.Int64, 8, 2, 1), 1500 + 2*80 + 2*6*8},
		"a tensor of truth values":     {initializer, tensor(onnx.Bool, 1, 1, 1, 2), 1500 + 3*80 + 2*6*4},
		"a node without inputs":        {node, message(operation("Neg", "a", nil)), 1000 + 1200},
		"a node of two inputs":         {node, message(operation("Add", "b", nil, "x", "y")), 1000 + 2*1200},
		"an input of two axes":         {input, message(declared("in", float32Type, "n", 3)), 1000 + 2*64},
	} {
		n.meter.left = large
		require.NoError(t, c.read(c.record), what)
		require.Equal(t, c.cost, large-n.meter.left, what)
	}
	one := onnx.AppendMessage(nil, onnx.AttributeTensor, tensor(onnx.Float, 4, 2))
	require.ErrorIs(t, attribute(append(one, one...)), onnx.ErrDamaged, "two tensors in an attribute")
}
