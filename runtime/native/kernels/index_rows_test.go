package kernels

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIndicesFit: two indices have a row for each of the result's.
func TestIndicesFit(t *testing.T) {
	dst, two, three := make([]float32, 3), []int64{1, 2}, []int64{1, 2, 3}
	Same(dst, three, three)
	require.Equal(t, []float32{1, 1, 1}, dst)
	require.Panics(t, func() { Same(dst, two, three) })
	require.Panics(t, func() { Same(dst, three, two) })
	OneHot(dst, 1, three, []int64{1, 1, 3})
	require.Equal(t, []float32{1, 0, 1}, dst)
	require.Panics(t, func() { OneHot(dst, 1, two, three) })
	require.Panics(t, func() { OneHot(dst, 1, three, two) })
}

// TestSplitRows: gathered and repeated rows come to lie in registers column by column, whatever their
// number of columns, and what lies behind them in a register stays.
func TestSplitRows(t *testing.T) {
	const width, rows = RowBlock, 3
	for columns := 1; columns <= 7; columns++ {
		src := make([]float32, rows*columns)
		for i := range src {
			src[i] = float32(i + 1)
		}
		split := func(fill func(registers []float32), from []int) {
			registers := make([]float32, columns*width)
			fill(registers)
			for column := range columns {
				for i := range width {
					want := float32(0)
					if i < len(from) {
						want = src[from[i]*columns+column]
					}
					require.Equal(t, want, registers[column*width+i], "row %d, column %d of %d", i, column, columns)
				}
			}
		}
		split(func(registers []float32) { SplitGathered(registers, width, src, []int64{2, 0, 2, 1}, columns) }, []int{2, 0, 2, 1})
		for from := range 6 { // of the rows 0, 0, 1, 1, 2, 2
			for count := range 7 - from {
				var want []int
				for i := range count {
					want = append(want, (from+i)/2)
				}
				split(func(registers []float32) { SplitRepeated(registers, width, src, 2, from, count, columns) }, want)
			}
		}
		require.Panics(t, func() { SplitGathered(make([]float32, columns*width), width, src, []int64{3}, columns) }, "an index behind the rows")
		require.Panics(t, func() { SplitGathered(make([]float32, columns*width), width, src, []int64{-1}, columns) })
	}
}

// TestRegistersFit: three registers of a multiple of the block hold as many rows.
func TestRegistersFit(t *testing.T) {
	registers := make([]float32, 3*RowBlock)
	require.NotPanics(t, func() { checkRegisters(registers, RowBlock, RowBlock) })
	require.Panics(t, func() { checkRegisters(registers, RowBlock+1, RowBlock) }, "more rows")
	require.Panics(t, func() { checkRegisters(registers, 1, RowBlock-1) }, "no multiple of a block")
	require.Panics(t, func() { checkRegisters(registers[1:], 1, RowBlock) }, "shorter registers")
}

// TestSumEndpointsFits: groups have as many rows as the index.
func TestSumEndpointsFits(t *testing.T) {
	sums, ends, x := make([]float32, 2), make([]float32, 2), []float32{1, 2, 4, 8}
	SumEndpoints(sums, ends, x, []int64{1, 1, 0, 1}, 2, 1)
	require.Equal(t, []float32{3, 12}, sums)
	require.Equal(t, []float32{4, 11}, ends)
	require.Panics(t, func() { SumEndpoints(sums, ends, x, []int64{1, 1, 0, 1}, 3, 1) })
	require.Panics(t, func() { SumEndpoints(sums, ends, x[:3], []int64{1, 1, 0, 1}, 2, 1) })
	require.Panics(t, func() { SumEndpoints(sums, ends, x, []int64{1, 1, 2, 1}, 2, 1) })
}

// TestProductsFit: the rows of a product do not overlap, and no stride or depth is below 0.
func TestProductsFit(t *testing.T) {
	right := product{c: make([]float32, 4), ldc: 2, a: make([]float32, 4), rowA: 2, colA: 1, b: make([]float32, 4), ldb: 2, m: 2, n: 2, k: 2}
	require.NotPanics(t, right.check)
	for what, spoil := range map[string]func(p *product){
		"rows of C overlap": func(p *product) { p.ldc = 1 },
		"rowA":              func(p *product) { p.rowA = -1 },
		"colA":              func(p *product) { p.colA = -1 },
		"ldb":               func(p *product) { p.ldb = -1 },
		"depth":             func(p *product) { p.k = -1 },
		"C":                 func(p *product) { p.c = p.c[1:] },
		"A":                 func(p *product) { p.a = p.a[1:] },
		"B":                 func(p *product) { p.b = p.b[1:] },
	} {
		wrong := right
		spoil(&wrong)
		require.Panics(t, wrong.check, what)
	}
	row := product{c: make([]float32, 2), ldc: 1, a: make([]float32, 2), rowA: 2, colA: 1, b: make([]float32, 4), ldb: 2, m: 1, n: 2, k: 2}
	require.NotPanics(t, row.check, "one row overlaps nothing")
}
