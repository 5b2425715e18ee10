package native

import (
	"fmt"
	"math"

	"gmnc/runtime"
)

// Run computes the outputs of a batch, in which systems may have different numbers of
// neighbors. params holds the values of the parameters by name; those on which no output
// depends may be absent.
//
// The outputs belong to the program, and the next run overwrites them. params and the inputs
// are only read during the run.
func (p *Program) Run(params map[string][]float32, batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if err := p.bindParams(params); err != nil {
		return nil, err
	}
	return p.run(batch)
}

// bindParams sets the weights and computes the values that depend on them alone.
func (p *Program) bindParams(params map[string][]float32) error {
	for _, bound := range p.plan.params {
		if bound.number < 0 {
			continue
		}
		value, ok := params[bound.value.Name]
		if want := p.plan.values[bound.number].count(size{}); !ok {
			return fmt.Errorf("the value of the parameter %s is missing; it is %s", bound.value.Name, bound.value.Type)
		} else if len(value) != want {
			return fmt.Errorf("the parameter %s has %d values; it is %s", bound.value.Name, len(value), bound.value.Type)
		}
		p.whole.floats[bound.number] = value
	}
	p.whole.run(p.plan.calls[constant])
	return nil
}

// run runs the program with parameters that are bound already.
func (p *Program) run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if err := p.batch.bind(batch); err != nil {
		return nil, err
	}
	limit := p.options.SystemEdges
	if p.plan.segments == nil {
		limit = math.MaxInt
	}
	p.batch.cut(p.leastEdges, p.mostEdges, limit)
	if err := p.oneCount(); err != nil {
		return nil, err
	}
	p.reserve()
	for i, bound := range p.plan.inputs {
		if bound.number >= 0 && p.plan.values[bound.number].extent == fixed {
			p.whole.floats[bound.number] = p.batch.inputs[i].Float
		}
	}
	p.whole.size = p.batch.size
	p.whole.run(p.plan.calls[before])
	p.ownLanes(p.lanesUsed, (*worker).lanes)
	if err := p.options.Ranks.Agree(p.failure()); err != nil {
		return nil, err
	}
	for _, s := range p.batch.large {
		if err := p.blocks(s); err != nil {
			return nil, err
		}
	}
	if err := p.sumLanes(laneSums{p.laneSums, p.plan.laneLen, p.lanesUsed}, p.totals); err != nil {
		return nil, err
	}
	p.whole.run(p.plan.calls[after])
	return p.collect(), nil
}

// reserve allocates the memory that the batch needs.
func (p *Program) reserve() {
	if limit := most(p.batch.shards); p.layout == nil || !limit.within(p.layout.limit) {
		if p.layout != nil {
			limit = limit.or(p.layout.limit)
		}
		p.layout = p.plan.layOut(p.plan.calls[within], anyExtent, limit)
	}
	p.lanesUsed = min(lanes, len(p.batch.shards))
	if len(p.batch.large) > 0 {
		p.lanesUsed = lanes
		p.large.reserve(p)
	}
	p.divide()
	if need := p.lanesUsed * p.plan.laneLen; len(p.laneSums) < need {
		p.laneSums = newFloats(need)
	}
	for len(p.workers) < min(p.options.Workers, lanes) {
		p.workers = append(p.workers, &worker{program: p, frame: newFrame(p.plan), arena: p.options.Memory.of(len(p.workers))})
	}
	p.reserveResults()
}
