package kernels

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTooShort: a kernel that is given fewer values than its shape needs panics with the name of the
// slice.
func TestTooShort(t *testing.T) {
	of := func(length int) []float32 { return make([]float32, length) }
	norm := Norm{Blocks: 2, Width: 3}
	outer := Outer{Count: 2, Left: 3, Right: 4, Width: 12}
	edges := Edges{Index: []int64{0, 0}, Neighbors: 2, Senders: of(3), Receivers: of(3)}
	for _, c := range []struct {
		call func()
		want string
	}{
		{func() { norm.ReLU(of(12), of(3), of(12), of(6), of(6)) }, "factors holds 3 values, its shape needs 4"},
		{func() { norm.ReLU(of(12), of(4), of(12), of(5), of(6)) }, "a value for each column holds 5 values, its shape needs 6"},
		{func() { norm.ReLU(of(12), of(4), of(12), of(6), of(5)) }, "a value for each column holds 5 values, its shape needs 6"},
		{func() { norm.ReLU(of(6), of(4), of(12), of(6), of(6)) }, "operand 1 holds 12 values, dst 6"},
		{func() { norm.Back(of(12), of(12), of(12), of(12), of(4), of(5)) }, "a value for each column holds 5 values, its shape needs 6"},
		{func() { norm.Back(of(12), of(12), of(12), of(6), of(4), of(6)) }, "operand 3 holds 6 values, dst 12"},
		{func() { norm.Grads(of(5), of(6), of(12), of(12), of(12), of(4)) }, "a value for each column holds 5 values, its shape needs 6"},
		{func() { norm.Grads(of(6), of(6), of(12), of(6), of(12), of(4)) }, "operand 1 holds 6 values, dst 12"},
		{func() { outer.MatMul(of(5), of(5), of(8), of(60), 5, LastColumn{}) }, "x holds 5 values, its shape needs 6"},
		{func() { outer.MatMul(of(5), of(6), of(7), of(60), 5, LastColumn{}) }, "y holds 7 values, its shape needs 8"},
		{func() { outer.MatMul(of(5), of(6), of(8), of(59), 5, LastColumn{}) }, "w holds 59 values, its shape needs 60"},
		{func() { edges.Add(of(5), 3) }, "dst holds 5 values, its shape needs 6"},
		{func() { edges.MatMul(of(6), of(3), of(6), 3, 2) }, "x holds 3 values, its shape needs 4"},
		{func() { edges.MatMul(of(6), of(4), of(5), 3, 2) }, "w holds 5 values, its shape needs 6"},
		{func() { edges.MatMulSiLU(of(6), of(5), of(4), of(6), 3, 2) }, "slope holds 5 values, its shape needs 6"},
		{func() { GatherRows(of(5), of(9), []int64{0, 1}, 3) }, "dst holds 5 values, its shape needs 6"},
		{func() { AddGatheredRows(of(5), of(9), []int64{0, 1}, 3) }, "dst holds 5 values, its shape needs 6"},
		{func() { ScatterAddRows(of(9), of(5), []int64{0, 1}, 3) }, "src holds 5 values, its shape needs 6"},
		{func() { GatherRows(of(6), of(9), []int64{0, 3}, 3) }, "index 3 in row 1 is outside of 3 rows"},
		{func() { RepeatRows(of(11), of(6), 2, 3) }, "dst holds 11 values, its shape needs 12"},
		{func() { SumEndpoints(of(3), of(3), of(5), []int64{0, 0}, 2, 3) }, "x holds 5 values, its shape needs 6"},
		{func() { SumEndpoints(of(3), of(3), of(6), []int64{0, 0}, 3, 3) }, "1 groups of 3 rows are not the 2 of the index"},
		{func() { SumGroups(of(3), of(5), 2, 3) }, "src holds 5 values, its shape needs 6"},
		{func() { SumRows(of(3), of(5)) }, "5 values are no whole rows of 3"},
		{func() { SumColumns(of(2), of(5), 3) }, "x holds 5 values, its shape needs 6"},
		{func() { CopyColumns(of(6), 4, of(7), 4, 2, 3) }, "dst holds 6 values, its shape needs 7"},
		{func() { CopyColumns(of(7), 4, of(6), 4, 2, 3) }, "src holds 6 values, its shape needs 7"},
		{func() { Same(of(2), []int64{0}, []int64{0, 1}) }, "indices hold 1 and 2 rows, dst 2"},
		{func() { Same(of(2), []int64{0, 1}, []int64{0}) }, "indices hold 2 and 1 rows, dst 2"},
		{func() { OneHot(of(6), 3, []int64{0}, []int64{0, 0}) }, "indices hold 1 and 2 rows, dst 2"},
		{func() { OneHot(of(6), 3, []int64{0, 0}, []int64{0}) }, "indices hold 2 and 1 rows, dst 2"},
		{func() { Transpose(of(5), of(6), 2, 3) }, "dst holds 5 values, its shape needs 6"},
		{func() { Transpose(of(6), of(5), 2, 3) }, "src holds 5 values, its shape needs 6"},
		{func() { MatMul(of(5), 3, of(4), 2, 1, of(6), 3, 2, 3, 2, nil, false) }, "C holds 5 values, its shape needs 6"},
		{func() { MatMul(of(6), 3, of(3), 2, 1, of(6), 3, 2, 3, 2, nil, false) }, "A holds 3 values, its shape needs 4"},
		{func() { MatMul(of(6), 3, of(4), 2, 1, of(5), 3, 2, 3, 2, nil, false) }, "B holds 5 values, its shape needs 6"},
		{func() { MatMul(of(6), 3, of(4), 2, 1, of(6), 3, 2, 3, 2, of(2), false) }, "bias holds 2 values, its shape needs 3"},
		{func() { Broadcast(Sum, of(5), 2, 3, Full(of(6), 3), Row(of(3))) }, "dst holds 5 values, its shape needs 6"},
		{func() { Select(of(5), 2, 3, Column(of(2)), Full(of(6), 3), Row(of(3))) }, "dst holds 5 values, its shape needs 6"},
	} {
		require.PanicsWithValue(t, "kernels: "+c.want, c.call, c.want)
	}
}

// TestOperandsOfOtherLength: operations of one element take operands of one length.
func TestOperandsOfOtherLength(t *testing.T) {
	short, long := make([]float32, 5), make([]float32, 6)
	for name, apply := range map[string]func(dst, x []float32){
		"Neg": Neg, "Square": Square, "Abs": Abs, "Sign": Sign, "ReLU": ReLU, "Sqrt": Sqrt, "Log": Log, "Exp": Exp, "Sigmoid": Sigmoid, "SiLU": SiLU,
		"SiLUSlope": func(dst, x []float32) { SiLUSlope(dst, dst, x) },
		"slope":     func(dst, x []float32) { SiLUSlope(x, dst, x) },
		"Clamp":     func(dst, x []float32) { Clamp(dst, x, 0, 1) },
		"Inside":    func(dst, x []float32) { Inside(dst, x, 0, 1) },
		"float64":   InFloat64(math.Sqrt),
	} {
		require.Panics(t, func() { apply(short, long) }, name)
		require.Panics(t, func() { apply(long, short) }, name)
		require.NotPanics(t, func() { apply(long, long) }, name)
	}
}

// TestEnough: a kernel may be given slices that go on after its shape, and none where it has no rows.
func TestEnough(t *testing.T) {
	of := func(length int) []float32 { return make([]float32, length) }
	require.NotPanics(t, func() {
		CopyColumns(of(7), 4, of(7), 4, 2, 3)
		CopyColumns(nil, 4, nil, 4, 0, 3)
		CopyColumns(nil, 4, nil, 4, 2, 0)
		Transpose(of(7), of(8), 2, 3)
		Transpose(nil, nil, 0, 3)
		GatherRows(of(7), of(3), []int64{0, 0}, 3)
		GatherRows(nil, nil, nil, 3)
		SumRows(nil, nil)
		MatMul(of(7), 3, of(5), 2, 1, of(7), 3, 2, 3, 2, of(4), false)
	})
}

// TestWholeRows: values are whole rows, of which there may be none.
func TestWholeRows(t *testing.T) {
	require.Equal(t, 2, count(make([]float32, 6), 3))
	require.Zero(t, count(nil, 3))
	require.Zero(t, count(nil, 0))
	require.Panics(t, func() { count(make([]float32, 1), 0) })
	require.Panics(t, func() { count(make([]float32, 2), -1) })
	require.Equal(t, -1, firstOutside([]int64{0, 2}, 3))
	require.Equal(t, 1, firstOutside([]int64{0, 3}, 3))
	require.Equal(t, 0, firstOutside([]int64{-1, 3}, 3))
	require.Equal(t, []float32{3, 4}, rowAt([]float32{1, 2, 3, 4, 5, 6}, 1, 2))
}
