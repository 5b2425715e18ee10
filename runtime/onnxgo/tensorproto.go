package onnxgo

import (
	"errors"
	"fmt"

	"gmnc/onnx"
)

// growthCost is the total allocation, relative to its size, of a slice that grows element by
// element, as in onnx-go's decoder. It was measured to be between 5 and 6.
const growthCost = 6

// decodedWidth is the most memory in bytes that onnx-go needs for an element while it decodes.
// A bool is decoded from an int32.
var decodedWidth = map[dtype]int{float32Type: 4, int64Type: 8, boolType: 4}

// tensorProto is a tensor of the file in the form that onnx-go decodes. Its data is known to
// fill its extents.
type tensorProto struct {
	onnx.Tensor
	dims     []int
	dtype    dtype
	elements int
	message  []byte
}

// tensor checks a tensor before anything is allocated for it.
func (n *normalized) tensor(message []byte) (t tensorProto, err error) {
	t.message = message
	if t.Tensor, err = onnx.ReadTensor(message); err != nil {
		return t, err
	}
	if t.Type == onnx.Float16 && t.Raw != nil {
		t.repack(onnx.Float, onnx.TensorRaw, onnx.Widened(t.Raw))
	}
	t.dtype = dtype(t.Type)
	for _, extent := range t.Dims {
		t.dims = append(t.dims, int(extent))
	}
	if err := t.check(); err != nil {
		return t, err
	}
	if t.dtype == boolType && t.Raw != nil {
		t.repackBools()
	}
	if err := n.meter.spend(1, tensorCost+len(t.dims)*tensorExtentCost); err != nil {
		return t, err
	}
	return t, n.meter.spend(t.elements, growthCost*decodedWidth[t.dtype])
}

func (t *tensorProto) check() (err error) {
	if t.External {
		return errors.New("its data is in another file, which is not supported")
	}
	if t.Unknown != 0 {
		return fmt.Errorf("TensorProto field %d is not supported", t.Unknown)
	}
	if err := t.dtype.supported(); err != nil {
		return err
	}
	if t.elements, err = count(t.dims); err != nil {
		return err
	}
	if stored := t.Stored(); stored != t.elements {
		return fmt.Errorf("shape %v needs %d elements of %s and %d are stored", t.dims, t.elements, t.dtype, stored)
	}
	return nil
}

// repackBools moves raw booleans to int32_data, since onnx-go reads eight bytes for each raw
// one.
func (t *tensorProto) repackBools() {
	ones := make([]byte, len(t.Raw))
	for i, b := range t.Raw {
		if b != 0 {
			ones[i] = 1
		}
	}
	t.repack(t.Type, onnx.TensorInt32s, ones)
}

// repack replaces the data of the tensor by data in a type and a field that onnx-go reads.
func (t *tensorProto) repack(as onnx.DataType, field onnx.Number, data []byte) {
	t.Type = as
	if field == onnx.TensorRaw {
		t.Raw = data
	}
	var message []byte
	for _, extent := range t.Dims {
		message = onnx.AppendInteger(message, onnx.TensorDims, extent)
	}
	message = onnx.AppendInteger(message, onnx.TensorType, int64(t.Type))
	message = onnx.AppendString(message, onnx.TensorName, t.Name)
	t.message = onnx.AppendMessage(message, field, data)
}

// value returns the value of a tensor that has no elements.
func (t *tensorProto) value() value {
	shape := append([]int{}, t.dims...)
	switch t.dtype {
	case int64Type:
		return value{shape, []int64{}}
	case boolType:
		return value{shape, []bool{}}
	}
	return value{shape, []float32{}}
}
