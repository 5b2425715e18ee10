package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// products holds the operators that prefetch memory while they multiply.
var products = map[ir.OpName]bool{
	ir.MatMul: true, ir.MatMulBlocks: true, lower.Linear.Name: true, lower.LinearGrads.Name: true, lower.LinearSiLU.Name: true,
	lower.Accumulate.Name: true, lower.AccumulateSiLU.Name: true, lower.MatMulTimes.Name: true, lower.AccumulateTimes.Name: true,
}

func (c call) isProduct() bool {
	return c.node != nil && c.node.Callee == nil && products[c.node.Op.Name]
}

// lookAhead lets products prefetch memory if the module adds up gradients. A prediction keeps
// nothing for a backward half, and its values stay in the second-level cache without that.
func (p *plan) lookAhead() {
	if len(p.sums) == 0 {
		return
	}
	lookAhead(p.calls[within])
	for _, s := range p.segments {
		lookAhead(s.calls)
	}
}

// lookAhead determines, for each product, the values that the calls up to and including the
// next product read and write, except for those that the product uses itself. Values of a layer
// do not stay in the second-level cache until its gradients need them.
func lookAhead(calls []call) {
	for i := range calls {
		if !calls[i].isProduct() {
			continue
		}
		known := slices.Concat(calls[i].results(), calls[i].args)
		for _, next := range calls[i+1:] {
			for _, number := range slices.Concat(next.args, next.results()) {
				if !slices.Contains(known, number) {
					known, calls[i].ahead = append(known, number), append(calls[i].ahead, number)
				}
			}
			if next.isProduct() {
				break
			}
		}
	}
}
