package native

import "gmnc/runtime/native/kernels"

// registerVectors is how many vectors of rows a register holds at most: so
// many rows share the reading of an instruction, and the registers stay in
// the cache.
const registerVectors = 4

// store takes a result from registers, of which it says the first.
type store struct{ number, at, columns int }

// boundProgram is a row program that can run.
type boundProgram struct {
	loads     []load
	stores    []store
	scatters  []scatter
	registers int
	// code are the instructions by the vectors of a register, less one.
	code [registerVectors][][]kernels.RowInstruction
}

func bindRows(p *plan, c call) kernel { return newBoundProgram(p, c).run }

func newBoundProgram(p *plan, c call) *boundProgram {
	program := newRowProgram(p, c)
	b := &boundProgram{}
	var results [][]cell
	for i, number := range c.results() {
		if cells := program.cells[program.body.Outputs[i].Value]; cells != nil {
			results = append(results, program.contiguous(cells))
			b.stores = append(b.stores, store{number: number, columns: len(cells)})
		}
	}
	program.drop(results)
	b.registers = program.place(results)
	b.loads, b.scatters = program.loads, program.scatters
	for i, cells := range results {
		b.stores[i].at = int(cells[0].register())
	}
	for i := range b.code {
		b.code[i] = program.code(int64(i+1) * kernels.RowBlock * 4)
	}
	return b
}

// run takes blocks of rows through the program.
func (b *boundProgram) run(f *frame) {
	const most = registerVectors * kernels.RowBlock
	if need := b.registers * most; len(f.registers) < need {
		f.registers = make([]float32, need)
	}
	first := b.stores[0]
	rows, loaded := len(f.floats[first.number])/first.columns, 0
	for from := 0; from < rows; from += most {
		count := min(most, rows-from)
		vectors := (count + kernels.RowBlock - 1) / kernels.RowBlock
		width := vectors * kernels.RowBlock
		for i := range b.loads {
			if l := &b.loads[i]; !l.fixed {
				b.fill(l, f, from, count, width)
			} else if loaded != width {
				b.fillFixed(l, f, width)
			}
		}
		loaded = width
		for _, part := range b.code[vectors-1] {
			kernels.RunRows(part, f.registers, width)
		}
		for _, s := range b.stores {
			to := f.floats[s.number][from*s.columns : (from+count)*s.columns]
			kernels.JoinColumns(to, f.registers[s.at*width:], width, s.columns)
		}
	}
	for _, s := range b.scatters {
		if s.start >= 0 {
			copy(f.floats[s.to], f.floats[s.start])
		}
		kernels.ScatterAddRows(f.floats[s.to], f.floats[s.from], f.indices[s.index], s.columns)
	}
}

// fill loads rows from one on.
func (b *boundProgram) fill(l *load, f *frame, from, count, width int) {
	to, columns := f.registers[l.to.at*width:], l.to.columns
	switch x := f.floats[l.number]; {
	case l.repeat:
		kernels.SplitRepeated(to, width, f.ofReceivers(l.number, columns), f.neighbors, from, count, columns)
	case l.index >= 0:
		kernels.SplitGathered(to, width, x, f.indices[l.index][from:from+count], columns)
	default:
		kernels.SplitColumns(to, width, x[from*columns:(from+count)*columns], columns)
	}
}

// fillFixed loads what is the same in all rows.
func (b *boundProgram) fillFixed(l *load, f *frame, width int) {
	for column := range l.to.columns {
		x := l.literal
		if l.number >= 0 {
			x = f.floats[l.number][column]
		}
		register := f.registers[(l.to.at+column)*width:][:width]
		for i := range register {
			register[i] = x
		}
	}
}
