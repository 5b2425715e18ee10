package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sums writes the functions that add up rows and columns.
func (g *isa) sums() {
	g.sumRows()
	g.sumGroups()
	g.dotRows("dotRows", "dst *float32, stepDst int, x *float32, stepX int, rows, width int, y *float32",
		"adds to each value of dst the inner product of a row of x with y;", true)
	g.dotRows("sumColumns", "dst *float32, stepDst int, x *float32, stepX int, rows, width int",
		"adds to each value of dst the sum of a row of x;", false)
}

// blockVectors is how many vectors of a row are summed or moved at once.
const blockVectors = 4

func (g *isa) sumRows() {
	g.function("sumRows", "dst, x *float32, rows, width int",
		"adds the rows of x, in ascending order, to dst.")
	dst, x, left := g.integer("dst"), g.integer("x"), g.integer("width")
	g.addUp(dst, x, left, g.rowBytes(left), "rows", func(sum reg.VecVirtual, m mask, at operand.Mem) { g.load(at, m, sum) })
	g.end()
}

func (g *isa) sumGroups() {
	g.function("sumGroups", "dst, x *float32, groups, size, width int",
		"adds up each group of size rows of x, in ascending order, in a row of dst.")
	dst, x, groups, width := g.integer("dst"), g.integer("x"), g.integer("groups"), g.integer("width")
	stride := g.rowBytes(width)
	group := g.integer("size")
	g.IMULQ(stride, group)
	to, from, left := g.GP64(), g.GP64(), g.GP64()
	g.loop("groups", groups, 1, func() {
		g.MOVQ(dst, to)
		g.MOVQ(x, from)
		g.MOVQ(width, left)
		g.addUp(to, from, left, stride, "size", func(sum reg.VecVirtual, _ mask, _ operand.Mem) { g.clear(sum) })
		g.ADDQ(stride, dst)
		g.ADDQ(group, x)
	})
	g.end()
}

// rowBytes is the size of a row of so many elements.
func (g *isa) rowBytes(width reg.Register) reg.GPVirtual {
	stride := g.GP64()
	g.MOVQ(width, stride)
	g.SHLQ(operand.U8(2), stride)
	return stride
}

// addUp adds up rows that begin at x, as many as a parameter says, from the start
// that is given to sums, and stores them at dst. It steps dst and x on, and left down.
func (g *isa) addUp(dst, x, left, stride reg.Register, rows string, start func(sum reg.VecVirtual, m mask, at operand.Mem)) {
	block := func(label string, vectors int, m mask) {
		sums := g.vectors(vectors)
		for j, sum := range sums {
			start(sum, m, operand.Mem{Base: dst, Disp: j * g.bytes()})
		}
		row, rows := g.GP64(), g.integer(rows)
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
}

// dottedRows is how many rows share the reading of y, and the last additions.
const dottedRows = 4

// dotRows serves products with a single column, sumColumns is the same with
// a column of ones.
func (g *isa) dotRows(name, signature, doc string, withY bool) {
	g.function(name, signature, doc, "the rows lie stepX bytes apart, the values of dst stepDst bytes.")
	dst, x := g.integer("dst"), g.integer("x")
	stepDst, stepX := g.integer("stepDst"), g.integer("stepX")
	whole, tail, thrice := g.integer("width"), g.GP64(), g.GP64()
	g.MOVQ(whole, tail)
	g.ANDQ(operand.I32(g.lanes-1), tail)
	g.SUBQ(tail, whole)
	m := g.mask(tail)
	g.LEAQ(operand.Mem{Base: stepX, Index: stepX, Scale: 2}, thrice)
	rows := g.integer("rows")
	row, y, left := g.GP64(), g.GP64(), g.GP64()
	add := func(m mask, sums []reg.VecVirtual) {
		factor := g.vector()
		if withY {
			g.load(operand.Mem{Base: y}, m, factor)
		}
		for i, sum := range sums {
			v := g.vector()
			g.load([]operand.Mem{{Base: row}, {Base: row, Index: stepX, Scale: 1}, {Base: row, Index: stepX, Scale: 2},
				{Base: row, Index: thrice, Scale: 1}}[i], m, v)
			if withY {
				g.VFMADD231PS(factor, v, sum)
			} else {
				g.VADDPS(v, sum, sum)
			}
		}
	}
	block := func(label string, count int) {
		sums := g.vectors(count)
		for _, sum := range sums {
			g.clear(sum)
		}
		g.MOVQ(x, row)
		if withY {
			g.Load(g.Param("y"), y)
		}
		g.MOVQ(whole, left)
		g.loop(label+"_vectors", left, g.lanes, func() {
			add(nil, sums)
			g.ADDQ(operand.I32(g.bytes()), row)
			if withY {
				g.ADDQ(operand.I32(g.bytes()), y)
			}
		})
		g.TESTQ(tail, tail)
		g.JZ(operand.LabelRef(label + "_whole"))
		add(m, sums)
		g.Label(label + "_whole")
		if count == 1 {
			g.addLanes(sums[0], operand.Mem{Base: dst})
		} else {
			g.addLanesOfFour(sums, operand.Mem{Base: dst})
		}
		for range count {
			g.ADDQ(stepDst, dst)
			g.ADDQ(stepX, x)
		}
	}
	g.CMPQ(stepDst, operand.I8(float))
	g.JNE(operand.LabelRef("rows"))
	g.loop("blocks", rows, dottedRows, func() { block("block", dottedRows) })
	g.loop("rows", rows, 1, func() { block("row", 1) })
	g.end()
}

// addLanesOfFour adds the sums of all lanes of four vectors to as many values
// at to, in the order of addLanes.
func (g *isa) addLanesOfFour(v []reg.VecVirtual, to operand.Mem) {
	for _, sum := range v {
		g.halve(sum)
	}
	g.VHADDPS(v[1].AsX(), v[0].AsX(), v[0].AsX())
	g.VHADDPS(v[3].AsX(), v[2].AsX(), v[2].AsX())
	g.VHADDPS(v[2].AsX(), v[0].AsX(), v[0].AsX())
	g.VADDPS(to, v[0].AsX(), v[0].AsX())
	g.VMOVUPS(v[0].AsX(), to)
}

// halve adds up the lanes of v in its first four.
func (g *isa) halve(v reg.VecVirtual) {
	if g.wide() {
		upper := g.YMM()
		g.VEXTRACTF64X4(operand.U8(1), v, upper)
		g.VADDPS(upper, v.AsY(), v.AsY())
	}
	upper := g.XMM()
	g.VEXTRACTF128(operand.U8(1), v.AsY(), upper)
	g.VADDPS(upper, v.AsX(), v.AsX())
}

// addLanes adds the sum of all lanes of v to the value at to.
func (g *isa) addLanes(v reg.VecVirtual, to operand.Mem) {
	g.halve(v)
	g.VHADDPS(v.AsX(), v.AsX(), v.AsX())
	g.VHADDPS(v.AsX(), v.AsX(), v.AsX())
	g.VADDSS(to, v.AsX(), v.AsX())
	g.VMOVSS(v.AsX(), to)
}
