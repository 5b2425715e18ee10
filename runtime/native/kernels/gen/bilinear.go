package main

import "github.com/mmcloughlin/avo/operand"

// bilinear writes the product of small matrices in each row. It needs
// permutations of 16 lanes, so AVX-512.
func (g *isa) bilinear() {
	if !g.wide() {
		return
	}
	g.function("bilinear", "dst *float32, widthDst int, x *float32, widthX int, y *float32, widthY, rows int, lanes *uint32, terms int",
		"computes rows of at most 16 values: value i is the",
		"sum over terms t of x[lanes[t][0][i]] y[lanes[t][1][i]].")
	dst, x, y, rows := g.integer("dst"), g.integer("x"), g.integer("y"), g.integer("rows")
	widthDst, widthX, widthY := g.integer("widthDst"), g.integer("widthX"), g.integer("widthY")
	maskDst, maskX, maskY := g.mask(widthDst), g.mask(widthX), g.mask(widthY)
	rowX, rowY, sum := g.vector(), g.vector(), g.vector()
	lanes, left := g.GP64(), g.GP64()
	g.loop("rows", rows, 1, func() {
		g.load(operand.Mem{Base: x}, maskX, rowX)
		g.load(operand.Mem{Base: y}, maskY, rowY)
		g.clear(sum)
		g.Load(g.Param("lanes"), lanes)
		g.Load(g.Param("terms"), left)
		g.loop("terms", left, 1, func() {
			fromX, fromY := g.vector(), g.vector()
			g.VMOVUPS(operand.Mem{Base: lanes}, fromX)
			g.VMOVUPS(operand.Mem{Base: lanes, Disp: g.bytes()}, fromY)
			g.VPERMPS(rowX, fromX, fromX)
			g.VPERMPS(rowY, fromY, fromY)
			g.VFMADD231PS(fromX, fromY, sum)
			g.ADDQ(operand.I32(2*g.bytes()), lanes)
		})
		g.store(sum, maskDst, operand.Mem{Base: dst})
		g.LEAQ(operand.Mem{Base: dst, Index: widthDst, Scale: float}, dst)
		g.LEAQ(operand.Mem{Base: x, Index: widthX, Scale: float}, x)
		g.LEAQ(operand.Mem{Base: y, Index: widthY, Scale: float}, y)
	})
	g.end()
}
