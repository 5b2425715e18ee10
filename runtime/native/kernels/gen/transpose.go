package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// quad is how many columns are in a lane of 16 bytes.
const quad = 4

// quads transposes as many rows as a vector has elements, four columns at a time.
type quads struct {
	*isa
	at           reg.GPVirtual // the present row
	four, twelve reg.GPVirtual // rows, in bytes; twelve if vectors have four lanes
}

// quads starts with rows that are as many bytes apart as row says, which it overwrites.
func (g *isa) quads(row reg.GPVirtual) quads {
	q := quads{isa: g, at: g.GP64(), four: row}
	g.SHLQ(operand.U8(2), q.four)
	if q.twelve = q.four; g.wide() {
		q.twelve = g.GP64()
		g.LEAQ(operand.Mem{Base: q.four, Index: q.four, Scale: 2}, q.twelve)
	}
	return q
}

// lanesOf loads four columns of the row at, and of those four, eight and twelve
// after it as far as there are lanes.
func (q quads) lanesOf(column int) reg.VecVirtual {
	first := operand.Mem{Base: q.at, Disp: column * float}
	if !q.wide() {
		v := q.YMM()
		q.VMOVUPS(first, v.AsX())
		q.VINSERTF128(operand.U8(1), first.Idx(q.four, 1), v, v)
		return v
	}
	v := q.vector()
	q.VBROADCASTF32X4(first, v)
	for lane, row := range []operand.Mem{first.Idx(q.four, 1), first.Idx(q.four, 2), first.Idx(q.twelve, 1)} {
		q.VINSERTF32X4(operand.U8(lane+1), row, v, v)
	}
	return v
}

// transposed transposes the four values of four vectors in each lane of 16 bytes.
func (g *isa) transposed(x [quad]reg.VecVirtual) (y [quad]reg.VecVirtual) {
	var low, high [2]reg.VecVirtual
	for i := range low {
		low[i], high[i] = g.vector(), g.vector()
		g.VUNPCKLPS(x[2*i+1], x[2*i], low[i])
		g.VUNPCKHPS(x[2*i+1], x[2*i], high[i])
	}
	for i := range y {
		y[i] = g.vector()
	}
	g.VUNPCKLPD(low[1], low[0], y[0])
	g.VUNPCKHPD(low[1], low[0], y[1])
	g.VUNPCKLPD(high[1], high[0], y[2])
	g.VUNPCKHPD(high[1], high[0], y[3])
	return y
}

// transpose writes the function that transposes rows, as many as a vector has elements.
func (g *isa) transpose() {
	g.function("transposeRows", "dst, src *float32, lddst, ldsrc, columns int",
		"writes columns of some rows of src, as many as a vector has elements, to rows of dst,", "with strides in bytes. The number of columns is a multiple of four.")
	dst, src, stride, columns, row := g.integer("dst"), g.integer("src"), g.integer("lddst"), g.integer("columns"), g.integer("ldsrc")
	q := g.quads(g.integer("ldsrc"))
	g.loop("quads", columns, quad, func() {
		g.MOVQ(src, q.at)
		var x [quad]reg.VecVirtual
		for i := range x {
			x[i] = q.lanesOf(0)
			g.ADDQ(row, q.at)
		}
		for _, column := range q.transposed(x) {
			g.VMOVUPS(column, operand.Mem{Base: dst})
			g.ADDQ(stride, dst)
		}
		g.ADDQ(operand.I8(quad*float), src)
	})
	g.end()
}
