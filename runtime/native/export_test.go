package native

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// Fused is the text of the module as it is planned.
func Fused(m *ir.Module) (string, error) {
	p, err := newPlan(m)
	if err != nil {
		return "", err
	}
	return ir.Print(p.module), nil
}

// Phases counts the calls of each phase.
func (p *Program) Phases() (constants, befores, withins, afters int) {
	calls := p.plan.calls
	return len(calls[constant]), len(calls[before]), len(calls[within]), len(calls[after])
}

// Arena is the size of a worker's floats for shards of so many rows, and of
// all its values together.
func (p *Program) Arena(particles, edges int) (planned, total int) {
	l := p.plan.layOut(size{particles, edges})
	for number, at := range l.at {
		if v := p.plan.values[number]; at >= 0 && !v.index {
			total += aligned(v.count(l.limit))
		}
	}
	return l.floats, total
}

// Overlap returns an error if a call writes where a value lies that it or a
// later call reads, but for results that may be written over an argument.
func (p *Program) Overlap(particles, edges int) error {
	l := p.plan.layOut(size{particles, edges})
	last := p.plan.lastUses()
	var live []int
	for i, c := range p.plan.calls[within] {
		live = slices.DeleteFunc(live, func(number int) bool { return last[number] < i })
		for _, number := range c.results() {
			result := p.plan.values[number]
			if l.at[number] < 0 || result.index {
				continue
			}
			from, to := l.at[number], l.at[number]+result.count(l.limit)
			if to > l.floats {
				return fmt.Errorf("%s ends at %d of %d", result.name, to, l.floats)
			}
			for _, other := range live {
				at, end := l.at[other], l.at[other]+p.plan.values[other].count(l.limit)
				inherited := last[other] == i && at == from && inPlace[c.node.Op.Name] > 0
				if from < end && at < to && !inherited {
					return fmt.Errorf("%s overwrites %s, which call %d still reads", result.name, p.plan.values[other].name, last[other])
				}
			}
			live = append(live, number)
		}
	}
	return nil
}
