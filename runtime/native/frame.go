package native

import "gmnc/runtime/native/kernels"

// frame holds the values that kernels of one phase see, by number: those of
// one shard, or those of the whole run.
type frame struct {
	floats  [][]float32
	indices [][]int64
	// size is that of the shard, or of the batch.
	size size
	// neighbors are those of each row of the shard.
	neighbors int
	// receivers are the particles whose edges the frame holds, where it is of
	// a block; otherwise it holds all, and this is empty.
	receivers span
	// first says that the shard is the first of its lane: it overwrites
	// sums, the others add.
	first bool
	// ahead is memory of the calls after the present one.
	ahead kernels.Ahead
	// registers are those of row programs.
	registers []float32
}

// span is a range of count rows.
type span struct{ at, count int }

func newFrame(p *plan) frame {
	return frame{floats: make([][]float32, len(p.values)), indices: make([][]int64, len(p.values))}
}

// run makes the calls one after the other.
func (f *frame) run(calls []call) {
	f.ahead.Clear()
	for i := range calls {
		for _, number := range calls[i].ahead {
			f.ahead.Add(f.floats[number])
		}
	}
	for i := range calls {
		f.ahead.Next(len(calls[i].ahead))
		calls[i].run(f)
	}
}

// ofReceivers are the rows of a value that belong to the edges in the frame.
func (f *frame) ofReceivers(number, width int) []float32 {
	x := f.floats[number]
	if f.receivers.count == 0 {
		return x
	}
	return x[f.receivers.at*width:][:f.receivers.count*width]
}

// kernel computes one value of a frame from others.
type kernel func(f *frame)

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
