package main

import (
	"github.com/mmcloughlin/avo/operand"
)

// chains is how many independent sums keep every multiplier busy: a
// multiply-add takes 4 cycles on up to 2 units.
const chains = 12

// peak writes the loop that measures the processor.
func (g *isa) peak() {
	g.function("multiplyAdd", "n int", "runs n rounds of 12 multiply-adds of whole vectors.")
	left, x, sums := g.integer("n"), g.vector(), g.vectors(chains)
	g.clear(x)
	for _, sum := range sums {
		g.clear(sum)
	}
	g.Label("rounds")
	for _, sum := range sums {
		g.VFMADD231PS(x, x, sum)
	}
	g.DECQ(left)
	g.JNZ(operand.LabelRef("rounds"))
	g.end()
}
