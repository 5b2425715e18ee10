package main

import (
	"math"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// tables are the read-only data of the kernels.
type tables struct {
	*build.Context
	constants  []uint64
	lanetables []uint32
}

func newTables(context *build.Context) *tables { return &tables{Context: context} }

const (
	constantsName  = "constants"
	opmasksName    = "opmasks"
	lanemasksName  = "lanemasks"
	lanetablesName = "lanetables"
	constantSize   = 32 // bytes
)

func static(name string) operand.Mem {
	return operand.NewDataAddr(operand.NewStaticSymbol(name), 0)
}

func (t *tables) opmasks() operand.Mem   { return static(opmasksName) }
func (t *tables) lanemasks() operand.Mem { return static(lanemasksName) }

// constant is the address of 8 copies of a word.
func (t *tables) constant(bits uint32) operand.Mem { return t.copies(uint64(bits)<<32 | uint64(bits)) }

// double is the address of 4 copies of a float64.
func (t *tables) double(x float64) operand.Mem { return t.copies(math.Float64bits(x)) }

func (t *tables) copies(bits uint64) operand.Mem {
	for i, have := range t.constants {
		if have == bits {
			return static(constantsName).Offset(i * constantSize)
		}
	}
	t.constants = append(t.constants, bits)
	return static(constantsName).Offset((len(t.constants) - 1) * constantSize)
}

// lanetable is the address of vectors of numbers of lanes. Equal tables are one.
func (g *isa) lanetable(vectors int, lane func(lane, vector int) int) operand.Mem {
	var words []uint32
	for vector := range vectors {
		for i := range g.lanes {
			words = append(words, uint32(lane(i, vector)))
		}
	}
	for at := 0; at+len(words) <= len(g.lanetables); at++ {
		if slices.Equal(g.lanetables[at:at+len(words)], words) {
			return static(lanetablesName).Offset(float * at)
		}
	}
	g.lanetables = append(g.lanetables, words...)
	return static(lanetablesName).Offset(float * (len(g.lanetables) - len(words)))
}

// emit writes the tables once all kernels have named their constants.
func (t *tables) emit() {
	t.StaticGlobal(constantsName)
	t.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, bits := range t.constants {
		for at := 0; at < constantSize; at += 8 {
			t.AddDatum(i*constantSize+at, operand.U64(bits))
		}
	}
	t.StaticGlobal(opmasksName)
	t.DataAttributes(attr.RODATA | attr.NOPTR)
	for count := range 17 {
		t.AddDatum(2*count, operand.U16(1<<count-1))
	}
	t.StaticGlobal(lanemasksName)
	t.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 16 {
		ones := uint32(math.MaxUint32)
		if lane >= 8 {
			ones = 0
		}
		t.AddDatum(float*lane, operand.U32(ones))
	}
	t.StaticGlobal(lanetablesName)
	t.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, lane := range t.lanetables {
		t.AddDatum(float*i, operand.U32(lane))
	}
}
