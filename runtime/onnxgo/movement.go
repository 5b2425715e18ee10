package onnxgo

import (
	"fmt"
	"slices"
)

// These operators only copy elements to other positions, by strides.
var movementOperators = map[string]builder{
	"Transpose": transpose,
	"Expand":    plain(expand),
	"Tile":      plain(tile),
	"Slice":     plain(slice),
	"Concat":    concat,
	"Pad":       pad,
}

// strided copies the elements at the given strides from the offset base on.
func strided(v value, shape, strides []int, base int) (value, error) {
	size, err := count(shape)
	if err != nil {
		return value{}, err
	}
	loops := newNest(shape, strides)
	switch x := v.data.(type) {
	case []float32:
		return value{shape, stridedCopy(make([]float32, size), x, loops, base)}, nil
	case []int64:
		return value{shape, stridedCopy(make([]int64, size), x, loops, base)}, nil
	case []bool:
		return value{shape, stridedCopy(make([]bool, size), x, loops, base)}, nil
	}
	return value{}, fmt.Errorf("the input is %s", v.dtype())
}

func stridedCopy[T element](out, from []T, loops nest, base int) []T {
	rest, step := out, loops.steps[0]
	loops.rows(func(at []int) {
		start := base + at[0]
		if step == 1 {
			copy(rest[:loops.inner], from[start:])
		} else {
			for i := range rest[:loops.inner] {
				rest[i] = from[start+i*step]
			}
		}
		rest = rest[loops.inner:]
	})
	return out
}

// transpose permutes the axes. By default it reverses them.
func transpose(a *attributes) kernel {
	permutation, given := attribute[[]int64](a, "perm")
	return func(in []value) (value, error) {
		order := permutation
		if !given {
			order = nil
			for axis := range in[0].shape {
				order = append([]int64{int64(axis)}, order...)
			}
		}
		return transposed(in[0], order)
	}
}

func transposed(v value, order []int64) (value, error) {
	permutation, err := wrapAxes(order, len(v.shape))
	if err != nil || len(order) != len(v.shape) {
		return value{}, fmt.Errorf("%v is not an order of the axes of %v", order, v.shape)
	}
	shape, strides := make([]int, len(order)), make([]int, len(order))
	from := rowMajor(v.shape)
	for axis, source := range permutation {
		shape[axis], strides[axis] = v.shape[source], from[source]
	}
	return strided(v, shape, strides, 0)
}

// expand broadcasts its first input together with a shape.
func expand(in []value) (value, error) {
	wanted, err := extents(in[1], "the shape")
	if err != nil {
		return value{}, err
	}
	shape, err := broadcastShape(in[0].shape, wanted)
	if err != nil {
		return value{}, err
	}
	return expanded(in[0], shape)
}

// expanded repeats v to a shape it can be broadcast to.
func expanded(v value, shape []int) (value, error) {
	if slices.Equal(v.shape, shape) {
		return v, nil
	}
	return strided(v, shape, broadcastStrides(v.shape, shape), 0)
}

// tile repeats the whole array along each axis: seen as [r0, d0, r1, d1...], a repetition is a
// stride of 0.
func tile(in []value) (value, error) {
	repeats, err := extents(in[1], "the repeats")
	if err != nil {
		return value{}, err
	}
	if len(repeats) != len(in[0].shape) {
		return value{}, fmt.Errorf("%d repeats for the %d axes of %v", len(repeats), len(in[0].shape), in[0].shape)
	}
	var split, strides, shape []int
	for axis, stride := range rowMajor(in[0].shape) {
		split = append(split, repeats[axis], in[0].shape[axis])
		strides = append(strides, 0, stride)
		shape = append(shape, repeats[axis]*in[0].shape[axis])
	}
	out, err := strided(in[0], split, strides, 0)
	return value{shape, out.data}, err
}

// slice takes from each named axis the positions from start to before end in steps of step.
// Negative starts and ends count from the end, and all are clamped.
func slice(in []value) (value, error) {
	var lists [4][]int64 // starts, ends, axes, steps
	for i, what := range []string{"starts", "ends", "axes", "steps"} {
		if !in[i+1].present() {
			continue
		}
		var err error
		if lists[i], err = as[int64](in[i+1], what); err != nil {
			return value{}, err
		}
	}
	for i := range lists[0] {
		if !in[3].present() {
			lists[2] = append(lists[2], int64(i))
		}
		if !in[4].present() {
			lists[3] = append(lists[3], 1)
		}
	}
	return sliced(in[0], lists[0], lists[1], lists[2], lists[3])
}

func sliced(v value, starts, ends, axes, steps []int64) (value, error) {
	if len(ends) != len(starts) || len(axes) != len(starts) || len(steps) != len(starts) {
		return value{}, fmt.Errorf("%d starts, %d ends, %d axes and %d steps: expected as many of each", len(starts), len(ends), len(axes), len(steps))
	}
	along, err := wrapAxes(axes, len(v.shape))
	if err != nil {
		return value{}, err
	}
	shape, strides, base := slices.Clone(v.shape), rowMajor(v.shape), 0
	for i, axis := range along {
		if steps[i] == 0 {
			return value{}, fmt.Errorf("the step along axis %d is 0", axis)
		}
		first, length := sliceSpan(starts[i], ends[i], steps[i], int64(v.shape[axis]))
		base += first * strides[axis]
		shape[axis] = length
		strides[axis] *= int(steps[i])
	}
	return strided(v, shape, strides, base)
}

// sliceSpan returns the first position of a slice and the number of its positions.
func sliceSpan(start, end, step, extent int64) (first, length int) {
	low, high := int64(0), extent // what start and end are clamped to, start not below 0
	if step < 0 {
		low, high = -1, extent-1
	}
	if start < 0 {
		start += extent
	}
	if end < 0 {
		end += extent
	}
	start, end = min(max(start, 0), high), min(max(end, low), high)
	if step > 0 && start < end {
		return int(start), int((end-start-1)/step + 1)
	}
	if step < 0 && start > end {
		return int(start), int((start-end-1)/-step + 1)
	}
	return 0, 0
}

// concat joins arrays that differ in one axis only.
func concat(a *attributes) kernel {
	axis := a.integer("axis")
	return func(in []value) (value, error) {
		at, err := wrap(axis, len(in[0].shape), "axis")
		if err != nil {
			return value{}, err
		}
		shape := slices.Clone(in[0].shape)
		for i, part := range in[1:] {
			if len(part.shape) != len(shape) || !slices.Equal(part.shape[:at], shape[:at]) || !slices.Equal(part.shape[at+1:], shape[at+1:]) {
				return value{}, fmt.Errorf("input %d has shape %v, which differs from %v beyond axis %d", i+2, part.shape, in[0].shape, at)
			}
			shape[at] += part.shape[at]
		}
		switch in[0].data.(type) {
		case []int64:
			return joined[int64](in, shape, at)
		case []bool:
			return joined[bool](in, shape, at)
		}
		return joined[float32](in, shape, at)
	}
}

func joined[T element](in []value, shape []int, axis int) (value, error) {
	size, err := count(shape)
	if err != nil {
		return value{}, err
	}
	out := make([]T, size)
	outer, pitch, offset := product(shape[:axis]), product(shape[axis:]), 0
	for i, part := range in {
		from, err := as[T](part, fmt.Sprintf("input %d", i+1))
		if err != nil {
			return value{}, err
		}
		width := product(part.shape[axis:])
		for row := range outer {
			copy(out[row*pitch+offset:], from[row*width:(row+1)*width])
		}
		offset += width
	}
	return value{shape, out}, nil
}
