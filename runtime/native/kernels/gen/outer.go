package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// outer writes the product of weights with sums of outer products that are
// made on the way: a sum is there while it is multiplied. With AVX-512 the rows
// of a group stay in registers; AVX2 has too few, and reads them again.
func (g *isa) outer() {
	g.function("outerRows",
		"sums, x *float32, ldx int, y, w *float32, ldw, columns, k, rows, blocks, stepX int",
		"adds to a vector of sums, for each column of each of some blocks, the sum over",
		fmt.Sprintf("k of w[column] times row k of the block's matrix. It has %d values: the sum", outerRight),
		fmt.Sprintf("over up to %d rows e of x[e][k] y[e]. Strides are in bytes.", groupRows))
	o := outerRows{isa: g, x: g.integer("x"), ldx: g.integer("ldx"), ldw: g.integer("ldw"), w: g.GP64(), left: g.GP64(),
		width: outerRight / g.lanes}
	if g.wide() {
		rows := g.integer("rows")
		g.atMost(rows, groupRows, o.held)
	} else {
		o.read()
	}
	g.end()
}

const outerRight = 32 // values of a row of y

// outerRows is the function while it is written.
type outerRows struct {
	*isa
	x, ldx, w, ldw, left reg.GPVirtual
	width                int // of a row of y in vectors
}

// held keeps some rows of a group in registers.
func (o *outerRows) held(count int) {
	y, at := make([][]reg.VecVirtual, count), o.integer("y")
	for i := range y {
		y[i] = o.vectors(o.width)
		for j, v := range y[i] {
			o.VMOVUPS(operand.Mem{Base: at, Disp: (i*o.width + j) * o.bytes()}, v)
		}
	}
	o.blocks(count, 4, func(lines [][]reg.VecVirtual, x []operand.Mem, _ string) {
		for e, row := range y {
			for k, line := range lines {
				factor := o.vector()
				o.VBROADCASTSS(x[e].Offset(k*float), factor)
				for j, v := range line {
					o.add(row[j], factor, v, e == 0)
				}
			}
		}
	})
}

// read reads the rows of a group for every few rows of the matrix.
func (o *outerRows) read() {
	o.blocks(1, 3, func(lines [][]reg.VecVirtual, x []operand.Mem, label string) {
		at, y, left := o.GP64(), o.integer("y"), o.integer("rows")
		o.MOVQ(x[0].Base, at)
		row := func(first bool) {
			factors := o.vectors(len(lines))
			for k, factor := range factors {
				o.VBROADCASTSS(operand.Mem{Base: at, Disp: k * float}, factor)
			}
			for j := range o.width {
				v := o.vector()
				o.VMOVUPS(operand.Mem{Base: y, Disp: j * o.bytes()}, v)
				for k, line := range lines {
					o.add(v, factors[k], line[j], first)
				}
			}
			o.ADDQ(o.ldx, at)
			o.ADDQ(operand.I32(o.width*o.bytes()), y)
		}
		row(true)
		o.DECQ(left)
		o.loop(label+"_rows", left, 1, func() { row(false) })
	})
}

// add adds a product to a sum, or sets it.
func (o *outerRows) add(x, y, sum reg.VecVirtual, first bool) {
	if first {
		o.VMULPS(x, y, sum)
	} else {
		o.VFMADD231PS(x, y, sum)
	}
}

// blocks multiplies the columns with every row of the blocks' matrices, most of
// them made together from values of x in some rows.
func (o *outerRows) blocks(rows, most int, compute func(lines [][]reg.VecVirtual, x []operand.Mem, label string)) {
	block := fmt.Sprint("block", rows)
	o.Label(block)
	x := o.rowAddresses(o.x, o.ldx, rows)
	o.Load(o.Param("w"), o.w)
	o.Load(o.Param("k"), o.left)
	for _, count := range []int{most, 1} {
		name := fmt.Sprintf("lines%d_%d", count, rows)
		o.loop(name, o.left, count, func() {
			var lines [][]reg.VecVirtual
			for range count {
				lines = append(lines, o.vectors(o.width))
			}
			compute(lines, x, name)
			o.multiply(lines, name+"_columns")
			for i := 0; i < rows; i += 3 {
				o.ADDQ(operand.I8(count*float), x[i].Base)
			}
			o.ADDQ(operand.I32(count*o.width*o.bytes()), o.w)
		})
	}
	size := o.integer("columns")
	o.IMUL3Q(operand.I8(o.bytes()), size, size)
	o.ADDQ(size, o.parameter("sums"))
	o.ADDQ(o.parameter("stepX"), o.x)
	o.DECQ(o.parameter("blocks"))
	o.JNZ(operand.LabelRef(block))
}

// multiply adds the products of all columns with rows of the matrix.
func (o *outerRows) multiply(lines [][]reg.VecVirtual, label string) {
	at, place, left := o.GP64(), o.integer("sums"), o.integer("columns")
	o.MOVQ(o.w, at)
	o.loop(label, left, 1, func() {
		sum, other := o.vector(), o.vector()
		o.VMOVUPS(operand.Mem{Base: place}, sum)
		o.VMULPS(operand.Mem{Base: at}, lines[0][0], other)
		for i := 1; i < len(lines)*o.width; i++ {
			to := []reg.VecVirtual{other, sum}[i%2]
			o.VFMADD231PS(operand.Mem{Base: at, Disp: i * o.bytes()}, lines[i/o.width][i%o.width], to)
		}
		o.VADDPS(other, sum, sum)
		o.VMOVUPS(sum, operand.Mem{Base: place})
		o.ADDQ(operand.I32(o.bytes()), place)
		o.ADDQ(o.ldw, at)
	})
}
