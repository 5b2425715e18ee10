package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// threes writes the functions that take rows of three values apart into
// columns, and that put them together: as many rows as a register has lanes
// are three registers, and so are their columns.
//
// Number 3 i + c, row i of column c, lies in lane (3 i + c) mod lanes. The
// lane is another for each row, as 3 divides no number of lanes. So a column is
// picked from the lanes of the three registers, and put into order.
func (g *isa) threes() {
	g.moveThrees("splitThrees", func(t *threes) {
		for k := range 3 {
			g.load(t.row(k), t.masks[k], t.vectors[k])
		}
		for c := range 3 {
			column := t.pick(func(k int) int { return t.third(k, c) })
			g.VPERMPS(column, t.order[c], column)
			g.VMOVUPS(column, t.column(c))
		}
	}, func(lane, c int) int { return (3*lane + c) % g.lanes },
		"splits rows of three values into columns that lie width bytes apart.", "It writes whole vectors of them.")
	g.moveThrees("joinThrees", func(t *threes) {
		for c := range 3 {
			g.VMOVUPS(t.column(c), t.vectors[c])
			g.VPERMPS(t.vectors[c], t.order[c], t.vectors[c])
		}
		for k := range 3 {
			g.store(t.pick(func(c int) int { return t.third(k, c) }), t.masks[k], t.row(k))
		}
	}, func(lane, c int) int { return (lane + g.lanes - c) * g.inverseOfThree() % g.lanes },
		"joins columns that lie width bytes apart to rows of three values.", "It reads whole vectors of them.")
}

// inverseOfThree times 3 is 1, modulo the lanes.
func (g *isa) inverseOfThree() int {
	for i := range g.lanes {
		if 3*i%g.lanes == 1 {
			return i
		}
	}
	panic("3 divides the lanes")
}

// threes are the registers of a function that moves rows of three values.
type threes struct {
	*isa
	rows, columns, width reg.GPVirtual
	vectors              [3]reg.VecVirtual
	order                [3]reg.VecVirtual // the lanes of each column
	thirds               [3]operand.Op     // lanes r, r + 3, r + 6, ..., where they need a register
	masks                [3]mask           // of the rows in memory, nil for all
}

func (t *threes) row(k int) operand.Mem { return operand.Mem{Base: t.rows, Disp: k * t.bytes()} }

func (t *threes) column(c int) operand.Mem {
	return []operand.Mem{{Base: t.columns}, {Base: t.columns, Index: t.width, Scale: 1}, {Base: t.columns, Index: t.width, Scale: 2}}[c]
}

// third is r where lanes r, r + 3, ... of register k of the rows are of column c.
func (t *threes) third(k, c int) int { return (c + 2*k*t.lanes) % 3 }

// pick takes of each vector the lanes r, r + 3, r + 6, ... with its r.
func (t *threes) pick(third func(vector int) int) reg.VecVirtual {
	picked := t.vectors[0]
	for i, v := range t.vectors[1:] {
		r, both := third(i+1), t.vector()
		if t.wide() {
			t.VBLENDMPS(v, picked, t.thirds[r], both)
		} else {
			t.VBLENDPS(operand.U8(t.lanesOf(r)), v, picked, both)
		}
		picked = both
	}
	return picked
}

// lanesOf are the bits of lanes r, r + 3, r + 6, ...
func (t *threes) lanesOf(r int) (bits uint64) {
	for lane := r; lane < t.lanes; lane += 3 {
		bits |= 1 << lane
	}
	return bits
}

// moveThrees writes a function that moves as many rows at a time as a
// register has lanes, and then those left over.
func (g *isa) moveThrees(name string, move func(t *threes), order func(lane, column int) int, doc ...string) {
	g.function(name, "rows, columns *float32, count, width int", doc...)
	t := &threes{isa: g, rows: g.integer("rows"), columns: g.integer("columns"), width: g.integer("width")}
	count, at := g.integer("count"), g.GP64()
	g.LEAQ(g.lanetable(3, order), at)
	for c := range 3 {
		t.vectors[c], t.order[c] = g.vector(), g.vector()
		g.VMOVUPS(operand.Mem{Base: at, Disp: c * g.bytes()}, t.order[c])
		if g.wide() {
			bits, k := g.GP64(), g.K()
			g.MOVQ(operand.U64(t.lanesOf(c)), bits)
			g.KMOVW(bits.As32(), k)
			t.thirds[c] = k
		}
	}
	g.loop("whole", count, g.lanes, func() {
		move(t)
		g.ADDQ(operand.I32(3*g.bytes()), t.rows)
		g.ADDQ(operand.I32(g.bytes()), t.columns)
	})
	g.TESTQ(count, count)
	g.JZ(operand.LabelRef("none"))
	g.LEAQ(operand.Mem{Base: count, Index: count, Scale: 2}, count)
	for k := range 3 {
		t.masks[k] = g.mask(g.between(count, k*g.lanes, g.lanes))
	}
	move(t)
	g.Label("none")
	g.end()
}

// between is how many of count numbers are left after some, 0 to most.
func (g *isa) between(count reg.Register, after, most int) reg.Register {
	left, limit := g.GP64(), g.GP64()
	g.MOVQ(count, left)
	g.XORQ(limit, limit)
	g.SUBQ(operand.I8(after), left)
	g.CMOVQLT(limit, left)
	g.MOVQ(operand.I32(most), limit)
	g.CMPQ(left, limit)
	g.CMOVQGT(limit, left)
	return left
}
