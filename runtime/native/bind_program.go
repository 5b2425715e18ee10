package native

import "gmnc/runtime/native/kernels"

// registerVectors is how many vectors of rows a register holds at most: so
// many rows share the reading of an instruction, and the registers stay in
// the cache.
const registerVectors = 4

// boundProgram is a row program that can run.
type boundProgram struct {
	plan      *plan
	loads     []load
	results   []int
	at        []int // the first register of each result
	registers int
	// code are the instructions by the vectors of a register, less one.
	code [registerVectors][]kernels.RowInstruction
}

func bindRows(p *plan, c call) kernel {
	program := newRowProgram(p, c)
	b := &boundProgram{plan: p, results: c.results()}
	var results [][]cell
	for _, result := range c.node.Results {
		results = append(results, program.contiguous(program.cells[result]))
	}
	program.drop(results)
	b.registers = program.place(results)
	b.loads = program.loads
	for _, cells := range results {
		b.at = append(b.at, int(cells[0].register()))
	}
	for i := range b.code {
		b.code[i] = program.code(int64(i+1) * kernels.RowBlock * 4)
	}
	return b.run
}

// run takes blocks of rows through the program.
func (b *boundProgram) run(f *frame) {
	const most = registerVectors * kernels.RowBlock
	if need := b.registers * most; len(f.registers) < need {
		f.registers = make([]float32, need)
	}
	first := b.results[0]
	rows, loaded := len(f.floats[first])/b.plan.values[first].columns, 0
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
		kernels.RunRows(b.code[vectors-1], f.registers, width)
		for i, number := range b.results {
			columns := b.plan.values[number].columns
			kernels.JoinColumns(f.floats[number][from*columns:(from+count)*columns], f.registers[b.at[i]*width:], width, columns)
		}
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
