package native

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// Lower is the module as it is planned.
func Lower(m *ir.Module) (*ir.Module, error) {
	p, err := newPlan(m)
	if err != nil {
		return nil, err
	}
	return p.module, nil
}

// Phases counts the calls of each phase.
func (p *Program) Phases() (constants, befores, withins, afters int) {
	calls := p.plan.calls
	return len(calls[constant]), len(calls[before]), len(calls[within]), len(calls[after])
}

// LooksAhead reports whether a call fetches memory for those after it.
func (p *Program) LooksAhead() bool {
	return slices.ContainsFunc(p.plan.calls[within], func(c call) bool { return len(c.ahead) > 0 })
}

// Arena is the size of a worker's floats for shards of these numbers of rows, and of
// all its values together.
func (p *Program) Arena(particles, edges int) (planned, total int) {
	l := p.plan.layOut(p.plan.calls[within], anyExtent, size{particles, edges})
	for number, at := range l.at {
		if v := p.plan.values[number]; at >= 0 && !v.index {
			total += aligned(v.count(l.limit))
		}
	}
	return l.floats, total
}

// LaneSystems is how many systems each lane of the last batch has, in the order in
// which workers take them, and in how many shards.
func (p *Program) LaneSystems() (systems []int, shards int) {
	for _, lane := range p.order[:p.lanesUsed] {
		own := 0
		for at := lane; at < len(p.batch.shards); at += lanes {
			own += p.batch.shards[at].systems[1] - p.batch.shards[at].systems[0]
		}
		systems = append(systems, own)
	}
	return systems, len(p.batch.shards)
}

// Overlap returns an error if a call writes where a value lies that it or a
// later call reads, except for results that may be written over an argument.
func (p *Program) Overlap(particles, edges int) error {
	calls := p.plan.calls[within]
	return p.plan.overlap(calls, p.plan.layOut(calls, anyExtent, size{particles, edges}))
}

// OverlapOfSegments is Overlap for a system that runs by blocks.
func (p *Program) OverlapOfSegments(particles, edges int) error {
	l := p.plan.layOutSegments(size{particles, edges})
	for i, s := range p.plan.segments {
		if err := p.plan.overlap(s.calls, l.edges[i]); err != nil {
			return fmt.Errorf("segment %d: %w", i, err)
		}
	}
	return p.plan.overlap(p.plan.steps(), l.particles)
}

func (p *plan) overlap(calls []call, l *layout) error {
	last := p.lastUses(calls)
	var live []int
	for i, c := range calls {
		live = slices.DeleteFunc(live, func(number int) bool { return last[number] < i })
		for _, number := range c.results() {
			result := p.values[number]
			if l.at[number] < 0 || result.index {
				continue
			}
			from, to := l.at[number], l.at[number]+result.count(l.limit)
			if to > l.floats {
				return fmt.Errorf("%s ends at %d of %d", result.name, to, l.floats)
			}
			for _, other := range live {
				at, end := l.at[other], l.at[other]+p.values[other].count(l.limit)
				inherited := last[other] == i && at == from && c.overwrites() > 0
				if empty := at == end; from < end && at < to && !inherited && !empty {
					return fmt.Errorf("%s overwrites %s, which call %d still reads", result.name, p.values[other].name, last[other])
				}
			}
			live = append(live, number)
		}
	}
	return nil
}

// Sums is how many sums over rows of systems have a place in a lane.
func (p *Program) Sums() int { return len(p.plan.sums) }

// Segments counts those over particles and over blocks, and the calls of
// both.
func (p *Program) Segments() (particles, blocks, particleCalls, blockCalls int) {
	for _, s := range p.plan.segments {
		if s.blocks {
			blocks, blockCalls = blocks+1, blockCalls+len(s.calls)
		} else {
			particles, particleCalls = particles+1, particleCalls+len(s.calls)
		}
	}
	return particles, blocks, particleCalls, blockCalls
}

// SegmentArena is the size of the floats of a system's particles, and of the
// largest segment of a block of edges.
func (p *Program) SegmentArena(particles, edges int) (ofParticles, ofEdges int) {
	l := p.plan.layOutSegments(size{particles, edges})
	for _, segment := range l.edges {
		ofEdges = max(ofEdges, segment.floats)
	}
	return l.particles.floats, ofEdges
}

// EvenParts is the number of shards for a number of rows.
var EvenParts = evenParts

// RowForms names the operators that row programs know.
func RowForms() []ir.OpName { return slices.Collect(maps.Keys(rowForms)) }

// Bound names the operators that have a kernel.
func Bound() []ir.OpName { return slices.Collect(maps.Keys(bindings)) }

// Overwrites returns how many of its first arguments the kernel of a node may overwrite.
func Overwrites(n *ir.Node) int { return call{node: n, args: make([]int, len(n.Args))}.overwrites() }

// InPlace names the operators that may overwrite an argument.
func InPlace() []ir.OpName { return slices.Collect(maps.Keys(inPlace)) }

// CompileLowered compiles a module that is lowered already.
func CompileLowered(m *ir.Module) (*Program, error) {
	p, err := planOf(m)
	if err != nil {
		return nil, err
	}
	return newProgram(p, Options{}), nil
}

// Without compiles a module without a pass.
func Without(name string, m *ir.Module, options Options) (*Program, error) {
	flat, err := ir.Optimize(m)
	if err != nil {
		return nil, err
	}
	for _, pass := range lower.Passes() {
		if pass.Name == name {
			continue
		}
		if _, err := pass.Run(flat); err != nil {
			return nil, err
		}
	}
	p, err := planOf(flat)
	if err != nil {
		return nil, err
	}
	return newProgram(p, options), nil
}

// MostEdges is how many edges and particles the program's shards have at the most.
func (p *Program) MostEdges() int { return p.mostEdges }
