package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sums writes the functions that add up rows and columns.
func (g *isa) sums() {
	g.sumRows()
	g.dotRows("dotRows", "dst *float32, stepDst int, x *float32, stepX int, rows, width int, y *float32",
		"adds to each value of dst the inner product of a row of x with y;", true)
	g.dotRows("sumColumns", "dst *float32, stepDst int, x *float32, stepX int, rows, width int",
		"adds to each value of dst the sum of a row of x;", false)
}

// blockVectors is how many vectors of a row are summed at once.
const blockVectors = 4

func (g *isa) sumRows() {
	g.function("sumRows", "dst, x *float32, rows, width int",
		"adds the rows of x, in ascending order, to dst.")
	dst, x, left := g.integer("dst"), g.integer("x"), g.integer("width")
	stride := g.GP64()
	g.MOVQ(left, stride)
	g.SHLQ(operand.U8(2), stride)
	block := func(label string, vectors int, m mask) {
		sums := g.vectors(vectors)
		for j, sum := range sums {
			g.load(operand.Mem{Base: dst, Disp: j * g.bytes()}, m, sum)
		}
		row, rows := g.GP64(), g.integer("rows")
		g.MOVQ(x, row)
		g.loop(label, rows, 1, func() {
			for j, sum := range sums {
				from := operand.Mem{Base: row, Disp: j * g.bytes()}
				if m == nil {
					g.VADDPS(from, sum, sum)
					continue
				}
				v := g.vector()
				g.load(from, m, v)
				g.VADDPS(v, sum, sum)
			}
			g.ADDQ(stride, row)
		})
		for j, sum := range sums {
			g.store(sum, m, operand.Mem{Base: dst, Disp: j * g.bytes()})
		}
	}
	for _, vectors := range []int{blockVectors, 1} {
		label := map[int]string{blockVectors: "blocks", 1: "vectors"}[vectors]
		g.loop(label, left, vectors*g.lanes, func() {
			block(label+"_rows", vectors, nil)
			g.ADDQ(operand.I32(vectors*g.bytes()), dst)
			g.ADDQ(operand.I32(vectors*g.bytes()), x)
		})
	}
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef("done"))
	block("tail_rows", 1, g.mask(left))
	g.Label("done")
	g.end()
}

// dotRows serves products with a single column, sumColumns is the same with
// a column of ones.
func (g *isa) dotRows(name, signature, doc string, withY bool) {
	g.function(name, signature, doc, "the rows lie stepX bytes apart, the values of dst stepDst bytes.")
	dst, x := g.integer("dst"), g.integer("x")
	stepDst, stepX := g.integer("stepDst"), g.integer("stepX")
	whole, tail := g.integer("width"), g.GP64()
	g.MOVQ(whole, tail)
	g.ANDQ(operand.I32(g.lanes-1), tail)
	g.SUBQ(tail, whole)
	m := g.mask(tail)
	rows := g.integer("rows")
	at, left := g.GP64(), g.GP64()
	add := func(m mask, sum reg.VecVirtual) {
		v := g.vector()
		g.load(operand.Mem{Base: x, Index: at, Scale: float}, m, v)
		if !withY {
			g.VADDPS(v, sum, sum)
			return
		}
		factor := g.vector()
		g.load(operand.Mem{Base: g.integer("y"), Index: at, Scale: float}, m, factor)
		g.VFMADD231PS(factor, v, sum)
	}
	g.loop("rows", rows, 1, func() {
		sum := g.vector()
		g.clear(sum)
		g.XORQ(at, at)
		g.MOVQ(whole, left)
		g.loop("vectors", left, g.lanes, func() {
			add(nil, sum)
			g.ADDQ(operand.I8(g.lanes), at)
		})
		g.TESTQ(tail, tail)
		g.JZ(operand.LabelRef("whole"))
		add(m, sum)
		g.Label("whole")
		g.addLanes(sum, operand.Mem{Base: dst})
		g.ADDQ(stepDst, dst)
		g.ADDQ(stepX, x)
	})
	g.end()
}

// addLanes adds the sum of all lanes of v to the value at to.
func (g *isa) addLanes(v reg.VecVirtual, to operand.Mem) {
	if g.wide() {
		upper := g.YMM()
		g.VEXTRACTF64X4(operand.U8(1), v, upper)
		g.VADDPS(upper, v.AsY(), v.AsY())
	}
	upper := g.XMM()
	g.VEXTRACTF128(operand.U8(1), v.AsY(), upper)
	g.VADDPS(upper, v.AsX(), v.AsX())
	g.VHADDPS(v.AsX(), v.AsX(), v.AsX())
	g.VHADDPS(v.AsX(), v.AsX(), v.AsX())
	g.VADDSS(to, v.AsX(), v.AsX())
	g.VMOVSS(v.AsX(), to)
}
