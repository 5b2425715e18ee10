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
	g.newSums("rows").add(func(sum reg.VecVirtual, m mask, dst operand.Mem) { g.load(dst, m, sum) })
	g.end()
}

func (g *isa) sumGroups() {
	g.function("sumGroups", "dst, x *float32, groups, size, width int",
		"adds up each group of size rows of x, in ascending order, in a row of dst.")
	s, group := g.newSums("size"), g.integer("size")
	g.IMULQ(s.stride, group)
	g.loop("groups", g.integer("groups"), 1, func() {
		s.add(func(sum reg.VecVirtual, _ mask, _ operand.Mem) { g.clear(sum) })
		g.ADDQ(s.stride, s.dst)
		g.ADDQ(group, s.x)
	})
	g.end()
}

// sums adds up as many rows as a parameter says: they begin at x, the sum at dst.
type sums struct {
	columns
	dst, x, stride reg.GPVirtual
	rows           string
}

func (g *isa) newSums(rows string) sums {
	width := g.integer("width")
	return sums{g.newColumns(width), g.integer("dst"), g.integer("x"), g.rowBytes(width), rows}
}

// add adds up the rows from the start that is given to sums.
func (s sums) add(start func(sum reg.VecVirtual, m mask, dst operand.Mem)) {
	s.columnBlocks("columns", s.width, s.at, s.tail, func(label string, vectors int, m mask) {
		dst := func(j int) operand.Mem {
			return operand.Mem{Base: s.dst, Index: s.at, Scale: 1, Disp: j * s.bytes()}
		}
		sums, row := s.vectors(vectors), s.GP64()
		for j, sum := range sums {
			start(sum, m, dst(j))
		}
		s.LEAQ(operand.Mem{Base: s.x, Index: s.at, Scale: 1}, row)
		s.loop(label+"_rows", s.integer(s.rows), 1, func() {
			for j, sum := range sums {
				from := operand.Mem{Base: row, Disp: j * s.bytes()}
				if m == nil {
					s.VADDPS(from, sum, sum)
					continue
				}
				v := s.vector()
				s.load(from, m, v)
				s.VADDPS(v, sum, sum)
			}
			s.ADDQ(s.stride, row)
		})
		for j, sum := range sums {
			s.store(sum, m, dst(j))
		}
	})
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
