package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// broadcasts writes the functions of two elements.
func (g *isa) broadcasts() {
	simple := func(f func(...operand.Op)) func() pair {
		return func() pair { return func(x, y, to reg.VecVirtual) { f(y, x, to) } }
	}
	g.broadcast("sum", "x + y", simple(g.VADDPS))
	g.broadcast("difference", "x - y", simple(g.VSUBPS))
	g.broadcast("product", "x y", simple(g.VMULPS))
	g.broadcast("quotient", "x / y", simple(g.VDIVPS))
	// The instructions return y if either value is NaN.
	extremum := func(f func(...operand.Op)) func() pair {
		return func() pair {
			return func(x, y, to reg.VecVirtual) {
				f(y, x, to)
				g.blend(g.compare(unordered, x, x), x, to, to)
			}
		}
	}
	g.broadcast("maximum", "max(x, y)", extremum(g.VMAXPS))
	g.broadcast("minimum", "min(x, y)", extremum(g.VMINPS))
	g.broadcast("greater", "1 where x > y, else 0,", func() pair {
		one := g.held(1)
		return func(x, y, to reg.VecVirtual) { g.where(g.compare(greater, x, y), one, to) }
	})
}

// pair computes one vector of results.
type pair func(x, y, to reg.VecVirtual)

// broadcast writes a function for full rows of both operands, and of either
// operand with a single column of the other. prologue loads what it needs.
func (g *isa) broadcast(name, result string, prologue func() pair) {
	g.function(name, "dst, x *float32, rowX, colX int, y *float32, rowY, colY int, rows, columns int",
		"computes "+result+" with rows in steps of rowX and rowY bytes;",
		"colX or colY, but not both, may be 0 instead of 1.")
	b := broadcast{isa: g, op: prologue(),
		dst: g.integer("dst"), x: g.integer("x"), y: g.integer("y"),
		rowX: g.integer("rowX"), rowY: g.integer("rowY"), columns: g.integer("columns")}
	b.rest, b.whole = g.GP64(), g.GP64()
	g.MOVQ(b.columns, b.rest)
	g.ANDQ(operand.I32(g.lanes-1), b.rest)
	g.MOVQ(b.columns, b.whole)
	g.SUBQ(b.rest, b.whole)
	b.tail = g.mask(b.rest)
	b.left = g.integer("rows")
	flag := g.integer("colX")
	g.TESTQ(flag, flag)
	g.JZ(operand.LabelRef("columnX"))
	g.Load(g.Param("colY"), flag)
	g.TESTQ(flag, flag)
	g.JZ(operand.LabelRef("columnY"))
	b.rows("full", false, false)
	g.Label("columnX")
	b.rows("left", true, false)
	g.Label("columnY")
	b.rows("right", false, true)
}

type broadcast struct {
	*isa
	op                    pair
	dst, x, y, rowX, rowY reg.GPVirtual
	columns, whole, rest  reg.GPVirtual // all, those in whole vectors, the others
	left                  reg.GPVirtual
	tail                  mask // of the others
}

// rows writes the loop over rows for operands of one column or many.
func (b broadcast) rows(label string, columnX, columnY bool) {
	x, y := b.vector(), b.vector()
	at, left := b.GP64(), b.GP64()
	step := func(m mask) {
		to := b.vector()
		if !columnX {
			b.load(operand.Mem{Base: b.x, Index: at, Scale: float}, m, x)
		}
		if !columnY {
			b.load(operand.Mem{Base: b.y, Index: at, Scale: float}, m, y)
		}
		b.op(x, y, to)
		b.store(to, m, operand.Mem{Base: b.dst, Index: at, Scale: float})
	}
	b.loop(label, b.left, 1, func() {
		if columnX {
			b.VBROADCASTSS(operand.Mem{Base: b.x}, x)
		}
		if columnY {
			b.VBROADCASTSS(operand.Mem{Base: b.y}, y)
		}
		b.XORQ(at, at)
		b.MOVQ(b.whole, left)
		b.loop(label+"_vectors", left, b.lanes, func() {
			step(nil)
			b.ADDQ(operand.I8(b.lanes), at)
		})
		b.TESTQ(b.rest, b.rest)
		b.JZ(operand.LabelRef(label + "_next"))
		step(b.tail)
		b.Label(label + "_next")
		b.LEAQ(operand.Mem{Base: b.dst, Index: b.columns, Scale: float}, b.dst)
		b.ADDQ(b.rowX, b.x)
		b.ADDQ(b.rowY, b.y)
	})
	b.end()
}
