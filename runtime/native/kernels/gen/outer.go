package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// outer writes the product of weights with sums of outer products that are
// made on the way: the rows of a group stay in registers, a sum is there while
// it is multiplied. It needs the registers of AVX-512.
func (g *isa) outer() {
	if !g.wide() {
		return
	}
	g.function("outerRows",
		"sums, x *float32, ldx int, y, w *float32, ldw, columns, k, rows, blocks, stepX int",
		"adds to a vector of sums, for each column of each of some blocks, those over",
		fmt.Sprintf("k of w[column] times row k of the block's matrix, of %d values: the sum", outerVectors*g.lanes),
		fmt.Sprintf("over up to %d rows e of x[e][k] y[e]. Strides are in bytes.", groupRows))
	o := outerRows{isa: g, x: g.integer("x"), ldx: g.integer("ldx"), ldw: g.integer("ldw"), w: g.GP64(), left: g.GP64()}
	rows := g.integer("rows")
	g.atMost(rows, groupRows, o.rows)
	g.end()
}

const (
	outerVectors = 2 // of a row of y
	outerLines   = 4 // rows of the matrix that are made together
)

// outerRows is the function while it is written.
type outerRows struct {
	*isa
	x, ldx, w, ldw, left reg.GPVirtual
}

// rows sums up some rows of a group.
func (o *outerRows) rows(count int) {
	y, at := make([][]reg.VecVirtual, count), o.integer("y")
	for i := range y {
		y[i] = o.vectors(outerVectors)
		for j, v := range y[i] {
			o.VMOVUPS(operand.Mem{Base: at, Disp: (i*outerVectors + j) * o.bytes()}, v)
		}
	}
	block := fmt.Sprint("block", count)
	o.Label(block)
	x := o.rowAddresses(o.x, o.ldx, count)
	o.Load(o.Param("w"), o.w)
	o.Load(o.Param("k"), o.left)
	for _, lines := range []int{outerLines, 1} {
		name := fmt.Sprintf("lines%d_%d", lines, count)
		o.loop(name, o.left, lines, func() {
			o.multiply(o.lines(lines, x, y), name+"_columns")
			for i := 0; i < count; i += 3 {
				o.ADDQ(operand.I8(lines*float), x[i].Base)
			}
			o.ADDQ(operand.I32(lines*outerVectors*o.bytes()), o.w)
		})
	}
	size := o.integer("columns")
	o.IMUL3Q(operand.I8(o.bytes()), size, size)
	o.ADDQ(size, o.parameter("sums"))
	o.ADDQ(o.parameter("stepX"), o.x)
	o.DECQ(o.parameter("blocks"))
	o.JNZ(operand.LabelRef(block))
}

// lines makes the next rows of the block's matrix.
func (o *outerRows) lines(count int, x []operand.Mem, y [][]reg.VecVirtual) [][]reg.VecVirtual {
	lines := make([][]reg.VecVirtual, count)
	for k := range lines {
		lines[k] = o.vectors(outerVectors)
	}
	for e, row := range y {
		for k, line := range lines {
			factor := o.vector()
			o.VBROADCASTSS(x[e].Offset(k*float), factor)
			for j, v := range line {
				if e == 0 {
					o.VMULPS(row[j], factor, v)
				} else {
					o.VFMADD231PS(row[j], factor, v)
				}
			}
		}
	}
	return lines
}

// multiply adds the products of all columns with rows of the matrix.
func (o *outerRows) multiply(lines [][]reg.VecVirtual, label string) {
	at, place, left := o.GP64(), o.integer("sums"), o.integer("columns")
	o.MOVQ(o.w, at)
	o.loop(label, left, 1, func() {
		sum, other := o.vector(), o.vector()
		o.VMOVUPS(operand.Mem{Base: place}, sum)
		o.VMULPS(operand.Mem{Base: at}, lines[0][0], other)
		for i := 1; i < len(lines)*outerVectors; i++ {
			to := []reg.VecVirtual{other, sum}[i%2]
			o.VFMADD231PS(operand.Mem{Base: at, Disp: i * o.bytes()}, lines[i/outerVectors][i%outerVectors], to)
		}
		o.VADDPS(other, sum, sum)
		o.VMOVUPS(sum, operand.Mem{Base: place})
		o.ADDQ(operand.I32(o.bytes()), place)
		o.ADDQ(o.ldw, at)
	})
}
