package native

import (
	"slices"

	"gmnc/runtime/native/kernels"
)

// line is the number of floats in a cache line of 64 bytes. Values begin at cache lines.
const line = kernels.CacheLine

func aligned(count int) int { return (count + line - 1) / line * line }

// layout says where the values of a shard are in a worker's arena, for shards up to a size.
type layout struct {
	limit size
	// at holds the offset of each value that is in an arena, by number, and -1 for other
	// values.
	at              []int
	floats, indices int
}

// layOut plans the arenas of calls for the values of some extents: the memory of a value is
// free again after its last use. Indices are few and keep theirs.
func (p *plan) layOut(calls []call, holds func(extent) bool, limit size) *layout {
	l := &layout{limit: limit, at: slices.Repeat([]int{-1}, len(p.values))}
	for _, bound := range p.inputs {
		if v := bound.number; v >= 0 && p.values[v].index && holds(p.values[v].extent) {
			l.placeIndex(p, v)
		}
	}
	last := p.lastUses(calls)
	owned := make([]bool, len(p.values)) // the values in the arena that are still needed
	var space space
	for i, c := range calls {
		for _, number := range c.results() {
			switch v := p.values[number]; {
			case !holds(v.extent) || v.phase == summed || p.isPlaced(number):
			case v.index:
				l.placeIndex(p, number)
			default:
				if argument := p.reusable(c, number, i, last, owned); argument >= 0 {
					l.at[number], owned[argument] = l.at[argument], false
				} else {
					l.at[number] = space.take(aligned(v.count(limit)))
				}
				owned[number] = true
			}
		}
		for _, number := range append(c.results(), c.args...) {
			if owned[number] && last[number] == i {
				owned[number] = false
				space.free(l.at[number], aligned(p.values[number].count(limit)))
			}
		}
	}
	l.floats = space.end
	return l
}

func anyExtent(extent) bool { return true }

// mostEdges returns the largest number of edges and particles in a shard. It follows from the
// memory of a shard with leastShard of them, in systems of ten particles.
func (p *plan) mostEdges() int {
	const particles = leastShard / 10
	least := p.layOut(p.calls[within], anyExtent, size{particles, leastShard - particles}).floats
	return min(max(heavyShard, leastShard*shardFloats/max(1, least)), mostShard)
}

func (l *layout) placeIndex(p *plan, number int) {
	l.at[number] = l.indices
	l.indices += aligned(p.values[number].count(l.limit))
}

// lastUses returns the index of the last call that reads or writes each value. Outputs are read
// after all calls.
func (p *plan) lastUses(calls []call) []int {
	last := make([]int, len(p.values))
	for i, c := range calls {
		for _, number := range append(c.results(), c.args...) {
			last[number] = i
		}
	}
	for _, out := range p.outputs {
		last[out.number] = len(calls)
	}
	return last
}

func (p *plan) isPlaced(number int) bool {
	return slices.ContainsFunc(p.outputs, func(o output) bool { return o.placed && o.number == number })
}

// reusable returns the argument that the call may overwrite with a result, or -1.
func (p *plan) reusable(c call, number, i int, last []int, owned []bool) int {
	if number != c.result {
		return -1 // a second result
	}
	result := p.values[c.result]
	candidates := c.overwrites()
	for _, arg := range c.args[:candidates] {
		v := p.values[arg]
		if slices.Contains(c.args[candidates:], arg) {
			continue // the kernel still reads it after it has written
		}
		if owned[arg] && last[arg] == i && v.extent == result.extent && v.rows == result.rows && v.columns == result.columns {
			return arg
		}
	}
	return -1
}

// overwrites returns how many of the first arguments the kernel may overwrite.
func (c call) overwrites() int {
	if c.node == nil || c.node.Callee != nil {
		return 0 // several calls, or a program
	}
	if c.node.Op.Function != nil {
		return 1
	}
	return min(inPlace[c.node.Op.Name], len(c.args))
}

// arena is the memory of a layout.
type arena struct {
	floats  []float32
	indices []int64
	// grown counts how often the memory was replaced.
	grown int
}

// Memory is the memory in which workers compute. Programs that run one after the other, such as
// a training and its validation, may share it.
type Memory struct{ arenas []*arena }

// of returns the arena of a worker, by number.
func (m *Memory) of(worker int) *arena {
	for len(m.arenas) <= worker {
		m.arenas = append(m.arenas, &arena{})
	}
	return m.arenas[worker]
}

// place points the frame's slices at the values in the arena, for a shard of the given size.
func (a *arena) place(f *frame, p *plan, l *layout, s size) {
	if len(a.floats) < l.floats {
		a.floats = newFloats(l.floats)
		a.grown++
	}
	if len(a.indices) < l.indices {
		a.indices = make([]int64, l.indices)
		a.grown++
	}
	for number, at := range l.at {
		if at < 0 {
			continue
		}
		if v := p.values[number]; v.index {
			f.indices[number] = a.indices[at : at+v.count(s)]
		} else {
			f.floats[number] = a.floats[at : at+v.count(s)]
		}
	}
}

// space is the free part of an arena: blocks in ascending order, of which no two are adjacent,
// and everything from end on.
type space struct {
	blocks []block
	end    int
}

type block struct{ at, length int }

// take returns the offset of free memory of that length, in the smallest block that holds it.
func (s *space) take(length int) int {
	best := -1
	for i, b := range s.blocks {
		if b.length >= length && (best < 0 || b.length < s.blocks[best].length) {
			best = i
		}
	}
	if best < 0 {
		at := s.end
		s.end += length
		return at
	}
	b := &s.blocks[best]
	at := b.at
	if b.at, b.length = b.at+length, b.length-length; b.length == 0 {
		s.blocks = slices.Delete(s.blocks, best, best+1)
	}
	return at
}

// free returns memory to the space.
func (s *space) free(at, length int) {
	if length == 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(s.blocks, at, func(b block, at int) int { return b.at - at })
	s.blocks = slices.Insert(s.blocks, i, block{at, length})
	if i+1 < len(s.blocks) && at+length == s.blocks[i+1].at {
		s.blocks[i].length += s.blocks[i+1].length
		s.blocks = slices.Delete(s.blocks, i+1, i+2)
	}
	if i > 0 && s.blocks[i-1].at+s.blocks[i-1].length == at {
		s.blocks[i-1].length += s.blocks[i].length
		s.blocks = slices.Delete(s.blocks, i, i+1)
	}
}
