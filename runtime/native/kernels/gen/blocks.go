package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	// groupRows is how many rows of a group are multiplied at once: with two
	// vectors of sums each they leave registers for a row of the matrix.
	groupRows = 9
	// groupVectors is how many vectors of a row of the matrix there are.
	groupVectors = 2
	// groupLines is how many rows of the matrix are made together: they share
	// the reading of what they are made of.
	groupLines = 4
)

// blocks writes the product of the rows of a group with matrices that are made
// on the way: a row of a matrix stays in registers while all rows of the group
// are multiplied with it. With the registers of AVX2 that takes no less time than
// whole matrices.
func (g *isa) blocks() {
	if !g.wide() {
		return
	}
	for width := 1; width <= groupVectors; width++ {
		g.blockRows(width)
	}
}

// blockRows is a function for columns of some vectors.
type blockRows struct {
	*isa
	width                        int
	tail                         mask
	zero                         reg.VecVirtual
	dst, a, d, w                 reg.GPVirtual
	lda, ldw, stepW, depth, left reg.GPVirtual
}

func (g *isa) blockRows(width int) {
	g.function(fmt.Sprintf("blockRows%d", width),
		"dst *float32, lddst int, a *float32, lda int, d, w *float32, ldw, stepW, depth, k, rows, blocks, stepDst, stepA int, more bool, tail int",
		fmt.Sprintf("computes up to %d rows of %d vectors, of the last only tail", groupRows, width),
		"columns, for each of some blocks. A row is the sum over k of a[k] times",
		"the row k of the block's matrix, which is the sum over c < depth of",
		"d[c] w[c]. Strides are in bytes; more says that it is added to dst.")
	b := blockRows{isa: g, width: width, tail: g.mask(g.integer("tail")), lda: g.integer("lda"), ldw: g.integer("ldw"), stepW: g.integer("stepW"), zero: g.vector(),
		dst: g.integer("dst"), a: g.integer("a"), d: g.integer("d"), depth: g.integer("depth"), w: g.GP64(), left: g.GP64()}
	g.clear(b.zero)
	rows := g.integer("rows")
	g.atMost(rows, groupRows, b.rows)
	g.end()
}

// rows computes some rows of all blocks.
func (b *blockRows) rows(count int) {
	label := func(name string) string { return fmt.Sprint(name, count) }
	sums := make([][]reg.VecVirtual, count)
	for i := range sums {
		sums[i] = b.vectors(b.width)
	}
	b.Label(label("block"))
	b.start(sums, label)
	a := b.rowAddresses(b.a, b.lda, count)
	b.Load(b.Param("w"), b.w)
	b.Load(b.Param("k"), b.left)
	for _, lines := range []int{groupLines, 1} {
		name := fmt.Sprintf("lines%d_%d", lines, count)
		b.loop(name, b.left, lines, func() { b.multiply(sums, a, lines, name+"_terms") })
	}
	b.ends(sums, func(sum reg.VecVirtual, m mask, to operand.Mem) { b.store(sum, m, to) })
	b.ADDQ(b.parameter("stepDst"), b.dst)
	b.ADDQ(b.parameter("stepA"), b.a)
	b.LEAQ(operand.Mem{Base: b.d, Index: b.depth, Scale: float}, b.d)
	b.DECQ(b.parameter("blocks"))
	b.JNZ(operand.LabelRef(label("block")))
}

// start loads the sums that there are, or zero.
func (b *blockRows) start(sums [][]reg.VecVirtual, label func(string) string) {
	for _, row := range sums {
		for _, sum := range row {
			b.VMOVAPS(b.zero, sum)
		}
	}
	b.CMPB(b.parameter("more"), operand.I8(0))
	b.JE(operand.LabelRef(label("ready")))
	b.ends(sums, func(sum reg.VecVirtual, m mask, from operand.Mem) { b.load(from, m, sum) })
	b.Label(label("ready"))
}

// ends visits all sums with their places.
func (b *blockRows) ends(sums [][]reg.VecVirtual, visit func(sum reg.VecVirtual, m mask, at operand.Mem)) {
	at := b.GP64()
	b.MOVQ(b.dst, at)
	for _, row := range sums {
		for j, sum := range row {
			var m mask
			if j == b.width-1 {
				m = b.tail
			}
			visit(sum, m, operand.Mem{Base: at, Disp: j * b.bytes()})
		}
		b.ADDQ(b.parameter("lddst"), at)
	}
}

// rowAddresses returns the addresses of a value in each row, three of them from one base.
func (g *isa) rowAddresses(first, stride reg.GPVirtual, count int) (all []operand.Mem) {
	base := first
	for i := range count {
		if i%3 == 0 {
			next := g.GP64()
			g.MOVQ(base, next)
			if i > 0 {
				g.ADDQ(stride, next)
				g.LEAQ(operand.Mem{Base: next, Index: stride, Scale: 2}, next)
			}
			base = next
		}
		address := operand.Mem{Base: base}
		if i%3 > 0 {
			address = address.Idx(stride, uint8(i%3))
		}
		all = append(all, address)
	}
	return all
}

// multiply adds the products with some rows of the block's matrix.
func (b *blockRows) multiply(sums [][]reg.VecVirtual, a []operand.Mem, lines int, label string) {
	for k, line := range b.lines(lines, label) {
		for i, row := range sums {
			x := b.vector()
			b.VBROADCASTSS(a[i].Offset(k*float), x)
			for j, sum := range row {
				b.VFMADD231PS(line[j], x, sum)
			}
		}
	}
	for i := 0; i < len(a); i += 3 {
		b.ADDQ(operand.I8(lines*float), a[i].Base)
	}
}

// lines makes the next rows of the block's matrix.
func (b *blockRows) lines(count int, label string) [][]reg.VecVirtual {
	lines := make([][]reg.VecVirtual, count)
	for k := range lines {
		lines[k] = b.vectors(b.width)
		for _, v := range lines[k] {
			b.VMOVAPS(b.zero, v)
		}
	}
	c, first, at := b.GP64(), b.GP64(), b.GP64()
	b.MOVQ(b.w, first)
	b.XORQ(c, c)
	b.Label(label)
	x := b.vector()
	b.VBROADCASTSS(operand.Mem{Base: b.d, Index: c, Scale: float}, x)
	b.MOVQ(first, at)
	for k, line := range lines {
		if k > 0 {
			b.ADDQ(b.stepW, at)
		}
		for j, v := range line {
			from := operand.Mem{Base: at, Disp: j * b.bytes()}
			if j < b.width-1 {
				b.VFMADD231PS(from, x, v)
			} else {
				b.VFMADD231PS(from, x, b.tail, v)
			}
		}
	}
	b.ADDQ(b.ldw, first)
	b.INCQ(c)
	b.CMPQ(c, b.depth)
	b.JLT(operand.LabelRef(label))
	for range lines {
		b.ADDQ(b.stepW, b.w)
	}
	return lines
}
