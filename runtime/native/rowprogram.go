package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// storage describes the registers of a value in a row program, one for each column.
type storage struct {
	columns int
	at      int // the first register, -1 before it has one
	last    int // the last step that reads it
}

// cell is one column of a value.
type cell struct {
	*storage
	column int
}

// rowStep is one operation on lists of cells of the same length.
type rowStep struct {
	op   kernels.RowOp
	dst  []cell
	args [3][]cell
}

// load fills the registers of a value that a program reads.
type load struct {
	to      *storage
	number  int     // of the value, or -1
	literal float32 // of a number
	index   int     // of the rows to gather, or -1
	repeat  bool    // the receivers' rows
	fixed   bool    // the same in all rows
}

// rowProgram is a row program while it is being built.
type rowProgram struct {
	body     *ir.Func
	numbers  map[*ir.Value]int // of inputs and outputs
	cells    map[*ir.Value][]cell
	literals map[float32]cell
	loads    []load
	steps    []rowStep
	scatters []scatter
}

// of returns the cells of a value. If no step has computed them, it adds a load that fills
// them.
func (r *rowProgram) of(v *ir.Value) []cell {
	if r.cells[v] == nil {
		r.cells[v] = r.load(v, load{index: -1, fixed: v.Type.Rows().Symbol == ""})
	}
	return r.cells[v]
}

// column returns the cell of one column of a value, or of its only column.
func (r *rowProgram) column(v *ir.Value, i int) []cell {
	cells := r.of(v)
	i = min(i, len(cells)-1)
	return cells[i : i+1]
}

// inner reports whether only the program itself uses the value.
func (r *rowProgram) inner(v *ir.Value) bool {
	_, known := r.numbers[v]
	return !known
}

func (r *rowProgram) load(v *ir.Value, l load) []cell {
	cells := fresh(v.Type.Columns())
	l.to, l.number = cells[0].storage, r.numbers[v]
	r.loads = append(r.loads, l)
	return cells
}

// literal returns a cell with the same number in all rows.
func (r *rowProgram) literal(x float32) []cell {
	c, known := r.literals[x]
	if !known {
		c = fresh(1)[0]
		r.literals[x] = c
		r.loads = append(r.loads, load{to: c.storage, number: -1, literal: x, index: -1, fixed: true})
	}
	return []cell{c}
}

// fresh returns cells that have no registers yet.
func fresh(columns int) []cell {
	s := &storage{columns: columns, at: -1, last: -1}
	cells := make([]cell, columns)
	for i := range cells {
		cells[i] = cell{s, i}
	}
	return cells
}

// apply computes new cells from others. A single cell stands for all columns.
func (r *rowProgram) apply(op kernels.RowOp, columns int, args ...[]cell) []cell {
	dst := fresh(columns)
	r.onto(op, dst, args...)
	return dst
}

// onto computes given cells, which the operation may also read.
func (r *rowProgram) onto(op kernels.RowOp, dst []cell, args ...[]cell) {
	step := rowStep{op: op, dst: dst}
	for i, cells := range args {
		for k := range dst {
			step.args[i] = append(step.args[i], cells[min(k, len(cells)-1)])
		}
	}
	r.steps = append(r.steps, step)
}

// contiguous returns cells with the same values in the columns of one storage, as stores need
// them.
func (r *rowProgram) contiguous(cells []cell) []cell {
	for i, c := range cells {
		if c.storage != cells[0].storage || c.column != cells[0].column+i {
			return r.apply(kernels.RowMax, len(cells), cells, cells)
		}
	}
	return cells
}

// drop removes the steps whose results nothing reads.
func (r *rowProgram) drop(results [][]cell) {
	read := map[*storage]bool{}
	for _, cells := range results {
		read[cells[0].storage] = true
	}
	for _, step := range slices.Backward(r.steps) {
		if read[step.dst[0].storage] {
			for _, cells := range step.args {
				for _, c := range cells {
					read[c.storage] = true
				}
			}
		}
	}
	r.steps = slices.DeleteFunc(r.steps, func(step rowStep) bool { return !read[step.dst[0].storage] })
	r.loads = slices.DeleteFunc(r.loads, func(l load) bool { return !read[l.to] })
}

// place assigns registers to every storage, from its first step to its last, and returns how
// many there are. A value that is the same in all rows is loaded only once, and so keeps its
// registers.
func (r *rowProgram) place(results [][]cell) int {
	for i, step := range r.steps {
		for _, cells := range append(step.args[:], step.dst) {
			for _, c := range cells {
				c.last = i
			}
		}
	}
	for _, cells := range results {
		cells[0].last = len(r.steps)
	}
	var space space
	for _, l := range r.loads {
		l.to.at = space.take(l.to.columns)
		if l.fixed {
			l.to.last = len(r.steps)
		}
	}
	for i, step := range r.steps {
		if s := step.dst[0].storage; s.at < 0 {
			s.at = space.take(s.columns)
		}
		freed := map[*storage]bool{}
		for _, cells := range append(step.args[:], step.dst) {
			for _, c := range cells {
				if c.last == i && !freed[c.storage] {
					freed[c.storage] = true
					space.free(c.at, c.columns)
				}
			}
		}
	}
	return space.end
}

// code returns the instructions for registers of size bytes. They are divided into parts that
// assembly runs and single instructions that it does not.
func (r *rowProgram) code(size int32) [][]kernels.RowInstruction {
	parts := [][]kernels.RowInstruction{nil}
	for _, step := range r.steps {
		last := len(parts) - 1
		if step.op.InAssembly() {
			parts[last] = append(parts[last], step.instructions(size)...)
			continue
		}
		for _, in := range step.instructions(size) {
			parts = append(parts, []kernels.RowInstruction{in})
		}
		parts = append(parts, nil)
	}
	return parts
}

// instructions returns one instruction for each run of cells whose registers are evenly spaced.
func (step rowStep) instructions(size int32) (all []kernels.RowInstruction) {
	lists := [4][]cell{step.dst, step.args[0], step.args[1], step.args[2]}
	for from := 0; from < len(step.dst); {
		var first, apart [4]int32
		to := from + 1
		for i, cells := range lists {
			if len(cells) > 0 {
				first[i] = cells[from].register()
			}
			if len(cells) > to {
				apart[i] = cells[to].register() - first[i]
			}
		}
		for to < len(step.dst) && evenly(lists, to, apart) {
			to++
		}
		all = append(all, kernels.RowInstruction{Op: step.op, Count: int32(to - from),
			Dst: first[0] * size, A: first[1] * size, B: first[2] * size, C: first[3] * size,
			StepDst: apart[0] * size, StepA: apart[1] * size, StepB: apart[2] * size, StepC: apart[3] * size})
		from = to
	}
	return all
}

func (c cell) register() int32 { return int32(c.at + c.column) }

// evenly reports whether cell i of each list has the given distance from the one before.
func evenly(lists [4][]cell, i int, apart [4]int32) bool {
	for k, cells := range lists {
		if len(cells) > 0 && cells[i].register()-cells[i-1].register() != apart[k] {
			return false
		}
	}
	return true
}

// scatter follows a program: it adds the rows of one value to those rows of another to which an
// index points.
type scatter struct {
	to, from, index int
	columns         int
	start           int // the value that to begins with, or -1 if the program does
}
