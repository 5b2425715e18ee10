package native

import (
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// step is a call with the round of segments to which it belongs.
type step struct {
	call
	round int
}

// cutIntoSegments divides the calls of a shard into segments, alternately over particles and
// over blocks: the sums over edges of one round are available to the particles of the next.
// Values of edges exist only within their block, so a later round computes those that it needs
// again, from values of particles. The result is nil if a block needs edges of others.
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
	makers := makersOf(steps)
	for round := range slices.Max(append(rounds, 0)) + 1 {
		for _, s := range []segment{p.overParticles(steps, round), p.overBlocks(steps, makers, rounds, round)} {
			if len(s.calls)+len(s.outputs) > 0 {
				all = append(all, s)
			}
		}
	}
	return all
}

// splitScatters returns the calls of a shard in a form for blocks: edges scatter by adding, and
// a sum with a scatter becomes a call of its own.
func (p *plan) splitScatters() []call {
	var calls []call
	apply := func(op ir.OpName, result int, args ...int) {
		c := call{node: &ir.Node{Op: lower.Operator(op)}, result: result, args: args}
		c.run = bindings[op](p, c)
		calls = append(calls, c)
	}
	scatter := func(result, x, index int) {
		c := call{node: &ir.Node{Op: lower.Operator(ir.ScatterAdd)}, result: result, args: []int{x, index}, more: true}
		c.run = bindScatterMore(p, c)
		calls = append(calls, c)
	}
	for _, c := range p.calls[within] {
		switch {
		case p.readsEdges(c) && c.node.Is(ir.ScatterAdd):
			scatter(c.result, c.args[0], c.args[1])
		case c.node.Op == lower.SumEndpoints:
			apply(ir.SumGroups, c.result, c.args[0])
			scatter(c.also[0], c.args[0], c.args[1])
		case p.readsEdges(c) && c.node.Op == lower.AddScatter:
			scattered := len(p.values)
			p.values = append(p.values, p.values[c.result])
			scatter(scattered, c.args[1], c.args[2])
			apply(ir.Add, c.result, c.args[0], scattered)
		default:
			calls = append(calls, c)
		}
	}
	return calls
}

// readsEdges reports whether a call has rows of edges among its arguments.
func (p *plan) readsEdges(c call) bool {
	return slices.ContainsFunc(c.args, func(arg int) bool { return p.values[arg].extent == edges })
}

func (p *plan) onEdges(c call) bool { return p.values[c.result].extent == edges || p.readsEdges(c) }

// endsEdges reports whether a call computes something other than edges from edges.
func (p *plan) endsEdges(c call) bool {
	return p.readsEdges(c) && slices.ContainsFunc(c.results(), func(number int) bool { return p.values[number].extent != edges })
}

// staysInBlock reports whether a call needs no edges of other blocks, except in sums.
func (p *plan) staysInBlock(c call) bool {
	for _, number := range append([]int{c.result}, c.args...) {
		if v := p.values[number]; v.index && v.into == edges {
			return false
		}
	}
	return !p.endsEdges(c) || p.values[c.result].phase == summed ||
		c.node.Is(ir.SumGroups) || c.more
}

// overParticles returns the segment with the calls of a round that need no edges.
func (p *plan) overParticles(steps []step, round int) segment {
	var s segment
	for _, step := range steps {
		if step.round == round && !p.onEdges(step.call) {
			s.calls = append(s.calls, step.call)
		}
	}
	return s
}

// makersOf returns, for the number of each value, the steps that compute it.
func makersOf(steps []step) map[int][]int {
	makers := map[int][]int{}
	for i, s := range steps {
		for _, number := range s.results() {
			makers[number] = append(makers[number], i)
		}
	}
	return makers
}

// overBlocks returns the segment with the calls of a round that turn edges into other values or
// return them, and with all calls that these need.
func (p *plan) overBlocks(steps []step, makers map[int][]int, rounds []int, round int) segment {
	s := segment{blocks: true}
	needed := map[int]bool{} // steps
	var need func(i int)
	need = func(i int) {
		if needed[i] {
			return
		}
		needed[i] = true
		for _, arg := range steps[i].args {
			if p.values[arg].extent == edges {
				for _, maker := range makers[arg] {
					need(maker)
				}
			}
		}
	}
	for i, out := range p.outputs {
		if p.values[out.number].extent == edges && rounds[out.number] == round {
			s.outputs = append(s.outputs, i)
			for _, maker := range makers[out.number] {
				need(maker)
			}
		}
	}
	for i, step := range steps {
		if step.round == round && p.endsEdges(step.call) {
			need(i)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(needed)) {
		c := steps[i].call
		if c.more {
			s.scattered = append(s.scattered, c.result)
		}
		s.calls = append(s.calls, c)
	}
	return s
}

// reads and ends return the numbers of the values, other than those of edges, that a segment
// over blocks reads and computes.
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
