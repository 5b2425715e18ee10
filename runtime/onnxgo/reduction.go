package onnxgo

import (
	"fmt"
	"math"
	"slices"
)

// Floats are accumulated in float64, in row-major order of the reduced
// axes; integers in int64.
var reductionOperators = map[string]builder{
	"ReduceSum":       reduction(sumOf[float64](), sumOf[int64]()),
	"ReduceMean":      reduction(meanOf[float64](), nil),
	"ReduceProd":      reduction(productOf[float64](), productOf[int64]()),
	"ReduceMax":       reduction(extremeOf(math.Inf(-1), larger64), extremeOf(math.MinInt64, larger[int64])),
	"ReduceMin":       reduction(extremeOf(math.Inf(1), smaller64), extremeOf(math.MaxInt64, smaller[int64])),
	"ReduceSumSquare": reduction(squaresOf[float64](), squaresOf[int64]()),
	"ReduceL2":        reduction(lengthOf(), nil),
	"Softmax":         softmax,
	"CumSum":          cumulativeSum,
}

func larger64(x, y float64) float64  { return max(x, y) }
func smaller64(x, y float64) float64 { return min(x, y) }

// reducer folds count elements into one.
type reducer[A float64 | int64] struct {
	start  A
	step   func(sum, x A) A
	finish func(sum A, count int) A // nil if the sum is the result
}

func sumOf[A float64 | int64]() *reducer[A] {
	return &reducer[A]{step: func(sum, x A) A { return sum + x }}
}

func productOf[A float64 | int64]() *reducer[A] {
	return &reducer[A]{start: 1, step: func(sum, x A) A { return sum * x }}
}

func squaresOf[A float64 | int64]() *reducer[A] {
	return &reducer[A]{step: func(sum, x A) A { return sum + A(x*x) }}
}

func extremeOf[A float64 | int64](start A, pick func(x, y A) A) *reducer[A] {
	return &reducer[A]{start: start, step: pick}
}

func meanOf[A float64 | int64]() *reducer[A] {
	mean := sumOf[A]()
	mean.finish = func(sum A, count int) A { return sum / A(count) }
	return mean
}

func lengthOf() *reducer[float64] {
	length := squaresOf[float64]()
	length.finish = func(sum float64, _ int) float64 { return math.Sqrt(sum) }
	return length
}

// reduction builds a reduction over the axes given by an attribute (opset 17 and before) or an
// input, and over all axes by default. With a nil integer reducer, integers are an error.
func reduction(float *reducer[float64], integer *reducer[int64]) builder {
	return func(a *attributes) kernel {
		listed, _ := attribute[[]int64](a, "axes")
		keep := a.flag("keepdims")
		emptyMeansNone := a.flag("noop_with_empty_axes")
		return func(in []value) (value, error) {
			axes := listed
			if in[1].present() {
				var err error
				if axes, err = as[int64](in[1], "axes"); err != nil {
					return value{}, err
				}
			}
			reduced, err := markAxes(axes, len(in[0].shape))
			if err != nil {
				return value{}, err
			}
			if len(axes) == 0 && !emptyMeansNone {
				for axis := range reduced {
					reduced[axis] = true
				}
			}
			return reduce(in[0], reduced, keep, float, integer)
		}
	}
}

func reduce(v value, reduced []bool, keep bool, float *reducer[float64], integer *reducer[int64]) (value, error) {
	shape := []int{}
	for axis, extent := range v.shape {
		switch {
		case !reduced[axis]:
			shape = append(shape, extent)
		case keep:
			shape = append(shape, 1)
		}
	}
	v, outer, length, inner, err := adjacent(v, reduced)
	if err != nil {
		return value{}, err
	}
	switch x := v.data.(type) {
	case []float32:
		return value{shape, folds(x, outer, length, inner, float)}, nil
	case []int64:
		if integer != nil {
			return value{shape, folds(x, outer, length, inner, integer)}, nil
		}
	}
	return value{}, fmt.Errorf("the input is %s, expected float32", v.dtype())
}

// adjacent returns v as [outer, length, inner] with the reduced axes in the middle. It
// transposes v only if these are not adjacent.
func adjacent(v value, reduced []bool) (moved value, outer, length, inner int, err error) {
	first := slices.Index(reduced, true)
	if first < 0 {
		return v, product(v.shape), 1, 1, nil
	}
	last := len(reduced)
	for !reduced[last-1] {
		last--
	}
	if !slices.Contains(reduced[first:last], false) {
		return v, product(v.shape[:first]), product(v.shape[first:last]), product(v.shape[last:]), nil
	}
	var kept, gone []int64
	outer, length = 1, 1
	for axis, extent := range v.shape {
		if reduced[axis] {
			gone, length = append(gone, int64(axis)), length*extent
		} else {
			kept, outer = append(kept, int64(axis)), outer*extent
		}
	}
	moved, err = transposed(v, append(kept, gone...))
	return moved, outer, length, 1, err
}

// folds reduces the middle axis of [outer, length, inner].
func folds[T number, A float64 | int64](x []T, outer, length, inner int, r *reducer[A]) []T {
	out := make([]T, outer*inner)
	sums := make([]A, inner)
	for i := range outer {
		for k := range sums {
			sums[k] = r.start
		}
		for range length {
			for k, element := range x[:inner] {
				sums[k] = r.step(sums[k], A(element))
			}
			x = x[inner:]
		}
		for k, sum := range sums {
			if r.finish != nil {
				sum = r.finish(sum, length)
			}
			out[i*inner+k] = T(sum)
		}
	}
	return out
}

// lines calls visit for every line of v along an axis, with the offset of its first element,
// the stride and the length.
func lines(shape []int, axis int, visit func(start, stride, length int)) {
	outer, length, inner := product(shape[:axis]), shape[axis], product(shape[axis+1:])
	for i := range outer {
		for k := range inner {
			visit(i*length*inner+k, inner, length)
		}
	}
}

// softmax normalizes exp(x - max x) along an axis, which is the last by default.
func softmax(a *attributes) kernel {
	axis := a.integer("axis")
	return func(in []value) (value, error) {
		x, err := as[float32](in[0], "the input")
		if err != nil {
			return value{}, err
		}
		at, err := wrap(axis, len(in[0].shape), "axis")
		if err != nil {
			return value{}, err
		}
		out := make([]float32, len(x))
		lines(in[0].shape, at, func(start, stride, length int) {
			largest, sum := math.Inf(-1), 0.0
			for i := range length {
				largest = max(largest, float64(x[start+i*stride]))
			}
			for i := range length {
				sum += math.Exp(float64(x[start+i*stride]) - largest)
			}
			for i := range length {
				out[start+i*stride] = float32(math.Exp(float64(x[start+i*stride])-largest) / sum)
			}
		})
		return value{in[0].shape, out}, nil
	}
}

// cumulativeSum adds up along an axis. An exclusive sum ends before the element itself, and a
// reverse one begins at the end.
func cumulativeSum(a *attributes) kernel {
	exclusive, reverse := a.flag("exclusive"), a.flag("reverse")
	return func(in []value) (value, error) {
		axis, err := scalar[int64](in[1], "the axis")
		if err != nil {
			return value{}, err
		}
		at, err := wrap(axis, len(in[0].shape), "axis")
		if err != nil {
			return value{}, err
		}
		switch x := in[0].data.(type) {
		case []float32:
			return value{in[0].shape, runningSums[float32, float64](x, in[0].shape, at, exclusive, reverse)}, nil
		case []int64:
			return value{in[0].shape, runningSums[int64, int64](x, in[0].shape, at, exclusive, reverse)}, nil
		}
		return value{}, fmt.Errorf("the input is %s, expected a number", in[0].dtype())
	}
}

func runningSums[T number, A float64 | int64](x []T, shape []int, axis int, exclusive, reverse bool) []T {
	out := make([]T, len(x))
	lines(shape, axis, func(start, stride, length int) {
		if reverse {
			start, stride = start+(length-1)*stride, -stride
		}
		var sum A
		for i := range length {
			at := start + i*stride
			if exclusive {
				out[at] = T(sum)
			}
			sum += A(x[at])
			if !exclusive {
				out[at] = T(sum)
			}
		}
	})
	return out
}
