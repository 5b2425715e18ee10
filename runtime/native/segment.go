package native

import (
	"slices"

	"gmnc/ir"
)

// segment is a part of what is done for a system that runs by blocks of
// receivers. A block is some particles with the edges to them.
type segment struct {
	// calls are made once, over all particles, or for each block.
	calls  []call
	blocks bool
	// scattered are values of particles that each block adds to.
	scattered []int
	// outputs are rows of edges, as numbers of the plan's outputs.
	outputs []int
}

// step is a call with the round of segments to which it belongs.
type step struct {
	call
	round int
}

// cutIntoSegments cuts the calls of a shard into segments, in turn over particles
// and over blocks: what a round adds up over edges is for particles of the
// next. Values of edges live within their block alone, so that a later
// round computes those that it needs again, from values of particles. The
// result is nil if a block needs edges of others.
func (p *plan) cutIntoSegments() []segment {
	calls := p.splitScatters()
	var steps []step
	rounds := make([]int, len(p.values))
	for _, c := range calls {
		if !p.staysInBlock(c) {
			return nil
		}
		round := 0
		for _, arg := range c.args {
			round = max(round, rounds[arg])
		}
		steps = append(steps, step{c, round})
		if p.endsEdges(c) {
			round++
		}
		for _, number := range c.results() {
			rounds[number] = round
		}
	}
	var all []segment
	for round := range slices.Max(append(rounds, 0)) + 1 {
		for _, s := range []segment{p.overParticles(steps, round), p.overBlocks(steps, rounds, round)} {
			if len(s.calls)+len(s.outputs) > 0 {
				all = append(all, s)
			}
		}
	}
	return all
}

// scatter_more(x, index) adds scatter_add(x, index) to what its result holds.
var scatterMoreOp = &ir.Op{Name: "scatter_more", Arity: 2}

// splitScatters are the calls of a shard, where edges scatter in blocks, and
// a sum with a scatter is a call of its own.
func (p *plan) splitScatters() []call {
	var calls []call
	bound := func(op *ir.Op, result int, args ...int) {
		c := call{node: &ir.Node{Op: op}, result: result, args: args}
		c.run = bindings[op.Name](p, c)
		calls = append(calls, c)
	}
	for _, c := range p.calls[within] {
		switch {
		case p.readsEdges(c) && c.node.Op.Name == "scatter_add":
			bound(scatterMoreOp, c.result, c.args...)
		case c.node.Op == sumEndsOp:
			bound(&ir.Op{Name: "sum_groups", Arity: 1}, c.result, c.args[0])
			bound(scatterMoreOp, c.also[0], c.args...)
		case p.readsEdges(c) && c.node.Op == addScatterOp:
			scattered := len(p.values)
			p.values = append(p.values, p.values[c.result])
			bound(scatterMoreOp, scattered, c.args[1:]...)
			bound(&ir.Op{Name: "add", Arity: 2}, c.result, c.args[0], scattered)
		default:
			calls = append(calls, c)
		}
	}
	return calls
}

// readsEdges reports a call with rows of edges among its arguments.
func (p *plan) readsEdges(c call) bool {
	return slices.ContainsFunc(c.args, func(arg int) bool { return p.values[arg].extent == edges })
}

func (p *plan) onEdges(c call) bool { return p.values[c.result].extent == edges || p.readsEdges(c) }

// endsEdges reports a call that makes something else of edges.
func (p *plan) endsEdges(c call) bool { return p.values[c.result].extent != edges && p.readsEdges(c) }

// staysInBlock reports a call that needs no edges of other blocks, but for
// adding up.
func (p *plan) staysInBlock(c call) bool {
	for _, number := range append([]int{c.result}, c.args...) {
		if v := p.values[number]; v.index && v.into == edges {
			return false
		}
	}
	return !p.endsEdges(c) || p.values[c.result].phase == summed ||
		c.node.Op.Name == "sum_groups" || c.node.Op == scatterMoreOp
}

// overParticles is the segment of a round that needs no edges.
func (p *plan) overParticles(steps []step, round int) segment {
	var s segment
	for _, step := range steps {
		if step.round == round && !p.onEdges(step.call) {
			s.calls = append(s.calls, step.call)
		}
	}
	return s
}

// overBlocks is the segment of a round that ends edges or returns them, with
// all that this needs.
func (p *plan) overBlocks(steps []step, rounds []int, round int) segment {
	s := segment{blocks: true}
	needed := map[int]bool{}
	for i, out := range p.outputs {
		if p.values[out.number].extent == edges && rounds[out.number] == round {
			s.outputs, needed[out.number] = append(s.outputs, i), true
		}
	}
	for _, step := range slices.Backward(steps) {
		c := step.call
		ends := step.round == round && p.endsEdges(c)
		if !ends && !slices.ContainsFunc(c.results(), func(number int) bool { return needed[number] }) {
			continue
		}
		for _, arg := range c.args {
			needed[arg] = needed[arg] || p.values[arg].extent == edges
		}
		if c.node.Op == scatterMoreOp {
			s.scattered = append(s.scattered, c.result)
		}
		s.calls = append(s.calls, c)
	}
	slices.Reverse(s.calls)
	return s
}

// reads and ends are the numbers of particles' and other whole values that a
// segment over blocks needs and makes.
func (p *plan) reads(s segment) (numbers []int) {
	for _, c := range s.calls {
		for _, arg := range c.args {
			if p.values[arg].extent != edges && !slices.Contains(numbers, arg) {
				numbers = append(numbers, arg)
			}
		}
	}
	return numbers
}

func (p *plan) ends(s segment) (numbers []int) {
	for _, c := range s.calls {
		if p.endsEdges(c) {
			numbers = append(numbers, c.results()...)
		}
	}
	return numbers
}
