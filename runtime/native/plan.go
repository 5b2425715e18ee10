package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// value is what a plan knows of a value, by its number.
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

// input binds an input of the module, or a parameter, to a value. The
// number is -1 if no output depends on it.
type input struct {
	value  *ir.Value
	number int
}

// output is what the plan returns under a name.
type output struct {
	name   string
	number int
	// placed says that kernels write straight to the output.
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
	// calls of each phase but summed, whose calls are among those within.
	calls [after + 1][]call
	// sums are the numbers of what is added up, and where in a lane it lies.
	sums    []int
	sumAt   []int
	laneLen int
	// shared are the numbers of values that shards read and do not compute.
	shared []int
	// chosen are the numbers of the values with rows that each mask chooses.
	chosen [][]int
	// segments are the calls within, for systems that run by blocks; nil if
	// none can.
	segments []segment
	// programs are the row programs, by their bodies.
	programs map[string]*boundProgram
}

// segment is a part of what is done for a system that runs by blocks of
// receivers. A block is some particles with the edges to them.
type segment struct {
	// calls are made once, over all particles, or for each block.
	calls  []call
	blocks bool
	// scattered are values of particles that each block adds to.
	scattered []int
	// outputs are rows of edges, as numbers of the plan's outputs.
	outputs []int
}

func newFrame(p *plan) frame {
	return frame{floats: make([][]float32, len(p.values)), indices: make([][]int64, len(p.values))}
}

// operand is an argument that is broadcast to the result's shape.
type operand struct{ number, row, column int }

// operand says how argument i of a call is read for the result.
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
