package onnxgo

import "math"

func layoutCases() []operatorCase {
	return []operatorCase{
		{operator: "Identity", in: []value{counting(2, 2)}, want: counting(2, 2)},
		{operator: "Constant", attrs: attrs{"value": counting(2, 2)}, want: counting(2, 2)},
		{operator: "Constant", what: "scalar", attrs: attrs{"value": floats(nil, 7)}, want: floats(nil, 7)},
		{operator: "Constant", what: "bools", attrs: attrs{"value": bools(s(3), true, false, true)}, want: bools(s(3), true, false, true)},
		{operator: "Constant", what: "no elements", attrs: attrs{"value": floats(s(0, 3))}, want: floats(s(0, 3))},
		{operator: "Constant", what: "float", attrs: attrs{"value_float": float32(1.5)}, want: floats(nil, 1.5)},
		{operator: "Constant", what: "int", attrs: attrs{"value_int": 3}, want: ints(nil, 3)},
		{operator: "Constant", what: "floats", attrs: attrs{"value_floats": []float32{1, 2}}, want: floats(s(2), 1, 2)},
		{operator: "Constant", what: "ints", attrs: attrs{"value_ints": []int64{1, 2}}, want: list(1, 2)},
		{operator: "Constant", what: "nothing", attrs: attrs{}, err: "has no value"},
		{operator: "ConstantOfShape", in: []value{list(2, 1)}, want: floats(s(2, 1), 0, 0)},
		{operator: "ConstantOfShape", what: "ones", attrs: attrs{"value": list(1)}, in: []value{list(3)}, want: list(1, 1, 1)},
		{operator: "ConstantOfShape", what: "scalar", in: []value{list()}, want: floats(nil, 0)},
		{operator: "ConstantOfShape", what: "no elements", in: []value{list(0, 5)}, want: floats(s(0, 5))},
		{operator: "ConstantOfShape", what: "negative", in: []value{list(-1)}, err: "negative extent"},
		{operator: "ConstantOfShape", what: "huge", in: []value{list(1<<40, 1<<40)}, err: "more than the 1073741824 elements allowed"},
		{operator: "Range", in: []value{ints(nil, 2), ints(nil, 9), ints(nil, 3)}, want: list(2, 5, 8)},
		{operator: "Range", what: "down", in: []value{ints(nil, 2), ints(nil, -2), ints(nil, -2)}, want: list(2, 0)},
		{operator: "Range", what: "empty", in: []value{ints(nil, 2), ints(nil, 1), ints(nil, 1)}, want: list()},
		{operator: "Range", what: "floats", in: []value{floats(nil, 0), floats(nil, 1), floats(nil, 0.25)}, want: floats(s(4), 0, 0.25, 0.5, 0.75)},
		{operator: "Range", what: "standing still", in: []value{ints(nil, 2), ints(nil, 1), ints(nil, 0)}, err: "delta is 0"},
		{operator: "Range", what: "endless", in: []value{floats(nil, 0), floats(nil, float32(math.Inf(1))), floats(nil, 1)}, err: "more than the 1073741824 elements"},
		{operator: "Shape", in: []value{counting(2, 3)}, want: list(2, 3)},
		{operator: "Shape", what: "part", attrs: attrs{"start": 1, "end": -1}, in: []value{counting(2, 3, 4)}, want: list(3)},
		{operator: "Shape", what: "clamped", attrs: attrs{"start": -9, "end": 9}, in: []value{counting(2, 3)}, want: list(2, 3)},
		{operator: "Shape", what: "no rows", in: []value{floats(s(0, 3))}, want: list(0, 3)},
		{operator: "Size", in: []value{counting(2, 3)}, want: ints(nil, 6)},
		{operator: "Reshape", in: []value{counting(2, 3), list(3, 2)}, want: counting(3, 2)},
		{operator: "Reshape", what: "unknown", in: []value{counting(2, 3), list(-1, 2)}, want: counting(3, 2)},
		{operator: "Reshape", what: "copied", in: []value{counting(2, 3, 2), list(0, -1)}, want: counting(2, 6)},
		{operator: "Reshape", what: "no rows copied", in: []value{floats(s(0, 4)), list(0, 2, 2)}, want: floats(s(0, 2, 2))},
		{operator: "Reshape", what: "no rows unknown", in: []value{floats(s(0, 4)), list(-1, 2)}, want: floats(s(0, 2))},
		{operator: "Reshape", what: "allowzero", attrs: attrs{"allowzero": 1}, in: []value{floats(s(3, 0)), list(0, 5)}, want: floats(s(0, 5))},
		{operator: "Reshape", what: "to scalar", in: []value{counting(1), list()}, want: counting()},
		{operator: "Reshape", what: "misfit", in: []value{counting(2, 3), list(4)}, err: "[2 3] cannot take the shape [4]: 6 elements are not 4"},
		{operator: "Reshape", what: "ambiguous", attrs: attrs{"allowzero": 1}, in: []value{floats(s(0, 3)), list(0, -1)}, err: "-1 beside an extent of 0"},
		{operator: "Reshape", what: "two unknown", in: []value{counting(4), list(-1, -1)}, err: "more than one -1"},
		{operator: "Squeeze", in: []value{counting(1, 2, 1)}, want: counting(2)},
		{operator: "Squeeze", what: "axes", in: []value{counting(1, 2, 1), list(-1)}, want: counting(1, 2)},
		{operator: "Squeeze", what: "wide", in: []value{counting(1, 2), list(1)}, err: "axis 1 of [1 2] has not extent 1"},
		{operator: "Unsqueeze", in: []value{counting(2, 3), list(0, -1)}, want: counting(1, 2, 3, 1)},
		{operator: "Unsqueeze", what: "twice", in: []value{counting(2), list(0, -3)}, err: "axis -3 is named twice"},
	}
}

func movementCases() []operatorCase {
	return []operatorCase{
		{operator: "Transpose", in: []value{counting(2, 3)}, want: floats(s(3, 2), 1, 4, 2, 5, 3, 6)},
		{operator: "Transpose", what: "perm", attrs: attrs{"perm": []int64{1, 0, 2}}, in: []value{counting(2, 2, 2)}, want: floats(s(2, 2, 2), 1, 2, 5, 6, 3, 4, 7, 8)},
		{operator: "Transpose", what: "no rows", in: []value{floats(s(0, 3))}, want: floats(s(3, 0))},
		{operator: "Transpose", what: "short", attrs: attrs{"perm": []int64{0}}, in: []value{counting(2, 2)}, err: "[0] is not an order of the axes of [2 2]"},
		{operator: "Transpose", what: "negative", attrs: attrs{"perm": []int64{0, -1}}, in: []value{counting(1, 2)}, want: counting(1, 2)},
		{operator: "Expand", in: []value{counting(2, 1), list(3, 1, 2)}, want: floats(s(3, 2, 2), 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2)},
		{operator: "Expand", what: "to nothing", in: []value{counting(2, 1), list(2, 0)}, want: floats(s(2, 0))},
		{operator: "Tile", in: []value{counting(1, 2), list(2, 2)}, want: floats(s(2, 4), 1, 2, 1, 2, 1, 2, 1, 2)},
		{operator: "Tile", what: "to nothing", in: []value{counting(2), list(0)}, want: floats(s(0))},
		{operator: "Tile", what: "negative", in: []value{counting(2), list(-1)}, err: "negative extent"},
		{operator: "Slice", in: []value{counting(5), list(1), list(4)}, want: floats(s(3), 2, 3, 4)},
		{operator: "Slice", what: "step", in: []value{counting(5), list(0), list(5), list(0), list(2)}, want: floats(s(3), 1, 3, 5)},
		{operator: "Slice", what: "backwards", in: []value{counting(5), list(-1), list(math.MinInt64), list(0), list(-2)}, want: floats(s(3), 5, 3, 1)},
		{operator: "Slice", what: "last axis", in: []value{counting(2, 3), list(-2), list(math.MaxInt64), list(-1)}, want: floats(s(2, 2), 2, 3, 5, 6)},
		{operator: "Slice", what: "two axes", in: []value{counting(3, 3), list(0, 2), list(2, 3), list(0, 1)}, want: floats(s(2, 1), 3, 6)},
		{operator: "Slice", what: "empty", in: []value{counting(5), list(4), list(2)}, want: floats(s(0))},
		{operator: "Slice", what: "steps without axes", in: []value{counting(4), list(3), list(0), {}, list(-1)}, want: floats(s(3), 4, 3, 2)},
		{operator: "Slice", what: "step 0", in: []value{counting(4), list(3), list(0), list(0), list(0)}, err: "the step along axis 0 is 0"},
		{operator: "Slice", what: "axis", in: []value{counting(4), list(0), list(1), list(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "Concat", attrs: attrs{"axis": 0}, in: []value{counting(1, 2), counting(2, 2)}, want: floats(s(3, 2), 1, 2, 1, 2, 3, 4)},
		{operator: "Concat", what: "last axis", attrs: attrs{"axis": -1}, in: []value{counting(2, 1), counting(2, 2)}, want: floats(s(2, 3), 1, 1, 2, 2, 3, 4)},
		{operator: "Concat", what: "no rows", attrs: attrs{"axis": 0}, in: []value{floats(s(0, 2)), counting(1, 2)}, want: counting(1, 2)},
		{operator: "Concat", what: "integers", attrs: attrs{"axis": 0}, in: []value{list(1), list(2, 3)}, want: list(1, 2, 3)},
		{operator: "Concat", what: "misfit", attrs: attrs{"axis": 0}, in: []value{counting(1, 2), counting(1, 3)}, err: "input 2 has shape [1 3], which differs from [1 2] beyond axis 0"},
		{operator: "Concat", what: "no axis", in: []value{counting(1)}, err: `attribute "axis" is missing`},
		{operator: "Concat", what: "mixed", attrs: attrs{"axis": 0}, in: []value{counting(1), list(1)}, err: "input 2 is int64, expected float32"},
	}
}

func padCases() []operatorCase {
	return []operatorCase{
		{operator: "Pad", in: []value{counting(1, 2), list(0, 1, 1, 2)}, want: floats(s(2, 5), 0, 1, 2, 0, 0, 0, 0, 0, 0, 0)},
		{operator: "Pad", what: "constant", in: []value{list(1, 2), list(0, 2), ints(nil, -1)}, want: list(1, 2, -1, -1)},
		{operator: "Pad", what: "cropping", in: []value{counting(4), list(-1, 1), floats(nil, 9)}, want: floats(s(4), 2, 3, 4, 9)},
		{operator: "Pad", what: "no rows", in: []value{floats(s(0, 2)), list(1, 0, 0, 0), floats(nil, 3)}, want: floats(s(1, 2), 3, 3)},
		{operator: "Pad", what: "bools", in: []value{bools(s(1), true), list(0, 1)}, want: bools(s(2), true, false)},
		{operator: "Pad", what: "count", in: []value{counting(2), list(1)}, err: "1 pads for 1 axes, expected two each"},
		{operator: "Pad", what: "huge", in: []value{counting(2), list(1<<62, 1<<62)}, err: "ask for more than the 1073741824 elements"},
		{operator: "Pad", what: "reflect", attrs: attrs{"mode": "reflect"}, in: []value{counting(2), list(1, 1)}, err: `attribute "mode" is "reflect"; supported are ["constant"]`},
	}
}
