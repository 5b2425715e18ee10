package kernels

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// guards hands out slices that touch a page which must not be read or
// written: the one before their start or the one after their end.
type guards struct {
	t     *testing.T
	atEnd bool
	pages [][]byte
}

func (g *guards) floats(n int) []float32 {
	const size = 4
	page := os.Getpagesize()
	inner := (n*size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(g.t, err)
	g.pages = append(g.pages, all)
	require.NoError(g.t, syscall.Mprotect(all[:page], syscall.PROT_NONE))
	require.NoError(g.t, syscall.Mprotect(all[page+inner:], syscall.PROT_NONE))
	if n == 0 {
		return nil
	}
	at := page
	if g.atEnd {
		at += inner - n*size
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(&all[at])), n)
}

func (g *guards) free() {
	for _, all := range g.pages {
		require.NoError(g.t, syscall.Munmap(all))
	}
	g.pages = nil
}

func TestGuardPagesFault(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	g := &guards{t: t, atEnd: true}
	defer g.free()
	x := g.floats(3)
	require.Panics(t, func() { x[0] = unsafe.Slice(&x[0], 4)[3] })
}

func TestNothingIsReadOrWrittenOutside(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	eachLevel(t, func(t *testing.T) {
		for _, atEnd := range []bool{true, false} {
			g := &guards{t: t, atEnd: atEnd}
			for n := range 40 {
				g.unaries(n)
				g.rows(3, n+1)
			}
			for _, width := range []int{48, 63, 64, 65, 80, 132} {
				g.rows(2, width)
			}
			g.norm(Norm{Blocks: 3, Width: 32}, 2)
			for count := range 11 {
				g.groups(Blocks{Count: count + 1, Rows: 3, Width: 21 * 32}, 2)
			}
			g.registers(RowBlock)
			g.registers(3 * RowBlock)
			for _, k := range []int{1, 2, 3, 5} {
				g.vectors(3, k, 3)
				g.vectors(2, 3, k)
			}
			for _, m := range []int{1, 2, 3, 4, 5, 6, 7, 13} {
				for _, n := range []int{1, 3, 7, 8, 9, 16, 17, 21, 31, 33, 47, 64, 65, 132} {
					for _, k := range []int{0, 1, 7, 9} {
						g.products(m, n, k)
					}
				}
			}
			for _, size := range [][3]int{{100, 64, 64}, {115, 128, 128}, {64, 64, 200}, {128, 64, 231}, {128, 128, 256}} {
				g.products(size[0], size[1], size[2])
			}
		}
	})
}

func (g *guards) norm(n Norm, rows int) {
	all, factors := rows*n.columns(), rows*n.Blocks
	x, y, dy, f := g.floats(all), g.floats(all), g.floats(all), g.floats(factors)
	scale, shift := g.floats(n.columns()), g.floats(n.columns())
	g.safe(func() {
		n.ReLU(y, f, x, scale, shift)
		n.Grads(scale, shift, dy, y, x, f)
		n.Back(dy, dy, y, x, f, scale)
	}, "norm", n.Blocks, n.Width, rows)
}

// groups multiplies with matrices of groups, made of products of some depth or
// of outer products.
func (g *guards) groups(b Blocks, depth int) {
	const groups, right = 2, 32
	left := b.Rows * b.Width / right
	x, w := g.floats(groups*b.Rows*depth), g.floats(depth*b.Width)
	y, z := g.floats(groups*b.Count*left), g.floats(groups*b.Count*right)
	v, last := g.floats(groups*b.Count), g.floats(depth*b.Width/right)
	g.safe(func() {
		b.MatMul(z, x, w, y, right, LastColumn{v, last})
		b.MatMulBeside(y, x, w, z, right, false)
		b.MatMulBoth(y, x, x, w, z, y, right)
		Outer{b.Count, left, right, b.Width}.MatMul(x, y, z, w, depth, LastColumn{v, last})
		Outer{b.Count, left, right, b.Width}.MatMulFrom(w, x, y, z, depth, LastColumn{v, last}, false)
	}, "groups", b.Count, b.Rows, b.Width, depth)
}

func (g *guards) vectors(rows, k, m int) {
	x, y, product := g.floats(rows*3*k), g.floats(rows*3*m), g.floats(rows*k*m)
	g.safe(func() {
		Inner(product, x, y, k, m)
		Mix(x, product, y, k, m, false)
		Mix(x, product, y, k, m, true)
	}, "vectors", rows, k, m)
}

// safe runs a kernel and frees its slices.
func (g *guards) safe(f func(), what string, sizes ...int) {
	require.NotPanics(g.t, f, fmt.Sprintf("%s %v at the end: %t", what, sizes, g.atEnd))
	g.free()
}

func (g *guards) unaries(n int) {
	dst, x, y := g.floats(n), g.floats(n), g.floats(n)
	g.safe(func() {
		Exp(dst, x)
		Sigmoid(dst, x)
		SiLU(dst, x)
		SiLUSlope(dst, y, x)
		Sqrt(dst, x)
		Log(dst, x)
		Scale(dst, 2, x)
		Clamp(dst, x, 0, 1)
		Adam(dst, x, y, y, AdamStep{})
	}, "unaries", n)
}

func (g *guards) rows(rows, width int) {
	dst, x, y := g.floats(rows*width), g.floats(rows*width), g.floats(rows*width)
	row, column := g.floats(width), g.floats(rows)
	index := []int64{0, int64(rows) - 1, 0}[:rows]
	g.safe(func() {
		for op := Sum; op <= GreaterThan; op++ {
			for _, other := range []Operand{Full(y, width), Row(row), Column(column), {Values: row[width-1:]}} {
				Broadcast(op, dst, rows, width, Full(x, width), other)
				Broadcast(op, dst, rows, width, other, Full(x, width))
			}
		}
		GatherRows(dst, x, index, width)
		AddGatheredRows(dst, x, index, width)
		ScatterAddRows(dst, x, index, width)
		copy(column, maskOf(rows))
		PutRows(dst, y[:ChooseRows(y, x, column, width)*width], column, width)
		AddRowsWhere(dst, x, column, false, width)
		Edges{x, y, index, 1}.Add(dst, width)
		Edges{y, x, index, 1}.MatMul(dst, column, row, width, 1)
		RepeatRows(dst, row, rows, width)
		SumGroups(row, x, rows, width)
		SumEndpoints(row, dst, x, index, rows, width)
		SumRows(row, x)
		SumColumns(column, x, width)
		Transpose(dst, x, rows, width)
		CopyColumns(column, 1, x[width-1:], width, rows, 1)
	}, "rows", rows, width)
}

func (g *guards) registers(width int) {
	registers := g.floats(2 * width)
	g.safe(func() {
		for op := RowMul; op <= RowCos; op++ {
			RunRows([]RowInstruction{{Op: op, Count: 1, Dst: int32(width * size)}}, registers, width, width)
		}
	}, "registers", width)
	for _, rows := range []int{width, width - 1, width - RowBlock + 1} {
		for _, count := range []int{3, 4, 9} {
			columns, x := g.floats(count*width), g.floats(count*rows)
			g.safe(func() {
				SplitColumns(columns, width, x, count)
				JoinColumns(x, columns, width, count)
			}, "columns", rows, count, width)
		}
	}
}

func (g *guards) products(m, n, k int) {
	for _, a := range []struct{ row, col int }{{k, 1}, {1, m}} {
		c, x, y, bias := g.floats(m*n), g.floats(m*k), g.floats(k*n), g.floats(n)
		g.safe(func() {
			MatMul(c, n, x, a.row, a.col, y, n, m, n, k, nil, false)
			MatMul(c, n, x, a.row, a.col, y, n, m, n, k, bias, false)
			MatMul(c, n, x, a.row, a.col, y, n, m, n, k, nil, true)
		}, "product", m, n, k)
	}
	const count = 3
	many, left, right := g.floats(count*m*n), g.floats(count*m*k), g.floats(count*k*n)
	g.safe(func() {
		for _, transposed := range [][2]bool{{false, false}, {true, false}, {false, true}} {
			MatMulEach(many, left, right, ProductSize{Rows: m, Inner: k, Columns: n, TransposeX: transposed[0], TransposeY: transposed[1]})
		}
	}, "many products", m, n, k)
	c, x, y, other := g.floats(m*n), g.floats(m*k), g.floats(k*n), g.floats(m*n)
	rows := g.floats((m + 2) / 3 * n)
	var ahead Ahead
	g.safe(func() {
		none.MatMulTimes(c, x, y, other, m, n, k, false)
		none.MatMulRepeatTimes(c, rows, x, y, other, 3, m, n, k)
		none.MatMulSiLU(c, other, x, y, m, n, k, nil, true)
		ahead.Add(c[m*n:])
		ahead.Add(other)
		ahead.MatMulTimes(c, x, y, other, m, n, k, false)
	}, "product and what follows", m, n, k)
}
