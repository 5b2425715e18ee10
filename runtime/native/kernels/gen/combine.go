package main

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// combineMost is how many rows are combined into how many at once: with all factors
// or sums in registers there are some left for what they meet.
func (g *isa) combineMost() int {
	if g.wide() {
		return 5
	}
	return 3
}

// combine writes what joins a few rows of some columns to others, with factors
// of a group, and the inner products of such rows. AVX2 has too few registers for the
// factors.
func (g *isa) combine() {
	if g.wide() {
		g.combineRows()
	}
	g.innerRows()
}

// shapes writes body for each number of rows and columns of up to combineMost.
func (g *isa) shapes(body func(label string, rows, columns int)) {
	most := g.combineMost()
	g.atMost(g.integer("shape"), most*most, func(shape int) {
		body(fmt.Sprint("shape", shape), (shape-1)/most+1, (shape-1)%most+1)
	})
}

// strips calls body for each vector of rows of some columns, the last under a mask,
// and steps all rows on.
func (g *isa) strips(label string, rows []operand.Mem, tail mask, body func(m mask)) {
	left := g.integer("width")
	var bases []reg.Register
	for _, row := range rows {
		if !slices.Contains(bases, row.Base) {
			bases = append(bases, row.Base)
		}
	}
	g.loop(label+"_columns", left, g.lanes, func() {
		body(nil)
		for _, base := range bases {
			g.ADDQ(operand.I32(g.bytes()), base)
		}
	})
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef(label + "_whole"))
	body(tail)
	g.Label(label + "_whole")
}

// combineRows writes the function that combines rows.
func (g *isa) combineRows() {
	g.function("combineRows",
		"dst *float32, lddst, stepDst int, s *float32, rowS, colS int, x *float32, ldx, stepX, width, shape, count int, more bool",
		"computes row j of dst, the sum over i of s[j,i] times row i of x, for count",
		fmt.Sprintf("of both with the same s; shape is %d (rows of dst - 1) + rows of x. Strides", g.combineMost()),
		"are in bytes, steps those from one to the next; more adds to dst.")
	dst, x, lddst, ldx := g.integer("dst"), g.integer("x"), g.integer("lddst"), g.integer("ldx")
	tail, more, tailMore := g.tailMask(g.integer("width")), g.K(), g.K()
	flag := g.GP32()
	g.Load(g.Param("more"), flag)
	g.NEGL(flag)
	g.KMOVW(flag, more)
	g.KANDW(more, tail.(reg.OpmaskVirtual), tailMore)
	g.shapes(func(label string, rows, terms int) {
		factors := g.factors(rows, terms)
		g.Label(label)
		from, to := g.rowAddresses(x, ldx, terms), g.rowAddresses(dst, lddst, rows)
		g.strips(label, append(from, to...), tail, func(m mask) {
			line, start := g.vectors(terms), more
			if m != nil {
				start = tailMore
			}
			for i, v := range line {
				g.load(from[i], m, v)
			}
			for j := range rows {
				sum := g.vector()
				g.load(to[j], start, sum)
				for i, v := range line {
					g.VFMADD231PS(v, factors[j][i], sum)
				}
				g.store(sum, m, to[j])
			}
		})
		g.ADDQ(g.parameter("stepDst"), dst)
		g.ADDQ(g.parameter("stepX"), x)
		g.DECQ(g.parameter("count"))
		g.JNZ(operand.LabelRef(label))
	})
	g.end()
}

// factors reads a matrix s, each value into all lanes of a vector.
func (g *isa) factors(rows, columns int) [][]reg.VecVirtual {
	all, row := make([][]reg.VecVirtual, rows), g.integer("s")
	for j := range all {
		all[j] = g.vectors(columns)
		at := g.GP64()
		g.MOVQ(row, at)
		for _, factor := range all[j] {
			g.VBROADCASTSS(operand.Mem{Base: at}, factor)
			g.ADDQ(g.parameter("colS"), at)
		}
		g.ADDQ(g.parameter("rowS"), row)
	}
	return all
}

// innerRows writes the function of inner products.
func (g *isa) innerRows() {
	g.function("innerRows",
		"sums, x *float32, ldx, stepX int, y *float32, ldy, stepY, width, shape, count int",
		"computes a vector of sums for each row of x and of y whose lanes add up to",
		"the product of both, over count matrices x and as many y. Sums of the first",
		fmt.Sprintf("row of x come first; shape is %d (rows of x - 1) + rows of y. Strides are in", g.combineMost()),
		"bytes, steps those from one matrix to the next.")
	x, y, ldx, ldy := g.integer("x"), g.integer("y"), g.integer("ldx"), g.integer("ldy")
	tail := g.tailMask(g.integer("width"))
	g.shapes(func(label string, rows, columns int) {
		sums := make([][]reg.VecVirtual, rows)
		for i := range sums {
			sums[i] = g.vectors(columns)
			for _, sum := range sums[i] {
				g.clear(sum)
			}
		}
		g.Label(label)
		left, right := g.rowAddresses(x, ldx, rows), g.rowAddresses(y, ldy, columns)
		g.strips(label, append(left, right...), tail, func(m mask) {
			line := g.vectors(rows)
			for i, v := range line {
				g.load(left[i], m, v)
			}
			for j, from := range right {
				other := g.vector()
				g.load(from, m, other)
				for i, v := range line {
					g.VFMADD231PS(other, v, sums[i][j])
				}
			}
		})
		g.ADDQ(g.parameter("stepX"), x)
		g.ADDQ(g.parameter("stepY"), y)
		g.DECQ(g.parameter("count"))
		g.JNZ(operand.LabelRef(label))
		to := g.integer("sums")
		for i, row := range sums {
			for j, sum := range row {
				g.VMOVUPS(sum, operand.Mem{Base: to, Disp: (i*columns + j) * g.bytes()})
			}
		}
	})
	g.end()
}
