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
// bits are the nearest integer and the bias.
const shift = 3<<22 + exponentBias

// power returns the code of e^x = 2^n p with n = round(x / ln 2), which
// overwrites x; exponent has n and the bias in its lowest bits.
func (g *isa) power() func(x reg.VecVirtual) (n, exponent, p reg.VecVirtual) {
	perLn2, shift := g.held(1/math.Ln2), g.held(shift)
	// ln 2 in two parts, the first with so few bits that n times it is exact.
	const first = 0.693145751953125
	ln2, rest := g.held(-first), g.held(float32(first-math.Ln2))
	var terms []operand.Op
	for i := len(taylor) - 1; i >= 0; i-- {
		terms = append(terms, g.held(taylor[i]))
	}
	one := g.held(1)
	terms = append(terms, one, one)
	return func(x reg.VecVirtual) (n, exponent, p reg.VecVirtual) {
		n, exponent, p = g.vector(), g.vector(), g.vector()
		g.VMOVUPS(shift, exponent)
		g.VFMADD231PS(perLn2, x, exponent)
		g.VSUBPS(shift, exponent, n)
		g.VFMADD231PS(ln2, n, x)
		g.VFMADD231PS(rest, n, x)
		g.VMOVUPS(terms[0], p)
		for _, term := range terms[1:] {
			g.VFMADD213PS(term, x, p)
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
		n, _, p := power(x)
		g.timesPower(p, n, bias)
		return p
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

// leastNormal is where e^x is about to leave the normal numbers.
const leastNormal = -86.5

// decay returns the code of e^x for x <= 0, which overwrites x. Results
// below the normal numbers may be zero.
func (g *isa) decay() func(x reg.VecVirtual) reg.VecVirtual {
	if g.wide() {
		low, power := g.held(-105), g.power()
		return func(x reg.VecVirtual) reg.VecVirtual {
			g.limit(g.VMAXPS, low, x)
			n, _, p := power(x)
			g.VSCALEFPS(n, p, p)
			return p
		}
	}
	low, power := g.held(leastNormal), g.power()
	return func(x reg.VecVirtual) reg.VecVirtual {
		normal := g.compare(notLess, x, low)
		g.limit(g.VMAXPS, low, x)
		_, exponent, p := power(x)
		g.VPSLLD(operand.U8(23), exponent, exponent)
		g.VMULPS(exponent, p, p)
		g.where(normal, p, p)
		return p
	}
}

// logistic returns the code of e = e^-|x| and 1 + e, the parts of sigmoid(x):
// 1 / (1 + e) for x >= 0 and e / (1 + e) below. Neither loses digits.
func (g *isa) logistic() func(x reg.VecVirtual) (e, sum reg.VecVirtual) {
	decay, one, sign := g.decay(), g.held(1), g.heldBits(1<<31)
	return func(x reg.VecVirtual) (e, sum reg.VecVirtual) {
		v := g.vector()
		sum = g.vector()
		g.bitOr(sign, x, v)
		e = decay(v)
		g.VADDPS(one, e, sum)
		return e, sum
	}
}

// sigmoid returns the code of the numerator and the denominator of
// sigmoid(x).
func (g *isa) sigmoid() func(x reg.VecVirtual) (above, below reg.VecVirtual) {
	logistic, one := g.logistic(), g.held(1)
	return func(x reg.VecVirtual) (above, below reg.VecVirtual) {
		e, sum := logistic(x)
		unit := g.vector()
		g.VMOVUPS(one, unit)
		g.blend(g.negative(x), e, unit, e)
		return e, sum
	}
}

// sigmoids returns the code of sigmoid(x) and sigmoid(-x).
func (g *isa) sigmoids() func(x reg.VecVirtual) (s, rest reg.VecVirtual) {
	logistic, one := g.logistic(), g.held(1)
	return func(x reg.VecVirtual) (s, rest reg.VecVirtual) {
		small, sum := logistic(x)
		large := g.vector()
		g.VMOVUPS(one, large)
		g.VDIVPS(sum, large, large)
		g.VMULPS(small, large, small)
		s, rest = g.vector(), g.vector()
		negative := g.negative(x)
		g.blend(negative, small, large, s)
		g.blend(negative, large, small, rest)
		return s, rest
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

// negative is a mask of the lanes whose sign bit is set. Without AVX-512
// that is all that blends look at.
func (g *isa) negative(x reg.VecVirtual) mask {
	if !g.wide() {
		return x
	}
	k := g.K()
	g.VPMOVD2M(x, k)
	return k
}
