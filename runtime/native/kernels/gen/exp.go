package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// taylor approximates (e^r - 1 - r) / r² for |r| <= ln(2)/2: interpolation
// at the Chebyshev nodes. The rest of e^r is exact; its error is 1e-8.
var taylor = []float32{0.5, 0.16666576, 0.041666556, 0.008363203, 0.0013926213}

// exponentBias is added to exponents in the bits of a float32.
const exponentBias = 127

// shift rounds a number below 2^22 that it is added to: the sum's lowest
// bits are the nearest integer.
const shift = 3 << 22

// ln2First is the first of two parts of ln 2, with so few bits that a whole number times
// it is exact.
const ln2First = 0.693145751953125

// power returns the code of e^x = 2^n p with n = round(x / ln 2), which
// overwrites x; exponent has n in its lowest bits. It takes each step for all
// vectors before the next, as a step waits for the one before.
func (g *isa) power() func(x []reg.VecVirtual) (n, exponent, p []reg.VecVirtual) {
	perLn2, shift := g.held(1/math.Ln2), g.held(shift)
	ln2, rest := g.held(-ln2First), g.held(float32(ln2First-math.Ln2))
	var terms []operand.Op
	for i := len(taylor) - 1; i >= 0; i-- {
		terms = append(terms, g.held(taylor[i]))
	}
	one := g.held(1)
	terms = append(terms, one, one)
	return func(x []reg.VecVirtual) (n, exponent, p []reg.VecVirtual) {
		n, exponent, p = g.vectors(len(x)), g.vectors(len(x)), g.vectors(len(x))
		for i := range x {
			g.VMOVUPS(shift, exponent[i])
			g.VFMADD231PS(perLn2, x[i], exponent[i])
		}
		for i := range x {
			g.VSUBPS(shift, exponent[i], n[i])
		}
		for _, part := range []operand.Op{ln2, rest} {
			for i := range x {
				g.VFMADD231PS(part, n[i], x[i])
			}
		}
		for i := range x {
			g.VMOVUPS(terms[0], p[i])
		}
		for _, term := range terms[1:] {
			for i := range x {
				g.VFMADD213PS(term, x[i], p[i])
			}
		}
		return n, exponent, p
	}
}

// exp returns the code of e^x, which overwrites x. Beyond the limits the
// results are 0 and infinity. NaN passes because the minimum and maximum of
// two values are the latter if one is NaN.
func (g *isa) exp() func(x reg.VecVirtual) reg.VecVirtual {
	low, high, power := g.held(-105), g.held(89), g.power()
	bias := operand.Op(nil)
	if !g.wide() {
		bias = g.heldBits(exponentBias)
	}
	return func(x reg.VecVirtual) reg.VecVirtual {
		g.limit(g.VMAXPS, low, x)
		g.limit(g.VMINPS, high, x)
		n, _, p := power([]reg.VecVirtual{x})
		g.timesPower(p[0], n[0], bias)
		return p[0]
	}
}

// limit lets x be the maximum or minimum of bound and x, or NaN if x is.
func (g *isa) limit(extremum func(...operand.Op), bound operand.Op, x reg.VecVirtual) {
	v := g.vector()
	g.VMOVUPS(bound, v)
	extremum(x, v, x)
}

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

// logisticRange bounds the x whose e^x and e^-x are normal numbers: beyond
// it a sigmoid is 0 or 1 within 2e-38.
const logisticRange = 87

// logistic returns the code of e^x and 1 + e^x for x within logisticRange: above, x
// counts as its end, and below, e^x as zero or as at its end. sigmoid(x) = e^x / (1 + e^x)
// and sigmoid(-x) = 1 / (1 + e^x) lose no digits. Of NaN, e^x may be any number. It may
// bound x below in place.
func (g *isa) logistic() func(x []reg.VecVirtual) (e, sum []reg.VecVirtual) {
	power, one := g.boundedPower(), g.held(1)
	return func(x []reg.VecVirtual) (e, sum []reg.VecVirtual) {
		e, sum = power(x), g.vectors(len(x))
		for i := range x {
			g.VADDPS(one, e[i], sum[i])
		}
		return e, sum
	}
}

// boundedPower returns the code of e^x as logistic needs it.
func (g *isa) boundedPower() func(x []reg.VecVirtual) []reg.VecVirtual {
	if g.wide() {
		return g.powerOfTable()
	}
	low, high, power := g.held(-logisticRange), g.held(logisticRange), g.power()
	return func(x []reg.VecVirtual) []reg.VecVirtual {
		bounded := g.vectors(len(x))
		for i := range x {
			g.limit(g.VMAXPS, low, x[i])
			g.VMOVUPS(x[i], bounded[i])
			g.limit(g.VMINPS, high, bounded[i])
		}
		_, exponent, e := power(bounded)
		for i := range x {
			// 2^n is multiplied by in the bits of the exponent, where there is more room
			// than for a product.
			g.VPSLLD(operand.U8(23), exponent[i], exponent[i])
			g.VPADDD(exponent[i], e[i], e[i])
		}
		return e
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

func (g *isa) bitAnd(a, b, to reg.VecVirtual) {
	if g.wide() {
		g.VPANDD(a, b, to)
	} else {
		g.VANDPS(a, b, to)
	}
}
