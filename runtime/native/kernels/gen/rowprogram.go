package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Where the fields of kernels.RowInstruction lie, in bytes.
const (
	fieldOp    = 0
	fieldCount = 4
	fieldFirst = 8  // of dst, a, b, c
	fieldStep  = 24 // of dst, a, b, c
	fieldsSize = 40
)

// rowBlock is the size of 16 rows, which every register is a multiple of.
const rowBlock = 16 * float

// rowProgram writes the interpreter of row programs.
func (g *isa) rowProgram() {
	g.function("runRows", "program *int32, instructions int, registers *float32, width int",
		"runs a program of instructions on registers of width bytes.")
	p := rowProgram{isa: g, at: g.GP64(), count: g.GP64()}
	p.program, p.width = g.integer("program"), g.integer("width")
	registers, left, op := g.integer("registers"), g.integer("instructions"), g.GP64()
	for range 4 {
		p.pointers = append(p.pointers, g.GP64())
	}
	one, zero := g.held(1), g.vector()
	g.clear(zero)
	g.Label("next")
	g.MOVLQSX(operand.Mem{Base: p.program, Disp: fieldOp}, op)
	g.MOVLQSX(operand.Mem{Base: p.program, Disp: fieldCount}, p.count)
	for i, pointer := range p.pointers {
		g.MOVLQSX(operand.Mem{Base: p.program, Disp: fieldFirst + 4*i}, pointer)
		g.ADDQ(registers, pointer)
	}
	for i := range rowOps {
		g.CMPQ(op, operand.U8(i))
		g.JEQ(operand.LabelRef(fmt.Sprint("op", i)))
	}
	g.Label("done")
	g.ADDQ(operand.I32(fieldsSize), p.program)
	g.DECQ(left)
	g.JNZ(operand.LabelRef("next"))
	g.end()
	for i, operation := range rowOps {
		p.operation(i, func(dst operand.Mem, x []operand.Mem) { operation(g, one, zero, dst, x) })
	}
}

// rowOps are the operations in the order of kernels.RowOp: each computes a
// vector at dst from those at x.
var rowOps = []rowOp{
	plainRow(func(g *isa) func(...operand.Op) { return g.VMULPS }),
	plainRow(func(g *isa) func(...operand.Op) { return g.VADDPS }),
	func(g *isa, _ operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		sum, v := g.loaded(dst), g.loaded(x[0])
		g.VFMADD231PS(x[1], v, sum)
		g.VMOVUPS(sum, dst)
	},
	plainRow(func(g *isa) func(...operand.Op) { return g.VSUBPS }),
	func(g *isa, _ operand.Op, zero reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		condition, yes, no := g.loaded(x[0]), g.loaded(x[1]), g.loaded(x[2])
		g.blend(g.compare(notEqual, condition, zero), yes, no, no)
		g.VMOVUPS(no, dst)
	},
	func(g *isa, _ operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		// Rounded twice, so that x y - y x is zero.
		sum, v := g.loaded(dst), g.loaded(x[0])
		g.VMULPS(x[1], v, v)
		g.VSUBPS(v, sum, sum)
		g.VMOVUPS(sum, dst)
	},
	plainRow(func(g *isa) func(...operand.Op) { return g.VDIVPS }),
	extremeRow(func(g *isa) func(...operand.Op) { return g.VMAXPS }),
	extremeRow(func(g *isa) func(...operand.Op) { return g.VMINPS }),
	compareRow(greater),
	compareRow(greaterOrEqual),
	func(g *isa, _ operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		v := g.loaded(x[0])
		g.VSQRTPS(v, v)
		g.VMOVUPS(v, dst)
	},
}

// rowOp may use a vector of ones and one of zeros.
type rowOp = func(g *isa, one operand.Op, zero reg.VecVirtual, dst operand.Mem, x []operand.Mem)

func plainRow(instruction func(g *isa) func(...operand.Op)) rowOp {
	return func(g *isa, _ operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		v := g.loaded(x[0])
		instruction(g)(x[1], v, v)
		g.VMOVUPS(v, dst)
	}
}

func extremeRow(instruction func(g *isa) func(...operand.Op)) rowOp {
	return func(g *isa, _ operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		v, w, result := g.loaded(x[0]), g.loaded(x[1]), g.vector()
		instruction(g)(w, v, result) // w if either is NaN
		g.blend(g.compare(unordered, v, v), v, result, result)
		g.VMOVUPS(result, dst)
	}
}

func compareRow(predicate operand.U8) rowOp {
	return func(g *isa, one operand.Op, _ reg.VecVirtual, dst operand.Mem, x []operand.Mem) {
		v, w := g.loaded(x[0]), g.loaded(x[1])
		g.where(g.compare(predicate, v, w), one, v)
		g.VMOVUPS(v, dst)
	}
}

func (g *isa) loaded(from operand.Mem) reg.VecVirtual {
	v := g.vector()
	g.VMOVUPS(from, v)
	return v
}

type rowProgram struct {
	*isa
	program, width, count, at reg.GPVirtual
	pointers                  []reg.GPVirtual // dst, a, b, c
}

// operation writes the loops of one operation over registers and vectors.
func (p *rowProgram) operation(number int, compute func(dst operand.Mem, x []operand.Mem)) {
	label, vectors := fmt.Sprint("op", number), fmt.Sprintf("op%d_vectors", number)
	p.Label(label)
	p.XORQ(p.at, p.at)
	p.Label(vectors)
	for offset := 0; offset < rowBlock; offset += p.bytes() {
		var places []operand.Mem
		for _, pointer := range p.pointers {
			places = append(places, operand.Mem{Base: pointer, Index: p.at, Scale: 1, Disp: offset})
		}
		compute(places[0], places[1:])
	}
	p.ADDQ(operand.I8(rowBlock), p.at)
	p.CMPQ(p.at, p.width)
	p.JLT(operand.LabelRef(vectors))
	p.DECQ(p.count)
	p.JZ(operand.LabelRef("done"))
	for i, pointer := range p.pointers {
		p.MOVLQSX(operand.Mem{Base: p.program, Disp: fieldStep + 4*i}, p.at)
		p.ADDQ(p.at, pointer)
	}
	p.JMP(operand.LabelRef(label))
}
