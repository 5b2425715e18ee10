package main

import (
	"math"
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// normWidth is how many columns share a variance.
const normWidth = 32

// norm writes the functions of rows that are normalised in blocks of
// normWidth columns.
func (g *isa) norm() {
	g.normReLU()
	g.normBack()
	g.normGrads()
}

// normRows are the pointers of a function that goes through rows block by
// block: own lie in every row, shared are the same for all of them, and each
// block has a factor.
type normRows struct {
	*isa
	own, shared []string
	at          map[string]reg.GPVirtual
	factors     reg.GPVirtual
}

func (g *isa) normRows(own, shared []string) *normRows {
	n := &normRows{isa: g, own: own, shared: shared, at: map[string]reg.GPVirtual{}, factors: g.integer("factors")}
	for _, name := range own {
		n.at[name] = g.integer(name)
	}
	for _, name := range shared {
		n.at[name] = g.GP64()
	}
	return n
}

// each writes the loop over rows and their blocks.
func (n *normRows) each(block func()) {
	rows, left := n.integer("rows"), n.GP64()
	n.loop("rows", rows, 1, func() {
		for _, name := range n.shared {
			n.Load(n.Param(name), n.at[name])
		}
		n.Load(n.Param("blocks"), left)
		n.loop("blocks", left, 1, func() {
			block()
			for _, name := range slices.Concat(n.own, n.shared) {
				n.ADDQ(operand.I32(normWidth*float), n.at[name])
			}
			n.ADDQ(operand.I8(float), n.factors)
		})
	})
	n.end()
}

// vectorAt is vector j of a block.
func (n *normRows) vectorAt(name string, j int) operand.Mem {
	return operand.Mem{Base: n.at[name], Disp: j * n.bytes()}
}

// read loads the vectors of a block.
func (n *normRows) read(name string) []reg.VecVirtual {
	all := n.vectors(normWidth / n.lanes)
	for j, v := range all {
		n.VMOVUPS(n.vectorAt(name, j), v)
	}
	return all
}

// open loads the gradient where the rectified value is not 0.
func (n *normRows) open(zero reg.Register) []reg.VecVirtual {
	all := n.read("y")
	for j, v := range all {
		n.where(n.compare(greater, v, zero), n.vectorAt("dy", j), v)
	}
	return all
}

// mean is, in the first lane, the mean of the products of two blocks.
func (n *normRows) mean(x, y []reg.VecVirtual) reg.VecVirtual {
	sum := n.vector()
	n.VMULPS(x[0], y[0], sum)
	for j := range x[1:] {
		n.VFMADD231PS(x[j+1], y[j+1], sum)
	}
	n.halve(sum)
	n.VHADDPS(sum.AsX(), sum.AsX(), sum.AsX())
	n.VHADDPS(sum.AsX(), sum.AsX(), sum.AsX())
	n.VMULSS(n.constant(math.Float32bits(1.0/normWidth)), sum.AsX(), sum.AsX())
	return sum
}

func (g *isa) normReLU() {
	g.function("normReLU", "y, factors, x, scale, shift *float32, rows, blocks int, epsilon float32",
		"normalises blocks of 32 columns, gives them a scale and a shift",
		"for each column, and takes the larger of that and 0.")
	n := g.normRows([]string{"y", "x"}, []string{"scale", "shift"})
	zero := g.vector()
	epsilon := g.scalar("epsilon")
	g.clear(zero)
	n.each(func() {
		x := n.read("x")
		f := n.mean(x, x)
		root := g.XMM()
		g.VADDSS(epsilon.AsX(), f.AsX(), root)
		g.VSQRTSS(root, root, root)
		g.VMOVSS(g.constant(math.Float32bits(1)), f.AsX())
		g.VDIVSS(root, f.AsX(), f.AsX())
		g.VMOVSS(f.AsX(), operand.Mem{Base: n.factors})
		g.VBROADCASTSS(f.AsX(), f)
		for j, v := range x {
			z := g.vector()
			g.VMULPS(f, v, v)
			g.VMOVUPS(n.vectorAt("scale", j), z)
			g.VFMADD213PS(n.vectorAt("shift", j), v, z)
			g.VMAXPS(z, zero, z)
			g.VMOVUPS(z, n.vectorAt("y", j))
		}
	})
}

func (g *isa) normBack() {
	g.function("normBack", "dx, dy, y, x, factors, scale *float32, rows, blocks int",
		"computes the gradient by x of what normReLU made y of.")
	n := g.normRows([]string{"dx", "dy", "y", "x"}, []string{"scale"})
	zero := g.vector()
	g.clear(zero)
	n.each(func() {
		h, x := n.open(zero), n.read("x")
		for j, v := range h {
			g.VMULPS(n.vectorAt("scale", j), v, v)
		}
		less, f := n.mean(h, x), g.vector()
		g.VBROADCASTSS(operand.Mem{Base: n.factors}, f)
		g.VMULSS(f.AsX(), less.AsX(), less.AsX())
		g.VMULSS(f.AsX(), less.AsX(), less.AsX())
		g.VBROADCASTSS(less.AsX(), less)
		for j, v := range h {
			g.VFNMADD231PS(less, x[j], v)
			g.VMULPS(f, v, v)
			g.VMOVUPS(v, n.vectorAt("dx", j))
		}
	})
}

func (g *isa) normGrads() {
	g.function("normGrads", "dscale, dshift, dy, y, x, factors *float32, rows, blocks int",
		"adds the gradients by scale and shift of what normReLU made y of.")
	n := g.normRows([]string{"dy", "y", "x"}, []string{"dscale", "dshift"})
	zero := g.vector()
	g.clear(zero)
	n.each(func() {
		d, f := n.open(zero), g.vector()
		g.VBROADCASTSS(operand.Mem{Base: n.factors}, f)
		for j, v := range d {
			unit, sum := g.vector(), g.vector()
			g.VADDPS(n.vectorAt("dshift", j), v, sum)
			g.VMOVUPS(sum, n.vectorAt("dshift", j))
			g.VMULPS(n.vectorAt("x", j), f, unit)
			g.VFMADD213PS(n.vectorAt("dscale", j), unit, v)
			g.VMOVUPS(v, n.vectorAt("dscale", j))
		}
	})
}
