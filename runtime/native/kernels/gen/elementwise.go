package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

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
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VSQRTPS(x[0], x[0])
			return x[0]
		}
	})
	g.each("scale", "dst, x *float32, n int, a float32", "computes a x.", func() body {
		a := g.scalar("a")
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VMULPS(a, x[0], x[0])
			return x[0]
		}
	})
	g.each("axpy", "dst, x, y *float32, n int, a float32", "computes a x + y.", func() body {
		a := g.scalar("a")
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VFMADD213PS(x[1], a, x[0])
			return x[0]
		}
	})
}

// selections writes the functions that compare.
func (g *isa) selections() {
	g.each("clamp", "dst, x *float32, n int, low, high float32", "limits x to [low, high]; NaN passes.", func() body {
		low, high := g.scalar("low"), g.scalar("high")
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VMAXPS(x[0], low, x[0])
			g.VMINPS(x[0], high, x[0])
			return x[0]
		}
	})
	g.each("inside", "dst, x *float32, n int, low, high float32", "is 1 where low <= x <= high, else 0.", func() body {
		low, high, one := g.scalar("low"), g.scalar("high"), g.held(1)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			v := g.vector()
			g.where(g.compare(greaterOrEqual, x[0], low), one, v)
			g.where(g.compare(greaterOrEqual, high, x[0]), v, v)
			return v
		}
	})
	g.each("abs", "dst, x *float32, n int", "computes |x|.", func() body {
		sign := g.heldBits(1 << 31)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			v := g.vector()
			g.move(sign, v)
			g.bitAndNot(v, x[0], v)
			return v
		}
	})
	g.each("sign", "dst, x *float32, n int", "is 1 where x > 0, -1 where x < 0, else 0.", func() body {
		zero, one := g.vector(), g.held(1)
		g.clear(zero)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			positive, negative := g.vector(), g.vector()
			g.where(g.compare(greater, x[0], zero), one, positive)
			g.where(g.compare(greater, zero, x[0]), one, negative)
			g.VSUBPS(negative, positive, positive)
			return positive
		}
	})
	g.each("relu", "dst, x *float32, n int", "computes max(x, 0); NaN passes.", func() body {
		zero := g.vector()
		g.clear(zero)
		return func(x ...reg.VecVirtual) reg.VecVirtual {
			g.VMAXPS(x[0], zero, x[0])
			return x[0]
		}
	})
}

// body computes one vector of results and may overwrite its arguments.
type body func(x ...reg.VecVirtual) reg.VecVirtual

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

// held is a constant in all lanes: of a register if there are plenty, else
// of memory.
func (g *isa) held(x float32) operand.Op { return g.heldBits(math.Float32bits(x)) }

func (g *isa) heldBits(bits uint32) operand.Op {
	address := g.constant(bits)
	if !g.wide() {
		return address
	}
	v := g.vector()
	g.VBROADCASTSS(address, v)
	return v
}

// taylor approximates (e^r - 1 - r) / r² for |r| <= ln(2)/2: interpolation
// at the Chebyshev nodes. The rest of e^r is exact; its error is 1e-8.
var taylor = []float32{0.5, 0.16666576, 0.041666556, 0.008363203, 0.0013926213}

// exp returns the code of e^x = 2^n e^r with n = round(x / ln 2), which
// overwrites x. Beyond the limits the results are 0 and infinity. NaN passes
// because the minimum and maximum of two values are the latter if one is NaN.
func (g *isa) exp() func(x reg.VecVirtual) reg.VecVirtual {
	low, high := g.held(-105), g.held(89)
	perLn2 := g.held(1 / math.Ln2)
	// ln 2 in two parts, the first with so few bits that n times it is exact.
	const first = 0.693145751953125
	ln2, rest := g.held(-first), g.held(float32(first-math.Ln2))
	var terms []operand.Op
	for i := len(taylor) - 1; i >= 0; i-- {
		terms = append(terms, g.held(taylor[i]))
	}
	one := g.held(1)
	terms = append(terms, one, one)
	bias := operand.Op(nil)
	if !g.wide() {
		bias = g.heldBits(127)
	}
	return func(x reg.VecVirtual) reg.VecVirtual {
		n, p := g.vector(), g.vector()
		g.limit(g.VMAXPS, low, x)
		g.limit(g.VMINPS, high, x)
		g.VMULPS(perLn2, x, n)
		if g.wide() {
			g.VRNDSCALEPS(operand.U8(8), n, n)
		} else {
			g.VROUNDPS(operand.U8(8), n, n)
		}
		g.VFMADD231PS(ln2, n, x)
		g.VFMADD231PS(rest, n, x)
		g.move(terms[0], p)
		for _, term := range terms[1:] {
			g.VFMADD213PS(term, x, p)
		}
		g.timesPower(p, n, bias)
		return p
	}
}

// limit lets x be the maximum or minimum of bound and x, or NaN if x is.
func (g *isa) limit(extremum func(...operand.Op), bound operand.Op, x reg.VecVirtual) {
	v := g.vector()
	g.move(bound, v)
	extremum(x, v, x)
}

func (g *isa) move(from operand.Op, to reg.VecVirtual) { g.VMOVUPS(from, to) }

// timesPower multiplies p with 2^n, rounded once, for -152 <= n <= 128.
// Without AVX-512 it takes two factors, as 2^n may be too small or too
// large for a normal number.
func (g *isa) timesPower(p, n reg.VecVirtual, bias operand.Op) {
	if g.wide() {
		g.VSCALEFPS(n, p, p)
		return
	}
	half := g.vector()
	g.VCVTPS2DQ(n, n)
	g.VPSRAD(operand.U8(1), n, half)
	g.VPSUBD(half, n, n)
	for _, exponent := range []reg.VecVirtual{half, n} {
		g.VPADDD(bias, exponent, exponent)
		g.VPSLLD(operand.U8(23), exponent, exponent)
		g.VMULPS(exponent, p, p)
	}
}

// sigmoid returns the code of s = sigmoid(x) and 1 - s. With e = e^-|x| and
// q = 1 / (1 + e) they are q and e q, the former the larger one; neither
// loses digits. x stays.
func (g *isa) sigmoid() func(x reg.VecVirtual) (s, rest reg.VecVirtual) {
	exp, one, sign := g.exp(), g.held(1), g.heldBits(1<<31)
	return func(x reg.VecVirtual) (s, rest reg.VecVirtual) {
		v, q := g.vector(), g.vector()
		g.bitOr(sign, x, v)
		e := exp(v)
		g.VADDPS(one, e, q)
		unit := g.vector()
		g.move(one, unit)
		g.VDIVPS(q, unit, q)
		small := g.vector()
		g.VMULPS(e, q, small)
		return g.bySign(x, q, small), g.bySign(x, small, q)
	}
}

func (g *isa) bitOr(a operand.Op, b, to reg.VecVirtual) {
	if g.wide() {
		g.VPORD(a, b, to)
	} else {
		g.VORPS(a, b, to)
	}
}

// bitAndNot is b without the bits of a.
func (g *isa) bitAndNot(a, b, to reg.VecVirtual) {
	if g.wide() {
		g.VPANDND(b, a, to)
	} else {
		g.VANDNPS(b, a, to)
	}
}

// bySign takes negative where the sign bit of x is set, else positive.
func (g *isa) bySign(x, positive, negative reg.VecVirtual) reg.VecVirtual {
	v, m := g.vector(), mask(x) // without AVX-512, blends look at signs only
	if g.wide() {
		m = g.K()
		g.VPMOVD2M(x, m)
	}
	g.blend(m, negative, positive, v)
	return v
}
