package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// registerVectors is the largest number of vectors of rows in a register. Their rows share the
// decoding of an instruction, and the registers stay in the cache.
const registerVectors = 4

// boundProgram is a row program that can run. A training step runs each of some hundred
// programs once for every shard, when the caches hold other data. So the data that a program
// reads are small and contiguous.
type boundProgram struct {
	fixed     []boundMove // loads of what is the same in all rows
	literals  []float32   // of each fixed load, used if it has no value
	loads     []boundMove // all others
	stores    []boundMove
	scatters  []scatter
	registers int
	// code holds the instructions for each number of vectors in a register, less one.
	code [registerVectors][][]kernels.RowInstruction
}

// boundMove fills registers with a value, or stores them to it.
type boundMove struct {
	number      int32 // of the value, or -1
	at, columns int32 // the first register, and how many
	rows        int32 // an index of rows to gather, or ownRows or receiverRows
}

// These are the rows of a value that a move without an index reads or writes.
const (
	ownRows      = -1
	receiverRows = -2 // the rows of the edges' receivers
)

func bindRows(p *plan, c call) kernel { return p.boundProgram(c).run }

// boundProgram returns the program of a call. Calls whose bodies differ in names only, such as
// the steps of a model, share instructions.
func (p *plan) boundProgram(c call) *boundProgram {
	key := bodyKey(c.node.Callee)
	b := p.programs[key]
	if b == nil {
		b = newBoundProgram(c.node.Callee)
		if p.programs == nil {
			p.programs = map[string]*boundProgram{}
		}
		p.programs[key] = b
	}
	return b.with(slices.Concat(c.args, c.results()))
}

// newBoundProgram returns the program of a body. Its values are numbered by their positions in
// the signature, inputs before outputs.
func newBoundProgram(body *ir.Func) *boundProgram {
	program := newRowProgram(body)
	b := &boundProgram{}
	var results [][]cell
	for i, output := range body.Outputs {
		if cells := program.cells[output.Value]; cells != nil {
			results = append(results, program.contiguous(cells))
			b.stores = append(b.stores, boundMove{number: int32(len(body.Inputs) + i), columns: int32(len(cells)), rows: ownRows})
		}
	}
	program.drop(results)
	b.registers = program.place(results)
	for i, cells := range results {
		b.stores[i].at = cells[0].register()
	}
	b.load(program.loads)
	b.scatters = program.scatters
	for i := range b.code {
		b.code[i] = program.code(int32(i+1) * kernels.RowBlock * 4)
	}
	return b
}

// with returns the program with positions in its signature replaced by these numbers of values.
func (b *boundProgram) with(numbers []int) *boundProgram {
	bound := *b
	moves := func(all []boundMove) []boundMove {
		all = slices.Clone(all)
		for i := range all {
			m := &all[i]
			if m.number >= 0 {
				m.number = int32(numbers[m.number])
			}
			if m.rows >= 0 {
				m.rows = int32(numbers[m.rows])
			}
		}
		return all
	}
	bound.fixed, bound.loads, bound.stores = moves(b.fixed), moves(b.loads), moves(b.stores)
	bound.scatters = slices.Clone(b.scatters)
	for i := range bound.scatters {
		s := &bound.scatters[i]
		s.to, s.from, s.index = numbers[s.to], numbers[s.from], numbers[s.index]
		if s.start >= 0 {
			s.start = numbers[s.start]
		}
	}
	return &bound
}

func (b *boundProgram) load(loads []load) {
	for _, l := range loads {
		if l.fixed {
			b.fixed, b.literals = append(b.fixed, l.bound()), append(b.literals, l.literal)
		} else {
			b.loads = append(b.loads, l.bound())
		}
	}
}

func (l load) bound() boundMove {
	rows := l.index
	if l.repeat {
		rows = receiverRows
	}
	return boundMove{int32(l.number), int32(l.to.at), int32(l.to.columns), int32(rows)}
}

// run runs the program on blocks of rows.
func (b *boundProgram) run(f *frame) {
	const most = registerVectors * kernels.RowBlock
	if need := b.registers * most; len(f.registers) < need {
		f.registers = make([]float32, need)
	}
	first := b.stores[0]
	rows := len(f.floats[first.number]) / int(first.columns)
	vectors := (rows + kernels.RowBlock - 1) / kernels.RowBlock
	blocks := max((vectors+registerVectors-1)/registerVectors, 1)
	// Blocks are as even as possible, and all have registers of the same width.
	vectors = (vectors + blocks - 1) / blocks
	width := vectors * kernels.RowBlock
	b.fillFixed(f, width)
	for from := 0; from < rows; from += width {
		count := min(width, rows-from)
		for i := range b.loads {
			b.loads[i].fill(f, from, count, width)
		}
		for _, part := range b.code[vectors-1] {
			kernels.RunRows(part, f.registers, width, count)
		}
		for i := range b.stores {
			b.stores[i].store(f, from, count, width)
		}
	}
	for _, s := range b.scatters {
		if s.start >= 0 {
			copy(f.floats[s.to], f.floats[s.start])
		}
		kernels.ScatterAddRows(f.floats[s.to], f.floats[s.from], f.indices[s.index], s.columns)
	}
}

// fill loads count rows, beginning with from.
func (m *boundMove) fill(f *frame, from, count, width int) {
	to, columns := f.registers[int(m.at)*width:], int(m.columns)
	switch x := f.floats[m.number]; m.rows {
	case ownRows:
		kernels.SplitColumns(to, width, x[from*columns:(from+count)*columns], columns)
	case receiverRows:
		kernels.SplitRepeated(to, width, f.ofReceivers(int(m.number), columns), f.neighbors, from, count, columns)
	default:
		kernels.SplitGathered(to, width, x, f.indices[m.rows][from:from+count], columns)
	}
}

// store stores count rows, beginning with from.
func (m *boundMove) store(f *frame, from, count, width int) {
	columns := int(m.columns)
	to := f.floats[m.number][from*columns : (from+count)*columns]
	kernels.JoinColumns(to, f.registers[int(m.at)*width:], width, columns)
}

// fillFixed loads the values that are the same in all rows.
func (b *boundProgram) fillFixed(f *frame, width int) {
	for i := range b.fixed {
		m := &b.fixed[i]
		for column := range int(m.columns) {
			x := b.literals[i]
			if m.number >= 0 {
				x = f.floats[m.number][column]
			}
			register := f.registers[(int(m.at)+column)*width:][:width]
			for i := range register {
				register[i] = x
			}
		}
	}
}
