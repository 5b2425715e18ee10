package native

import (
	"fmt"

	"gmnc/runtime"
)

// oneCount returns an error for an output that depends on the number of neighbors if that
// differs between the systems of the batch.
func (p *Program) oneCount() error {
	for _, out := range p.plan.outputs {
		if v := p.plan.values[out.number]; v.phase == within && v.extent == fixed {
			counts := p.batch.neighbors
			for _, k := range counts {
				if k != counts[0] {
					return fmt.Errorf("the output %s depends on the size of %s, which is %d and %d in this batch",
						out.name, p.plan.symbols.Neighbors, counts[0], k)
				}
			}
		}
	}
	return nil
}

// reserveResults allocates the memory of the outputs.
func (p *Program) reserveResults() {
	for i, out := range p.plan.outputs {
		v, r := p.plan.values[out.number], &p.results[i]
		count := v.count(p.batch.size)
		r.shape = append(r.shape[:0], p.batch.size.rows(v.extent, v.rows))
		switch {
		case v.index:
			r.indices = resized(r.indices, count)
			continue
		case v.phase == summed || v.phase == after:
			r.floats = p.whole.floats[out.number]
		default:
			r.floats = resized(r.floats, count)
		}
		r.shape = append(r.shape, v.columns)
	}
}

// collect fills in the outputs that come from no shard, and returns all outputs.
func (p *Program) collect() map[string]runtime.Tensor {
	for i, out := range p.plan.outputs {
		r := &p.results[i]
		if p.plan.values[out.number].phase < within {
			copy(r.floats, p.whole.floats[out.number])
		}
		p.outputs[out.name] = runtime.Tensor{Shape: r.shape, Float: r.floats, Index: r.indices}
	}
	return p.outputs
}
