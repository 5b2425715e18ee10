package onnxgo

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Functions are evaluated in float64 and rounded to float32.
var elementwiseOperators = map[string]builder{
	"Sqrt":       floatMap(math.Sqrt),
	"Exp":        floatMap(math.Exp),
	"Log":        floatMap(math.Log),
	"Sin":        floatMap(math.Sin),
	"Cos":        floatMap(math.Cos),
	"Tanh":       floatMap(math.Tanh),
	"Sigmoid":    floatMap(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }),
	"Reciprocal": floatMap(func(x float64) float64 { return 1 / x }),

	"Neg":  numberMap(negative[float32], negative[int64]),
	"Abs":  numberMap(absolute[float32], absolute[int64]),
	"Sign": numberMap(sign[float32], sign[int64]),
	"Relu": numberMap(positivePart[float32], positivePart[int64]),

	"Add": plain(arithmetic(add[float32], add[int64])),
	"Sub": plain(arithmetic(subtract[float32], subtract[int64])),
	"Mul": plain(arithmetic(multiply[float32], multiply[int64])),
	"Div": plain(divisorChecked(arithmetic(divide[float32], divide[int64]))),
	"Mod": modulo,
	"Pow": plain(power),

	"Min":  folded(arithmetic(smaller[float32], smaller[int64])),
	"Max":  folded(arithmetic(larger[float32], larger[int64])),
	"Clip": plain(clip),
	"Cast": cast,
}

func negative[T number](x T) T     { return -x }
func absolute[T number](x T) T     { return max(x, -x) }
func positivePart[T number](x T) T { return max(x, 0) }

func sign[T number](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // zero, or not a number
}

func add[T number](x, y T) T      { return x + y }
func subtract[T number](x, y T) T { return x - y }
func multiply[T number](x, y T) T { return x * y }
func divide[T number](x, y T) T   { return x / y }
func smaller[T number](x, y T) T  { return min(x, y) }
func larger[T number](x, y T) T   { return max(x, y) }

// mapped applies f to every element, on all processors.
func mapped[T, U element](in []T, f func(T) U) []U {
	const work = 8 // a transcendental function against an addition
	out := make([]U, len(in))
	parallel(len(in), work, func(low, high int) {
		for i, x := range in[low:high] {
			out[low+i] = f(x)
		}
	})
	return out
}

func floatMap(f func(float64) float64) builder {
	single := func(x float32) float32 { return float32(f(float64(x))) }
	return plain(func(in []value) (value, error) {
		x, err := as[float32](in[0], "the input")
		if err != nil {
			return value{}, err
		}
		return value{in[0].shape, mapped(x, single)}, nil
	})
}

func numberMap(float func(float32) float32, integer func(int64) int64) builder {
	return plain(func(in []value) (value, error) {
		switch x := in[0].data.(type) {
		case []float32:
			return value{in[0].shape, mapped(x, float)}, nil
		case []int64:
			return value{in[0].shape, mapped(x, integer)}, nil
		}
		return value{}, fmt.Errorf("the input is %s, expected a number", in[0].dtype())
	})
}

// combined applies f to two arrays broadcast together.
func combined[T, U element](a, b value, f func(x, y T) U) (value, error) {
	x, err := as[T](a, "input 1")
	if err != nil {
		return value{}, err
	}
	y, err := as[T](b, "input 2")
	if err != nil {
		return value{}, err
	}
	shape, err := broadcastShape(a.shape, b.shape)
	if err != nil {
		return value{}, err
	}
	size, err := count(shape)
	if err != nil {
		return value{}, err
	}
	loops := newNest(shape, broadcastStrides(a.shape, shape), broadcastStrides(b.shape, shape))
	out := make([]U, size)
	rest := out
	loops.rows(func(at []int) {
		combineRow(rest[:loops.inner], x[at[0]:], y[at[1]:], loops.steps, f)
		rest = rest[loops.inner:]
	})
	return value{shape, out}, nil
}

// combineRow is one innermost run of combined: two rows, a row and a
// repeated element, or one element of each.
func combineRow[T, U element](out []U, x, y []T, steps []int, f func(x, y T) U) {
	switch {
	case steps[0] == 1 && steps[1] == 1:
		x, y = x[:len(out)], y[:len(out)]
		for i := range out {
			out[i] = f(x[i], y[i])
		}
	case steps[1] == 0:
		for i := range out {
			out[i] = f(x[i*steps[0]], y[0])
		}
	default:
		for i := range out {
			out[i] = f(x[0], y[i])
		}
	}
}

func arithmetic(float func(x, y float32) float32, integer func(x, y int64) int64) kernel {
	return func(in []value) (value, error) {
		if in[0].dtype() == int64Type {
			return combined(in[0], in[1], integer)
		}
		return combined(in[0], in[1], float)
	}
}

// divisorChecked returns an error for an integer division by zero, which has no result.
func divisorChecked(compute kernel) kernel {
	return func(in []value) (value, error) {
		if divisor, ok := in[1].data.([]int64); ok && slices.Contains(divisor, 0) {
			return value{}, errors.New("integer division by zero")
		}
		return compute(in)
	}
}

// modulo returns a remainder with the divisor's sign by default, which the standard defines for
// integers only, and with the dividend's sign with fmod.
func modulo(a *attributes) kernel {
	floatRemainder := func(x, y float32) float32 { return float32(math.Mod(float64(x), float64(y))) }
	if a.flag("fmod") {
		return divisorChecked(arithmetic(floatRemainder, func(x, y int64) int64 { return x % y }))
	}
	return divisorChecked(func(in []value) (value, error) {
		return combined(in[0], in[1], func(x, y int64) int64 {
			remainder := x % y
			if remainder != 0 && (remainder < 0) != (y < 0) {
				remainder += y
			}
			return remainder
		})
	})
}

// power raises floats to floats or integers, and integers to integers.
func power(in []value) (value, error) {
	if in[0].dtype() == float32Type && in[1].dtype() == int64Type {
		in = []value{in[0], converted(in[1], float32Type)}
	}
	return arithmetic(floatPower, func(x, y int64) int64 {
		return int64(math.Pow(float64(x), float64(y)))
	})(in)
}

// floatPower computes the most common power by a product, which is cheaper. Both are the exact
// result rounded once.
func floatPower(x, y float32) float32 {
	if y == 2 {
		return x * x
	}
	return float32(math.Pow(float64(x), float64(y)))
}

// folded combines any number of inputs from left to right.
func folded(pair kernel) builder {
	return plain(func(in []value) (value, error) {
		out := in[0]
		for _, next := range in[1:] {
			var err error
			if out, err = pair([]value{out, next}); err != nil {
				return value{}, err
			}
		}
		return out, nil
	})
}

// clip bounds its first input from below by its second and from above by its third, both of
// which are optional.
func clip(in []value) (value, error) {
	out := in[0]
	limits := []kernel{
		arithmetic(larger[float32], larger[int64]),
		arithmetic(smaller[float32], smaller[int64]),
	}
	for i, limit := range limits {
		bound := in[i+1]
		if !bound.present() {
			continue
		}
		if product(bound.shape) != 1 {
			return value{}, fmt.Errorf("bound %d has shape %v, expected one element", i+1, bound.shape)
		}
		var err error
		if out, err = limit([]value{out, {data: bound.data}}); err != nil {
			return value{}, err
		}
	}
	return out, nil
}

func cast(a *attributes) kernel {
	to := dtype(a.integer("to"))
	a.makes = to
	if err := to.supported(); err != nil {
		a.fail("attribute \"to\": %w", err)
	}
	a.flag("saturate") // concerns float8 alone
	return func(in []value) (value, error) { return converted(in[0], to), nil }
}

// converted rounds floats towards zero, and takes anything but zero as true.
func converted(v value, to dtype) value {
	switch x := v.data.(type) {
	case []float32:
		return value{v.shape, convertedNumbers(x, to)}
	case []int64:
		return value{v.shape, convertedNumbers(x, to)}
	case []bool:
		if to == boolType {
			return v
		}
		return converted(value{v.shape, mapped(x, zeroOrOne)}, to)
	}
	return value{}
}

func convertedNumbers[T number](x []T, to dtype) any {
	switch to {
	case float32Type:
		return mapped(x, func(x T) float32 { return float32(x) })
	case int64Type:
		return mapped(x, func(x T) int64 { return int64(x) })
	}
	return mapped(x, func(x T) bool { return x != 0 })
}

func zeroOrOne(x bool) int64 {
	if x {
		return 1
	}
	return 0
}
