package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// tileRows is the height of a tile: 6 rows of 4 (AVX-512) or 2 (AVX2)
// vectors of sums, one row of B and one value of A fill the registers. Panels of up
// to tallVectors of AVX-512 have room for tallRows: in fewer rows each sum would
// wait for itself.
const (
	tileRows    = 6
	tallRows    = 10
	tallVectors = 2
)

// matmul writes a kernel for panels of every width: full ones, those whose
// last vector is masked, and with 16 lanes one whose last vector has only 8,
// as multiplying those takes half the time.
func (g *isa) matmul() {
	g.panel(g.tile, whole)
	for width := 1; width <= g.tile; width++ {
		g.panel(width, masked)
	}
	if g.wide() {
		g.panel(2, halved)
	}
}

// ending is what the last vector of a panel is.
type ending int

const (
	whole ending = iota
	masked
	halved // of half the lanes, and masked
)

// panel is a function that multiplies a panel of B, width vectors wide, from
// the left by all rows of A.
type panel struct {
	*isa
	width            int
	last             ending
	tail             mask // of the last vector
	c, a, init, left reg.GPVirtual
	rowA, colA, ldb  reg.GPVirtual
	times, ahead     reg.GPVirtual
}

func (g *isa) panel(width int, last ending) {
	name, lanes := fmt.Sprintf("matmul%d", width), g.lanes
	if last == halved {
		lanes /= 2
	}
	doc := fmt.Sprintf("computes %d columns", (width-1)*g.lanes+lanes)
	signature := "c *float32, ldc int, a *float32, rowA, colA int, b *float32, ldb, m, k int, init *float32, ldinit int, times *float32, tail int, ahead *float32, step int"
	if last != whole {
		name += map[ending]string{masked: "Tail", halved: "Half"}[last]
		doc += fmt.Sprintf(", of the last %d only tail,", lanes)
	}
	g.function(name, signature, doc+" of C = (init + A B) times",
		"for m rows, with strides in bytes; times has the strides of C.",
		"No init means zero, no times one. With each column of A it fetches the",
		"cache line at ahead, and steps on.")
	p := panel{isa: g, width: width, last: last}
	if last != whole {
		p.tail = g.mask(g.integer("tail"))
	}
	p.c, p.a, p.init, p.left = g.integer("c"), g.integer("a"), g.integer("init"), g.integer("m")
	p.rowA, p.colA, p.ldb = g.integer("rowA"), g.integer("colA"), g.integer("ldb")
	p.times, p.ahead = g.integer("times"), g.integer("ahead")
	if g.wide() && width <= tallVectors {
		g.loop("tall", p.left, tallRows, func() { p.rows(tallRows) })
	}
	g.loop("tiles", p.left, tileRows, func() { p.rows(tileRows) })
	g.atMost(p.left, tileRows-1, p.rows)
	g.end()
}

// rows computes the next rows of C and steps past them.
func (p *panel) rows(rows int) {
	sums := make([][]reg.VecVirtual, rows)
	for i := range sums {
		sums[i] = p.row()
	}
	p.start(sums)
	p.multiply(sums)
	p.scale(sums)
	ldc := p.integer("ldc")
	for _, row := range sums {
		for j, sum := range row {
			p.store(sum, p.maskOf(j), p.at(p.c, j))
		}
		p.ADDQ(ldc, p.c)
	}
}

// scale multiplies the sums with times.
func (p *panel) scale(sums [][]reg.VecVirtual) {
	once := fmt.Sprintf("once%d", len(sums))
	p.TESTQ(p.times, p.times)
	p.JZ(operand.LabelRef(once))
	ldc, factor := p.integer("ldc"), p.vector()
	for _, row := range sums {
		for j, sum := range row {
			factor := p.as(j, factor)
			p.load(p.at(p.times, j), p.maskOf(j), factor)
			p.VMULPS(factor, sum, sum)
		}
		p.ADDQ(ldc, p.times)
	}
	p.Label(once)
}

// start loads the initial sums.
func (p *panel) start(sums [][]reg.VecVirtual) {
	zero, ready := fmt.Sprintf("zero%d", len(sums)), fmt.Sprintf("ready%d", len(sums))
	p.TESTQ(p.init, p.init)
	p.JZ(operand.LabelRef(zero))
	ldinit := p.integer("ldinit")
	for _, row := range sums {
		for j, sum := range row {
			p.load(p.at(p.init, j), p.maskOf(j), sum)
		}
		p.ADDQ(ldinit, p.init)
	}
	p.JMP(operand.LabelRef(ready))
	p.Label(zero)
	for _, row := range sums {
		for _, sum := range row {
			p.clear(sum)
		}
	}
	p.Label(ready)
}

// multiply adds the products of the next rows of A with B.
func (p *panel) multiply(sums [][]reg.VecVirtual) {
	rows := len(sums)
	loop, done := fmt.Sprintf("products%d", rows), fmt.Sprintf("products%d_end", rows)
	// Rows before the middle one are addressed from upper, the others from lower.
	middle := max(rows, tileRows) / 2
	upper, lower, three, b, left := p.GP64(), p.GP64(), p.GP64(), p.integer("b"), p.integer("k")
	if middle > 3 {
		p.LEAQ(operand.Mem{Base: p.rowA, Index: p.rowA, Scale: 2}, three)
	}
	p.MOVQ(p.a, upper)
	p.IMUL3Q(operand.U8(middle), p.rowA, lower)
	p.ADDQ(p.a, lower)
	p.TESTQ(left, left)
	p.JZ(operand.LabelRef(done))
	p.Label(loop)
	line, x := p.row(), p.vector()
	for j, v := range line {
		p.load(p.at(b, j), p.maskOf(j), v)
	}
	for i, row := range sums {
		address := operand.Mem{Base: upper}
		if i >= middle {
			address.Base = lower
		}
		switch at := i % middle; at {
		case 0:
		case 3:
			address = address.Idx(three, 1)
		default:
			address = address.Idx(p.rowA, uint8(at))
		}
		p.VBROADCASTSS(address, x)
		for j, sum := range row {
			p.VFMADD231PS(line[j], p.as(j, x), sum)
		}
	}
	p.PREFETCHT1(operand.Mem{Base: p.ahead})
	p.ADDQ(p.parameter("step"), p.ahead)
	p.ADDQ(p.colA, upper)
	if rows > middle {
		p.ADDQ(p.colA, lower)
	}
	p.ADDQ(p.ldb, b)
	p.DECQ(left)
	p.JNZ(operand.LabelRef(loop))
	p.Label(done)
	p.IMUL3Q(operand.U8(rows), p.rowA, lower)
	p.ADDQ(lower, p.a)
}

// row are registers for a row of the panel.
func (p *panel) row() []reg.VecVirtual {
	all := p.vectors(p.width)
	all[p.width-1] = p.as(p.width-1, all[p.width-1])
	return all
}

// as is the part of a register that vector j of a row has.
func (p *panel) as(j int, v reg.VecVirtual) reg.VecVirtual {
	if p.last == halved && j == p.width-1 {
		return v.AsY().(reg.VecVirtual)
	}
	return v
}

// at is the address of vector j of a row.
func (p *panel) at(row reg.Register, j int) operand.Mem {
	return operand.Mem{Base: row, Disp: j * p.bytes()}
}

// maskOf is the mask of vector j of a row.
func (p *panel) maskOf(j int) mask {
	if j == p.width-1 {
		return p.tail
	}
	return nil
}
