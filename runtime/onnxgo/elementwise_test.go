package onnxgo

import "math"

// mapCases evaluates functions of one number at points on both sides of 0.
func mapCases() []operatorCase {
	all := []float32{-2, -0.5, 0, 0.25, 1, 3}
	positive := []float32{0.25, 1, 2, 9, 1e-3, 1e3}
	var cases []operatorCase
	for _, c := range []struct {
		operator string
		at       []float32
		f        func(float64) float64
	}{
		{"Sqrt", positive, math.Sqrt},
		{"Log", positive, math.Log},
		{"Reciprocal", positive, func(x float64) float64 { return 1 / x }},
		{"Exp", all, math.Exp},
		{"Sin", all, math.Sin},
		{"Cos", all, math.Cos},
		{"Tanh", all, math.Tanh},
		{"Sigmoid", all, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }},
		{"Neg", all, func(x float64) float64 { return -x }},
		{"Abs", all, math.Abs},
		{"Relu", all, func(x float64) float64 { return max(x, 0) }},
	} {
		want := make([]float32, len(c.at))
		for i, x := range c.at {
			want[i] = float32(c.f(float64(x)))
		}
		cases = append(cases,
			operatorCase{operator: c.operator, in: []value{floats(s(2, 3), c.at...)}, want: floats(s(2, 3), want...)},
			operatorCase{operator: c.operator, what: "no elements", in: []value{floats(s(0, 3))}, want: floats(s(0, 3))})
	}
	return append(cases,
		operatorCase{operator: "Neg", what: "integers", in: []value{list(3, -1, 0)}, want: list(-3, 1, 0)},
		operatorCase{operator: "Abs", what: "integers", in: []value{list(3, -1, 0)}, want: list(3, 1, 0)},
		operatorCase{operator: "Sign", in: []value{floats(s(3), -7, 0, 0.5)}, want: floats(s(3), -1, 0, 1)},
		operatorCase{operator: "Sign", what: "integers", in: []value{list(-7, 0, 5)}, want: list(-1, 0, 1)},
		operatorCase{operator: "Sigmoid", what: "far out", in: []value{floats(s(2), -200, 200)}, want: floats(s(2), 0, 1)},
		operatorCase{operator: "Sin", what: "integers", in: []value{list(1)}, err: "its inputs are [INT64]; the operator is F>F"},
		operatorCase{operator: "Cast", what: "to int64", attrs: attrs{"to": 7}, in: []value{floats(s(4), -1.9, -0.5, 0.5, 1.9)}, want: list(-1, 0, 0, 1)},
		operatorCase{operator: "Cast", what: "to float32", attrs: attrs{"to": 1}, in: []value{list(-3, 4)}, want: floats(s(2), -3, 4)},
		operatorCase{operator: "Cast", what: "to bool", attrs: attrs{"to": 9}, in: []value{floats(s(3), -0.5, 0, 2)}, want: bools(s(3), true, false, true)},
		operatorCase{operator: "Cast", what: "from bool", attrs: attrs{"to": 1}, in: []value{bools(s(2), true, false)}, want: floats(s(2), 1, 0)},
		operatorCase{operator: "Cast", what: "to double", attrs: attrs{"to": 11}, in: []value{list(1)}, err: "element type 11 is not supported"},
		operatorCase{operator: "Clip", in: []value{floats(s(3), -5, 0.5, 5), floats(nil, -1), floats(nil, 1)}, want: floats(s(3), -1, 0.5, 1)},
		operatorCase{operator: "Clip", what: "from above", in: []value{floats(s(3), -5, 0.5, 5), {}, floats(nil, 1)}, want: floats(s(3), -5, 0.5, 1)},
		operatorCase{operator: "Clip", what: "from below", in: []value{list(-5, 5), ints(nil, 0)}, want: list(0, 5)},
		operatorCase{operator: "Clip", what: "no bounds", in: []value{floats(s(2), -5, 5)}, want: floats(s(2), -5, 5)},
		operatorCase{operator: "Clip", what: "wide bound", in: []value{floats(s(2), -5, 5), floats(s(2), 0, 0)}, err: "bound 1 has shape [2]"},
	)
}

func arithmeticCases() []operatorCase {
	row, column := floats(s(3), 10, 20, 30), floats(s(2, 1), 100, 200)
	cases := []operatorCase{
		{operator: "Add", what: "same shape", in: []value{counting(2, 3), counting(2, 3)}, want: floats(s(2, 3), 2, 4, 6, 8, 10, 12)},
		{operator: "Add", what: "row", in: []value{counting(2, 3), row}, want: floats(s(2, 3), 11, 22, 33, 14, 25, 36)},
		{operator: "Add", what: "column", in: []value{column, counting(2, 3)}, want: floats(s(2, 3), 101, 102, 103, 204, 205, 206)},
		{operator: "Add", what: "row and column", in: []value{column, row}, want: floats(s(2, 3), 110, 120, 130, 210, 220, 230)},
		{operator: "Add", what: "scalar", in: []value{counting(3), floats(nil, 1)}, want: floats(s(3), 2, 3, 4)},
		{operator: "Add", what: "two scalars", in: []value{floats(nil, 2), floats(nil, 1)}, want: floats(nil, 3)},
		{operator: "Add", what: "middle axis", in: []value{counting(2, 1, 2), floats(s(1, 2, 1), 10, 20)}, want: floats(s(2, 2, 2), 11, 12, 21, 22, 13, 14, 23, 24)},
		{operator: "Add", what: "no rows", in: []value{floats(s(0, 3)), row}, want: floats(s(0, 3))},
		{operator: "Add", what: "integers", in: []value{list(1, 2), ints(nil, 5)}, want: list(6, 7)},
		{operator: "Add", what: "mixed", in: []value{list(1, 2), floats(nil, 5)}, err: "its inputs are [INT64 FLOAT]; the operator is NN>N"},
		{operator: "Add", what: "misfit", in: []value{counting(2), counting(3)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "Sub", in: []value{counting(2, 3), row}, want: floats(s(2, 3), -9, -18, -27, -6, -15, -24)},
		{operator: "Mul", in: []value{counting(2, 3), row}, want: floats(s(2, 3), 10, 40, 90, 40, 100, 180)},
		{operator: "Div", in: []value{row, floats(s(3), 4, 5, 6)}, want: floats(s(3), 2.5, 4, 5)},
		{operator: "Div", what: "by zero", in: []value{floats(s(2), 1, -1), floats(nil, 0)}, want: floats(s(2), float32(math.Inf(1)), float32(math.Inf(-1)))},
		{operator: "Div", what: "integers", in: []value{list(7, -7), ints(nil, 2)}, want: list(3, -3)},
		{operator: "Div", what: "integers by zero", in: []value{list(7), list(0)}, want: ints(nil), err: "integer division by zero"},
		{operator: "Mod", in: []value{list(7, -7, 7, -7, 6, 6), list(3, 3, -3, -3, 3, -3)}, want: list(1, 2, -2, -1, 0, 0)},
		{operator: "Mod", what: "dividend's sign", attrs: attrs{"fmod": 1}, in: []value{list(7, -7), list(3, 3)}, want: list(1, -1)},
		{operator: "Mod", what: "floats", attrs: attrs{"fmod": 1}, in: []value{floats(s(2), 5.5, -5.5), floats(nil, 2)}, want: floats(s(2), 1.5, -1.5)},
		{operator: "Mod", what: "zero", in: []value{list(7), list(0)}, want: ints(nil), err: "integer division by zero"},
		{operator: "Pow", in: []value{floats(s(4), -3, 2, 4, 9), floats(s(4), 2, 3, 0.5, -1)}, want: floats(s(4), 9, 8, 2, 1.0/9)},
		{operator: "Pow", what: "integer power", in: []value{floats(s(2), -3, 2), ints(nil, 3)}, want: floats(s(2), -27, 8)},
		{operator: "Pow", what: "integers", in: []value{list(-3, 2), list(3, 10)}, want: list(-27, 1024)},
		{operator: "Min", in: []value{floats(s(3), 1, 5, 9), floats(nil, 6), floats(s(3), 3, 2, 1)}, want: floats(s(3), 1, 2, 1)},
		{operator: "Max", in: []value{floats(s(3), 1, 5, 9), floats(nil, 6), floats(s(3), 3, 2, 1)}, want: floats(s(3), 6, 6, 9)},
		{operator: "Max", what: "integers", in: []value{list(1, 5), list(3, 2)}, want: list(3, 5)},
		{operator: "Min", what: "alone", in: []value{counting(2)}, want: counting(2)},
		{operator: "Max", what: "left out", in: []value{counting(2), {}}, err: "input 2 is left out"},
	}
	return cases
}

func comparisonCases() []operatorCase {
	left, right := floats(s(3), 1, 2, 3), floats(nil, 2)
	return []operatorCase{
		{operator: "Equal", in: []value{left, right}, want: bools(s(3), false, true, false)},
		{operator: "Equal", what: "integers", in: []value{list(1, 2), list(1, 3)}, want: bools(s(2), true, false)},
		{operator: "Equal", what: "bools", in: []value{bools(s(2), true, false), bools(s(2), true, true)}, want: bools(s(2), true, false)},
		{operator: "Greater", in: []value{left, right}, want: bools(s(3), false, false, true)},
		{operator: "GreaterOrEqual", in: []value{left, right}, want: bools(s(3), false, true, true)},
		{operator: "Less", in: []value{left, right}, want: bools(s(3), true, false, false)},
		{operator: "Less", what: "integers", in: []value{list(1, 2, 3), ints(nil, 2)}, want: bools(s(3), true, false, false)},
		{operator: "LessOrEqual", in: []value{left, right}, want: bools(s(3), true, true, false)},
		{operator: "LessOrEqual", what: "integers", in: []value{list(1, 2, 3), ints(nil, 2)}, want: bools(s(3), true, true, false)},
		{operator: "GreaterOrEqual", what: "integers", in: []value{list(1, 2, 3), ints(nil, 2)}, want: bools(s(3), false, true, true)},
		{operator: "Greater", what: "integers", in: []value{list(1, 2, 3), ints(nil, 2)}, want: bools(s(3), false, false, true)},
		{operator: "And", in: []value{bools(s(2), true, false), bools(s(1), true)}, want: bools(s(2), true, false)},
		{operator: "And", what: "all pairs", in: []value{bools(s(4), true, true, false, false), bools(s(4), true, false, true, false)}, want: bools(s(4), true, false, false, false)},
		{operator: "Or", in: []value{bools(s(2), true, false), bools(s(1), false)}, want: bools(s(2), true, false)},
		{operator: "Or", what: "all pairs", in: []value{bools(s(4), true, true, false, false), bools(s(4), true, false, true, false)}, want: bools(s(4), true, true, true, false)},
		{operator: "Not", in: []value{bools(s(2), true, false)}, want: bools(s(2), false, true)},
		{operator: "Where", in: []value{bools(s(3), true, false, true), left, floats(s(3), 10, 20, 30)}, want: floats(s(3), 1, 20, 3)},
		{operator: "Where", what: "broadcast", in: []value{bools(s(2, 1), true, false), left, floats(nil, 0)}, want: floats(s(2, 3), 1, 2, 3, 0, 0, 0)},
		{operator: "Where", what: "no rows", in: []value{bools(s(0, 1)), left, floats(nil, 0)}, want: floats(s(0, 3))},
		{operator: "Where", what: "integers", in: []value{bools(s(2), true, false), list(1, 2), list(-1)}, want: list(1, -1)},
		{operator: "Where", what: "mixed", in: []value{bools(s(1), true), left, list(1)}, err: "its inputs are [BOOL FLOAT INT64]; the operator is BAA>A"},
		{operator: "Where", what: "no condition", in: []value{left, left, left}, err: "its inputs are [FLOAT FLOAT FLOAT]; the operator is BAA>A"},
	}
}
