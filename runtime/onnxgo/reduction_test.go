package onnxgo

import "math"

func reductionCases() []operatorCase {
	inf := float32(math.Inf(1))
	cases := []operatorCase{
		{operator: "ReduceSum", what: "integers", in: []value{ints(s(2, 2), 1, 2, 3, 4), list(0)}, want: ints(s(1, 2), 4, 6)},
		{operator: "ReduceSum", what: "outer axes", attrs: attrs{"keepdims": 0}, in: []value{counting(2, 3, 2), list(0, 2)}, want: floats(s(3), 18, 26, 34)},
		{operator: "ReduceSum", what: "middle axis", attrs: attrs{"keepdims": 0}, in: []value{counting(2, 3, 2), list(-2)}, want: floats(s(2, 2), 9, 12, 27, 30)},
		{operator: "ReduceSum", what: "no axes", attrs: attrs{"noop_with_empty_axes": 1}, in: []value{counting(2)}, want: counting(2)},
		{operator: "ReduceSum", what: "empty axes", in: []value{counting(2), list()}, want: floats(s(1), 3)},
		{operator: "ReduceSum", what: "no rows", attrs: attrs{"keepdims": 0}, in: []value{floats(s(0, 3)), list(0)}, want: floats(s(3), 0, 0, 0)},
		{operator: "ReduceSum", what: "nothing left", attrs: attrs{"keepdims": 0}, in: []value{floats(s(0, 3)), list(1)}, want: floats(s(0))},
		{operator: "ReduceSum", what: "axis", in: []value{counting(2), list(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "ReduceMax", what: "integers", in: []value{list(3, -7), list(0)}, want: list(3)},
		{operator: "ReduceMax", what: "of nothing", in: []value{floats(s(0))}, want: floats(s(1), -inf)},
		{operator: "ReduceMin", what: "of nothing", in: []value{floats(s(0))}, want: floats(s(1), inf)},
		{operator: "ReduceMax", what: "integers of nothing", in: []value{list()}, want: list(math.MinInt64)},
		{operator: "ReduceMin", what: "integers of nothing", in: []value{list()}, want: list(math.MaxInt64)},
		{operator: "ReduceProd", what: "integers", in: []value{list(3, -7)}, want: list(-21)},
		{operator: "ReduceSumSquare", what: "integers", in: []value{list(3, -7)}, want: list(58)},
		{operator: "ReduceMean", what: "integers", in: []value{list(3, 5)}, err: "its inputs are [INT64]; the operator is FI?>F"},
	}
	x := floats(s(2, 3), 1, -2, 3, -4, 5, 0.5)
	for _, c := range []struct {
		operator string
		rows     [2]float32
		all      float32
	}{
		{"ReduceSum", [2]float32{2, 1.5}, 3.5},
		{"ReduceMean", [2]float32{2.0 / 3, 0.5}, 3.5 / 6},
		{"ReduceMax", [2]float32{3, 5}, 5},
		{"ReduceMin", [2]float32{-2, -4}, -4},
		{"ReduceProd", [2]float32{-6, -10}, 60},
		{"ReduceSumSquare", [2]float32{14, 41.25}, 55.25},
		{"ReduceL2", [2]float32{float32(math.Sqrt(14)), float32(math.Sqrt(41.25))}, float32(math.Sqrt(55.25))},
	} {
		cases = append(cases,
			operatorCase{operator: c.operator, what: "axes as input", in: []value{x, list(1)}, want: floats(s(2, 1), c.rows[:]...)},
			operatorCase{operator: c.operator, what: "axes as attribute", attrs: attrs{"axes": []int64{-1}, "keepdims": 0}, in: []value{x}, want: floats(s(2), c.rows[:]...)},
			operatorCase{operator: c.operator, what: "all", attrs: attrs{"keepdims": 0}, in: []value{x}, want: floats(nil, c.all)})
	}
	return cases
}

func lineCases() []operatorCase {
	e := float32(math.E)
	return []operatorCase{
		{operator: "Softmax", in: []value{floats(s(2, 2), 0, 1, 1000, 1000)}, want: floats(s(2, 2), 1/(1+e), e/(1+e), 0.5, 0.5)},
		{operator: "Softmax", what: "first axis", attrs: attrs{"axis": 0}, in: []value{floats(s(2, 2), 0, 5, 1, 5)}, want: floats(s(2, 2), 1/(1+e), 0.5, e/(1+e), 0.5)},
		{operator: "Softmax", what: "falling rows", in: []value{floats(s(1, 2), 1000, 0)}, want: floats(s(1, 2), 1, 0)},
		{operator: "Softmax", what: "no rows", in: []value{floats(s(0, 3))}, want: floats(s(0, 3))},
		{operator: "Softmax", what: "large rows", attrs: attrs{"axis": 0}, in: []value{floats(s(2, 2), 0, 5, 1000, 5)}, want: floats(s(2, 2), 0, 0.5, 1, 0.5)},
		{operator: "CumSum", in: []value{counting(2, 3), ints(nil, 1)}, want: floats(s(2, 3), 1, 3, 6, 4, 9, 15)},
		{operator: "CumSum", what: "first axis", in: []value{counting(2, 3), ints(nil, 0)}, want: floats(s(2, 3), 1, 2, 3, 5, 7, 9)},
		{operator: "CumSum", what: "middle axis", in: []value{counting(2, 2, 2), ints(nil, 1)}, want: floats(s(2, 2, 2), 1, 2, 4, 6, 5, 6, 12, 14)},
		{operator: "CumSum", what: "reverse first axis", attrs: attrs{"reverse": 1}, in: []value{counting(3, 2), ints(nil, 0)}, want: floats(s(3, 2), 9, 12, 8, 10, 5, 6)},
		{operator: "CumSum", what: "exclusive", attrs: attrs{"exclusive": 1}, in: []value{list(1, 2, 3), ints(nil, 0)}, want: list(0, 1, 3)},
		{operator: "CumSum", what: "reverse", attrs: attrs{"reverse": 1}, in: []value{list(1, 2, 3), ints(nil, -1)}, want: list(6, 5, 3)},
		{operator: "CumSum", what: "exclusive reverse", attrs: attrs{"exclusive": 1, "reverse": 1}, in: []value{list(1, 2, 3), ints(nil, 0)}, want: list(5, 3, 0)},
		{operator: "CumSum", what: "axis", in: []value{counting(2), ints(nil, 1)}, err: "axis 1 is outside [-1, 0]"},
	}
}
