package onnxgo

func indexCases() []operatorCase {
	return []operatorCase{
		{operator: "Gather", in: []value{counting(3, 2), list(2, 0, -1)}, want: floats(s(3, 2), 5, 6, 1, 2, 5, 6)},
		{operator: "Gather", what: "last axis", attrs: attrs{"axis": -1}, in: []value{counting(2, 3), ints(s(1, 2), 0, 2)}, want: floats(s(2, 1, 2), 1, 3, 4, 6)},
		{operator: "Gather", what: "scalar index", in: []value{counting(3, 2), ints(nil, 1)}, want: floats(s(2), 3, 4)},
		{operator: "Gather", what: "no indices", in: []value{counting(3, 2), list()}, want: floats(s(0, 2))},
		{operator: "Gather", what: "bools", in: []value{bools(s(2), true, false), list(1, 0)}, want: bools(s(2), false, true)},
		{operator: "Gather", what: "too large", in: []value{counting(3), list(0, 3)}, err: "element 1: index 3 is outside [-3, 2]"},
		{operator: "Gather", what: "too small", in: []value{counting(3), list(-4)}, err: "index -4 is outside [-3, 2]"},
		{operator: "Gather", what: "from nothing", in: []value{floats(s(0, 2)), list(0)}, err: "index 0 is outside"},
		{operator: "Gather", what: "float indices", in: []value{counting(3), counting(1)}, err: "its inputs are [FLOAT FLOAT]; the operator is AI>A"},
		{operator: "GatherElements", in: []value{counting(2, 2), ints(s(2, 2), 0, 1, 1, 0)}, want: floats(s(2, 2), 1, 4, 3, 2)},
		{operator: "GatherElements", what: "last axis", attrs: attrs{"axis": 1}, in: []value{counting(2, 3), ints(s(2, 2), 2, 0, -1, 1)}, want: floats(s(2, 2), 3, 1, 6, 5)},
		{operator: "GatherElements", what: "fewer rows", attrs: attrs{"axis": 1}, in: []value{counting(2, 3), ints(s(1, 1), 2)}, want: floats(s(1, 1), 3)},
		{operator: "GatherElements", what: "no rows", in: []value{counting(2, 3), ints(s(0, 3))}, want: floats(s(0, 3))},
		{operator: "GatherElements", what: "more rows", in: []value{counting(2, 1), ints(s(3, 1), 1, 0, 1)}, want: floats(s(3, 1), 2, 1, 2)},
		{operator: "GatherElements", what: "too large", in: []value{counting(2, 2), ints(s(1, 2), 0, 2)}, err: "element 1: index 2 is outside [-2, 1]"},
		{operator: "GatherElements", what: "beyond", attrs: attrs{"axis": 1}, in: []value{counting(1, 2), ints(s(2, 1), 0, 0)}, err: "indices of shape [2 1] reach beyond data of shape [1 2] at axis 0"},
		{operator: "GatherND", in: []value{counting(2, 3), ints(s(2, 2), 0, 1, -1, -1)}, want: floats(s(2), 2, 6)},
		{operator: "GatherND", what: "rows", in: []value{counting(2, 3), ints(s(1, 2, 1), 1, 0)}, want: floats(s(1, 2, 3), 4, 5, 6, 1, 2, 3)},
		{operator: "GatherND", what: "batch", attrs: attrs{"batch_dims": 1}, in: []value{counting(2, 3), ints(s(2, 1), 2, 0)}, want: floats(s(2), 3, 4)},
		{operator: "GatherND", what: "negative batch", attrs: attrs{"batch_dims": -1}, in: []value{counting(2, 3), ints(s(2, 1), 2, 0)}, err: `attribute "batch_dims" is -1`},
		{operator: "GatherND", what: "no tuples", in: []value{counting(2, 3), ints(s(0, 1))}, want: floats(s(0, 3))},
		{operator: "GatherND", what: "too large", in: []value{counting(2, 3), ints(s(1, 2), 0, 3)}, err: "tuple 0, place 1: index 3 is outside [-3, 2]"},
		{operator: "GatherND", what: "too deep", in: []value{counting(2), ints(s(1, 2), 0, 0)}, err: "index tuples of 2 for data of shape [2]"},
	}
}

func scatterCases() []operatorCase {
	zeros := floats(s(3, 2), 0, 0, 0, 0, 0, 0)
	return []operatorCase{
		{operator: "ScatterElements", in: []value{zeros, ints(s(1, 2), 2, 0), counting(1, 2)}, want: floats(s(3, 2), 0, 2, 0, 0, 1, 0)},
		{operator: "ScatterElements", what: "add", attrs: attrs{"reduction": "add", "axis": 0}, in: []value{counting(3), list(1, 1, -1), floats(s(3), 10, 100, 1000)}, want: floats(s(3), 1, 112, 1003)},
		{operator: "ScatterElements", what: "integers", in: []value{list(1, 2), list(1), list(7)}, want: list(1, 7)},
		{operator: "ScatterElements", what: "one is added", attrs: attrs{"reduction": "add"}, in: []value{counting(3), list(1), floats(s(1), 10)}, want: floats(s(3), 1, 12, 3)},
		{operator: "ScatterElements", what: "one integer", in: []value{list(1, 2, 3), list(1), list(7)}, want: list(1, 7, 3)},
		{operator: "ScatterElements", what: "one integer is added", attrs: attrs{"reduction": "add"}, in: []value{list(1, 2, 3), list(1), list(7)}, want: list(1, 9, 3)},
		{operator: "ScatterElements", what: "bools", in: []value{bools(s(3), false, true, false), list(2), bools(s(1), true)}, want: bools(s(3), false, true, true)},
		{operator: "ScatterElements", what: "adding bools", attrs: attrs{"reduction": "add"}, in: []value{bools(s(1), true), list(0), bools(s(1), true)}, want: bools(nil), err: "the data is bool, expected a number"},
		{operator: "ScatterElements", what: "nothing", in: []value{counting(3), list(), floats(s(0))}, want: counting(3)},
		{operator: "ScatterElements", what: "max", attrs: attrs{"reduction": "max"}, in: []value{counting(3), list(1), counting(1)}, err: `attribute "reduction" is "max"`},
		{operator: "ScatterElements", what: "too large", in: []value{counting(3), list(3), counting(1)}, err: "index 3 is outside [-3, 2]"},
		{operator: "ScatterElements", what: "misfit", in: []value{counting(3), list(0), counting(2)}, err: "updates of shape [2] for indices of shape [1]"},
		{operator: "ScatterND", in: []value{zeros, ints(s(2, 1), 2, 0), counting(2, 2)}, want: floats(s(3, 2), 3, 4, 0, 0, 1, 2)},
		{operator: "ScatterND", what: "elements", in: []value{zeros, ints(s(2, 2), 2, -1, 0, 0), counting(2)}, want: floats(s(3, 2), 2, 0, 0, 0, 0, 1)},
		{operator: "ScatterND", what: "bools", in: []value{bools(s(2), false, false), ints(s(1, 1), 1), bools(s(1), true)}, want: bools(s(2), false, true)},
		{operator: "ScatterND", what: "nothing", in: []value{zeros, ints(s(0, 1)), floats(s(0, 2))}, want: zeros},
		{operator: "ScatterND", what: "too large", in: []value{zeros, ints(s(1, 1), 3), counting(1, 2)}, err: "tuple 0, place 0: index 3 is outside [-3, 2]"},
		{operator: "ScatterND", what: "misfit", in: []value{zeros, ints(s(1, 1), 0), counting(2)}, err: "updates of shape [2], expected [1 2]"},
		{operator: "ScatterND", what: "add", attrs: attrs{"reduction": "add"}, in: []value{zeros, ints(s(1, 1), 0), counting(1, 2)}, err: `attribute "reduction" is "add"`},
	}
}
