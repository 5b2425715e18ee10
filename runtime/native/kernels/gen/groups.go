package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// groups writes the functions of groups of rows: the edges of each receiver.
func (g *isa) groups() {
	g.repeatRows()
	g.sumEnds()
}

// columnBlocks visits the columns of a row, several vectors at a time: at is how
// many bytes are done, m the mask of the last.
func (g *isa) columnBlocks(label string, width reg.Register, at reg.GPVirtual, tail mask, visit func(label string, vectors int, m mask)) {
	left := g.GP64()
	g.MOVQ(width, left)
	g.XORQ(at, at)
	for _, vectors := range []int{blockVectors, 1} {
		name := label + map[int]string{blockVectors: "_blocks", 1: "_vectors"}[vectors]
		g.loop(name, left, vectors*g.lanes, func() {
			visit(name, vectors, nil)
			g.ADDQ(operand.I32(vectors*g.bytes()), at)
		})
	}
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef(label + "_whole"))
	visit(label+"_tail", 1, tail)
	g.Label(label + "_whole")
}

// tailMask is the mask of the last vector of rows of some columns.
func (g *isa) tailMask(width reg.Register) mask {
	tail := g.GP64()
	g.MOVQ(width, tail)
	g.ANDQ(operand.I32(g.lanes-1), tail)
	return g.mask(tail)
}

// rowBytes returns the size in bytes of a row of width elements.
func (g *isa) rowBytes(width reg.Register) reg.GPVirtual {
	stride := g.GP64()
	g.MOVQ(width, stride)
	g.SHLQ(operand.U8(2), stride)
	return stride
}

func (g *isa) repeatRows() {
	g.function("repeatRows", "dst, src *float32, rows, repeats, width int",
		"copies each row of src repeats times in a row to dst.")
	dst, src, rows, width := g.integer("dst"), g.integer("src"), g.integer("rows"), g.integer("width")
	tail, stride, at := g.tailMask(width), g.rowBytes(width), g.GP64()
	group := g.integer("repeats")
	g.IMULQ(stride, group)
	g.loop("rows", rows, 1, func() {
		g.columnBlocks("columns", width, at, tail, func(label string, vectors int, m mask) {
			row, to, left := g.vectors(vectors), g.GP64(), g.integer("repeats")
			for j, v := range row {
				g.load(operand.Mem{Base: src, Index: at, Scale: 1, Disp: j * g.bytes()}, m, v)
			}
			g.LEAQ(operand.Mem{Base: dst, Index: at, Scale: 1}, to)
			g.loop(label+"_repeats", left, 1, func() {
				for j, v := range row {
					g.store(v, m, operand.Mem{Base: to, Disp: j * g.bytes()})
				}
				g.ADDQ(stride, to)
			})
		})
		g.ADDQ(stride, src)
		g.ADDQ(group, dst)
	})
	g.end()
}

func (g *isa) sumEnds() {
	g.function("sumEnds", "sums, ends, x *float32, index *int64, groups, size, width int",
		"sums each group of size rows of x in a row of sums, and adds row i of x", "to row index[i] of ends.")
	sums, x, index := g.integer("sums"), g.integer("x"), g.integer("index")
	groups, width := g.integer("groups"), g.integer("width")
	tail, stride, at := g.tailMask(width), g.rowBytes(width), g.GP64()
	g.loop("groups", groups, 1, func() {
		g.columnBlocks("columns", width, at, tail, func(label string, vectors int, m mask) {
			sum, row, entry, left := g.vectors(vectors), g.GP64(), g.GP64(), g.integer("size")
			for _, v := range sum {
				g.clear(v)
			}
			g.LEAQ(operand.Mem{Base: x, Index: at, Scale: 1}, row)
			g.MOVQ(index, entry)
			g.loop(label+"_edges", left, 1, func() {
				end := g.GP64()
				g.MOVQ(operand.Mem{Base: entry}, end)
				g.IMULQ(stride, end)
				g.ADDQ(at, end)
				g.ADDQ(g.parameter("ends"), end)
				for j, v := range sum {
					value, other := g.vector(), g.vector()
					g.load(operand.Mem{Base: row, Disp: j * g.bytes()}, m, value)
					g.VADDPS(value, v, v)
					g.load(operand.Mem{Base: end, Disp: j * g.bytes()}, m, other)
					g.VADDPS(value, other, other)
					g.store(other, m, operand.Mem{Base: end, Disp: j * g.bytes()})
				}
				g.ADDQ(stride, row)
				g.ADDQ(operand.I8(8), entry)
			})
			for j, v := range sum {
				g.store(v, m, operand.Mem{Base: sums, Index: at, Scale: 1, Disp: j * g.bytes()})
			}
		})
		size := g.integer("size")
		g.LEAQ(operand.Mem{Base: index, Index: size, Scale: 8}, index)
		g.IMULQ(stride, size)
		g.ADDQ(size, x)
		g.ADDQ(stride, sums)
	})
	g.end()
}
