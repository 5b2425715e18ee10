package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// With AVX-512 a register holds the powers 2^(i/16), so that e^x = 2^(n/16) e^r takes
// a shorter polynomial of r, |r| <= ln(2)/32, and less of the units that multiply.
const (
	powers = 16
	// powerDigits is how many digits a float32 has below the exponent, without the four
	// of i.
	powerDigits = 23 - 4

	// powerShift is the s for which the nearest numbers to 2^(i/16) e^s are as exact as
	// 0.28 2^-24 of them, the best of 30 million drawn from within 0.002. The polynomial
	// approximates e^(r-s).
	powerShift = -0.0005552352784635781
)

// powerOfTable returns the code of e^x, with an error below one unit in the last place
// for x within logisticRange; above, x counts as its end, and below, e^x is zero.
func (g *isa) powerOfTable() func(x []reg.VecVirtual) []reg.VecVirtual {
	perPower, shift := g.held(powers/math.Ln2), g.held(shift)
	ln2, rest := g.held(-ln2First/powers), g.held(float32(ln2First-math.Ln2)/powers)
	low, high := g.held(-logisticRange), g.held(logisticRange)
	terms, table := g.shiftedTaylor(), g.tableOfPowers()
	return func(x []reg.VecVirtual) []reg.VecVirtual {
		r, n, scale, p := g.vectors(len(x)), g.vectors(len(x)), g.vectors(len(x)), g.vectors(len(x))
		normal := make([]mask, len(x))
		for i := range x {
			normal[i] = g.compare(notLess, x[i], low)
			g.VPMINSD(high, x[i], r[i])
		}
		for i := range x {
			g.VMOVUPS(shift, n[i])
			g.VFMADD231PS(perPower, r[i], n[i])
		}
		for i := range x {
			g.VPERMPS(table, n[i], scale[i])
			g.VSUBPS(shift, n[i], p[i])
		}
		for i := range x {
			g.VPSLLD(operand.U8(powerDigits), n[i], n[i])
			g.VFMADD231PS(ln2, p[i], r[i])
		}
		for i := range x {
			g.VPADDD(n[i], scale[i], scale[i])
			g.VFMADD231PS(rest, p[i], r[i])
		}
		for i := range x {
			g.VMOVUPS(terms[len(terms)-1], p[i])
		}
		for k := len(terms) - 2; k >= 0; k-- {
			for i := range x {
				g.VFMADD213PS(terms[k], r[i], p[i])
			}
		}
		for i := range x {
			g.VFMADD213PS_Z(scale[i], scale[i], normal[i], p[i])
		}
		return p
	}
}

// shiftedTaylor are the terms of e^(r-s) - 1 as powers of r, up to the third: the next
// is below 1e-8.
func (g *isa) shiftedTaylor() (terms [4]operand.Op) {
	for k, divisor := range []float64{1, 1, 2, 6} {
		term := math.Exp(-powerShift) / divisor
		if k == 0 {
			term--
		}
		terms[k] = g.held(float32(term))
	}
	return terms
}

// tableOfPowers are the powers, less the i that n, shifted by powerDigits, adds to
// their digits.
func (g *isa) tableOfPowers() reg.VecVirtual {
	table := g.vector()
	g.VMOVUPS(g.lanetable(1, func(i, _ int) int {
		power := math.Exp2(float64(i)/powers) * math.Exp(powerShift)
		return int(math.Float32bits(float32(power))) - i<<powerDigits
	}), table)
	return table
}
