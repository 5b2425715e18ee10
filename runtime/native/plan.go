package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// value describes a value of a plan, by its number.
type value struct {
	name    string
	phase   phase
	extent  extent
	rows    int // of a fixed extent
	columns int // 1 for indices
	index   bool
	into    extent // what an index points at
}

func (v value) count(s size) int { return s.rows(v.extent, v.rows) * v.columns }

// input binds an input of the module, or a parameter, to a value. The number is -1 if no output
// depends on it.
type input struct {
	value  *ir.Value
	number int
}

// output is a value that the plan returns under a name.
type output struct {
	name   string
	number int
	// placed says that kernels write directly to the output.
	placed bool
}

// plan is a compiled module; it never changes.
type plan struct {
	module  *ir.Module
	symbols lower.Symbols
	values  []value
	inputs  []input
	params  []input
	outputs []output
	// calls holds the calls of each phase except for summed, whose calls are among those of
	// within.
	calls [after + 1][]call
	// sums holds the numbers of the values that are sums over shards, and sumAt their offsets
	// in a lane.
	sums    []int
	sumAt   []int
	laneLen int
	// shared holds the numbers of the values that shards read but do not compute.
	shared []int
	// chosen holds, for each mask, the numbers of the values with rows that it chooses.
	chosen [][]int
	// segments holds the calls of within, for systems that run by blocks. It is nil if none
	// can.
	segments []segment
	// programs holds the row programs, by their bodies.
	programs map[string]*boundProgram
}

// segment is a part of the work on a system that runs by blocks of receivers. A block consists
// of some particles and the edges to them.
type segment struct {
	// calls are run once, over all particles, or for each block.
	calls  []call
	blocks bool
	// scattered holds the values of particles to which each block adds.
	scattered []int
	// outputs holds the outputs with rows of edges, as indices of the plan's outputs.
	outputs []int
}

func newFrame(p *plan) frame {
	return frame{floats: make([][]float32, len(p.values)), indices: make([][]int64, len(p.values))}
}

// operand is an argument that is broadcast to the result's shape.
type operand struct{ number, row, column int }

// operand returns how argument i of a call is broadcast to the result.
func (p *plan) operand(c call, i int) operand {
	arg, result := p.values[c.args[i]], p.values[c.result]
	o := operand{number: c.args[i]}
	if arg.columns == result.columns {
		o.column = 1
	}
	if arg.extent == result.extent && arg.rows == result.rows {
		o.row = arg.columns
	}
	return o
}

func (o operand) of(f *frame) kernels.Operand {
	return kernels.Operand{Values: f.floats[o.number], Row: o.row, Column: o.column}
}
