package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// chosen writes the functions that move the rows for which a mask holds: it has a
// number for each, and holds where that is not 0.
func (g *isa) chosen() {
	g.chooseRows()
	g.putRows()
	g.addRowsWhere()
}

func (g *isa) chooseRows() {
	g.function("chooseRows", "dst, x, mask *float32, rows, width int",
		"copies the rows of x for which the mask holds to dst, one after the other.")
	r := g.newRowPair()
	r.where(func() {
		g.JZ(operand.LabelRef("next"))
		r.move("columns", r.dst, r.x, g.copyTo)
		g.ADDQ(r.stride, r.dst)
		g.Label("next")
		g.ADDQ(r.stride, r.x)
	})
}

func (g *isa) putRows() {
	g.function("putRows", "dst, x, mask *float32, rows, width int",
		"copies the rows of x, one after the other, to those of dst for which the mask holds; the others become 0.")
	r := g.newRowPair()
	zero := g.vector()
	g.clear(zero)
	r.where(func() {
		g.JZ(operand.LabelRef("zero"))
		r.move("columns", r.dst, r.x, g.copyTo)
		g.ADDQ(r.stride, r.x)
		g.JMP(operand.LabelRef("next"))
		g.Label("zero")
		r.move("zeros", r.dst, r.x, func(dst, _ operand.Mem, m mask) { g.store(zero, m, dst) })
		g.Label("next")
		g.ADDQ(r.stride, r.dst)
	})
}

func (g *isa) addRowsWhere() {
	g.function("addRowsWhere", "dst, x, mask *float32, holds, rows, width int",
		"adds the rows of x for which the mask holds, or if holds is 0 the others, to those of dst.")
	r := g.newRowPair()
	holds, found := g.integer("holds"), g.GP64()
	r.where(func() {
		g.SETNE(found.As8())
		g.MOVBQZX(found.As8(), found)
		g.CMPQ(found, holds)
		g.JNE(operand.LabelRef("next"))
		r.move("columns", r.dst, r.x, g.addTo)
		g.Label("next")
		g.ADDQ(r.stride, r.x)
		g.ADDQ(r.stride, r.dst)
	})
}

// rowPair are a row of dst and one of x, and how they are gone through.
type rowPair struct {
	columns
	dst, x, stride reg.GPVirtual
}

func (g *isa) newRowPair() rowPair {
	width := g.integer("width")
	return rowPair{columns: g.newColumns(width), dst: g.integer("dst"), x: g.integer("x"), stride: g.rowBytes(width)}
}

// where writes a loop over the mask. The body begins with the zero flag set where it
// does not hold.
func (r rowPair) where(body func()) {
	at, rows, holds := r.integer("mask"), r.integer("rows"), r.GP32()
	r.loop("rows", rows, 1, func() {
		r.MOVL(operand.Mem{Base: at}, holds)
		r.ADDQ(operand.I8(float), at)
		r.ADDL(holds, holds) // leaves the sign of a zero out
		body()
	})
	r.end()
}
