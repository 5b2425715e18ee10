package onnxgo

import (
	"fmt"
	"math/bits"
	"slices"

	"gmnc/onnx"
)

// dtype is an element type. It prints as Go's name of the type.
type dtype onnx.DataType

const (
	float32Type = dtype(onnx.Float)
	int64Type   = dtype(onnx.Int64)
	boolType    = dtype(onnx.Bool)
)

func (d dtype) String() string {
	switch d {
	case float32Type:
		return "float32"
	case int64Type:
		return "int64"
	case boolType:
		return "bool"
	}
	return fmt.Sprintf("element type %d", int32(d))
}

// supported returns an error for an element type that no value can have.
func (d dtype) supported() error {
	switch d {
	case float32Type, int64Type, boolType:
		return nil
	}
	return fmt.Errorf("%s is not supported: use float32 (1), int64 (7) or bool (9)", d)
}

type (
	number  interface{ float32 | int64 }
	element interface{ number | bool }
)

// value is a dense, row-major array, which is never written to once it is made. Values may
// share data.
type value struct {
	shape []int
	data  any // []float32, []int64, []bool, or nil for an optional input left out
}

func (v value) present() bool { return v.data != nil }

// bytes returns the size of the elements in memory.
func (v value) bytes() int {
	switch data := v.data.(type) {
	case []float32:
		return 4 * len(data)
	case []int64:
		return 8 * len(data)
	case []bool:
		return len(data)
	}
	return 0
}

func (v value) dtype() dtype {
	switch v.data.(type) {
	case []float32:
		return float32Type
	case []int64:
		return int64Type
	case []bool:
		return boolType
	}
	return 0
}

// as returns the elements of a value that must be of type T; what names the
// value in the error.
func as[T element](v value, what string) ([]T, error) {
	data, ok := v.data.([]T)
	if !ok {
		return nil, fmt.Errorf("%s is %s, expected %s", what, v.dtype(), value{data: []T{}}.dtype())
	}
	return data, nil
}

// maxElements is the largest number of elements of a shape that is computed at run time: 1 GB
// of float32, the features of all edges of 2000 particles.
const maxElements = 1 << 28

// count returns the product of shape. The extents other than 0 must not
// multiply to more than maxElements, so that every loop over some of the
// axes is bounded.
func count(shape []int) (int, error) {
	size, nonZero := 1, uint64(1)
	for _, extent := range shape {
		if extent < 0 {
			return 0, fmt.Errorf("shape %v has a negative extent", shape)
		}
		size *= extent
		high, low := bits.Mul64(nonZero, uint64(max(extent, 1)))
		if high != 0 || low > maxElements {
			return 0, fmt.Errorf("shape %v has more than the %d elements allowed", shape, maxElements)
		}
		nonZero = low
	}
	return size, nil
}

// product returns the number of elements of a shape that some value already has.
func product(shape []int) int {
	size := 1
	for _, extent := range shape {
		size *= extent
	}
	return size
}

// rowMajor returns the strides of a dense array, in elements.
func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	step := 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		strides[axis] = step
		step *= shape[axis]
	}
	return strides
}

// wrap returns an index or axis in [0, extent). A negative one counts from the end.
func wrap(index int64, extent int, what string) (int, error) {
	if index < -int64(extent) || index >= int64(extent) {
		return 0, fmt.Errorf("%s %d is outside [%d, %d]", what, index, -extent, extent-1)
	}
	if index < 0 {
		index += int64(extent)
	}
	return int(index), nil
}

// wrapAxes returns axes in [0, rank). Naming an axis twice is an error.
func wrapAxes(axes []int64, rank int) ([]int, error) {
	out := make([]int, len(axes))
	for i, axis := range axes {
		at, err := wrap(axis, rank, "axis")
		if err != nil {
			return nil, err
		}
		if slices.Contains(out[:i], at) {
			return nil, fmt.Errorf("axis %d is named twice in %v", axis, axes)
		}
		out[i] = at
	}
	return out, nil
}

// markAxes returns a mark for each of the axes, which is true if the axis is named.
func markAxes(axes []int64, rank int) ([]bool, error) {
	marked := make([]bool, rank)
	wrapped, err := wrapAxes(axes, rank)
	for _, axis := range wrapped {
		marked[axis] = true
	}
	return marked, err
}

// scalar returns the one element of a value.
func scalar[T element](v value, what string) (T, error) {
	var zero T
	data, err := as[T](v, what)
	if err != nil {
		return zero, err
	}
	if len(data) != 1 {
		return zero, fmt.Errorf("%s has shape %v, expected one element", what, v.shape)
	}
	return data[0], nil
}

// extents returns a shape that a value holds.
func extents(v value, what string) ([]int, error) {
	data, err := as[int64](v, what)
	if err != nil {
		return nil, err
	}
	if len(v.shape) != 1 {
		return nil, fmt.Errorf("%s has shape %v, expected one axis", what, v.shape)
	}
	shape := make([]int, len(data))
	for i, extent := range data {
		shape[i] = int(extent)
	}
	return shape, nil
}
