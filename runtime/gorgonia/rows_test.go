package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"

	"gmnc/ir"
)

// TestCopyColumns: the first columns of each row are copied, to rows of another width, and the rest stays.
func TestCopyColumns(t *testing.T) {
	for _, c := range []struct {
		what                    string
		to                      int // elements
		toStep, fromStep, count int
		from, want              []float32
	}{
		{"into wider rows", 6, 3, 2, 2, []float32{1, 2, 3, 4}, []float32{1, 2, 0, 3, 4, 0}},
		{"out of wider rows", 2, 1, 3, 1, []float32{1, 2, 3, 4, 5, 6}, []float32{1, 4}},
		{"the last row without its end", 5, 3, 2, 2, []float32{1, 2, 3, 4}, []float32{1, 2, 0, 3, 4}},
		{"from the last row without its end", 4, 2, 3, 2, []float32{1, 2, 3, 4, 5}, []float32{1, 2, 4, 5}},
		{"fewer rows to read", 4, 2, 2, 2, []float32{1, 2}, []float32{1, 2, 0, 0}},
		{"fewer rows to write", 2, 2, 2, 2, []float32{1, 2, 3, 4}, []float32{1, 2}},
	} {
		to := make([]float32, c.to)
		copyColumns(to, c.toStep, c.from, c.fromStep, c.count)
		require.Equal(t, c.want, to, c.what)
	}
}

// TestNodesThatStay: a node that has the wanted shape or columns is not written again.
func TestNodesThatStay(t *testing.T) {
	l := newLowering(source{module: ir.SampleModule()}, ir.Sizes{}, 0)
	x := l.bound("x", dense(make([]float32, 6), 2, 3))
	same := func(stays bool, node *G.Node) { require.Equal(t, stays, node == x, "%v", node) }
	same(true, l.expand(x, 2, 3))
	same(true, l.pick(x, []int{0, 1, 2}))
	same(false, l.pick(x, []int{0, 2, 1}))
	same(false, l.pick(x, []int{0, 1, 1}))
	same(false, l.pick(x, []int{0, 1}))
	row := l.bound("row", dense(make([]float32, 3), 1, 3))
	require.Equal(t, []int{2, 3}, []int(l.expand(row, 2, 3).Shape()))
	column := l.bound("column", dense(make([]float32, 2), 2, 1))
	require.Equal(t, []int{2, 3}, []int(l.expand(column, 2, 3).Shape()))
	require.Same(t, l.ones(2, 3), l.ones(2, 3), "constants are made once")
	require.NotSame(t, l.ones(2, 3), l.zeros(2, 3))
	require.Same(t, l.groups(2, 3), l.groups(2, 3))
	require.Equal(t, []int{0, 0, 0, 1, 1, 1}, l.groups(2, 3).Value().Data())
}

// TestOperatorsOfOurs: operators differ in their hashes by their numbers, and take matrices alone.
func TestOperatorsOfOurs(t *testing.T) {
	one, other := &customOp{name: "pad", id: 1}, &customOp{name: "pad", id: 2}
	require.NotEqual(t, one.Hashcode(), other.Hashcode())
	require.Equal(t, one.Hashcode(), (&customOp{name: "pad", id: 1}).Hashcode())
	_, err := one.Do(G.NewF32(1))
	require.EqualError(t, err, "pad: argument 0 is a *gorgonia.F32, not a dense tensor")
}
