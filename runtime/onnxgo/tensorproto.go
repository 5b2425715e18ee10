package onnxgo

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of TensorProto.
const (
	tensorDims, tensorType, tensorFloats, tensorInt32s, tensorInt64s = 1, 2, 4, 5, 7
	tensorName, tensorRaw, tensorDoc, tensorLocation                 = 8, 9, 12, 14
)

// growthCost is how many times its size a slice allocates in all while it
// grows element by element, as onnx-go decodes; measured between 5 and 6.
const growthCost = 6

// Bytes of one element in raw_data, and the most that onnx-go holds of it
// while it decodes (a bool comes from an int32).
var (
	rawWidth     = map[dtype]int{float32Type: 4, int64Type: 8, boolType: 1}
	decodedWidth = map[dtype]int{float32Type: 4, int64Type: 8, boolType: 4}
)

// maxRank bounds the axes of a tensor in a file.
const maxRank = 32

// tensorProto is a TensorProto whose data is known to fill its extents, in the
// form onnx-go decodes.
type tensorProto struct {
	name     string
	dims     []int
	dtype    dtype
	elements int
	message  []byte

	raw                    []byte
	floats, int32s, int64s int // elements in the typed fields
}

// tensor checks a TensorProto before anything is allocated for it.
func (n *normalized) tensor(message []byte) (tensorProto, error) {
	t := tensorProto{message: message, dims: []int{}}
	if err := eachField(message, t.readField); err != nil {
		return t, err
	}
	if err := t.dtype.supported(); err != nil {
		return t, err
	}
	var err error
	if t.elements, err = count(t.dims); err != nil {
		return t, err
	}
	if stored := t.stored(); stored != t.elements {
		return t, fmt.Errorf("shape %v needs %d elements of %s and %d are stored", t.dims, t.elements, t.dtype, stored)
	}
	if t.dtype == boolType && t.raw != nil {
		t.repackBools()
	}
	if err := n.meter.spend(1, tensorCost+len(t.dims)*tensorExtentCost); err != nil {
		return t, err
	}
	return t, n.meter.spend(t.elements, growthCost*decodedWidth[t.dtype])
}

func (t *tensorProto) readField(f field) error {
	kind := protowire.BytesType
	switch f.number {
	case tensorDims:
		return t.readDims(f)
	case tensorType:
		t.dtype, kind = dtype(f.integer), protowire.VarintType
	case tensorFloats:
		t.floats += len(f.payload) / 4
		if f.kind == protowire.Fixed32Type {
			t.floats, kind = t.floats+1, f.kind
		}
	case tensorInt32s:
		t.int32s, kind = t.int32s+f.varints(), f.kind
	case tensorInt64s:
		t.int64s, kind = t.int64s+f.varints(), f.kind
	case tensorName:
		t.name = string(f.payload)
	case tensorRaw:
		if t.raw != nil {
			return errDamaged
		}
		t.raw = f.payload
	case tensorLocation:
		kind = protowire.VarintType
		if f.integer != 0 {
			return fmt.Errorf("its data is in another file, which is not supported")
		}
	case tensorDoc:
	default:
		return fmt.Errorf("TensorProto field %d is not supported", f.number)
	}
	return f.expect(kind)
}

func (t *tensorProto) readDims(f field) error {
	if len(t.dims)+f.varints() > maxRank {
		return fmt.Errorf("more than %d axes", maxRank)
	}
	list, err := f.integers()
	for _, extent := range list {
		t.dims = append(t.dims, int(extent))
	}
	return err
}

// stored returns the number of elements that are there, or -1 where they
// are not all in one field fit for the type.
func (t *tensorProto) stored() int {
	typed := map[dtype]int{float32Type: t.floats, int64Type: t.int64s, boolType: t.int32s}[t.dtype]
	width := rawWidth[t.dtype]
	switch {
	case t.floats+t.int32s+t.int64s != typed:
		return -1
	case t.raw == nil:
		return typed
	case typed != 0 || len(t.raw)%width != 0:
		return -1
	}
	return len(t.raw) / width
}

// repackBools moves raw booleans to int32_data: onnx-go reads eight bytes
// for each raw one.
func (t *tensorProto) repackBools() {
	ones := make([]byte, len(t.raw))
	for i, b := range t.raw {
		if b != 0 {
			ones[i] = 1
		}
	}
	var dims []byte
	for _, extent := range t.dims {
		dims = protowire.AppendVarint(dims, uint64(extent))
	}
	message := appendMessage(nil, tensorDims, dims)
	message = protowire.AppendVarint(protowire.AppendTag(message, tensorType, protowire.VarintType), uint64(boolType))
	message = appendMessage(message, tensorName, []byte(t.name))
	t.message = appendMessage(message, tensorInt32s, ones)
}

// value returns a tensor that has no elements.
func (t *tensorProto) value() value {
	switch t.dtype {
	case int64Type:
		return value{t.dims, []int64{}}
	case boolType:
		return value{t.dims, []bool{}}
	}
	return value{t.dims, []float32{}}
}
