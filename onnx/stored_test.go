package onnx

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"gmnc/onnx/onnxpb"
)

// TestStored: elements are counted if they are all in the field of their type, or all in raw data.
func TestStored(t *testing.T) {
	const double = onnxpb.TensorProto_DOUBLE
	for _, c := range []struct {
		tensor Tensor
		stored int
	}{
		{Tensor{Type: Float, Floats: 3}, 3}, {Tensor{Type: Float, Int32s: 3}, -1}, {Tensor{Type: Float, Int64s: 3}, -1}, {Tensor{Type: Float, Floats: 3, Int64s: 1}, -1},
		{Tensor{Type: Int64, Int64s: 2}, 2}, {Tensor{Type: Int64, Floats: 2}, -1}, {Tensor{Type: Bool, Int32s: 4}, 4}, {Tensor{Type: Bool, Int64s: 4}, -1},
		{Tensor{Type: Float}, 0}, {Tensor{Type: double}, 0}, {Tensor{Type: double, Floats: 1}, -1}, {Tensor{Type: double, Raw: make([]byte, 8)}, -1},
		{Tensor{Type: Float, Raw: make([]byte, 8)}, 2}, {Tensor{Type: Float16, Raw: make([]byte, 8)}, 4}, {Tensor{Type: Int64, Raw: make([]byte, 8)}, 1},
		{Tensor{Type: Bool, Raw: make([]byte, 8)}, 8}, {Tensor{Type: Float, Raw: make([]byte, 6)}, -1}, {Tensor{Type: Float, Raw: []byte{}}, 0},
		{Tensor{Type: Float, Raw: []byte{}, Floats: 1}, -1},
	} {
		require.Equal(t, c.stored, c.tensor.Stored(), "%+v", c.tensor)
	}
}

// TestFilled: raw data fill positive extents that a file can hold.
func TestFilled(t *testing.T) {
	for _, c := range []struct {
		tensor Tensor
		want   string
	}{
		{Tensor{Type: Float, Raw: make([]byte, 4)}, ""},
		{Tensor{Type: Int64, Dims: []int64{2, 1}, Raw: make([]byte, 16)}, ""},
		{Tensor{Type: Float16, Dims: []int64{3}, Raw: make([]byte, 6)}, ""},
		{Tensor{Type: Bool, Dims: []int64{3}, Raw: make([]byte, 3)}, ""},
		{Tensor{Type: Float, Dims: []int64{2}, Raw: make([]byte, 4)}, "it holds 4 bytes; FLOAT of extents [2] takes 8"},
		{Tensor{Type: onnxpb.TensorProto_DOUBLE}, "elements are DOUBLE, not FLOAT, FLOAT16, INT64 or BOOL"},
		{Tensor{Type: Bool, Dims: []int64{0}}, "the extents [0] are not all positive"},
		{Tensor{Type: Bool, Dims: []int64{1 << 40}}, "it holds 0 bytes; BOOL of extents [1099511627776] takes 1099511627776"},
		{Tensor{Type: Bool, Dims: []int64{1<<40 + 1}}, "the extents [1099511627777] are more than any file holds"},
		{Tensor{Type: Float, Dims: []int64{2, 1 << 37}}, "it holds 0 bytes; FLOAT of extents [2 137438953472] takes 1099511627776"},
		{Tensor{Type: Float, Dims: []int64{2, 1<<37 + 1}}, "the extents [2 137438953473] are more than any file holds"},
	} {
		if err := c.tensor.Filled(); c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
		}
	}
}

// TestTensorFields: numbers count in any encoding, and so do fields that nobody knows.
func TestTensorFields(t *testing.T) {
	var message []byte
	message = AppendInteger(message, TensorDims, 2)
	message = AppendMessage(message, TensorDims, []byte{0x80, 1, 3})
	message = AppendInteger(message, TensorType, int64(Bool))
	message = AppendMessage(message, TensorFloats, make([]byte, 8))
	message = protowire.AppendFixed32(protowire.AppendTag(message, TensorFloats, fixed32), 1)
	message = AppendMessage(message, TensorInt32s, []byte{0x80, 1, 0x7f})
	message = AppendInteger(message, TensorInt32s, 1)
	message = AppendInteger(message, TensorInt64s, 1)
	message = AppendMessage(message, TensorInt64s, []byte{5, 6, 7})
	message = AppendString(message, TensorName, "w")
	message = AppendString(message, TensorDoc, "for people")
	message = AppendString(message, TensorRaw, "raw")
	message = AppendInteger(message, TensorLocation, 1)
	message = AppendInteger(message, TensorLocation, 0)
	got, err := ReadTensor(message)
	require.NoError(t, err)
	require.Equal(t, Tensor{Name: "w", Type: Bool, Dims: []int64{2, 128, 3}, Raw: []byte("raw"), Floats: 3, Int32s: 3, Int64s: 4, External: true}, got)
	got, err = ReadTensor(AppendInteger(nil, 77, 1))
	require.NoError(t, err)
	require.Equal(t, Tensor{Dims: []int64{}, Unknown: 77}, got)
	wide := protowire.AppendFixed64(protowire.AppendTag(nil, 78, protowire.Fixed64Type), 1<<33)
	f, err := consume(wide)
	require.NoError(t, err)
	require.Equal(t, Field{Number: 78, Kind: protowire.Fixed64Type, Integer: 1 << 33, Raw: wide}, f)
	bits := protowire.AppendFixed32(protowire.AppendTag(nil, 79, fixed32), 1<<31)
	f, err = consume(bits)
	require.NoError(t, err)
	require.Equal(t, Field{Number: 79, Kind: fixed32, Integer: 1 << 31, Raw: bits}, f)
	for _, cut := range [][]byte{wide[:3], {0x80}, AppendString(nil, 1, "abc")[:3], AppendInteger(nil, 1, 300)[:2], message[:1]} {
		_, err := consume(cut)
		require.ErrorIs(t, err, ErrDamaged)
	}
}
