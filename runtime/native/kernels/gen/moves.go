package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// moves writes the functions that move rows by index.
func (g *isa) moves() {
	g.indexed("gatherRows", "copies row index[i] of pointed to row i of own.",
		func(own, pointed operand.Mem, m mask) {
			v := g.vector()
			g.load(pointed, m, v)
			g.store(v, m, own)
		})
	g.indexed("addGatheredRows", "adds row index[i] of pointed to row i of own.",
		func(own, pointed operand.Mem, m mask) { g.addTo(own, pointed, m) })
	g.indexed("scatterAddRows", "adds row i of own to row index[i] of pointed.",
		func(own, pointed operand.Mem, m mask) { g.addTo(pointed, own, m) })
}

// addTo adds the vector at from to that at to.
func (g *isa) addTo(to, from operand.Mem, m mask) {
	v, sum := g.vector(), g.vector()
	g.load(from, m, v)
	g.load(to, m, sum)
	g.VADDPS(v, sum, sum)
	g.store(sum, m, to)
}

// indexed writes a loop over the entries of an index. pointed is in the row
// that the entry points at, own in the entry's own row.
func (g *isa) indexed(name, doc string, move func(own, pointed operand.Mem, m mask)) {
	g.function(name, "own, pointed *float32, index *int64, rows, width int", doc)
	own, pointed, index := g.integer("own"), g.integer("pointed"), g.integer("index")
	rows, width := g.integer("rows"), g.integer("width")
	tail, whole := g.GP64(), g.GP64()
	g.MOVQ(width, tail)
	g.ANDQ(operand.I32(g.lanes-1), tail)
	g.MOVQ(width, whole)
	g.SUBQ(tail, whole)
	m := g.mask(tail)
	row, at, left := g.GP64(), g.GP64(), g.GP64()
	element := func(base reg.Register) operand.Mem {
		return operand.Mem{Base: base, Index: at, Scale: float}
	}
	g.loop("rows", rows, 1, func() {
		g.MOVQ(operand.Mem{Base: index}, row)
		g.IMULQ(width, row)
		g.LEAQ(operand.Mem{Base: pointed, Index: row, Scale: float}, row)
		g.XORQ(at, at)
		g.MOVQ(whole, left)
		g.loop("vectors", left, g.lanes, func() {
			move(element(own), element(row), nil)
			g.ADDQ(operand.I8(g.lanes), at)
		})
		g.TESTQ(tail, tail)
		g.JZ(operand.LabelRef("whole"))
		move(element(own), element(row), m)
		g.Label("whole")
		g.ADDQ(operand.I8(8), index)
		g.LEAQ(operand.Mem{Base: own, Index: width, Scale: float}, own)
	})
	g.end()
}
