package onnxgo

import "fmt"

var comparisonOperators = map[string]builder{
	"Equal":          plain(equal),
	"Greater":        plain(comparison(greater[float32], greater[int64])),
	"GreaterOrEqual": plain(comparison(atLeast[float32], atLeast[int64])),
	"Less":           plain(comparison(less[float32], less[int64])),
	"LessOrEqual":    plain(comparison(atMost[float32], atMost[int64])),
	"And":            plain(logical(func(x, y bool) bool { return x && y })),
	"Or":             plain(logical(func(x, y bool) bool { return x || y })),
	"Not":            plain(not),
	"Where":          plain(where),
}

func same[T element](x, y T) bool   { return x == y }
func greater[T number](x, y T) bool { return x > y }
func atLeast[T number](x, y T) bool { return x >= y }
func less[T number](x, y T) bool    { return x < y }
func atMost[T number](x, y T) bool  { return x <= y }

func comparison(float func(x, y float32) bool, integer func(x, y int64) bool) kernel {
	return func(in []value) (value, error) {
		if in[0].dtype() == int64Type {
			return combined(in[0], in[1], integer)
		}
		return combined(in[0], in[1], float)
	}
}

func equal(in []value) (value, error) {
	if in[0].dtype() == boolType {
		return combined(in[0], in[1], same[bool])
	}
	return comparison(same[float32], same[int64])(in)
}

func logical(f func(x, y bool) bool) kernel {
	return func(in []value) (value, error) { return combined(in[0], in[1], f) }
}

func not(in []value) (value, error) {
	x, err := as[bool](in[0], "the input")
	if err != nil {
		return value{}, err
	}
	return value{in[0].shape, mapped(x, func(x bool) bool { return !x })}, nil
}

// where selects elements of its second input for which the first is true, and of the third
// otherwise. All three are broadcast together.
func where(in []value) (value, error) {
	shape, err := broadcastShape(in[1].shape, in[2].shape)
	if err == nil {
		shape, err = broadcastShape(in[0].shape, shape)
	}
	if err != nil {
		return value{}, err
	}
	full := make([]value, len(in))
	for i := range in {
		if full[i], err = expanded(in[i], shape); err != nil {
			return value{}, err
		}
	}
	condition, err := as[bool](full[0], "the condition")
	if err != nil {
		return value{}, err
	}
	switch yes := full[1].data.(type) {
	case []float32:
		return selected(condition, yes, full[2])
	case []int64:
		return selected(condition, yes, full[2])
	case []bool:
		return selected(condition, yes, full[2])
	}
	return value{}, fmt.Errorf("input 2 is %s", full[1].dtype())
}

func selected[T element](condition []bool, yes []T, otherwise value) (value, error) {
	no, err := as[T](otherwise, "input 3")
	if err != nil {
		return value{}, err
	}
	out := make([]T, len(condition))
	for i, c := range condition {
		if c {
			out[i] = yes[i]
		} else {
			out[i] = no[i]
		}
	}
	return value{otherwise.shape, out}, nil
}
