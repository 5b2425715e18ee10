package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const eachVectors = 2 // of a row, at most

// eachRows is the height of a tile: with AVX2 as many rows of sums as leave
// registers for a row of y and a value of x.
func (g *isa) eachRows(width int) int {
	if g.wide() {
		return 8
	}
	return 12 / width
}

// batched writes the product of many small matrices in one call.
func (g *isa) batched() {
	for width := 1; width <= eachVectors; width++ {
		g.eachOf(width)
	}
}

// eachTile is a product of many matrices while it is written.
type eachTile struct {
	*isa
	width                   int
	tail                    mask
	dst, x, rowX, colX, ldy reg.GPVirtual
	left, y, terms          reg.GPVirtual
}

func (g *isa) eachOf(width int) {
	g.function(fmt.Sprintf("matmulEach%d", width),
		"dst *float32, lddst, stepDst int, x *float32, rowX, colX, stepX int, y *float32, ldy, stepY, m, k, count, tail int",
		fmt.Sprintf("multiplies count matrices x [m,k] with as many y [k,.] of %d vectors, of", width),
		"the last only tail columns. Strides are in bytes, steps those from one matrix",
		"to the next.")
	e := eachTile{isa: g, width: width, tail: g.tail("dst", "y"), rowX: g.integer("rowX"), colX: g.integer("colX"),
		ldy: g.integer("ldy"), dst: g.GP64(), x: g.GP64(), left: g.GP64(), y: g.GP64(), terms: g.GP64()}
	g.Label("matrix")
	g.Load(g.Param("dst"), e.dst)
	g.Load(g.Param("x"), e.x)
	g.Load(g.Param("m"), e.left)
	most := g.eachRows(width)
	g.loop("tiles", e.left, most, func() { e.rows(most) })
	g.atMost(e.left, most-1, e.rows)
	step := g.GP64()
	for _, p := range [][2]string{{"dst", "stepDst"}, {"x", "stepX"}, {"y", "stepY"}} {
		g.Load(g.Param(p[1]), step)
		g.ADDQ(step, g.parameter(p[0]))
	}
	g.DECQ(g.parameter("count"))
	g.JNZ(operand.LabelRef("matrix"))
	g.end()
}

// rows computes the next rows of a matrix and steps past them.
func (e *eachTile) rows(count int) {
	sums := make([][]reg.VecVirtual, count)
	for i := range sums {
		sums[i] = e.vectors(e.width)
		for _, sum := range sums[i] {
			e.clear(sum)
		}
	}
	x := e.rowAddresses(e.x, e.rowX, count)
	e.Load(e.Param("y"), e.y)
	e.Load(e.Param("k"), e.terms)
	e.loop(fmt.Sprint("terms", count), e.terms, 1, func() {
		line, factor := e.vectors(e.width), e.vector()
		for j, v := range line {
			e.load(operand.Mem{Base: e.y, Disp: j * e.bytes()}, e.maskOf(j), v)
		}
		for i, row := range sums {
			e.VBROADCASTSS(x[i], factor)
			for j, sum := range row {
				e.VFMADD231PS(line[j], factor, sum)
			}
		}
		for i := 0; i < count; i += 3 {
			e.ADDQ(e.colX, x[i].Base)
		}
		e.ADDQ(e.ldy, e.y)
	})
	lddst := e.integer("lddst")
	for _, row := range sums {
		for j, sum := range row {
			e.store(sum, e.maskOf(j), operand.Mem{Base: e.dst, Disp: j * e.bytes()})
		}
		e.ADDQ(lddst, e.dst)
		e.ADDQ(e.rowX, e.x)
	}
}

// maskOf is the mask of vector j of a row.
func (e *eachTile) maskOf(j int) mask {
	if j == e.width-1 {
		return e.tail
	}
	return nil
}
