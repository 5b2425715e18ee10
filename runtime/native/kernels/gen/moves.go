package main

import (
	"fmt"
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
	rows, width := g.integer("rows"), g.integer("width")
	columns := g.newRow(width)
	at := g.GP64()
	g.loop("rows", rows, 1, func() {
		g.MOVQ(operand.Mem{Base: index}, at)
		g.IMULQ(width, at)
		g.LEAQ(operand.Mem{Base: pointed, Index: at, Scale: float}, at)
		columns.each("vectors", func(element func(reg.Register) operand.Mem, m mask) { move(element(own), element(at), m) })
		g.ADDQ(operand.I8(8), index)
		g.LEAQ(operand.Mem{Base: own, Index: width, Scale: float}, own)
	})
	g.end()
}

// row is how the elements of a row are gone through: whole vectors, and the
// last ones under a mask.
type row struct {
	*isa
	whole, tail, at, left reg.GPVirtual
	last                  mask
}

func (g *isa) newRow(width reg.GPVirtual) row {
	r := row{isa: g, whole: g.GP64(), tail: g.GP64(), at: g.GP64(), left: g.GP64()}
	g.MOVQ(width, r.tail)
	g.ANDQ(operand.I32(g.lanes-1), r.tail)
	g.MOVQ(width, r.whole)
	g.SUBQ(r.tail, r.whole)
	r.last = g.mask(r.tail)
	return r
}

// each writes body for the vectors of the row, whose place element gives in a row
// that begins at a register: for several at a time, for one, and for the last elements.
func (r row) each(label string, body func(element func(reg.Register) operand.Mem, m mask)) {
	vector := func(j int, m mask) {
		body(func(base reg.Register) operand.Mem {
			return operand.Mem{Base: base, Index: r.at, Scale: float, Disp: j * r.bytes()}
		}, m)
	}
	r.XORQ(r.at, r.at)
	r.MOVQ(r.whole, r.left)
	for _, vectors := range []int{blockVectors, 1} {
		r.loop(fmt.Sprint(label, vectors), r.left, vectors*r.lanes, func() {
			for j := range vectors {
				vector(j, nil)
			}
			r.ADDQ(operand.I8(vectors*r.lanes), r.at)
		})
	}
	r.TESTQ(r.tail, r.tail)
	r.JZ(operand.LabelRef(label + "_whole"))
	vector(0, r.last)
	r.Label(label + "_whole")
}
