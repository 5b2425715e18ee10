package native

import "slices"

// line is how many floats a cache line of 64 bytes holds: values begin on
// one.
const line = 16

func aligned(count int) int { return (count + line - 1) / line * line }

// layout says where the values of a shard lie in a worker's arenas, for
// shards up to a size.
type layout struct {
	limit size
	// at is the place of each value that lies in an arena, by number; -1
	// for others.
	at              []int
	floats, indices int
}

// inPlace are operators whose kernels may write over an argument of the
// result's shape: any of so many, the first ones.
var inPlace = map[string]int{
	"neg": 1, "exp": 1, "log": 1, "sqrt": 1, "square": 1, "sin": 1, "cos": 1, "tanh": 1, "sigmoid": 1, "silu": 1,
	"relu": 1, "abs": 1, "sign": 1, "clamp": 1, "inside": 1,
	"add": 2, "sub": 2, "mul": 2, "div": 2, "maximum": 2, "minimum": 2, "greater": 2, "select": 3,
	siluSlopeOp.Name: 1, accumulateOp.Name: 1, accumulateSiLUOp.Name: 1, accumulateTimesOp.Name: 1, addScatterOp.Name: 1,
	addWhereOp.Name: 1,
}

// layOut plans the arenas of calls for the values of some extents: a value's
// place is free again after its last use. Indices are few and keep theirs.
func (p *plan) layOut(calls []call, holds func(extent) bool, limit size) *layout {
	l := &layout{limit: limit, at: slices.Repeat([]int{-1}, len(p.values))}
	for _, bound := range p.inputs {
		if v := bound.number; v >= 0 && p.values[v].index && holds(p.values[v].extent) {
			l.placeIndex(p, v)
		}
	}
	last := p.lastUses(calls)
	owned := make([]bool, len(p.values)) // in the arena and still needed
	var space space
	for i, c := range calls {
		for _, number := range c.results() {
			switch v := p.values[number]; {
			case !holds(v.extent) || v.phase == summed || p.isPlaced(number):
			case v.index:
				l.placeIndex(p, number)
			default:
				if heir := p.heir(c, number, i, last, owned); heir >= 0 {
					l.at[number], owned[heir] = l.at[heir], false
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

func (l *layout) placeIndex(p *plan, number int) {
	l.at[number] = l.indices
	l.indices += aligned(p.values[number].count(l.limit))
}

// lastUses are the last of the calls that read or make each value; outputs
// are read at the end.
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

// heir is the argument that the call may write a result over, or -1.
func (p *plan) heir(c call, number, i int, last []int, owned []bool) int {
	if c.node == nil || number != c.result {
		return -1 // several calls, or a second result
	}
	result := p.values[c.result]
	candidates := min(inPlace[c.node.Op.Name], len(c.args))
	for _, arg := range c.args[:candidates] {
		v := p.values[arg]
		if slices.Contains(c.args[candidates:], arg) {
			continue // the kernel still reads it where it has written
		}
		if owned[arg] && last[arg] == i && v.extent == result.extent && v.rows == result.rows && v.columns == result.columns {
			return arg
		}
	}
	return -1
}

// arena is the memory of a layout.
type arena struct {
	floats  []float32
	indices []int64
}

// place points the frame at the values, as the size divides the arena.
func (a *arena) place(f *frame, p *plan, l *layout, s size) {
	if len(a.floats) < l.floats {
		a.floats = make([]float32, l.floats)
	}
	if len(a.indices) < l.indices {
		a.indices = make([]int64, l.indices)
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

// space is what is free of an arena: blocks in order, none touching
// another, and all from end on.
type space struct {
	blocks []block
	end    int
}

type block struct{ at, length int }

// take returns a place of that length: in the smallest block that holds it.
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

// free gives a place back.
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
