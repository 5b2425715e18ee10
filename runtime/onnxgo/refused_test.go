package onnxgo

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx"
)

// refusedCases are inputs that no kernel can compute with: shapes that do not fit together, axes and
// indices outside of their arrays, and results with more elements than are allowed.
func refusedCases() []operatorCase {
	tall, wide := floats(s(1<<15, 1), make([]float32, 1<<15)...), floats(s(1, 1<<15), make([]float32, 1<<15)...)
	huge := "has more than the 268435456 elements allowed"
	matrix, square := counting(2, 3), counting(2, 2)
	return []operatorCase{
		{operator: "Where", what: "misfit", in: []value{bools(s(1), true), counting(2), counting(3)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "Where", what: "misfit of the condition", in: []value{bools(s(2), true, true), counting(3), counting(3)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "Where", what: "huge", in: []value{bools(s(1), true), tall, wide}, err: huge},
		{operator: "Add", what: "huge", in: []value{tall, wide}, err: huge},
		{operator: "MatMul", what: "huge", in: []value{tall, wide}, err: huge},
		{operator: "MatMul", what: "misfit of the batch", in: []value{counting(2, 1, 1), counting(3, 1, 1)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "MatMul", what: "a number", in: []value{floats(nil, 1), counting(1)}, err: "shapes [] and [1] have no matrix product"},
		{operator: "MatMul", what: "by a number", in: []value{counting(1), floats(nil, 1)}, err: "shapes [1] and [] have no matrix product"},
		{operator: "Gemm", what: "misfit", in: []value{matrix, matrix}, err: "shapes [2 3] and [2 3] have no matrix product"},
		{operator: "Max", what: "misfit", in: []value{counting(2), counting(3)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "Expand", what: "misfit", in: []value{counting(2), list(3)}, err: "shapes [2] and [3] cannot be broadcast together"},
		{operator: "Expand", what: "no list", in: []value{counting(2), ints(nil, 2)}, err: "the shape has shape [], expected one axis"},
		{operator: "Tile", what: "count", in: []value{counting(2), list(1, 1)}, err: "2 repeats for the 1 axes of [2]"},
		{operator: "Tile", what: "no list", in: []value{counting(2), ints(nil, 2)}, err: "the repeats has shape [], expected one axis"},
		{operator: "Gather", what: "axis", attrs: attrs{"axis": 1}, in: []value{counting(2), list(0)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "Gather", what: "huge", in: []value{wide, ints(s(1<<14), make([]int64, 1<<14)...)}, err: huge},
		{operator: "GatherElements", what: "axis", attrs: attrs{"axis": 2}, in: []value{square, ints(s(1, 1), 0)}, err: "axis 2 is outside [-2, 1]"},
		{operator: "GatherElements", what: "axes", in: []value{square, list(0)}, err: "indices of shape [1] for data of shape [2 2]: expected as many axes"},
		{operator: "GatherND", what: "batch", attrs: attrs{"batch_dims": 1}, in: []value{square, ints(s(3, 1), 0, 0, 0)}, err: "indices of shape [3 1] for data of shape [2 2] with 1 batch axes"},
		{operator: "GatherND", what: "no tuples", attrs: attrs{"batch_dims": 1}, in: []value{square, list(0, 0)}, err: "indices of shape [2] for data of shape [2 2] with 1 batch axes"},
		{operator: "GatherND", what: "batch beyond the axes", attrs: attrs{"batch_dims": 2}, in: []value{counting(2), ints(s(2, 1, 1), 0, 0)}, err: "indices of shape [2 1 1] for data of shape [2] with 2 batch axes"},
		{operator: "ScatterElements", what: "axis", attrs: attrs{"axis": 1}, in: []value{counting(2), list(0), counting(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "ScatterND", what: "too deep", in: []value{counting(2), ints(s(1, 2), 0, 0), counting(1)}, err: "index tuples of 2 for data of shape [2]"},
		{operator: "ConstantOfShape", what: "no list", in: []value{ints(nil, 2)}, err: "the shape has shape [], expected one axis"},
		{operator: "Range", what: "several", in: []value{list(1, 2), ints(nil, 3), ints(nil, 1)}, want: ints(nil), err: "start has shape [2], expected one element"},
		{operator: "Reshape", what: "no list", in: []value{counting(1), ints(nil, 1)}, err: "the shape has shape [], expected one axis"},
		{operator: "Reshape", what: "nothing to copy", in: []value{counting(1), list(1, 0)}, err: "0 at axis 1 copies an extent that is not there"},
		{operator: "Reshape", what: "negative", in: []value{counting(1), list(-2)}, err: "negative extent"},
		{operator: "Squeeze", what: "axis", in: []value{counting(1), list(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "Unsqueeze", what: "axis", in: []value{counting(1), list(2)}, err: "axis 2 is outside [-2, 1]"},
		{operator: "Concat", what: "axis", attrs: attrs{"axis": 1}, in: []value{counting(1), counting(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "Concat", what: "axes", attrs: attrs{"axis": 0}, in: []value{counting(1), counting(1, 1)}, err: "input 2 has shape [1 1], which differs from [1] beyond axis 0"},
		{operator: "Slice", what: "count", in: []value{counting(4), list(0), list(1, 2)}, err: "1 starts, 2 ends, 1 axes and 1 steps: expected as many of each"},
		{operator: "Pad", what: "no list", in: []value{counting(1), ints(nil, 1)}, err: "the pads has shape [], expected one axis"},
		{operator: "Pad", what: "axis", in: []value{counting(1), list(1, 1), {}, list(1)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "Pad", what: "constants", in: []value{counting(1), list(1, 1), counting(2)}, err: "the constant has shape [2], expected one element"},
		{operator: "Pad", what: "too large", in: []value{counting(1, 1), list(1<<20, 1<<20, 0, 0)}, err: huge},
		{operator: "Softmax", what: "axis", attrs: attrs{"axis": 1}, in: []value{counting(2)}, err: "axis 1 is outside [-1, 0]"},
		{operator: "CumSum", what: "axes", in: []value{counting(2), list(0, 0)}, err: "the axis has shape [2], expected one element"},
	}
}

// TestKernelsRefuseOtherTypes: elements of a type that an operator does not have are an error and never a
// panic, unless its kernel returns them as they are.
func TestKernelsRefuseOtherTypes(t *testing.T) {
	refused := 0
	for _, c := range allCases() {
		if c.err != "" || c.operator == "Where" { // of which the values are checked together
			continue
		}
		given, types := map[string]any{}, make([]onnx.DataType, len(c.in))
		for name, attribute := range c.attrs {
			if whole, ok := attribute.(int); ok {
				attribute = int64(whole)
			}
			given[name] = attribute
		}
		for i, v := range c.in {
			if v.present() {
				types[i] = onnx.DataType(v.dtype())
			}
		}
		compute, _, err := bind(c.operator, given, types)
		require.NoError(t, err, c.operator)
		for i, v := range c.in {
			for _, other := range []onnx.DataType{onnx.Float, onnx.Int64, onnx.Bool} {
				changed := slices.Clone(types)
				changed[i] = other
				if _, err := onnx.Operators[c.operator].Result(changed); err == nil || !v.present() {
					continue
				}
				in := make([]value, max(len(c.in), 5))
				copy(in, c.in)
				if _, most := onnx.Operators[c.operator].Arity(); most > len(in) {
					in = in[:len(c.in)]
				}
				in[i] = converted(v, dtype(other))
				what := fmt.Sprintf("%s/%s: input %d as %s", c.operator, c.what, i, other)
				out, err := compute(in)
				if err == nil {
					require.Equal(t, in[i], out, "%s computes with it", what)
					continue
				}
				refused++
			}
		}
	}
	require.Greater(t, refused, 100)
}
