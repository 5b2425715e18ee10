package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// frame holds the values that kernels of one phase see, by number: the values of one
// shard, or of the whole run.
type frame struct {
	floats  [][]float32
	indices [][]int64
	// size is the size of the shard, or of the batch.
	size size
	// neighbors is how many neighbors each row of the shard has.
	neighbors int
	// receivers are the particles whose edges the frame holds, where it is of
	// a block; otherwise it holds all, and this is empty.
	receivers span
	// first says that the shard is the first of its lane: it overwrites
	// sums, the others add.
	first bool
	// ahead is memory of the calls after the present one.
	ahead kernels.Ahead
	// registers holds the registers of row programs.
	registers []float32
}

// span is a range of count rows.
type span struct{ at, count int }

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

// call is a node with its values by number; or, without a node, what several
// calls need and make together.
type call struct {
	node   *ir.Node
	result int   // -1 for none
	also   []int // further results
	args   []int
	// more says that the call adds to what its result holds.
	more bool
	// begun are sums among the results that a call before this one begins.
	begun []int
	// ahead are values of the calls after this one, which a product fetches.
	ahead []int
	run   kernel
}

// results are the numbers of all results.
func (c call) results() []int {
	if c.result < 0 {
		return nil
	}
	return append([]int{c.result}, c.also...)
}

// begins reports whether the call overwrites a sum over rows of systems: in the
// first shard of a lane, unless a call before has begun it. Otherwise it adds.
func (c call) begins(f *frame, sum int) bool { return f.first && !slices.Contains(c.begun, sum) }
