package native

import (
	"fmt"

	"gmnc/ir"
	"gmnc/runtime"
)

// batch is the input of a run after it was checked and divided into systems and shards. The
// next run reuses its slices.
type batch struct {
	plan   *plan
	inputs []runtime.Tensor // as plan.inputs
	size   size
	// rowAt and edgeAt hold the first particle and edge of each system, followed by their
	// numbers in the batch. neighbors holds how many neighbors each row of a system has.
	rowAt, edgeAt, neighbors []int
	unused                   []int64 // indices that no shard reads
	shards                   []shard
	large                    []shard // of one system each, to run by blocks
}

// shard is a range of systems of the batch with the same number of neighbors.
type shard struct {
	systems   [2]int // from, up to but not including
	at, size  size   // its first rows, and their numbers
	neighbors int
}

// bind finds where each system begins and checks the inputs. rebase checks the indices that
// shards read.
func (b *batch) bind(given runtime.Batch) error {
	if err := b.take(given.Inputs); err != nil {
		return err
	}
	if err := b.place(given.Systems); err != nil {
		return err
	}
	for i, bound := range b.plan.inputs {
		if err := b.checkShape(bound.value, b.inputs[i]); err != nil {
			return runtime.WithoutSystems(given, err)
		}
		if indices := b.inputs[i].Index; indices != nil && bound.number < 0 {
			b.unused = resized(b.unused, len(indices))
			if err := b.rebase(b.unused, i, b.span(0, len(b.neighbors))); err != nil {
				return err
			}
		}
	}
	return nil
}

// take finds the inputs by name.
func (b *batch) take(inputs map[string]runtime.Tensor) error {
	b.inputs = b.inputs[:0]
	for _, bound := range b.plan.inputs {
		value, ok := inputs[bound.value.Name]
		if !ok {
			return fmt.Errorf("input %s is missing; it is %s", bound.value.Name, bound.value.Type)
		}
		b.inputs = append(b.inputs, value)
	}
	if len(inputs) == len(b.inputs) {
		return nil
	}
	for name := range inputs {
		if input := b.plan.module.Main.Input(name); input == nil || input.Param {
			return fmt.Errorf("%s is no input of module %s", name, b.plan.module.Name)
		}
	}
	return nil
}

// place finds the first rows of each system.
func (b *batch) place(systems []runtime.System) error {
	b.rowAt, b.edgeAt, b.neighbors = append(b.rowAt[:0], 0), append(b.edgeAt[:0], 0), b.neighbors[:0]
	b.size = size{}
	for i, s := range systems {
		if err := runtime.CheckSystem(i, s); err != nil {
			return err
		}
		b.size.particles += s.Particles
		b.size.edges += s.Particles * s.Neighbors
		b.rowAt, b.edgeAt = append(b.rowAt, b.size.particles), append(b.edgeAt, b.size.edges)
		b.neighbors = append(b.neighbors, s.Neighbors)
	}
	return nil
}

// checkShape returns an error for a tensor that does not fit its type.
func (b *batch) checkShape(input *ir.Value, value runtime.Tensor) error {
	if err := runtime.CheckKind(input, value); err != nil {
		return err
	}
	t := input.Type
	rows := b.size.rows(extentOf(b.plan.symbols, t.Rows().Symbol), t.Rows().Number)
	fits := len(value.Shape) == len(t.Shape) && value.Shape[0] == rows &&
		(t.DType == ir.Index || value.Shape[1] == t.Columns())
	if !fits {
		return fmt.Errorf("input %s has the shape %v; it is %s, with %d rows", input.Name, value.Shape, t, rows)
	}
	return nil
}

// cut makes shards of consecutive systems, each with one system at least and with about least
// to most edges and particles together. A batch without rows becomes one empty shard. Workers
// can share the shards evenly, lane by lane. Each system with more than limit becomes an entry
// of large instead.
//
// If a lane gets several shards, one in each round, a system that lies across the end of a
// shard is added to it by a threshold that differs from round to round. For systems of one
// size, floor(x) + floor(x + 1/n) + ... + floor(x + (n-1)/n) = floor(n x) (Hermite's identity),
// so no lane has more than one system more than another.
func (b *batch) cut(least, most, limit int) {
	b.shards, b.large = b.shards[:0], b.large[:0]
	total := 0
	for i := range b.neighbors {
		if own := b.weight(i); own <= limit {
			total += own
		}
	}
	parts := evenParts(total, least, most)
	rounds := max(1, parts/lanes)
	from, done := 0, 0
	for i, k := range b.neighbors {
		own := b.weight(i)
		round := min(len(b.shards)/lanes, rounds-1)
		full := done+own*(2*(rounds-round)-1)/(2*rounds) > total*(len(b.shards)+1)/parts
		if from < i && (full || own > limit || k != b.neighbors[from]) {
			b.shards = append(b.shards, b.span(from, i))
			from = i
		}
		if own > limit {
			b.large = append(b.large, b.span(i, i+1))
			from = i + 1
			continue
		}
		done += own
	}
	if end := len(b.neighbors); from < end || end == 0 {
		b.shards = append(b.shards, b.span(from, end))
	}
}

// weight returns the number of edges and particles of a system.
func (b *batch) weight(system int) int {
	return (b.rowAt[system+1] - b.rowAt[system]) * (b.neighbors[system] + 1)
}

// evenParts returns the number of parts into which total is divided. It is a multiple of the
// lanes, with about most in each part, or, for a small total, a power of two up to the number
// of lanes, with about least in each part.
func evenParts(total, least, most int) int {
	parts := 1
	for parts < lanes && parts*least < total {
		parts *= 2
	}
	return max(parts, (total+most*lanes/2)/(most*lanes)*lanes)
}

// span returns the shard of the systems from one up to, but not including, another.
func (b *batch) span(from, end int) shard {
	s := shard{
		systems: [2]int{from, end},
		at:      size{b.rowAt[from], b.edgeAt[from]},
		size:    size{b.rowAt[end] - b.rowAt[from], b.edgeAt[end] - b.edgeAt[from]},
	}
	if from < end {
		s.neighbors = b.neighbors[from]
	}
	return s
}

// most returns the largest numbers of rows in any of the shards.
func most(shards []shard) (rows size) {
	for _, s := range shards {
		rows = rows.or(s.size)
	}
	return rows
}

// rebase copies the indices of a shard or of a block, relative to its first row. It returns an
// error for an index that leaves its system.
func (b *batch) rebase(dst []int64, i int, s shard) error {
	input := b.plan.inputs[i].value
	owner, into := extentOf(b.plan.symbols, input.Type.Rows().Symbol), extentOf(b.plan.symbols, input.Type.Into)
	firstRow, firstTarget := s.at.rows(owner, 0), s.at.rows(into, 0)
	endRow := firstRow + s.size.rows(owner, 0)
	for system := s.systems[0]; system < s.systems[1]; system++ {
		low, high := int64(b.first(into, system)), int64(b.first(into, system+1))
		for row := max(firstRow, b.first(owner, system)); row < min(endRow, b.first(owner, system+1)); row++ {
			index := b.inputs[i].Index[row]
			if index < low || index >= high {
				return runtime.IndexError(input, row, index, int(low), int(high))
			}
			dst[row-firstRow] = index - int64(firstTarget)
		}
	}
	return nil
}

// first returns the first row of a system.
func (b *batch) first(e extent, system int) int {
	if e == edges {
		return b.edgeAt[system]
	}
	return b.rowAt[system]
}

// resized returns a slice of that length, never nil, in the memory of s if
// it fits.
func resized[T any](s []T, length int) []T {
	if s == nil || length > cap(s) {
		return make([]T, length)
	}
	return s[:length]
}
