package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// products are the operators that fetch memory ahead while they multiply.
var products = map[ir.OpName]bool{
	ir.MatMul: true, ir.MatMulBlocks: true, lower.Linear.Name: true, lower.LinearGrads.Name: true, lower.LinearSiLU.Name: true,
	lower.Accumulate.Name: true, lower.AccumulateSiLU.Name: true, lower.MatMulTimes.Name: true, lower.AccumulateTimes.Name: true,
}

func (c call) isProduct() bool {
	return c.node != nil && c.node.Callee == nil && products[c.node.Op.Name]
}

// lookAhead lets products fetch memory, if the module adds up gradients. A
// prediction keeps nothing for the way back, and its values stay in the second
// cache by themselves.
func (p *plan) lookAhead() {
	if len(p.sums) == 0 {
		return
	}
	lookAhead(p.calls[within])
	for _, s := range p.segments {
		lookAhead(s.calls)
	}
}

// lookAhead notes, for each product, what the calls up to the next product read
// and make, it included, but for what the product has in hand itself. Values of
// a layer do not stay in the second cache until its gradients need them.
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
