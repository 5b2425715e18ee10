package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// frame holds the values that the kernels of one phase read and write, by number: the values of
// one shard, or of the whole run.
type frame struct {
	floats  [][]float32
	indices [][]int64
	// size is the size of the shard, or of the batch.
	size size
	// neighbors is the number of neighbors of each row of the shard.
	neighbors int
	// receivers holds the particles whose edges are in the frame of a block. It is empty if the
	// frame holds all edges.
	receivers span
	// first says that the shard is the first of its lane, so that it overwrites sums. The other
	// shards add to them.
	first bool
	// ahead holds memory of the calls after the present one.
	ahead kernels.Ahead
	// registers holds the registers of row programs.
	registers []float32
}

// span is a range of count rows.
type span struct{ at, count int }

// run runs the calls one after the other.
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

// ofReceivers returns the rows of a value that belong to the edges in the frame.
func (f *frame) ofReceivers(number, width int) []float32 {
	x := f.floats[number]
	if f.receivers.count == 0 {
		return x
	}
	return x[f.receivers.at*width:][:f.receivers.count*width]
}

// kernel computes one value of a frame from others.
type kernel func(f *frame)

// call is a node with the numbers of its values. Without a node, it stands for the values that
// several calls read and write together.
type call struct {
	node   *ir.Node
	result int   // -1 for none
	also   []int // further results
	args   []int
	// more says that the call adds to its result.
	more bool
	// begun holds the sums among the results that an earlier call begins.
	begun []int
	// ahead holds values of the following calls, which a product prefetches.
	ahead []int
	run   kernel
}

// results returns the numbers of all results.
func (c call) results() []int {
	if c.result < 0 {
		return nil
	}
	return append([]int{c.result}, c.also...)
}

// begins reports whether the call overwrites a sum over rows of systems. It does in the first
// shard of a lane, unless an earlier call has begun the sum; otherwise it adds.
func (c call) begins(f *frame, sum int) bool { return f.first && !slices.Contains(c.begun, sum) }
