package ir

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// matrix is a float tensor of that number of columns.
func matrix(columns int, values ...float64) Tensor {
	return Tensor{Shape: []int{len(values) / columns, columns}, Float: values}
}

// pointers is a tensor of indices.
func pointers(values ...int64) Tensor {
	return Tensor{Shape: []int{len(values)}, Index: values}
}

// opValues are calls worked out by hand over 2 particles with 2 neighbors
// each: 2 rows are particles, 4 rows are edges, other counts are numbers,
// and indices point at particles.
var opValues = []struct {
	op    OpName
	attrs Attrs
	args  []Tensor
	want  Tensor
}{
	{"const", Attrs{"rows": 1, "columns": 3, "values": []float64{1, 2, 3}}, nil, matrix(3, 1, 2, 3)},
	{"size", Attrs{"of": "edges"}, nil, matrix(1, 4)},
	{"row_numbers", Attrs{"of": "particles"}, nil, pointers(0, 1)},

	{"neg", nil, []Tensor{matrix(1, 2, -3)}, matrix(1, -2, 3)},
	{"exp", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 1, 2.718281828459045)},
	{"log", nil, []Tensor{matrix(1, 1, 2)}, matrix(1, 0, 0.6931471805599453)},
	{"sqrt", nil, []Tensor{matrix(1, 4, 9)}, matrix(1, 2, 3)},
	{"square", nil, []Tensor{matrix(1, -4, 3)}, matrix(1, 16, 9)},
	{"sin", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 0, 0.8414709848078965)},
	{"cos", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 1, 0.5403023058681398)},
	{"tanh", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 0, 0.7615941559557649)},
	{"sigmoid", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 0.5, 0.7310585786300049)},
	{"silu", nil, []Tensor{matrix(1, 0, 1)}, matrix(1, 0, 0.7310585786300049)},
	{"relu", nil, []Tensor{matrix(1, -1, 2)}, matrix(1, 0, 2)},
	{"abs", nil, []Tensor{matrix(1, -1, 2)}, matrix(1, 1, 2)},
	{"sign", nil, []Tensor{matrix(3, -4, 0, 2)}, matrix(3, -1, 0, 1)},
	{"clamp", Attrs{"low": -1.0, "high": 2.0}, []Tensor{matrix(3, -4, 0.5, 3)}, matrix(3, -1, 0.5, 2)},
	{"inside", Attrs{"low": -1.0, "high": 2.0}, []Tensor{matrix(4, -4, -1, 2, 3)}, matrix(4, 0, 1, 1, 0)},

	{"add", nil, []Tensor{matrix(2, 1, 2, 3, 4), matrix(1, 10, 20)}, matrix(2, 11, 12, 23, 24)},
	{"sub", nil, []Tensor{matrix(2, 1, 2, 3, 4), matrix(2, 10, 20)}, matrix(2, -9, -18, -7, -16)},
	{"mul", nil, []Tensor{matrix(1, 3), matrix(2, 1, 2, 3, 4)}, matrix(2, 3, 6, 9, 12)},
	{"div", nil, []Tensor{matrix(1, 8, 4), matrix(2, 2, 4)}, matrix(2, 4, 2, 2, 1)},
	{"maximum", nil, []Tensor{matrix(1, 1, 5), matrix(1, 3)}, matrix(1, 3, 5)},
	{"minimum", nil, []Tensor{matrix(1, 1, 5), matrix(1, 3)}, matrix(1, 1, 3)},
	{"greater", nil, []Tensor{matrix(3, 1, 3, 5), matrix(1, 3)}, matrix(3, 0, 0, 1)},
	{"select", nil, []Tensor{matrix(1, 0, 1), matrix(2, 1, 2, 3, 4), matrix(1, 9)}, matrix(2, 9, 9, 3, 4)},
	{"same", nil, []Tensor{pointers(0, 1, 1, 0), pointers(0, 0, 1, 1)}, matrix(1, 1, 0, 1, 0)},
	{"one_hot", Attrs{"count": 2}, []Tensor{pointers(0, 1, 1, 0), pointers(0, 0, 1, 1)}, matrix(2, 1, 0, 0, 1, 1, 0, 0, 0)},

	{"matmul", Attrs{"transpose_x": false, "transpose_y": false},
		[]Tensor{matrix(3, 1, 2, 3, 4, 5, 6), matrix(2, 1, 0, 0, 1, 1, 1)}, matrix(2, 4, 5, 10, 11)},
	{"matmul", Attrs{"transpose_x": true, "transpose_y": false},
		[]Tensor{matrix(3, 1, 2, 3, 4, 5, 6), matrix(1, 1, 10)}, matrix(1, 41, 52, 63)},
	{"matmul", Attrs{"transpose_x": false, "transpose_y": true},
		[]Tensor{matrix(3, 1, 2, 3, 4, 5, 6), matrix(3, 1, 1, 0)}, matrix(1, 3, 9)},
	{"sum_columns", nil, []Tensor{matrix(3, 1, 2, 3, 4, 5, 6)}, matrix(1, 6, 15)},
	{"concat", nil, []Tensor{matrix(1, 1, 2), matrix(2, 3, 4, 5, 6), matrix(1, 7, 8)},
		matrix(4, 1, 3, 4, 7, 2, 5, 6, 8)},
	{"columns", Attrs{"start": 1, "stop": 3}, []Tensor{matrix(4, 1, 2, 3, 4, 5, 6, 7, 8)}, matrix(2, 2, 3, 6, 7)},
	{"pad", Attrs{"before": 1, "after": 2}, []Tensor{matrix(1, 5, 6)}, matrix(4, 0, 5, 0, 0, 0, 6, 0, 0)},
	{"take_rows", Attrs{"start": 1, "stop": 3}, []Tensor{matrix(2, 1, 2, 3, 4, 5, 6)}, matrix(2, 3, 4, 5, 6)},
	{"pad_rows", Attrs{"before": 1, "after": 0}, []Tensor{matrix(2, 1, 2, 3, 4, 5, 6)},
		matrix(2, 0, 0, 1, 2, 3, 4, 5, 6)},

	{"sum_rows", nil, []Tensor{matrix(3, 1, 2, 3, 4, 5, 6)}, matrix(3, 5, 7, 9)},
	{"broadcast", Attrs{"rows": "particles"}, []Tensor{matrix(3, 1, 2, 3)}, matrix(3, 1, 2, 3, 1, 2, 3)},
	{"gather", nil, []Tensor{matrix(2, 1, 2, 3, 4), pointers(1, 0, 0, 1)}, matrix(2, 3, 4, 1, 2, 1, 2, 3, 4)},
	{"gather", nil, []Tensor{pointers(1, 0), pointers(1, 0, 0, 1)}, pointers(0, 1, 1, 0)},
	{"scatter_add", nil, []Tensor{matrix(1, 1, 2, 3, 4), pointers(1, 0, 1, 1)}, matrix(1, 2, 8)},
	{"repeat", Attrs{"count": "neighbors"}, []Tensor{matrix(1, 5, 6)}, matrix(1, 5, 5, 6, 6)},
	{"repeat", Attrs{"count": "neighbors"}, []Tensor{pointers(1, 0)}, pointers(1, 1, 0, 0)},
	{"sum_groups", Attrs{"count": "neighbors"}, []Tensor{matrix(2, 1, 2, 3, 4, 5, 6, 7, 8)}, matrix(2, 4, 6, 12, 14)},

	{"matmul_blocks", Attrs{"blocks": 2, "transpose_x": false, "transpose_y": false},
		[]Tensor{matrix(6, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), matrix(1, 1, 10, 100)}, matrix(2, 321, 654, 987, 1320)},
	{"matmul_blocks", Attrs{"blocks": 2, "transpose_x": true, "transpose_y": false},
		[]Tensor{matrix(4, 1, 2, 3, 4), matrix(2, 1, 10)}, matrix(1, 31, 42)},
	{"row_matmul", Attrs{"inner": 2, "transpose_x": false, "transpose_y": false},
		[]Tensor{matrix(2, 1, 2, 3, 4), matrix(4, 1, 2, 3, 4, 5, 6, 7, 8)}, matrix(2, 7, 10, 43, 50)},
	{"row_matmul", Attrs{"inner": 2, "transpose_x": false, "transpose_y": true},
		[]Tensor{matrix(2, 1, 2), matrix(4, 1, 2, 3, 4)}, matrix(2, 5, 11)},
	{"outer_groups", Attrs{"count": "neighbors"},
		[]Tensor{matrix(1, 1, 2, 3, 4), matrix(2, 1, 2, 3, 4, 5, 6, 7, 8)}, matrix(2, 7, 10, 43, 50)},
	{"matmul_groups", Attrs{"count": "neighbors", "transpose": false},
		[]Tensor{matrix(1, 1, 2, 3, 4), matrix(2, 1, 10, 2, 20)}, matrix(2, 1, 10, 2, 20, 6, 60, 8, 80)},
	{"matmul_groups", Attrs{"count": "neighbors", "transpose": true},
		[]Tensor{matrix(2, 1, 2, 3, 4, 5, 6, 7, 8), matrix(4, 1, 2, 3, 4, 5, 6, 7, 8)},
		matrix(2, 5, 11, 11, 25, 61, 83, 83, 113)},
	{"softmax_groups", Attrs{"count": "neighbors"},
		[]Tensor{matrix(2, 0, 2000, math.Log(3), 2000, 1, 0, 1, math.Log(3))},
		matrix(2, 0.25, 0.5, 0.75, 0.5, 0.5, 0.25, 0.5, 0.75)},

	// A bar of length 2 whose ends are pulled by 3 times as much: 2 (6 + 6).
	{"tensions", nil, []Tensor{matrix(3, 9, 9, 9, 0, 2, 0), matrix(1, 5, 24), pointers(0, 0)}, matrix(1, 5, 3)},
	// The same of masses 1 and 1/2: 2 (6 + 12).
	{"tensions", nil, []Tensor{matrix(3, 9, 9, 9, 0, 2, 0), matrix(1, 5, 36), pointers(0, 0), matrix(1, 2, 1)}, matrix(1, 5, 3)},
	{"tensions", nil, []Tensor{matrix(3, 9, 9, 9, 0, 2, 0), matrix(1, 5, 36), pointers(0, 0),
		matrix(9, 1, 2, 3, -1, 1, 0, 7, 8, 9, 0, 0, 0, 0, 0, 1, 0, 0, 0)}, matrix(1, 5, 3)},
	// A mass of 3 turns about z at the distance 2, of inertia 12 and resistance 3, under
	// the moment 2 x 6 + 3; a row that rests beside it has a rate of 1 / 4.
	{"joint_rates", Attrs{"joints": 1, "depth": 2}, []Tensor{
		matrix(6, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 2, 0, 0), matrix(1, 0, 3), matrix(3, 0, 0, 0, 0, 6, 0),
		matrix(1, 3, 4), matrix(1, 3, 1), pointers(0, 0),
	}, matrix(1, 1, 0.25)},
	// The second hangs on the first.
	{"sum_paths", Attrs{"depth": 2, "transpose": false}, []Tensor{matrix(1, 1, 2), pointers(0, 0)}, matrix(1, 1, 3)},
	{"sum_paths", Attrs{"depth": 2, "transpose": true}, []Tensor{matrix(1, 1, 2), pointers(0, 0)}, matrix(1, 3, 2)},
	// A body on a line has slid along x by 3.
	{"joint_measure", Attrs{"joints": 1, "depth": 2}, []Tensor{
		matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 1, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 2, 0, 0), matrix(3, 3, 0, 0, 5, 0, 0), pointers(0, 0),
	}, matrix(4, 1, 0, 3, 1, 1, 0, 0, 0)},
	// A body at the distances 2 and 4 has turned by a right angle about z, at the rate 3.
	{"joint_place", Attrs{"joints": 1, "depth": 2}, []Tensor{
		matrix(3, 0, 0, 1, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 2, 0, 0, 4, 0, 0),
		matrix(4, 0, 1, 0, 0, 1, 0, 0, 0), pointers(0, 0), matrix(2, 0, 3, 0, 0),
	}, matrix(6, 0, 2, 0, -6, 0, 0, 0, 4, 0, -12, 0, 0)},
	// There the velocities 4 and 8 along x are a rate of -2.
	{"joint_start", Attrs{"joints": 1, "depth": 2}, []Tensor{
		matrix(3, 0, 0, 1, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 2, 0, 0, 4, 0, 0),
		matrix(4, 0, 1, 0, 0, 1, 0, 0, 0), pointers(0, 0), matrix(1, 5, 6), matrix(3, 4, 3, 0, 8, 0, 1),
	}, matrix(2, 0, -2, 0, 0)},
	// Masses of 1 and 1 slide along x under the force 4: by 1/2 + 2/8 in the time 1/2.
	{"joint_step", Attrs{"joints": 1, "depth": 2, "time": 0.5}, []Tensor{
		matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 1, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 3, 0, 0),
		matrix(4, 1, 0, 0, 0, 1, 0, 0, 0), pointers(0, 0),
		matrix(1, 1, 1), matrix(3, 0, 0, 0, 4, 0, 0), matrix(1, 0, 0), matrix(1, 0, 0), matrix(2, 0, 1, 0, 0),
	}, matrix(2, 0.75, 2, 0, 0)},
	// With a rotor of the mass 2 the force makes half of that, within limits.
	{"joint_stop_step", Attrs{"joints": 1, "depth": 2, "time": 0.5}, []Tensor{
		matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 1, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 3, 0, 0),
		matrix(4, 1, 0, 0, 0, 1, 0, 0, 0), pointers(0, 0),
		matrix(1, 1, 1), matrix(3, 0, 0, 0, 4, 0, 0), matrix(1, 0, 0), matrix(1, 0, 0), matrix(5, 2, -1, 1, 5, 1, 0, 0, 0, 0, 0), matrix(2, 0, 1, 0, 0),
	}, matrix(2, 0.625, 1.5, 0, 0)},
	// At rest 1 beyond a limit, before a stop of the mass 4 and the time 1: a step ends at the
	// rate -2 / (4 + 25 / 4), and two halves by the same rule.
	{"joint_stop_step", Attrs{"joints": 1, "depth": 2, "time": 0.5}, []Tensor{
		matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 1, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 0, 0, 0), matrix(3, 0, 0, 0, 3, 0, 0),
		matrix(4, 1, 0, 3, 0, 1, 0, 3, 0), pointers(0, 0),
		matrix(1, 1, 1), matrix(3, 0, 0, 0, 0, 0, 0), matrix(1, 0, 0), matrix(1, 0, 0), matrix(5, 2, -1, 2, 4, 1, 0, 0, 0, 0, 0), matrix(2, 0, 0, 0, 0),
	}, matrix(2, -0.05269392147584375, -0.19233914865003574, 0, 0)},

	{"cross", nil, []Tensor{matrix(3, 1, 0, 0, 1, 2, 3), matrix(3, 0, 1, 0, 4, 5, 6)},
		matrix(3, 0, 0, 1, -3, 6, -3)},
	// 2 vectors with 1, in 1 row: [x1.y, x2.y].
	{"inner", nil, []Tensor{matrix(6, 1, 2, 3, 4, 5, 6), matrix(3, 1, 0, 2)}, matrix(2, 7, 16)},
	// Rows of x times rows of y: a 2 x 2 matrix, row by row.
	{"inner", nil, []Tensor{matrix(6, 1, 0, 0, 0, 2, 0), matrix(6, 3, 4, 5, 6, 7, 8)}, matrix(4, 3, 6, 8, 14)},
	// The 1 x 2 matrix (2, 3) times 2 vectors.
	{"mix", Attrs{"transpose": false}, []Tensor{matrix(2, 2, 3), matrix(6, 1, 2, 3, 4, 5, 6)},
		matrix(3, 14, 19, 24)},
	// The 2 x 2 matrix (1 2; 3 4) and its transpose times 2 vectors.
	{"mix", Attrs{"transpose": false}, []Tensor{matrix(4, 1, 2, 3, 4), matrix(6, 1, 0, 0, 0, 1, 0)},
		matrix(6, 1, 2, 0, 3, 4, 0)},
	{"mix", Attrs{"transpose": true}, []Tensor{matrix(4, 1, 2, 3, 4), matrix(6, 1, 0, 0, 0, 1, 0)},
		matrix(6, 1, 3, 0, 2, 4, 0)},
}

// valueType is the type of a tensor under the convention of opValues.
func valueType(x Tensor) Type {
	rows := Fixed(x.Shape[0])
	switch x.Shape[0] {
	case 2:
		rows = Rows("particles")
	case 4:
		rows = Rows("edges")
	}
	if x.Index != nil {
		return Indices("particles", rows)
	}
	return Floats(rows, x.Shape[1])
}

func TestOperatorValues(t *testing.T) {
	sizes := Sizes{"particles": 2, "neighbors": 2, "edges": 4}
	tested := map[OpName]bool{}
	for _, c := range opValues {
		tested[c.op] = true
		sample, inputs := Sample{Attrs: c.attrs}, map[string]Tensor{}
		for k, arg := range c.args {
			sample.Args = append(sample.Args, valueType(arg))
			inputs[argName(k)] = arg
		}
		outputs, err := Eval(sampleCallModule(t, byName[c.op], sample), inputs, sizes)
		require.NoError(t, err, c.op)
		requireClose(t, c.want, outputs["y"], valueTolerance, string(c.op))
	}
	for _, op := range Ops() {
		require.True(t, tested[op.Name], "%s has no values worked out by hand", op.Name)
	}
}

// valueTolerance allows the last digits of math functions to differ
// between processors.
const valueTolerance = 1e-15

// requireClose compares tensors, relative to the largest entry wanted or 1.
func requireClose(t *testing.T, want, have Tensor, tolerance float64, what string) {
	t.Helper()
	require.Equal(t, want.Shape, have.Shape, what)
	require.Equal(t, want.Index, have.Index, what)
	scale := 1.0
	for _, x := range want.Float {
		scale = max(scale, x, -x)
	}
	for i, x := range want.Float {
		require.InDelta(t, x, have.Float[i], tolerance*scale, "%s, element %d", what, i)
	}
}
