package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// TestSpaceTakesTheSmallestBlock: memory is taken from the smallest free block that holds it, the first of equal ones, or else from the end.
func TestSpaceTakesTheSmallestBlock(t *testing.T) {
	free := []block{{10, 30}, {50, 10}, {70, 20}, {100, 10}}
	for _, c := range []struct {
		length, at, end int
		left            []block
	}{
		{10, 50, 200, []block{{10, 30}, {70, 20}, {100, 10}}},
		{9, 50, 200, []block{{10, 30}, {59, 1}, {70, 20}, {100, 10}}},
		{11, 70, 200, []block{{10, 30}, {50, 10}, {81, 9}, {100, 10}}},
		{20, 70, 200, []block{{10, 30}, {50, 10}, {100, 10}}},
		{30, 10, 200, []block{{50, 10}, {70, 20}, {100, 10}}},
		{31, 200, 231, free},
	} {
		s := space{blocks: append([]block{}, free...), end: 200}
		require.Equal(t, c.at, s.take(c.length), "%d", c.length)
		require.Equal(t, c.left, s.blocks, "%d", c.length)
		require.Equal(t, c.end, s.end, "%d", c.length)
	}
}

// TestSpaceJoinsBlocks: free blocks are in ascending order, and adjacent ones are joined.
func TestSpaceJoinsBlocks(t *testing.T) {
	for _, c := range []struct {
		what       string
		at, length int
		want       []block
	}{
		{"nothing", 15, 0, []block{{0, 10}, {30, 10}}},
		{"between", 15, 5, []block{{0, 10}, {15, 5}, {30, 10}}},
		{"after a block", 10, 5, []block{{0, 15}, {30, 10}}},
		{"before a block", 25, 5, []block{{0, 10}, {25, 15}}},
		{"between both", 10, 20, []block{{0, 40}}},
		{"after all", 45, 5, []block{{0, 10}, {30, 10}, {45, 5}}},
		{"at the end of all", 40, 5, []block{{0, 10}, {30, 15}}},
	} {
		s := space{blocks: []block{{0, 10}, {30, 10}}, end: 50}
		s.free(c.at, c.length)
		require.Equal(t, c.want, s.blocks, c.what)
	}
}

// TestReusable: a call writes its result over an argument of its shape that nothing reads later, and that the kernel
// has read before it writes.
func TestReusable(t *testing.T) {
	row, wide := value{extent: particles, columns: 2}, value{extent: particles, columns: 3}
	p := &plan{values: []value{row, row, wide, {extent: edges, columns: 2}, {extent: fixed, rows: 2, columns: 2}, row}}
	const x, y, widths, ofEdges, numbers, result, now = 0, 1, 2, 3, 4, 5, 7
	owned, last := []bool{true, true, true, true, true, false}, []int{now, now, now, now, now, now}
	for _, c := range []struct {
		what  string
		op    *ir.Op
		args  []int
		spoil func(last []int, owned []bool)
		want  int
	}{
		{"the first", lower.Operator(ir.Add), []int{x, y}, nil, x},
		{"the second", lower.Operator(ir.Add), []int{widths, y}, nil, y},
		{"another width", lower.Operator(ir.Add), []int{widths, widths}, nil, -1},
		{"other rows", lower.Operator(ir.Add), []int{ofEdges, numbers}, nil, -1},
		{"read later", lower.Operator(ir.Add), []int{x, y}, func(last []int, _ []bool) { last[x] = now + 1 }, y},
		{"of others", lower.Operator(ir.Add), []int{x, y}, func(_ []int, owned []bool) { owned[x] = false }, y},
		{"the first alone", lower.Accumulate, []int{x, y, numbers}, nil, x},
		{"not the second", lower.Accumulate, []int{widths, y, numbers}, nil, -1},
		{"read after it is written", lower.Accumulate, []int{x, x, numbers}, nil, -1},
		{"none", lower.Operator(ir.MatMul), []int{x, y}, nil, -1},
	} {
		ownLast, ownOwned := append([]int{}, last...), append([]bool{}, owned...)
		if c.spoil != nil {
			c.spoil(ownLast, ownOwned)
		}
		own := call{node: &ir.Node{Op: c.op}, args: c.args, result: result, also: []int{y}}
		require.Equal(t, c.want, p.reusable(own, result, now, ownLast, ownOwned), c.what)
		require.Equal(t, -1, p.reusable(own, y, now, ownLast, ownOwned), "a second result")
	}
	program := call{node: &ir.Node{Callee: &ir.Func{}}, args: []int{x}, result: result}
	require.Equal(t, -1, p.reusable(program, result, now, last, owned))
	require.Equal(t, -1, p.reusable(call{args: []int{x}, result: result}, result, now, last, owned))
}

// TestLastUses: a value is last used by the call that reads or writes it last, and an output after all.
func TestLastUses(t *testing.T) {
	p := &plan{values: make([]value, 5), outputs: []output{{number: 1}}}
	calls := []call{{args: []int{0}, result: 1}, {args: []int{0, 1}, result: 2, also: []int{3}}, {args: []int{2}, result: 4}}
	require.Equal(t, []int{1, 3, 2, 1, 2}, p.lastUses(calls))
}

// TestArenasGrow: an arena that is too small is replaced, and counts that; a larger one is kept.
func TestArenasGrow(t *testing.T) {
	p := &plan{values: []value{{extent: particles, columns: 2}, {extent: particles, columns: 1, index: true, into: particles}, {extent: fixed, rows: 1, columns: 1}}}
	f, a := newFrame(p), &arena{}
	for _, c := range []struct {
		floats, indices, particles, grown int
	}{
		{64, 32, 3, 2}, {64, 32, 2, 2}, {32, 16, 1, 2}, {80, 32, 4, 3}, {80, 48, 4, 4},
	} {
		a.place(&f, p, &layout{at: []int{16, 5, -1}, floats: c.floats, indices: c.indices}, size{particles: c.particles})
		require.Equal(t, c.grown, a.grown, "%+v", c)
		require.Len(t, f.floats[0], 2*c.particles)
		require.Same(t, &a.floats[16], &f.floats[0][0])
		require.Len(t, f.indices[1], c.particles)
		require.Same(t, &a.indices[5], &f.indices[1][0])
		require.Nil(t, f.floats[2])
		require.Nil(t, f.floats[1])
	}
}
