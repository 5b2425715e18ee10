package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// moves writes the functions that move rows by index.
func (g *isa) moves() {
	g.indicesBelow()
	g.indexed("gatherRows", "copies row index[i] of pointed to row i of own.",
		g.copyTo)
	g.indexed("addGatheredRows", "adds row index[i] of pointed to row i of own.",
		g.addTo)
	g.indexed("scatterAddRows", "adds row i of own to row index[i] of pointed.",
		func(own, pointed operand.Mem, m mask) { g.addTo(pointed, own, m) })
}

// copyTo copies the vector at from to that at to.
func (g *isa) copyTo(to, from operand.Mem, m mask) {
	v := g.vector()
	g.load(from, m, v)
	g.store(v, m, to)
}

// addTo adds the vector at from to that at to.
func (g *isa) addTo(to, from operand.Mem, m mask) {
	v, sum := g.vector(), g.vector()
	g.load(from, m, v)
	g.load(to, m, sum)
	g.VADDPS(v, sum, sum)
	g.store(sum, m, to)
}

// indicesBelow writes the look at an index before rows are moved by it. An entry is
// right if it is not negative and the entry less rows is.
func (g *isa) indicesBelow() {
	g.predicate("indicesBelow", "index *int64, count, rows int",
		"reports whether all entries are at least 0 and below rows. There are count", "of them, a multiple of half the lanes.")
	index, count := g.integer("index"), g.integer("count")
	rows, all := g.vector(), g.vector() // the signs of all say what is so of all entries
	g.VPBROADCASTQ(g.parameter("rows"), rows)
	g.VBROADCASTSS(g.constant(math.MaxUint32), all)
	g.loop("entries", count, g.lanes/2, func() {
		entries, below := g.vector(), g.vector()
		g.VMOVUPS(operand.Mem{Base: index}, entries)
		g.VPSUBQ(rows, entries, below)
		g.bitAndNot(entries, below, below)
		g.bitAnd(below, all, all)
		g.ADDQ(operand.I8(g.bytes()), index)
	})
	signs := all.AsY()
	if g.wide() {
		upper := g.YMM()
		g.VEXTRACTF64X4(operand.U8(1), all, upper)
		g.VANDPS(upper, signs, signs)
	}
	found := g.GP32()
	g.VMOVMSKPD(signs, found)
	g.CMPL(found, operand.U8(1<<4-1))
	g.SETEQ(found.As8())
	g.Store(found.As8(), g.ReturnIndex(0))
	g.end()
}

// indexed writes a loop over the entries of an index. pointed is in the row
// that the entry points at, own in the entry's own row.
func (g *isa) indexed(name, doc string, move func(own, pointed operand.Mem, m mask)) {
	g.function(name, "own, pointed *float32, index *int64, rows, width int", doc)
	own, pointed, index := g.integer("own"), g.integer("pointed"), g.integer("index")
	width, row := g.integer("width"), g.GP64()
	columns, stride := g.newColumns(width), g.rowBytes(width)
	g.loop("rows", g.integer("rows"), 1, func() {
		g.MOVQ(operand.Mem{Base: index}, row)
		g.IMULQ(stride, row)
		g.ADDQ(pointed, row)
		columns.move("columns", own, row, move)
		g.ADDQ(operand.I8(8), index)
		g.ADDQ(stride, own)
	})
	g.end()
}

// columns goes through the columns of a pair of rows together.
type columns struct {
	*isa
	width, at reg.GPVirtual
	tail      mask
}

func (g *isa) newColumns(width reg.GPVirtual) columns {
	return columns{g, width, g.GP64(), g.tailMask(width)}
}

// move moves the vectors of a pair of rows.
func (c columns) move(label string, x, y reg.Register, move func(x, y operand.Mem, m mask)) {
	c.columnBlocks(label, c.width, c.at, c.tail, func(_ string, vectors int, m mask) {
		for j := range vectors {
			at := func(row reg.Register) operand.Mem {
				return operand.Mem{Base: row, Index: c.at, Scale: 1, Disp: j * c.bytes()}
			}
			move(at(x), at(y), m)
		}
	})
}
