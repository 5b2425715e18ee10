package native

import (
	"slices"

	"gmnc/runtime/native/kernels"
)

// Counts are what a program does with one shard, whatever the processor.
type Counts struct {
	// Calls counts the calls of kernels, also for what follows from the weights alone.
	Calls int
	// RowInstructions counts instructions of row programs, each on a column of 16 rows.
	RowInstructions int
	// Bytes is the size of all arguments and results of calls.
	Bytes int
	// Arena is a worker's memory for the shard, in bytes.
	Arena int
}

// Count counts for a shard of these numbers of rows.
func (p *Program) Count(particles, edges int) (counts Counts) {
	shard := size{particles, edges}
	for _, c := range slices.Concat(p.plan.calls[:]...) {
		counts.Calls++
		counts.RowInstructions += p.plan.rowInstructions(c, shard)
		for _, number := range append(c.results(), c.args...) {
			counts.Bytes += p.plan.values[number].bytes(shard)
		}
	}
	l := p.plan.layOut(p.plan.calls[within], anyExtent, shard)
	counts.Arena = floatBytes*l.floats + indexBytes*l.indices
	return counts
}

const (
	floatBytes = 4
	indexBytes = 8
)

func (v value) bytes(s size) int {
	if v.index {
		return indexBytes * v.count(s)
	}
	return floatBytes * v.count(s)
}

// rowInstructions counts the instructions of the call's row program on all its rows; it
// is 0 where the call is another kernel's.
func (p *plan) rowInstructions(c call, s size) (sum int) {
	if c.node.Callee == nil {
		return 0
	}
	for _, part := range p.boundProgram(c).code[0] {
		for _, instruction := range part {
			sum += int(instruction.Count)
		}
	}
	result := p.values[c.result]
	return sum * ((s.rows(result.extent, result.rows) + kernels.RowBlock - 1) / kernels.RowBlock)
}
