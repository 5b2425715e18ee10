package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// body computes one vector of results and may overwrite its arguments.
type body func(x ...reg.VecVirtual) reg.VecVirtual

// elementwise writes the functions of each element.
func (g *isa) elementwise() {
	g.each("exp", "dst, x *float32, n int", "computes e^x.", func() body {
		exp := g.exp()
		return func(x ...reg.VecVirtual) reg.VecVirtual { return exp(x[0]) }
	})
	g.each("sigmoid", "dst, x *float32, n int", "computes 1 / (1 + e^-x).", func() body {
		sigmoid := g.sigmoid()
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			s, _ := sigmoid(x[0])
			return s
		}
	})
	g.each("silu", "dst, x *float32, n int", "computes x sigmoid(x).", func() body {
		sigmoid := g.sigmoid()
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			s, _ := sigmoid(x[0])
			g.VMULPS(x[0], s, s)
			return s
		}
	})
	g.each("siluGrad", "dst, x, dy *float32, n int", "computes dy times the slope of silu at x.", func() body {
		sigmoid, one := g.sigmoid(), g.held(1)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			s, rest := sigmoid(x[0])
			g.VFMADD213PS(one, x[0], rest) // 1 + x (1 - s)
			g.VMULPS(rest, s, s)
			g.VMULPS(x[1], s, s)
			return s
		}
	})
	g.each("sqrt", "dst, x *float32, n int", "computes the square root.", func() body {
		return single(func(x reg.VecVirtual) { g.VSQRTPS(x, x) })
	})
	g.each("scale", "dst, x *float32, n int, a float32", "computes a x.", func() body {
		a := g.scalar("a")
		return single(func(x reg.VecVirtual) { g.VMULPS(a, x, x) })
	})
	g.each("axpy", "dst, x, y *float32, n int, a float32", "computes a x + y.", func() body {
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
	g.each("clamp", "dst, x *float32, n int, low, high float32", "limits x to [low, high]; NaN passes.", func() body {
		low, high := g.scalar("low"), g.scalar("high")
		return single(func(x reg.VecVirtual) {
			g.VMAXPS(x, low, x)
			g.VMINPS(x, high, x)
		})
	})
	g.each("inside", "dst, x *float32, n int, low, high float32", "is 1 where low <= x <= high, else 0.", func() body {
		low, high, one := g.scalar("low"), g.scalar("high"), g.held(1)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.where(g.compare(greaterOrEqual, x, low), one, v)
			g.where(g.compare(greaterOrEqual, high, x), v, x)
		})
	})
	g.each("abs", "dst, x *float32, n int", "computes |x|.", func() body {
		sign := g.heldBits(1 << 31)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.VMOVUPS(sign, v)
			g.bitAndNot(v, x, x)
		})
	})
	g.each("sign", "dst, x *float32, n int", "is 1 where x > 0, -1 where x < 0, else 0.", func() body {
		zero, one := g.vector(), g.held(1)
		g.clear(zero)
		return single(func(x reg.VecVirtual) {
			positive, negative := g.vector(), g.vector()
			g.where(g.compare(greater, x, zero), one, positive)
			g.where(g.compare(greater, zero, x), one, negative)
			g.VSUBPS(negative, positive, x)
		})
	})
	g.each("relu", "dst, x *float32, n int", "computes max(x, 0); NaN passes.", func() body {
		zero := g.vector()
		g.clear(zero)
		return single(func(x reg.VecVirtual) { g.VMAXPS(x, zero, x) })
	})
}

// each writes a function of n elements. prologue loads what body needs.
func (g *isa) each(name, signature, doc string, prologue func() body) {
	g.function(name, signature, doc)
	pointers := []reg.GPVirtual{g.integer("dst"), g.integer("x")}
	if second := map[string]string{"siluGrad": "dy", "axpy": "y"}[name]; second != "" {
		pointers = append(pointers, g.integer(second))
	}
	left, at := g.integer("n"), g.GP64()
	g.XORQ(at, at)
	compute := prologue()
	step := func(m mask) {
		var x []reg.VecVirtual
		for _, pointer := range pointers[1:] {
			v := g.vector()
			g.load(operand.Mem{Base: pointer, Index: at, Scale: 1}, m, v)
			x = append(x, v)
		}
		g.store(compute(x...), m, operand.Mem{Base: pointers[0], Index: at, Scale: 1})
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
