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
	g.edges()
}

// edges writes the sum of two rows for each edge: that of its receiver, which
// has as many edges as others, and the one that an index points at.
func (g *isa) edges() {
	g.function("addEdges", "dst, receivers, senders *float32, index *int64, count, neighbors, width int",
		"adds row index[i] of senders and row i / neighbors of", "count receivers, in row i of dst.")
	dst, receivers, senders, index := g.integer("dst"), g.integer("receivers"), g.integer("senders"), g.integer("index")
	count, neighbors, width := g.integer("count"), g.integer("neighbors"), g.integer("width")
	tail, whole, size := g.GP64(), g.GP64(), g.GP64()
	g.MOVQ(width, tail)
	g.ANDQ(operand.I32(g.lanes-1), tail)
	g.MOVQ(width, whole)
	g.SUBQ(tail, whole)
	g.MOVQ(width, size)
	g.SHLQ(operand.U8(2), size) // in bytes
	m := g.mask(tail)
	row, at, left, edges := g.GP64(), g.GP64(), g.GP64(), g.GP64()
	element := func(base reg.Register) operand.Mem {
		return operand.Mem{Base: base, Index: at, Scale: float}
	}
	add := func(m mask) {
		sum, sender := g.vector(), g.vector()
		g.load(element(receivers), m, sum)
		g.load(element(row), m, sender)
		g.VADDPS(sender, sum, sum)
		g.store(sum, m, element(dst))
	}
	g.loop("receivers", count, 1, func() {
		g.MOVQ(neighbors, edges)
		g.loop("edges", edges, 1, func() {
			g.MOVQ(operand.Mem{Base: index}, row)
			g.IMULQ(size, row)
			g.ADDQ(senders, row)
			g.XORQ(at, at)
			g.MOVQ(whole, left)
			g.loop("vectors", left, g.lanes, func() {
				add(nil)
				g.ADDQ(operand.I8(g.lanes), at)
			})
			g.TESTQ(tail, tail)
			g.JZ(operand.LabelRef("whole"))
			add(m)
			g.Label("whole")
			g.ADDQ(operand.I8(8), index)
			g.ADDQ(size, dst)
		})
		g.ADDQ(size, receivers)
	})
	g.end()
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
