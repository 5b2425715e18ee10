package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// TestLiterals: a number is loaded once.
func TestLiterals(t *testing.T) {
	r := &rowProgram{literals: map[float32]cell{}}
	one, two := r.literal(1), r.literal(2)
	require.Equal(t, one, r.literal(1))
	require.NotSame(t, one[0].storage, two[0].storage)
	require.Equal(t, []load{{to: one[0].storage, number: -1, literal: 1, index: -1, fixed: true}, {to: two[0].storage, number: -1, literal: 2, index: -1, fixed: true}}, r.loads)
	require.Equal(t, 1, one[0].columns)
}

// TestColumnsOfValues: a column of a value is its cell, and a value of one column has that for all.
func TestColumnsOfValues(t *testing.T) {
	wide, narrow := &ir.Value{Type: ir.Floats(ir.Rows("particles"), 3)}, &ir.Value{Type: ir.Floats(ir.Fixed(1), 1)}
	r := &rowProgram{numbers: map[*ir.Value]int{wide: 4, narrow: 7}, cells: map[*ir.Value][]cell{}}
	for i := range 3 {
		require.Equal(t, r.of(wide)[i:i+1], r.column(wide, i))
		require.Equal(t, r.of(narrow), r.column(narrow, i))
	}
	require.Len(t, r.loads, 2, "each is loaded once")
	require.Equal(t, []int{4, 7}, []int{r.loads[0].number, r.loads[1].number})
	require.Equal(t, []bool{false, true}, []bool{r.loads[0].fixed, r.loads[1].fixed})
}

// TestContiguous: cells that follow one another stay, and others are copied.
func TestContiguous(t *testing.T) {
	x, y := fresh(3), fresh(1)
	for _, c := range []struct {
		cells  []cell
		copied bool
	}{
		{x, false}, {x[1:], false}, {x[2:], false}, {y, false},
		{[]cell{x[1], x[0]}, true}, {[]cell{x[0], x[2]}, true}, {[]cell{x[0], x[0]}, true}, {[]cell{x[0], y[0]}, true},
	} {
		r := &rowProgram{}
		got := r.contiguous(c.cells)
		require.Len(t, got, len(c.cells))
		if !c.copied {
			require.Equal(t, c.cells, got)
			require.Empty(t, r.steps)
			continue
		}
		require.Equal(t, []rowStep{{op: kernels.RowMax, dst: got, args: [3][]cell{c.cells, c.cells}}}, r.steps)
	}
}

// TestRegisters: a value has its registers from its first step to its last, what is the same in all rows keeps its own,
// and steps that nothing reads are left out.
func TestRegisters(t *testing.T) {
	r := &rowProgram{literals: map[float32]cell{}}
	x := fresh(2)
	r.loads = append(r.loads, load{to: x[0].storage})
	one := r.literal(1)
	first := r.apply(kernels.RowMax, 2, x, one)
	r.apply(kernels.RowMax, 5, first, first)
	second := r.apply(kernels.RowMax, 2, first, one)
	third := r.apply(kernels.RowMax, 1, second, second)
	r.drop([][]cell{third})
	require.Len(t, r.steps, 3)
	require.Equal(t, 5, r.place([][]cell{third}))
	require.Equal(t, []int{0, 2, 3, 0, 2 + 1}, []int{x[0].at, one[0].at, first[0].at, second[0].at, third[0].at})
}

// TestInstructions: cells whose registers are evenly apart are one instruction.
func TestInstructions(t *testing.T) {
	placed := func(at, columns int) []cell {
		cells := fresh(columns)
		cells[0].at = at
		return cells
	}
	dst, x, one := placed(10, 4), placed(20, 4), placed(30, 1)
	repeated := []cell{one[0], one[0], one[0], one[0]}
	type in = kernels.RowInstruction
	for _, c := range []struct {
		what string
		step rowStep
		want []in
	}{
		{"side by side", rowStep{dst: dst, args: [3][]cell{x, repeated}},
			[]in{{Count: 4, Dst: 40, A: 80, B: 120, StepDst: 4, StepA: 4}}},
		{"backwards", rowStep{dst: dst, args: [3][]cell{{x[3], x[2], x[1], x[0]}}},
			[]in{{Count: 4, Dst: 40, A: 92, StepDst: 4, StepA: -4}}},
		{"in two runs", rowStep{dst: dst, args: [3][]cell{{x[0], x[1], x[3], x[2]}}},
			[]in{{Count: 2, Dst: 40, A: 80, StepDst: 4, StepA: 4}, {Count: 2, Dst: 48, A: 92, StepDst: 4, StepA: -4}}},
		{"one apart", rowStep{dst: dst[:3], args: [3][]cell{nil, {x[0], x[1], x[3]}, {x[0], x[2], x[3]}}},
			[]in{{Count: 2, Dst: 40, B: 80, C: 80, StepDst: 4, StepB: 4, StepC: 8}, {Count: 1, Dst: 48, B: 92, C: 92}}},
		{"one cell", rowStep{dst: dst[3:], args: [3][]cell{x[1:2], one}}, []in{{Count: 1, Dst: 52, A: 84, B: 120}}},
	} {
		require.Equal(t, c.want, c.step.instructions(4), c.what)
	}
}

// TestNumbersOfSignatures: a program that is bound has the numbers of the call's values, and stays as it is.
func TestNumbersOfSignatures(t *testing.T) {
	b := &boundProgram{
		fixed: []boundMove{{number: -1, rows: ownRows}, {number: 1, rows: ownRows}}, loads: []boundMove{{number: 0, rows: 2}, {number: 2, rows: receiverRows}},
		stores: []boundMove{{number: 3, rows: 0}}, scatters: []scatter{{to: 3, from: 0, index: 2, start: 0}, {to: 3, from: 1, index: 2, start: -1}},
	}
	bound := b.with([]int{50, 51, 52, 53})
	require.Equal(t, []boundMove{{number: -1, rows: ownRows}, {number: 51, rows: ownRows}}, bound.fixed)
	require.Equal(t, []boundMove{{number: 50, rows: 52}, {number: 52, rows: receiverRows}}, bound.loads)
	require.Equal(t, []boundMove{{number: 53, rows: 50}}, bound.stores)
	require.Equal(t, []scatter{{to: 53, from: 50, index: 52, start: 50}, {to: 53, from: 51, index: 52, start: -1}}, bound.scatters)
	require.Equal(t, scatter{to: 3, from: 0, index: 2, start: 0}, b.scatters[0])
	require.Equal(t, int32(1), b.fixed[1].number)
}
