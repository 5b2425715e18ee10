package onnx

import "fmt"

// Tensor is an initializer, or the tensor of an attribute, as it is stored.
type Tensor struct {
	Name string
	Type DataType
	Dims []int64
	// Raw is the data, little-endian and row-major. It is nil if the data is in the typed
	// fields, whose numbers are counted below.
	Raw                    []byte
	Floats, Int32s, Int64s int
	// External reports whether the data is in another file.
	External bool
	// Unknown is a field that holds something else than the above, or 0 if there is none.
	Unknown Number
}

// ReadTensor reads a tensor and leaves its data where it is.
func ReadTensor(message []byte) (Tensor, error) {
	t := Tensor{Dims: []int64{}}
	err := EachField(message, t.field)
	return t, err
}

func (t *Tensor) field(f Field) error {
	kind := lengthDelimited
	switch f.Number {
	case TensorDims:
		if len(t.Dims)+f.Integers() > maxRank {
			return fmt.Errorf("more than %d axes", maxRank)
		}
		return f.eachInteger(func(extent int64) { t.Dims = append(t.Dims, extent) })
	case TensorType:
		t.Type, kind = DataType(f.Integer), varint
	case TensorFloats:
		t.Floats += len(f.Payload) / 4
		if f.Kind == fixed32 {
			t.Floats, kind = t.Floats+1, fixed32
		}
	case TensorInt32s:
		t.Int32s, kind = t.Int32s+f.Integers(), f.Kind
	case TensorInt64s:
		t.Int64s, kind = t.Int64s+f.Integers(), f.Kind
	case TensorName:
		t.Name = string(f.Payload)
	case TensorRaw:
		if t.Raw != nil {
			return ErrDamaged
		}
		t.Raw = f.Payload
	case TensorLocation:
		t.External, kind = t.External || f.Integer != 0, varint
	case TensorDoc:
	default:
		t.Unknown, kind = f.Number, f.Kind
	}
	return f.expect(kind)
}

// rawWidth is the number of bytes of an element in raw data.
var rawWidth = map[DataType]int{Float: 4, Float16: 2, Int64: 8, Bool: 1}

// Stored returns the number of stored elements, or -1 if they are not all in one field that
// fits the type.
func (t Tensor) Stored() int {
	typed := map[DataType]int{Float: t.Floats, Int64: t.Int64s, Bool: t.Int32s}[t.Type]
	width := rawWidth[t.Type]
	switch {
	case t.Floats+t.Int32s+t.Int64s != typed:
		return -1
	case t.Raw == nil:
		return typed
	case typed != 0 || width == 0 || len(t.Raw)%width != 0:
		return -1
	}
	return len(t.Raw) / width
}

// Filled returns an error unless the tensor is raw data that fills positive extents, as all
// tensors in gmnc's files do.
func (t Tensor) Filled() error {
	size := rawWidth[t.Type]
	if size == 0 {
		return fmt.Errorf("elements are %s, not FLOAT, FLOAT16, INT64 or BOOL", t.Type)
	}
	for _, extent := range t.Dims {
		if extent < 1 {
			return fmt.Errorf("the extents %v are not all positive", t.Dims)
		}
		if extent > maxBytes/int64(size) {
			return fmt.Errorf("the extents %v are more than any file holds", t.Dims)
		}
		size *= int(extent)
	}
	if len(t.Raw) != size {
		return fmt.Errorf("it holds %d bytes; %s of extents %v takes %d", len(t.Raw), t.Type, t.Dims, size)
	}
	return nil
}

// maxBytes bounds the size of extents, so that no product overflows.
const maxBytes = 1 << 40
