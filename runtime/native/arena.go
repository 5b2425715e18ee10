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
}

// layOut plans the arenas: a value's place is free again after its last
// use. Indices are few and keep theirs.
func (p *plan) layOut(limit size) *layout {
	l := &layout{limit: limit, at: slices.Repeat([]int{-1}, len(p.values))}
	for _, bound := range p.inputs {
		if bound.number >= 0 && p.values[bound.number].index {
			l.placeIndex(p, bound.number)
		}
	}
	last := p.lastUses()
	owned := make([]bool, len(p.values)) // in the arena and still needed
	var space space
	for i, c := range p.calls[within] {
		v := p.values[c.result]
		switch {
		case v.index:
			l.placeIndex(p, c.result)
		case v.phase == summed || p.isPlaced(c.result):
		default:
			if heir := p.heir(c, i, last, owned); heir >= 0 {
				l.at[c.result], owned[heir] = l.at[heir], false
			} else {
				l.at[c.result] = space.take(aligned(v.count(limit)))
			}
			owned[c.result] = true
		}
		if c.also >= 0 {
			l.at[c.also], owned[c.also] = space.take(aligned(p.values[c.also].count(limit))), true
		}
		for _, arg := range c.args {
			if owned[arg] && last[arg] == i {
				owned[arg] = false
				space.free(l.at[arg], aligned(p.values[arg].count(limit)))
			}
		}
	}
	l.floats = space.end
	return l
}

func (l *layout) placeIndex(p *plan, number int) {
	l.at[number] = l.indices
	l.indices += aligned(p.values[number].count(l.limit))
}

// lastUses are the last calls within a shard that read each value; outputs
// are read at the end.
func (p *plan) lastUses() []int {
	last := make([]int, len(p.values))
	for i, c := range p.calls[within] {
		for _, arg := range c.args {
			last[arg] = i
		}
	}
	for _, out := range p.outputs {
		last[out.number] = len(p.calls[within])
	}
	return last
}

func (p *plan) isPlaced(number int) bool {
	return slices.ContainsFunc(p.outputs, func(o output) bool { return o.placed && o.number == number })
}

// heir is the argument that the call may write its result over, or -1.
func (p *plan) heir(c call, i int, last []int, owned []bool) int {
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
