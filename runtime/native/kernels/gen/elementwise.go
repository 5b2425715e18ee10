package main

import (
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// body computes one vector of results and may overwrite its arguments.
type body func(x ...reg.VecVirtual) reg.VecVirtual

// elementwise writes the functions of each element.
func (g *isa) elementwise() {
	g.each("exp", "x", "", "computes e^x.", func() body {
		exp := g.exp()
		return func(x ...reg.VecVirtual) reg.VecVirtual { return exp(x[0]) }
	})
	g.each("sigmoid", "x", "", "computes 1 / (1 + e^-x).", func() body {
		sigmoid := g.sigmoid()
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			above, below := sigmoid(x[0])
			g.VDIVPS(below, above, above)
			return above
		}
	})
	g.each("silu", "x", "", "computes x sigmoid(x).", func() body {
		sigmoid := g.sigmoid()
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			above, below := sigmoid(x[0])
			g.VMULPS(x[0], above, above)
			g.VDIVPS(below, above, above)
			return above
		}
	})
	g.each("siluGrad", "x, dy", "", "computes dy times the slope of silu at x.", func() body {
		sigmoids, one := g.sigmoids(), g.held(1)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			s, rest := sigmoids(x[0])
			g.VFMADD213PS(one, x[0], rest) // 1 + x (1 - s)
			g.VMULPS(rest, s, s)
			g.VMULPS(x[1], s, s)
			return s
		}
	})
	g.each("sqrt", "x", "", "computes the square root.", func() body {
		return single(func(x reg.VecVirtual) { g.VSQRTPS(x, x) })
	})
	g.each("scale", "x", ", a float32", "computes a x.", func() body {
		a := g.scalar("a")
		return single(func(x reg.VecVirtual) { g.VMULPS(a, x, x) })
	})
	g.each("axpy", "x, y", ", a float32", "computes a x + y.", func() body {
		a := g.scalar("a")
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VFMADD213PS(x[1], a, x[0])
			return x[0]
		}
	})
}

// single makes a body of what happens to x in place.
func single(f func(x reg.VecVirtual)) body {
	return func(x ...reg.VecVirtual) reg.VecVirtual {
		f(x[0])
		return x[0]
	}
}

// selections writes the functions that compare.
func (g *isa) selections() {
	g.each("clamp", "x", ", low, high float32", "limits x to [low, high]; NaN passes.", func() body {
		low, high := g.scalar("low"), g.scalar("high")
		return single(func(x reg.VecVirtual) {
			g.VMAXPS(x, low, x)
			g.VMINPS(x, high, x)
		})
	})
	g.each("inside", "x", ", low, high float32", "is 1 where low <= x <= high, else 0.", func() body {
		low, high, one := g.scalar("low"), g.scalar("high"), g.held(1)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.where(g.compare(greaterOrEqual, x, low), one, v)
			g.where(g.compare(greaterOrEqual, high, x), v, x)
		})
	})
	g.each("abs", "x", "", "computes |x|.", func() body {
		sign := g.heldBits(1 << 31)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.VMOVUPS(sign, v)
			g.bitAndNot(v, x, x)
		})
	})
	g.each("sign", "x", "", "is 1 where x > 0, -1 where x < 0, else 0.", func() body {
		zero, one := g.vector(), g.held(1)
		g.clear(zero)
		return single(func(x reg.VecVirtual) {
			positive, negative := g.vector(), g.vector()
			g.where(g.compare(greater, x, zero), one, positive)
			g.where(g.compare(greater, zero, x), one, negative)
			g.VSUBPS(negative, positive, x)
		})
	})
	g.each("relu", "x", "", "computes max(x, 0); NaN passes.", func() body {
		zero := g.vector()
		g.clear(zero)
		return single(func(x reg.VecVirtual) { g.VMAXPS(x, zero, x) })
	})
}

// each writes a function of the elements of its inputs and of scalars.
// prologue loads what body needs.
func (g *isa) each(name, inputs, scalars, doc string, prologue func() body) {
	g.function(name, "dst, "+inputs+" *float32, n int"+scalars, doc)
	dst, pointers := g.integer("dst"), []reg.GPVirtual{}
	for _, input := range strings.Split(inputs, ", ") {
		pointers = append(pointers, g.integer(input))
	}
	left, at := g.integer("n"), g.GP64()
	g.XORQ(at, at)
	compute := prologue()
	step := func(m mask) {
		var x []reg.VecVirtual
		for _, pointer := range pointers {
			v := g.vector()
			g.load(operand.Mem{Base: pointer, Index: at, Scale: 1}, m, v)
			x = append(x, v)
		}
		g.store(compute(x...), m, operand.Mem{Base: dst, Index: at, Scale: 1})
	}
	g.loop("vectors", left, g.lanes, func() {
		step(nil)
		g.ADDQ(operand.I32(g.bytes()), at)
	})
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef("done"))
	step(g.mask(left))
	g.Label("done")
	g.end()
}
