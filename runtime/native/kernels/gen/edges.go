package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// edgeRows is how many edges of a receiver share the reading of the weights.
const edgeRows = 3

// edges writes, for each edge, the sum of two rows and of a product with a few rows of
// weights. One row is the receiver's, which has as many edges as others; an index points
// at the other.
func (g *isa) edges() {
	g.function("addEdges", "dst, receivers, senders *float32, index *int64, count, neighbors, width int, x, w *float32, k int",
		"adds row index[i] of senders, row i / neighbors of count", "receivers and row i of x w, with k rows of w, in row i of dst.")
	e := edges{isa: g, dst: g.integer("dst"), receivers: g.integer("receivers"), index: g.integer("index"), x: g.integer("x"),
		at: g.GP64(), left: g.GP64(), size: g.integer("width")}
	count, neighbors := g.integer("count"), g.GP64()
	e.tail = g.tailMask(e.size)
	g.SHLQ(operand.U8(2), e.size)
	g.loop("receivers", count, 1, func() {
		g.Load(g.Param("neighbors"), neighbors)
		for _, rows := range []int{edgeRows, 1} {
			g.loop(fmt.Sprint("edges", rows), neighbors, rows, func() { e.rows(rows) })
		}
		g.ADDQ(e.size, e.receivers)
	})
	g.end()
}

type edges struct {
	*isa
	dst, receivers, index, x reg.GPVirtual
	at, left, size           reg.GPVirtual // in a row: bytes done, columns left, all bytes
	tail                     mask
}

// rows computes the next edges of a receiver and steps past them.
func (e *edges) rows(rows int) {
	label := func(name string) string { return fmt.Sprint(name, rows) }
	e.XORQ(e.at, e.at)
	e.Load(e.Param("width"), e.left)
	for _, vectors := range []int{e.tile, 1} {
		name := label(map[bool]string{true: "tiles", false: "vectors"}[vectors > 1])
		e.loop(name, e.left, vectors*e.lanes, func() {
			e.columns(name, rows, vectors, nil)
			e.ADDQ(operand.I32(vectors*e.bytes()), e.at)
		})
	}
	e.TESTQ(e.left, e.left)
	e.JZ(operand.LabelRef(label("whole")))
	e.columns(label("tail"), rows, 1, e.tail)
	e.Label(label("whole"))
	depth := e.integer("k")
	e.SHLQ(operand.U8(2), depth)
	for range rows {
		e.ADDQ(e.size, e.dst)
		e.ADDQ(depth, e.x)
	}
	e.ADDQ(operand.I8(8*rows), e.index)
}

// columns computes some vectors of the next edges.
func (e *edges) columns(name string, rows, vectors int, m mask) {
	place := func(base reg.Register, j int) operand.Mem {
		return operand.Mem{Base: base, Index: e.at, Scale: 1, Disp: j * e.bytes()}
	}
	sums, line := make([][]reg.VecVirtual, rows), e.vectors(vectors)
	for j, v := range line {
		e.load(place(e.receivers, j), m, v)
	}
	for i := range sums {
		sender := e.GP64()
		e.MOVQ(operand.Mem{Base: e.index, Disp: 8 * i}, sender)
		e.IMULQ(e.size, sender)
		e.ADDQ(e.integer("senders"), sender)
		sums[i] = e.vectors(vectors)
		for j, sum := range sums[i] {
			e.load(place(sender, j), m, sum)
			e.VADDPS(sum, line[j], sum)
		}
	}
	x, w, left, depth := e.GP64(), e.integer("w"), e.integer("k"), e.integer("k")
	e.MOVQ(e.x, x)
	e.SHLQ(operand.U8(2), depth)
	e.loop(name+"_products", left, 1, func() {
		for j, v := range line {
			e.load(place(w, j), m, v)
		}
		for i, row := range sums {
			from, factor := operand.Mem{Base: x}, e.vector()
			if i > 0 {
				from = from.Idx(depth, uint8(i))
			}
			e.VBROADCASTSS(from, factor)
			for j, sum := range row {
				e.VFMADD231PS(line[j], factor, sum)
			}
		}
		e.ADDQ(operand.I8(float), x)
		e.ADDQ(e.size, w)
	})
	to := e.GP64()
	e.MOVQ(e.dst, to)
	for _, row := range sums {
		for j, sum := range row {
			e.store(sum, m, place(to, j))
		}
		e.ADDQ(e.size, to)
	}
}
