package ir

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefusedTypes: the types and attributes for which an operator has no result, beside the nearest for
// which it has one.
func TestRefusedTypes(t *testing.T) {
	particles, edges, one := Rows("particles"), Rows("edges"), Fixed(1)
	to := Indices("particles", edges)
	for _, c := range []struct {
		op    OpName
		args  []Type
		attrs Attrs
		wrong string
	}{
		{Const, nil, Attrs{"rows": 1, "columns": 2, "values": []float64{1, 2}}, ""},
		{Const, nil, Attrs{"rows": 1, "columns": 2, "values": []float64{1}}, "const: 1 values do not fill 1 rows of 2 columns"},
		{Const, nil, Attrs{"rows": 0, "columns": 2, "values": []float64{}}, "const: 0 values do not fill 0 rows of 2 columns"},
		{Const, nil, Attrs{"rows": 2, "columns": 0, "values": []float64{}}, "const: 0 values do not fill 2 rows of 0 columns"},
		{Add, []Type{Floats(particles, 3), Floats(particles, 1)}, nil, ""},
		{Add, []Type{Floats(particles, 3), Floats(edges, 3)}, nil, "add: float[edges,3] does not fit float[particles,3] in axis 0"},
		{Add, []Type{Floats(particles, 3), Floats(particles, 2)}, nil, "add: float[particles,2] does not fit float[particles,3] in axis 1"},
		{Same, []Type{to, to}, nil, ""},
		{Same, []Type{to, Indices("particles", particles)}, nil, "same: index<particles>[edges] and index<particles>[particles] are not indices into the same rows"},
		{Same, []Type{Floats(edges, 1), Floats(edges, 1)}, nil, "same: float[edges,1] and float[edges,1] are not indices into the same rows"},
		{OneHot, []Type{to, to}, Attrs{"count": 1}, ""},
		{OneHot, []Type{to, to}, Attrs{"count": 0}, "one_hot: 0 columns"},
		{OneHot, []Type{to, Indices("edges", edges)}, Attrs{"count": 1}, "one_hot: index<particles>[edges] and index<edges>[edges] are not indices into the same rows"},
		{OneHot, []Type{Floats(edges, 1), Floats(edges, 1)}, Attrs{"count": 1}, "one_hot: float[edges,1] and float[edges,1] are not indices into the same rows"},
		{MatMul, []Type{Floats(particles, 3), Floats(Fixed(3), 2)}, Attrs{"transpose_x": false, "transpose_y": false}, ""},
		{MatMul, []Type{Floats(particles, 3), Floats(Fixed(2), 3)}, Attrs{"transpose_x": false, "transpose_y": false}, "matmul: inner extents 3 and 2 differ"},
		{RowMatMul, []Type{Floats(edges, 6), Floats(edges, 4)}, Attrs{"inner": 2, "transpose_x": false, "transpose_y": false}, ""},
		{RowMatMul, []Type{Floats(edges, 6), Floats(edges, 4)}, Attrs{"inner": 0, "transpose_x": false, "transpose_y": false}, "row_matmul: float[edges,6] and float[edges,4] hold no matrices with 0 columns and rows"},
		{RowMatMul, []Type{Floats(edges, 5), Floats(edges, 4)}, Attrs{"inner": 2, "transpose_x": false, "transpose_y": false}, "row_matmul: float[edges,5] and float[edges,4] hold no matrices with 2 columns and rows"},
		{RowMatMul, []Type{Floats(edges, 6), Floats(edges, 3)}, Attrs{"inner": 2, "transpose_x": false, "transpose_y": false}, "row_matmul: float[edges,6] and float[edges,3] hold no matrices with 2 columns and rows"},
		{RowMatMul, []Type{Floats(edges, 6), Floats(particles, 4)}, Attrs{"inner": 2, "transpose_x": false, "transpose_y": false}, "row_matmul: float[edges,6] and float[particles,4] hold no matrices with 2 columns and rows"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(Fixed(2), 4)}, Attrs{"blocks": 3, "transpose_x": false, "transpose_y": false}, ""},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(Fixed(2), 4)}, Attrs{"blocks": 0, "transpose_x": false, "transpose_y": false}, "matmul_blocks: the rows of float[particles,6] are not 0 blocks"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(Fixed(2), 4)}, Attrs{"blocks": 4, "transpose_x": false, "transpose_y": false}, "matmul_blocks: the rows of float[particles,6] are not 4 blocks"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(Fixed(3), 4)}, Attrs{"blocks": 3, "transpose_x": false, "transpose_y": false}, "matmul_blocks: blocks of 2 columns do not fit float[3,4]"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(particles, 3)}, Attrs{"blocks": 3, "transpose_x": true, "transpose_y": false}, ""},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(particles, 4)}, Attrs{"blocks": 3, "transpose_x": true, "transpose_y": false}, "matmul_blocks: float[particles,6] is not to be transposed and added up with float[particles,4] in 3 blocks"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(edges, 3)}, Attrs{"blocks": 3, "transpose_x": true, "transpose_y": false}, "matmul_blocks: float[particles,6] is not to be transposed and added up with float[edges,3] in 3 blocks"},
		{MatMulBlocks, []Type{Floats(particles, 6), Floats(particles, 3)}, Attrs{"blocks": 3, "transpose_x": true, "transpose_y": true}, "matmul_blocks: float[particles,6] is not to be transposed and added up with float[particles,3] in 3 blocks"},
		{OuterGroups, []Type{Floats(edges, 2), Floats(edges, 3)}, Attrs{"count": "neighbors"}, ""},
		{OuterGroups, []Type{Floats(edges, 2), Floats(particles, 3)}, Attrs{"count": "neighbors"}, "outer_groups: float[edges,2] and float[particles,3] differ in rows"},
		{OuterGroups, []Type{Floats(particles, 2), Floats(particles, 3)}, Attrs{"count": "neighbors"}, "outer_groups: particles is not declared as a product with neighbors"},
		{MatMulGroups, []Type{Floats(edges, 3), Floats(particles, 6)}, Attrs{"count": "neighbors", "transpose": false}, ""},
		{MatMulGroups, []Type{Floats(edges, 3), Floats(edges, 6)}, Attrs{"count": "neighbors", "transpose": false}, "matmul_groups: float[edges,6] holds no matrices for the rows of float[edges,3]"},
		{MatMulGroups, []Type{Floats(edges, 3), Floats(particles, 7)}, Attrs{"count": "neighbors", "transpose": false}, "matmul_groups: float[particles,7] holds no matrices for the rows of float[edges,3]"},
		{Concat, []Type{Floats(edges, 3), Floats(edges, 1)}, nil, ""},
		{Concat, []Type{Floats(edges, 3), Floats(edges, 1), Floats(one, 1)}, nil, "concat: float[edges,3] and float[1,1] differ in rows"},
		{Columns, []Type{Floats(edges, 3)}, Attrs{"start": 0, "stop": 3}, ""},
		{Columns, []Type{Floats(edges, 3)}, Attrs{"start": -1, "stop": 3}, "columns: float[edges,3] has no columns -1 to 3"},
		{Columns, []Type{Floats(edges, 3)}, Attrs{"start": 2, "stop": 2}, "columns: float[edges,3] has no columns 2 to 2"},
		{Columns, []Type{Floats(edges, 3)}, Attrs{"start": 2, "stop": 4}, "columns: float[edges,3] has no columns 2 to 4"},
		{Pad, []Type{Floats(edges, 3)}, Attrs{"before": 0, "after": 0}, ""},
		{Pad, []Type{Floats(edges, 3)}, Attrs{"before": -1, "after": 0}, "pad: cannot pad -1 columns before and 0 after"},
		{Pad, []Type{Floats(edges, 3)}, Attrs{"before": 0, "after": -1}, "pad: cannot pad 0 columns before and -1 after"},
		{Broadcast, []Type{Floats(one, 3)}, Attrs{"rows": "edges"}, ""},
		{Broadcast, []Type{Floats(one, 3)}, Attrs{"rows": "neighbors"}, "broadcast: float[1,3] cannot become neighbors rows"},
		{Broadcast, []Type{Floats(Fixed(2), 3)}, Attrs{"rows": "edges"}, "broadcast: float[2,3] cannot become edges rows"},
		{Broadcast, []Type{Floats(one, 3)}, Attrs{"rows": "others"}, "broadcast: the symbol others is not declared"},
		{Gather, []Type{Floats(particles, 3), to}, nil, ""},
		{Gather, []Type{Floats(edges, 3), to}, nil, "gather: index<particles>[edges] points into particles, not into the rows edges"},
		{ScatterAdd, []Type{Floats(edges, 3), to}, nil, ""},
		{ScatterAdd, []Type{Floats(particles, 3), to}, nil, "scatter_add: float[particles,3] and index<particles>[edges] differ in rows"},
		{Mix, []Type{Floats(edges, 4), Floats(edges, 6)}, Attrs{"transpose": false}, ""},
		{Mix, []Type{Floats(edges, 3), Floats(edges, 6)}, Attrs{"transpose": false}, "mix: float[edges,3] holds no matrices for the 2 vectors of float[edges,6]"},
		{Mix, []Type{Floats(particles, 4), Floats(edges, 6)}, Attrs{"transpose": false}, "mix: float[particles,4] holds no matrices for the 2 vectors of float[edges,6]"},
		{Inner, []Type{Floats(edges, 6), Floats(edges, 3)}, nil, ""},
		{Inner, []Type{Floats(edges, 6), Floats(edges, 4)}, nil, "inner: float[edges,4] does not hold 3-vectors"},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1), Indices("edges", edges)}, nil, ""},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1)}, nil, "tensions: it takes 3 or 4 arguments, not 2"},
		{Tensions, []Type{Floats(Fixed(2), 3), Floats(Fixed(2), 1), Indices("edges", Fixed(2))}, nil, "tensions: float[2,3] is not a vector for each row of systems"},
		{Tensions, []Type{Floats(edges, 2), Floats(edges, 1), Indices("edges", edges)}, nil, "tensions: float[edges,2] is not a vector for each row of systems"},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 2), Indices("edges", edges)}, nil, "tensions: float[edges,2] is not a number for each of float[edges,3]"},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1), to}, nil, "tensions: index<particles>[edges] is not a row for each of float[edges,3]"},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1), Indices("edges", edges), Floats(edges, 1)}, nil, ""},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1), Indices("edges", edges), Floats(edges, 9)}, nil, ""},
		{Tensions, []Type{Floats(edges, 3), Floats(edges, 1), Indices("edges", edges), Floats(edges, 8)}, nil, "tensions: float[edges,8] is not a number, nor a matrix 3 x 3, for each of float[edges,3]"},
		{SumPaths, []Type{Floats(edges, 3), Indices("edges", edges)}, Attrs{"depth": 2, "transpose": false}, ""},
		{SumPaths, []Type{Floats(edges, 3), to}, Attrs{"depth": 2, "transpose": false}, "sum_paths: index<particles>[edges] is not a row for each of float[edges,3]"},
		{SumPaths, []Type{Floats(Fixed(2), 3), Indices("edges", Fixed(2))}, Attrs{"depth": 2, "transpose": false}, "sum_paths: index<edges>[2] is not a row for each of float[2,3]"},
		{SumPaths, []Type{to, Indices("edges", edges)}, Attrs{"depth": 2, "transpose": false}, "sum_paths: index<edges>[edges] is not a row for each of index<particles>[edges]"},
		{SumPaths, []Type{Floats(edges, 3), Indices("edges", edges)}, Attrs{"depth": 2}, "sum_paths lacks its attribute transpose"},
		{SumPaths, []Type{Floats(edges, 3), Indices("edges", edges)}, Attrs{"depth": 2.0, "transpose": false}, "sum_paths has depth=2, which is of the wrong kind (float64)"},
		{Add, []Type{Floats(edges, 3), Floats(edges, 3)}, Attrs{"more": 1}, "add has attributes it does not know:  {more=1}"},
		{Add, []Type{Floats(edges, 3)}, nil, "add takes 2 arguments, not 1"},
		{SumGroups, []Type{Floats(edges, 3)}, Attrs{"count": "neighbors"}, ""},
		{SumGroups, []Type{Floats(edges, 3)}, Attrs{"count": "others"}, "sum_groups: edges is not declared as a product with others"},
		{Size, nil, Attrs{"of": "edges"}, ""},
		{Size, nil, Attrs{"of": "others"}, "size: the symbol others is not declared"},
		{RowNumbers, nil, Attrs{"of": "edges"}, ""},
		{RowNumbers, nil, Attrs{"of": "neighbors"}, "row_numbers: neighbors does not count rows"},
		{RowNumbers, nil, Attrs{"of": "others"}, "row_numbers: the symbol others is not declared"},
		{TakeRows, []Type{Floats(Fixed(4), 2)}, Attrs{"start": 1, "stop": 4}, ""},
		{TakeRows, []Type{Floats(Fixed(4), 2)}, Attrs{"start": 1, "stop": 5}, "take_rows: float[4,2] has no rows 1 to 5"},
		{TakeRows, []Type{Floats(Fixed(4), 2)}, Attrs{"start": 2, "stop": 2}, "take_rows: float[4,2] has no rows 2 to 2"},
		{TakeRows, []Type{Floats(Fixed(4), 2)}, Attrs{"start": -1, "stop": 2}, "take_rows: float[4,2] has no rows -1 to 2"},
		{TakeRows, []Type{Floats(edges, 2)}, Attrs{"start": 0, "stop": 1}, "take_rows: float[edges,2] has the rows edges; a number of rows is needed"},
		{PadRows, []Type{Floats(Fixed(4), 2)}, Attrs{"before": 0, "after": 0}, ""},
		{PadRows, []Type{Floats(Fixed(4), 2)}, Attrs{"before": -1, "after": 0}, "pad_rows: cannot pad -1 rows before and 0 after"},
		{PadRows, []Type{Floats(Fixed(4), 2)}, Attrs{"before": 0, "after": -1}, "pad_rows: cannot pad 0 rows before and -1 after"},
		{PadRows, []Type{Floats(edges, 2)}, Attrs{"before": 0, "after": 1}, "pad_rows: float[edges,2] has the rows edges; a number of rows is needed"},
		{Repeat, []Type{Floats(particles, 2)}, Attrs{"count": "neighbors"}, ""},
		{Repeat, []Type{Floats(edges, 2)}, Attrs{"count": "neighbors"}, "repeat: no rows are declared as edges * neighbors"},
		{Repeat, []Type{Floats(particles, 2)}, Attrs{"count": "edges"}, "repeat: no rows are declared as particles * edges"},
		{Cross, []Type{Floats(edges, 3), Floats(edges, 3)}, nil, ""},
		{Cross, []Type{Floats(edges, 3), Floats(edges, 6)}, nil, "cross: float[edges,3] and float[edges,6] are not one vector each"},
		{Cross, []Type{Floats(edges, 2), Floats(edges, 2)}, nil, "cross: float[edges,2] does not hold 3-vectors"},
		{Cross, []Type{Floats(edges, 3), Floats(particles, 3)}, nil, "cross: float[edges,3] and float[particles,3] differ in rows"},
		{SoftmaxGroups, []Type{Floats(particles, 3)}, Attrs{"count": "neighbors"}, "softmax_groups: particles is not declared as a product with neighbors"},
		{Select, []Type{Floats(edges, 1), Floats(edges, 3), Floats(one, 1)}, nil, ""},
		{Select, []Type{Floats(particles, 1), Floats(edges, 3), Floats(one, 1)}, nil, "select: float[edges,3] does not fit float[particles,1] in axis 0"},
		{Select, []Type{Floats(edges, 1), Floats(edges, 3), Floats(edges, 2)}, nil, "select: float[edges,2] does not fit float[edges,1] in axis 1"},
	} {
		_, err := byName[c.op].infer(SampleModule(), c.args, c.attrs)
		if c.wrong == "" {
			require.NoError(t, err, "%s %v", c.op, c.args)
			continue
		}
		require.EqualError(t, err, c.wrong, "%s %v %v", c.op, c.args, c.attrs)
	}
}

// TestRefusedIndices: operators of floats take no indices in the place of any argument.
func TestRefusedIndices(t *testing.T) {
	edges, to, number := Floats(Rows("edges"), 1), Indices("particles", Rows("edges")), Floats(Fixed(1), 1)
	products, inner := Attrs{"transpose_x": false, "transpose_y": false}, Attrs{"transpose_x": false, "transpose_y": false, "inner": 1}
	for _, c := range []struct {
		op    OpName
		args  []Type
		attrs Attrs
	}{
		{Neg, []Type{edges}, nil}, {Sign, []Type{edges}, nil}, {Clamp, []Type{edges}, Attrs{"low": 0.0, "high": 1.0}}, {Add, []Type{edges, edges}, nil}, {Div, []Type{edges, edges}, nil}, {Greater, []Type{edges, edges}, nil},
		{Select, []Type{edges, edges, edges}, nil}, {MatMul, []Type{edges, number}, products}, {RowMatMul, []Type{edges, edges}, inner},
		{Concat, []Type{edges, edges}, nil}, {Columns, []Type{edges}, Attrs{"start": 0, "stop": 1}}, {Pad, []Type{edges}, Attrs{"before": 0, "after": 1}},
		{Broadcast, []Type{number}, Attrs{"rows": "edges"}}, {MatMulBlocks, []Type{edges, number}, Attrs{"transpose_x": false, "transpose_y": false, "blocks": 1}},
		{MatMulGroups, []Type{edges, Floats(Rows("particles"), 1)}, Attrs{"count": "neighbors", "transpose": false}}, {TakeRows, []Type{number}, Attrs{"start": 0, "stop": 1}},
		{PadRows, []Type{number}, Attrs{"before": 1, "after": 0}},
		{SumColumns, []Type{edges}, nil}, {SumRows, []Type{edges}, nil}, {SumGroups, []Type{edges}, Attrs{"count": "neighbors"}}, {SoftmaxGroups, []Type{edges}, Attrs{"count": "neighbors"}},
		{OuterGroups, []Type{edges, edges}, Attrs{"count": "neighbors"}},
	} {
		_, err := byName[c.op].infer(SampleModule(), c.args, c.attrs)
		require.NoError(t, err, c.op)
		for i := range c.args {
			args := slices.Clone(c.args)
			args[i] = to
			_, err := byName[c.op].infer(SampleModule(), args, c.attrs)
			require.ErrorContains(t, err, "is index<particles>[edges]; floats are needed", "%s: argument %d", c.op, i+1)
		}
	}
}

// TestOneHotOutside: a row whose index is none of the columns is 0.
func TestOneHotOutside(t *testing.T) {
	result := Tensor{Shape: []int{4, 2}, Float: make([]float64, 8)}
	n := &Node{Op: byName[OneHot], Attrs: Attrs{"count": 2}}
	require.NoError(t, byName[OneHot].Eval(result, []Tensor{pointers(4, 5, 6, 7), pointers(5, 5, 5, 5)}, n, nil))
	require.Equal(t, []float64{0, 0, 1, 0, 0, 1, 0, 0}, result.Float)
}
