package onnxgo

import (
	"fmt"
	"slices"
)

// pad surrounds an array by a constant, which is 0 by default. A negative pad removes elements.
func pad(a *attributes) kernel {
	a.only("mode", "constant")
	return func(in []value) (value, error) {
		before, after, err := padding(in)
		if err != nil {
			return value{}, err
		}
		inner, err := cropped(in[0], before, after)
		if err != nil {
			return value{}, err
		}
		switch from := inner.data.(type) {
		case []float32:
			return padded(inner.shape, from, before, after, in[2])
		case []int64:
			return padded(inner.shape, from, before, after, in[2])
		case []bool:
			return padded(inner.shape, from, before, after, in[2])
		}
		return value{}, fmt.Errorf("the input is %s", inner.dtype())
	}
}

// padding returns by how much each axis grows at its two ends.
func padding(in []value) (before, after []int, err error) {
	rank := len(in[0].shape)
	pads, err := extents(in[1], "the pads")
	if err != nil {
		return nil, nil, err
	}
	axes := make([]int64, rank)
	for axis := range axes {
		axes[axis] = int64(axis)
	}
	if in[3].present() {
		if axes, err = as[int64](in[3], "axes"); err != nil {
			return nil, nil, err
		}
	}
	if len(pads) != 2*len(axes) {
		return nil, nil, fmt.Errorf("%d pads for %d axes, expected two each", len(pads), len(axes))
	}
	along, err := wrapAxes(axes, rank)
	if err != nil {
		return nil, nil, err
	}
	before, after = make([]int, rank), make([]int, rank)
	for i, axis := range along {
		if first, last := pads[i], pads[len(axes)+i]; max(first, last) > maxElements || min(first, last) < -maxElements {
			return nil, nil, fmt.Errorf("pads %v ask for more than the %d elements allowed", pads, maxElements)
		}
		before[axis], after[axis] = pads[i], pads[len(axes)+i]
	}
	return before, after, nil
}

// cropped performs the negative part of a padding.
func cropped(v value, before, after []int) (value, error) {
	shape, strides, base := slices.Clone(v.shape), rowMajor(v.shape), 0
	for axis := range shape {
		shape[axis] += min(before[axis], 0) + min(after[axis], 0)
		base -= min(before[axis], 0) * strides[axis]
	}
	if slices.Equal(shape, v.shape) {
		return v, nil
	}
	return strided(v, shape, strides, base)
}

// padded performs the positive part of a padding.
func padded[T element](inner []int, from []T, before, after []int, fill value) (value, error) {
	shape := slices.Clone(inner)
	for axis := range shape {
		shape[axis] += max(before[axis], 0) + max(after[axis], 0)
	}
	size, err := count(shape)
	if err != nil {
		return value{}, err
	}
	out := make([]T, size)
	if fill.present() {
		constant, err := scalar[T](fill, "the constant")
		if err != nil {
			return value{}, err
		}
		for i := range out {
			out[i] = constant
		}
	}
	strides, base := rowMajor(shape), 0
	for axis, stride := range strides {
		base += max(before[axis], 0) * stride
	}
	loops := newNest(inner, strides)
	loops.rows(func(at []int) {
		for i, x := range from[:loops.inner] {
			out[base+at[0]+i*loops.steps[0]] = x
		}
		from = from[loops.inner:]
	})
	return value{shape, out}, nil
}
