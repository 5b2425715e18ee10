package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	// leastMantissa are the bits of sqrt(1/2), the smallest mantissa that the
	// logarithm is taken of.
	leastMantissa = 0x3f3504f3
	mantissaBits  = 23
	// leastNormal is the smallest normal number; those below are multiplied by
	// 2^raised first.
	leastNormal = 0x1p-126
	raised      = 25
	// logTerms is how many terms the series has: the next is below the last bit of a
	// float64.
	logTerms = 9
)

// log writes the logarithm for both levels: in float64, as math.Log computes it,
// four at a time.
//
//	x = 2^e m, sqrt(1/2) <= m < sqrt(2), s = (m - 1) / (m + 1)
//	log x = e ln 2 + 2 (s + s^3/3 + s^5/5 + ...)
func (g *isa) log() {
	if g.wide() {
		return
	}
	g.each("log", "dst", "x", "", "computes the natural logarithm.", 1, func() body {
		return single(func(x reg.VecVirtual) {
			upper := g.XMM()
			g.VEXTRACTF128(operand.U8(1), x, upper)
			lower := g.logOf(x.AsX().(reg.VecVirtual))
			g.VINSERTF128(operand.U8(1), g.logOf(upper), lower.AsY(), x)
		})
	})
}

// logOf returns the logarithms of four numbers.
func (g *isa) logOf(x reg.VecVirtual) reg.VecVirtual {
	exponent, mantissa := g.mantissa(x)
	m, s, sum := g.YMM(), g.YMM(), g.YMM()
	g.VCVTPS2PD(mantissa, m)
	g.VADDPD(g.double(1), m, sum)
	g.VSUBPD(g.double(1), m, s)
	g.VDIVPD(sum, s, s)
	square, series := g.YMM(), g.YMM()
	g.VMULPD(s, s, square)
	g.VMOVUPD(g.double(2./(2*logTerms+1)), series)
	for k := logTerms - 1; k >= 0; k-- {
		g.VFMADD213PD(g.double(2/float64(2*k+1)), square, series)
	}
	g.VMULPD(s, series, series)
	e, result := g.YMM(), g.XMM()
	g.VCVTDQ2PD(exponent, e)
	g.VFMADD231PD(g.double(math.Ln2), e, series)
	g.VCVTPD2PSY(series, result)
	return g.logLimits(x, result)
}

// mantissa takes numbers apart: x = 2^exponent mantissa.
func (g *isa) mantissa(x reg.VecVirtual) (exponent, mantissa reg.VecVirtual) {
	small, higher, offset, power := g.XMM(), g.XMM(), g.XMM(), g.XMM()
	exponent, mantissa = g.XMM(), g.XMM()
	g.VCMPPS(less, g.constant(math.Float32bits(leastNormal)), x, small)
	g.VMULPS(g.constant(math.Float32bits(1<<raised)), x, higher)
	g.VBLENDVPS(small, higher, x, mantissa)
	g.VPAND(g.constant(raised), small, offset)
	g.VPSUBD(g.constant(leastMantissa), mantissa, exponent)
	g.VPSRAD(operand.U8(mantissaBits), exponent, exponent)
	g.VPSLLD(operand.U8(mantissaBits), exponent, power)
	g.VPSUBD(power, mantissa, mantissa)
	g.VPSUBD(offset, exponent, exponent)
	return exponent, mantissa
}

// logLimits puts in the results of zero, of numbers below, of infinity and NaN.
func (g *isa) logLimits(x, result reg.VecVirtual) reg.VecVirtual {
	infinite := float32(math.Inf(1))
	which := g.XMM()
	g.VCMPPS(notLess, g.constant(math.Float32bits(infinite)), x, which)
	g.VBLENDVPS(which, x, result, result)
	g.VCMPPS(less, g.constant(0), x, which)
	g.VBLENDVPS(which, g.constant(math.Float32bits(float32(math.NaN()))), result, result)
	g.VCMPPS(equal, g.constant(0), x, which)
	g.VBLENDVPS(which, g.constant(math.Float32bits(-infinite)), result, result)
	return result
}
