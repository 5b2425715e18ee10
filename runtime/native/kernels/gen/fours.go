package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fours writes the functions that take four values of rows apart into columns, and
// that put them together, for as many rows at a time as a vector has lanes.
func (g *isa) fours() {
	g.moveFours("splitFours", "splits four values of each row into columns.", func(row func() operand.Mem, columns []operand.Mem) {
		v := [quad]reg.VecVirtual(g.vectors(quad))
		for i := range g.lanes {
			g.putPart(row(), i/quad, v[i%quad])
		}
		for c, column := range g.transposed(v) {
			g.VMOVUPS(column, columns[c])
		}
	})
	g.moveFours("joinFours", "joins columns to four values of each row.", func(row func() operand.Mem, columns []operand.Mem) {
		v := [quad]reg.VecVirtual(g.vectors(quad))
		for c := range v {
			g.VMOVUPS(columns[c], v[c])
		}
		v = g.transposed(v)
		for i := range g.lanes {
			g.takePart(v[i%quad], i/quad, row())
		}
	})
}

// moveFours writes a loop over vectors of rows. The body asks for the place of each
// row once, in their order.
func (g *isa) moveFours(name, doc string, body func(row func() operand.Mem, columns []operand.Mem)) {
	g.function(name, "rows, columns *float32, count, apart, width int", doc,
		"Rows lie apart bytes apart, columns width bytes, and count is a multiple of the lanes.")
	rows, columns, apart, width := g.integer("rows"), g.integer("columns"), g.integer("apart"), g.integer("width")
	thrice, count := g.GP64(), g.integer("count")
	g.LEAQ(operand.Mem{Base: width, Index: width, Scale: 2}, thrice)
	g.loop("rows", count, g.lanes, func() {
		begun := false
		body(func() operand.Mem {
			if begun {
				g.ADDQ(apart, rows)
			}
			begun = true
			return operand.Mem{Base: rows}
		}, []operand.Mem{{Base: columns}, {Base: columns, Index: width, Scale: 1},
			{Base: columns, Index: width, Scale: 2}, {Base: columns, Index: thrice, Scale: 1}})
		g.ADDQ(apart, rows)
		g.ADDQ(operand.I8(g.bytes()), columns)
	})
	g.end()
}

// putPart loads 128 bits of a vector, the first of which must come first.
func (g *isa) putPart(from operand.Mem, part int, v reg.VecVirtual) {
	switch {
	case part == 0:
		g.VMOVUPS(from, v.AsX())
	case g.wide():
		g.VINSERTF32X4(operand.U8(part), from, v, v)
	default:
		g.VINSERTF128(operand.U8(part), from, v, v)
	}
}

// takePart stores 128 bits of a vector.
func (g *isa) takePart(v reg.VecVirtual, part int, to operand.Mem) {
	switch {
	case part == 0:
		g.VMOVUPS(v.AsX(), to)
	case g.wide():
		g.VEXTRACTF32X4(operand.U8(part), v, to)
	default:
		g.VEXTRACTF128(operand.U8(part), v, to)
	}
}
