package main

import (
	"fmt"
	"math"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// isa writes code for one level: AVX-512 with 16 lanes and masks in opmask
// registers, or AVX2 with 8 lanes and masks in vectors.
type isa struct {
	*build.Context
	*tables
	suffix string
	lanes  int
	tile   int // vectors side by side in a tile of a matrix product
}

const float = 4 // bytes

func (g *isa) wide() bool { return g.lanes == 16 }

// bytes is the size of a vector.
func (g *isa) bytes() int { return float * g.lanes }

// function starts an assembly function of this level.
func (g *isa) function(name, signature string, doc ...string) {
	g.Function(name + g.suffix)
	g.Doc(append([]string{name + g.suffix + " " + doc[0]}, doc[1:]...)...)
	g.Pragma("noescape")
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr("func(" + signature + ")")
}

// predicate starts a function that returns a bool.
func (g *isa) predicate(name, signature string, doc ...string) {
	g.function(name, signature, doc...)
	g.SignatureExpr("func(" + signature + ") bool")
}

// end leaves the upper halves of the vector registers clean: dirty ones slow
// down every later scalar instruction.
func (g *isa) end() {
	g.VZEROUPPER()
	g.RET()
}

func (g *isa) vector() reg.VecVirtual {
	if g.wide() {
		return g.ZMM()
	}
	return g.YMM()
}

func (g *isa) vectors(n int) []reg.VecVirtual {
	all := make([]reg.VecVirtual, n)
	for i := range all {
		all[i] = g.vector()
	}
	return all
}

// integer loads a pointer or an int parameter.
func (g *isa) integer(name string) reg.GPVirtual {
	r := g.GP64()
	g.Load(g.Param(name), r)
	return r
}

// parameter is where a parameter lies.
func (g *isa) parameter(name string) operand.Mem {
	basic, err := g.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return basic.Addr
}

// scalar loads a float parameter into every lane.
func (g *isa) scalar(name string) reg.VecVirtual {
	v := g.vector()
	g.VBROADCASTSS(g.parameter(name), v)
	return v
}

// held is a constant in all lanes: of a register if there are plenty, else
// of memory.
func (g *isa) held(x float32) operand.Op { return g.heldBits(math.Float32bits(x)) }

func (g *isa) heldBits(bits uint32) operand.Op {
	address := g.constant(bits)
	if !g.wide() {
		return address
	}
	v := g.vector()
	g.VBROADCASTSS(address, v)
	return v
}

// mask selects the first lanes of a vector; nil selects all.
type mask = operand.Op

// mask returns a mask of the first count lanes, 0 < count <= lanes.
func (g *isa) mask(count reg.Register) mask {
	if g.wide() {
		at, k := g.GP64(), g.K()
		g.LEAQ(g.opmasks(), at)
		g.KMOVW(operand.Mem{Base: at, Index: count, Scale: 2}, k)
		return k
	}
	// The table holds 8 words of ones, then 8 of zeros.
	at, back, v := g.GP64(), g.GP64(), g.YMM()
	g.LEAQ(g.lanemasks().Offset(8*float), at)
	g.MOVQ(count, back)
	g.NEGQ(back)
	g.VMOVUPS(operand.Mem{Base: at, Index: back, Scale: float}, v)
	return v
}

// tail returns the mask of the last vector of a row that the parameter tail
// asks for. With AVX2, where a store under a mask takes 20 cycles on some
// processors, there is none: all vectors begin so much earlier that the last
// ends with the last column, in the parameters that point to columns.
func (g *isa) tail(columns ...string) mask {
	count := g.integer("tail")
	if g.wide() {
		return g.mask(count)
	}
	g.SUBQ(operand.I8(g.lanes), count)
	g.SHLQ(operand.U8(2), count)
	for _, name := range columns {
		g.ADDQ(count, g.parameter(name))
	}
	return nil
}

func (g *isa) load(from operand.Mem, m mask, v reg.Register) {
	switch {
	case m == nil:
		g.VMOVUPS(from, v)
	case g.wide():
		g.VMOVUPS_Z(from, m, v)
	default:
		g.VMASKMOVPS(from, m, v)
	}
}

func (g *isa) store(v reg.Register, m mask, to operand.Mem) {
	switch {
	case m == nil:
		g.VMOVUPS(v, to)
	case g.wide():
		g.VMOVUPS(v, m, to)
	default:
		g.VMASKMOVPS(v, m, to)
	}
}

// Predicates of comparisons. NaN compares false unless said otherwise.
const (
	equal          = operand.U8(0x00)
	unordered      = operand.U8(0x03) // either is NaN
	notEqual       = operand.U8(0x04) // or NaN
	notLess        = operand.U8(0x05) // or NaN
	less           = operand.U8(0x11)
	greaterOrEqual = operand.U8(0x1d)
	greater        = operand.U8(0x1e)
)

// compare returns a mask of the lanes where the predicate of x and y holds.
func (g *isa) compare(predicate operand.U8, x, y operand.Op) mask {
	if g.wide() {
		k := g.K()
		g.VCMPPS(predicate, y, x, k)
		return k
	}
	v := g.vector()
	g.VCMPPS(predicate, y, x, v)
	return v
}

// blend takes yes in the lanes of the mask and no in the others.
func (g *isa) blend(m mask, yes, no, to reg.Register) {
	if g.wide() {
		g.VBLENDMPS(yes, no, m, to)
	} else {
		g.VBLENDVPS(m, yes, no, to)
	}
}

// where takes value in the lanes of the mask and zero in the others.
func (g *isa) where(m mask, value operand.Op, to reg.Register) {
	if g.wide() {
		g.VMOVUPS_Z(value, m, to)
	} else {
		g.VANDPS(value, m, to)
	}
}

// clear sets a vector to zero. The allocator of registers takes the usual
// v xor v for a use of v's former value.
func (g *isa) clear(v reg.Register) { g.VBROADCASTSS(g.constant(0), v) }

// loop repeats body while counter, which body leaves alone, is at least
// step, counting down by it.
func (g *isa) loop(label string, counter reg.Register, step int, body func()) {
	g.Label(label)
	g.CMPQ(counter, operand.I32(step))
	g.JLT(operand.LabelRef(label + "_end"))
	body()
	g.SUBQ(operand.I32(step), counter)
	g.JMP(operand.LabelRef(label))
	g.Label(label + "_end")
}

// atMost writes body for each number of rows up to most, and runs the one for as
// many as count holds, if it holds any.
func (g *isa) atMost(count reg.Register, most int, body func(rows int)) {
	for rows := most; rows > 0; rows-- {
		next := fmt.Sprintf("below%d", rows)
		g.CMPQ(count, operand.I8(rows))
		g.JLT(operand.LabelRef(next))
		body(rows)
		g.JMP(operand.LabelRef("done"))
		g.Label(next)
	}
	g.Label("done")
}
