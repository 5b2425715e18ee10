package native

import (
	"fmt"

	"gmnc/ir"
	"gmnc/runtime"
)

// batch is what a run is given: checked, and cut into systems and shards.
// Its slices are used again by the next run.
type batch struct {
	plan   *plan
	inputs []runtime.Tensor // as plan.inputs
	size   size
	// rowAt and edgeAt are the first particle and edge of each system, and
	// at the end those of all; neighbors are those of each system's rows.
	rowAt, edgeAt, neighbors []int
	reach                    []int
	shards                   []shard
	large                    []shard // of one system each, to run by blocks
}

// shard is a range of systems of the batch, all with the same neighbors.
type shard struct {
	systems   [2]int // from, up to
	at, size  size   // its first rows, and how many
	neighbors int
}

// bind checks the inputs and finds the systems.
func (b *batch) bind(inputs map[string]runtime.Tensor, systems []int) error {
	if err := b.take(inputs); err != nil {
		return err
	}
	if err := b.measure(systems); err != nil {
		return err
	}
	for i, bound := range b.plan.inputs {
		if err := b.checkShape(bound.value, b.inputs[i]); err != nil {
			return err
		}
	}
	if systems == nil {
		return b.cutByIndices()
	}
	b.rowAt = append(b.rowAt[:0], 0)
	for _, n := range systems {
		b.rowAt = append(b.rowAt, b.rowAt[len(b.rowAt)-1]+n)
	}
	return b.findNeighbors()
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

// measure finds how many rows the batch has.
func (b *batch) measure(systems []int) error {
	b.size = size{-1, -1}
	for i, bound := range b.plan.inputs {
		if len(b.inputs[i].Shape) == 0 {
			continue // refused later
		}
		switch rows := b.inputs[i].Shape[0]; b.plan.symbols.extent(bound.value.Type.Rows().Symbol) {
		case particles:
			b.size.particles = max(b.size.particles, rows)
		case edges:
			b.size.edges = max(b.size.edges, rows)
		}
	}
	if systems != nil {
		total, complete := 0, 0
		for i, n := range systems {
			if n < 1 {
				return fmt.Errorf("system %d has %d %s; a system has at least 1", i, n, b.plan.symbols.particles)
			}
			total, complete = total+n, complete+n*(n-1)
		}
		if b.size.particles >= 0 && b.size.particles != total {
			return fmt.Errorf("the systems have %d %s together; the inputs have %d rows of them",
				total, b.plan.symbols.particles, b.size.particles)
		}
		b.size.particles = total
		if b.size.edges < 0 {
			b.size.edges = complete
		}
	}
	if b.plan.needsEdges && b.size.edges < 0 {
		return fmt.Errorf("module %s needs the size of %s, which follows from no input; give the systems",
			b.plan.module.Name, b.plan.symbols.neighbors)
	}
	b.size = size{max(b.size.particles, 0), max(b.size.edges, 0)}
	return nil
}

// checkShape reports a tensor that does not fit its type.
func (b *batch) checkShape(input *ir.Value, value runtime.Tensor) error {
	if err := runtime.CheckKind(input, value); err != nil {
		return err
	}
	t := input.Type
	rows := b.size.rows(b.plan.symbols.extent(t.Rows().Symbol), t.Rows().Number)
	fits := len(value.Shape) == len(t.Shape) && value.Shape[0] == rows &&
		(t.DType == ir.Index || value.Shape[1] == t.Columns())
	if !fits {
		return fmt.Errorf("input %s has the shape %v; it is %s, with %d rows", input.Name, value.Shape, t, rows)
	}
	return nil
}

// cutByIndices takes as a system the shortest run of rows that no index
// leaves.
func (b *batch) cutByIndices() error {
	count := b.size.particles
	k := b.size.edges / max(count, 1)
	if k*count != b.size.edges {
		return fmt.Errorf("%d %s are not a whole number of %s for each of %d %s",
			b.size.edges, b.plan.symbols.edges, b.plan.symbols.neighbors, count, b.plan.symbols.particles)
	}
	b.reach = resized(b.reach, count)
	clear(b.reach)
	for i, bound := range b.plan.inputs {
		if b.inputs[i].Index != nil {
			if err := b.stretch(bound.value, b.inputs[i].Index, k); err != nil {
				return err
			}
		}
	}
	b.rowAt = append(b.rowAt[:0], 0)
	end := 0
	for row, furthest := range b.reach {
		if row > end {
			b.rowAt, end = append(b.rowAt, row), row
		}
		end = max(end, furthest)
	}
	if count > 0 {
		b.rowAt = append(b.rowAt, count)
	}
	b.neighbors, b.edgeAt = b.neighbors[:0], append(b.edgeAt[:0], 0)
	for i := range len(b.rowAt) - 1 {
		b.neighbors, b.edgeAt = append(b.neighbors, k), append(b.edgeAt, b.rowAt[i+1]*k)
	}
	return nil
}

// stretch notes for each row the furthest that an index ties it to.
func (b *batch) stretch(input *ir.Value, indices []int64, k int) error {
	owners, into := b.plan.symbols.extent(input.Type.Rows().Symbol), b.plan.symbols.extent(input.Type.Into)
	per, perTarget, rows := 1, 1, int64(b.size.rows(into, 0))
	if owners == edges {
		per = max(k, 1)
	}
	if into == edges {
		perTarget = max(k, 1)
	}
	for i, index := range indices {
		if index < 0 || index >= rows {
			return fmt.Errorf("input %s has the index %d in row %d; it points into %d %s",
				input.Name, index, i, rows, input.Type.Into)
		}
		low, high := i/per, int(index)/perTarget
		if low > high {
			low, high = high, low
		}
		b.reach[low] = max(b.reach[low], high)
	}
	return nil
}

// findNeighbors finds the neighbors of each given system: all others of its
// own, or a number that holds for the whole batch.
func (b *batch) findNeighbors() error {
	b.neighbors, b.edgeAt = b.neighbors[:0], append(b.edgeAt[:0], 0)
	total := 0
	for i := range len(b.rowAt) - 1 {
		n := b.rowAt[i+1] - b.rowAt[i]
		total += n * (n - 1)
		b.neighbors, b.edgeAt = append(b.neighbors, n-1), append(b.edgeAt, total)
	}
	if total == b.size.edges || !b.plan.needsEdges {
		return nil
	}
	k := b.size.edges / max(b.size.particles, 1)
	if k*b.size.particles != b.size.edges {
		return fmt.Errorf("%d %s are neither those of complete systems (%d) nor a whole number for each of %d %s",
			b.size.edges, b.plan.symbols.edges, total, b.size.particles, b.plan.symbols.particles)
	}
	for i := range b.neighbors {
		b.neighbors[i], b.edgeAt[i+1] = k, b.rowAt[i+1]*k
	}
	return nil
}

// cut makes shards of consecutive systems with about as many edges and
// particles together as target, at least one system each; a batch without
// rows is one empty shard. Their number is one that workers can share
// evenly, lane by lane. Systems with more than limit stand by themselves.
func (b *batch) cut(target, limit int) {
	b.shards, b.large = b.shards[:0], b.large[:0]
	total := 0
	for i := range b.neighbors {
		if own := b.weight(i); own <= limit {
			total += own
		}
	}
	parts := evenParts(total, target)
	from, done := 0, 0
	for i, k := range b.neighbors {
		own := b.weight(i)
		full := done+own/2 > total*(len(b.shards)+1)/parts
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

// weight is how many edges and particles a system has.
func (b *batch) weight(system int) int {
	return (b.rowAt[system+1] - b.rowAt[system]) * (b.neighbors[system] + 1)
}

// evenParts is the number of parts of about the target's size: a multiple of
// the lanes, or a power of two below.
func evenParts(total, target int) int {
	parts := 1
	for parts < lanes && parts*target < total {
		parts *= 2
	}
	return max(parts, (total+target*lanes/2)/(target*lanes)*lanes)
}

// span is a shard of the systems from one up to another.
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

// most is the most rows that one of the shards has.
func most(shards []shard) (rows size) {
	for _, s := range shards {
		rows = rows.or(s.size)
	}
	return rows
}

// rebase copies the indices of a shard or of a block, counted from its first
// row, and reports one that leaves its system.
func (b *batch) rebase(dst []int64, i int, s shard) error {
	bound := b.plan.inputs[i]
	v := b.plan.values[bound.number]
	firstRow, firstTarget := s.at.rows(v.extent, 0), s.at.rows(v.into, 0)
	endRow := firstRow + s.size.rows(v.extent, 0)
	for system := s.systems[0]; system < s.systems[1]; system++ {
		low, high := int64(b.first(v.into, system)), int64(b.first(v.into, system+1))
		for row := max(firstRow, b.first(v.extent, system)); row < min(endRow, b.first(v.extent, system+1)); row++ {
			index := b.inputs[i].Index[row]
			if index < low || index >= high {
				return fmt.Errorf("input %s has the index %d in row %d; its system has the %s %d to %d",
					v.name, index, row, bound.value.Type.Into, low, high-1)
			}
			dst[row-firstRow] = index - int64(firstTarget)
		}
	}
	return nil
}

// first is the first row of a system.
func (b *batch) first(e extent, system int) int {
	if e == edges {
		return b.edgeAt[system]
	}
	return b.rowAt[system]
}
