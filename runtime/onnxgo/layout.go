package onnxgo

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// These operators make or change a shape without reading the elements, or are sources of
// constants.
var layoutOperators = map[string]builder{
	"Identity":        plain(func(in []value) (value, error) { return in[0], nil }),
	"Constant":        constant,
	"ConstantOfShape": constantOfShape,
	"Range":           plain(numberRange),
	"Shape":           shapeOf,
	"Size":            plain(sizeOf),
	"Reshape":         reshape,
	"Squeeze":         plain(squeeze),
	"Unsqueeze":       plain(unsqueeze),
}

// constant returns the value of whichever of its attributes is given.
func constant(a *attributes) kernel {
	var out value
	if given, ok := attribute[value](a, "value"); ok {
		out = given
	}
	if given, ok := attribute[float32](a, "value_float"); ok {
		out = value{nil, []float32{given}}
	}
	if given, ok := attribute[int64](a, "value_int"); ok {
		out = value{nil, []int64{given}}
	}
	if given, ok := attribute[[]float32](a, "value_floats"); ok {
		out = value{[]int{len(given)}, given}
	}
	if given, ok := attribute[[]int64](a, "value_ints"); ok {
		out = value{[]int{len(given)}, given}
	}
	if !out.present() {
		a.fail("has no value")
	}
	a.makes = out.dtype()
	return func([]value) (value, error) { return out, nil }
}

// constantOfShape repeats one element, by default the float 0.
func constantOfShape(a *attributes) kernel {
	fill, given := attribute[value](a, "value")
	if !given {
		fill = value{[]int{1}, []float32{0}}
	}
	a.makes = fill.dtype()
	if product(fill.shape) != 1 {
		a.fail("attribute \"value\" has shape %v, expected one element", fill.shape)
	}
	return func(in []value) (value, error) {
		shape, err := extents(in[0], "the shape")
		if err != nil {
			return value{}, err
		}
		return expanded(value{data: fill.data}, shape)
	}
}

func numberRange(in []value) (value, error) {
	if in[0].dtype() == int64Type {
		return ranged[int64](in)
	}
	return ranged[float32](in)
}

// ranged counts from start in steps of delta to before limit.
func ranged[T number](in []value) (value, error) {
	var bounds [3]T
	for i, what := range []string{"start", "limit", "delta"} {
		var err error
		if bounds[i], err = scalar[T](in[i], what); err != nil {
			return value{}, err
		}
	}
	start, limit, delta := bounds[0], bounds[1], bounds[2]
	if delta == 0 {
		return value{}, errors.New("delta is 0")
	}
	steps := (float64(limit) - float64(start)) / float64(delta)
	if !(steps < maxElements) {
		return value{}, fmt.Errorf("from %v to %v by %v is more than the %d elements allowed", start, limit, delta, maxElements)
	}
	out := make([]T, int(math.Ceil(max(steps, 0))))
	for i := range out {
		out[i] = start + T(T(i)*delta)
	}
	return value{[]int{len(out)}, out}, nil
}

// shapeOf returns the extents of the axes from start to before end.
func shapeOf(a *attributes) kernel {
	start := a.integer("start")
	end, bounded := attribute[int64](a, "end")
	return func(in []value) (value, error) {
		rank := int64(len(in[0].shape))
		last := rank
		if bounded {
			last = clampAxis(end, rank)
		}
		out := []int64{}
		for axis := clampAxis(start, rank); axis < last; axis++ {
			out = append(out, int64(in[0].shape[axis]))
		}
		return value{[]int{len(out)}, out}, nil
	}
}

func clampAxis(axis, rank int64) int64 {
	if axis < 0 {
		axis += rank
	}
	return min(max(axis, 0), rank)
}

func sizeOf(in []value) (value, error) {
	return value{nil, []int64{int64(product(in[0].shape))}}, nil
}

// reshape copies an extent of 0 from the input unless allowzero is set, and computes at most
// one of -1 from the remaining elements.
func reshape(a *attributes) kernel {
	allowZero := a.flag("allowzero")
	return func(in []value) (value, error) {
		wanted, err := extents(in[1], "the shape")
		if err != nil {
			return value{}, err
		}
		shape, err := resolveShape(in[0].shape, wanted, allowZero)
		if err != nil {
			return value{}, fmt.Errorf("%v cannot take the shape %v: %w", in[0].shape, wanted, err)
		}
		return value{shape, in[0].data}, nil
	}
}

func resolveShape(from, wanted []int, allowZero bool) ([]int, error) {
	shape := slices.Clone(wanted)
	unknown := -1
	for axis, extent := range wanted {
		switch {
		case extent == -1 && unknown >= 0:
			return nil, errors.New("more than one -1")
		case extent == -1:
			unknown, shape[axis] = axis, 1
		case extent == 0 && !allowZero && axis >= len(from):
			return nil, fmt.Errorf("0 at axis %d copies an extent that is not there", axis)
		case extent == 0 && !allowZero:
			shape[axis] = from[axis]
		}
	}
	known, err := count(shape)
	if err != nil {
		return nil, err
	}
	size := product(from)
	if unknown >= 0 {
		if known == 0 {
			return nil, errors.New("-1 beside an extent of 0 has no one meaning")
		}
		shape[unknown] = size / known
		known *= shape[unknown]
	}
	if known != size {
		return nil, fmt.Errorf("%d elements are not %d", size, known)
	}
	return shape, nil
}

// squeeze drops the named axes, which must have the extent 1, or all axes of that extent.
func squeeze(in []value) (value, error) {
	drop := make([]bool, len(in[0].shape))
	if in[1].present() {
		axes, err := as[int64](in[1], "axes")
		if err != nil {
			return value{}, err
		}
		if drop, err = markAxes(axes, len(drop)); err != nil {
			return value{}, err
		}
	} else {
		for axis, extent := range in[0].shape {
			drop[axis] = extent == 1
		}
	}
	shape := []int{}
	for axis, extent := range in[0].shape {
		switch {
		case !drop[axis]:
			shape = append(shape, extent)
		case extent != 1:
			return value{}, fmt.Errorf("axis %d of %v has not extent 1", axis, in[0].shape)
		}
	}
	return value{shape, in[0].data}, nil
}

// unsqueeze inserts axes of extent 1 at the given positions in the result.
func unsqueeze(in []value) (value, error) {
	axes, err := as[int64](in[1], "axes")
	if err != nil {
		return value{}, err
	}
	inserted, err := markAxes(axes, len(in[0].shape)+len(axes))
	if err != nil {
		return value{}, err
	}
	rest := in[0].shape
	shape := make([]int, len(inserted))
	for axis := range shape {
		if inserted[axis] {
			shape[axis] = 1
		} else {
			shape[axis], rest = rest[0], rest[1:]
		}
	}
	return value{shape, in[0].data}, nil
}
