package main

import (
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// body computes vectors of each result and may overwrite its arguments: x[k][i]
// is vector i of argument k.
type body func(x ...[]reg.VecVirtual) [][]reg.VecVirtual

// siluVectors is how many vectors SiLU takes at a time, with its slope or without: each
// step waits for the one before, and a processor looks only so far ahead for others to
// take meanwhile. The registers hold this many.
const siluVectors = 3

// elementwise writes the functions of each element.
func (g *isa) elementwise() {
	g.each("exp", "dst", "x", "", "computes e^x.", 1, func() body {
		exp := g.exp()
		return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
			return [][]reg.VecVirtual{{exp(x[0][0])}}
		}
	})
	g.each("sigmoid", "dst", "x", "", "computes 1 / (1 + e^-x).", 1, func() body {
		logistic := g.logistic()
		return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
			e, sum := logistic(x[0])
			for i := range e {
				g.VDIVPS(sum[i], e[i], e[i])
				g.blend(g.compare(unordered, x[0][i], x[0][i]), x[0][i], e[i], e[i])
			}
			return [][]reg.VecVirtual{e}
		}
	})
	g.each("silu", "dst", "x", "", "computes x sigmoid(x).", siluVectors, g.siluBody)
	g.each("siluSlope", "dst, slope", "x", "", "computes x sigmoid(x) and its slope.", siluVectors, g.slopeBody)
	g.each("sqrt", "dst", "x", "", "computes the square root.", 1, func() body {
		return single(func(x reg.VecVirtual) { g.VSQRTPS(x, x) })
	})
	g.each("scale", "dst", "x", ", a float32", "computes a x.", 1, func() body {
		a := g.scalar("a")
		return single(func(x reg.VecVirtual) { g.VMULPS(a, x, x) })
	})
}

// siluBody is the body of x sigmoid(x).
func (g *isa) siluBody() body {
	logistic := g.logistic()
	return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
		e, sum := logistic(x[0])
		for i := range e {
			g.VDIVPS(sum[i], e[i], e[i])
		}
		for i := range e {
			g.VMULPS(e[i], x[0][i], x[0][i])
		}
		return x
	}
}

// slopeBody is the body of x sigmoid(x) and its slope.
func (g *isa) slopeBody() body {
	logistic, one := g.logistic(), g.held(1)
	return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
		s, sum := logistic(x[0])
		rest := g.vectors(len(s)) // sigmoid(-x)
		for i := range s {
			g.VMOVUPS(one, rest[i])
			g.VDIVPS(sum[i], rest[i], rest[i])
		}
		for i := range s {
			g.VMULPS(rest[i], s[i], s[i])
		}
		for i := range s {
			g.VMULPS(s[i], x[0][i], x[0][i])
		}
		for i := range s {
			g.VFMADD231PS(rest[i], x[0][i], s[i]) // s + silu(x) (1 - s)
		}
		return [][]reg.VecVirtual{x[0], s}
	}
}

// adam writes the step of Adam by the formulas of kernels.Adam.
func (g *isa) adam() {
	g.each("adam", "w, m, v", "w, m, v, gradient", ", decay, rate, scale, keep1, take1, keep2, take2, epsilon float32", "is a step of Adam.", 1, func() body {
		decay, rate, scale := g.scalar("decay"), g.scalar("rate"), g.scalar("scale")
		keep1, take1, keep2, take2 := g.scalar("keep1"), g.scalar("take1"), g.scalar("keep2"), g.scalar("take2")
		epsilon := g.scalar("epsilon")
		return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
			w, m, v, slope := x[0][0], x[1][0], x[2][0], x[3][0]
			g.VFMADD231PS(w, decay, slope)
			g.VMULPS(keep1, m, m)
			g.VFMADD231PS(take1, slope, m)
			g.VMULPS(slope, slope, slope)
			g.VMULPS(keep2, v, v)
			g.VFMADD231PS(take2, slope, v)
			size, step := g.vector(), g.vector()
			g.VSQRTPS(v, size)
			g.VMULPS(scale, size, size)
			g.VADDPS(epsilon, size, size)
			g.VMULPS(rate, m, step)
			g.VDIVPS(size, step, step)
			g.VSUBPS(step, w, w)
			return x[:3]
		}
	})
}

// single makes a body of what happens to x in place.
func single(f func(x reg.VecVirtual)) body {
	return func(x ...[]reg.VecVirtual) [][]reg.VecVirtual {
		for _, v := range x[0] {
			f(v)
		}
		return x
	}
}

// selections writes the functions that compare.
func (g *isa) selections() {
	g.each("clamp", "dst", "x", ", low, high float32", "limits x to [low, high]; NaN passes.", 1, func() body {
		low, high := g.scalar("low"), g.scalar("high")
		return single(func(x reg.VecVirtual) {
			g.VMAXPS(x, low, x)
			g.VMINPS(x, high, x)
		})
	})
	g.each("inside", "dst", "x", ", low, high float32", "is 1 where low <= x <= high, else 0.", 1, func() body {
		low, high, one := g.scalar("low"), g.scalar("high"), g.held(1)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.where(g.compare(greaterOrEqual, x, low), one, v)
			g.where(g.compare(greaterOrEqual, high, x), v, x)
		})
	})
	g.each("abs", "dst", "x", "", "computes |x|.", 1, func() body {
		sign := g.heldBits(1 << 31)
		return single(func(x reg.VecVirtual) {
			v := g.vector()
			g.VMOVUPS(sign, v)
			g.bitAndNot(v, x, x)
		})
	})
	g.each("sign", "dst", "x", "", "is 1 where x > 0, -1 where x < 0, else 0.", 1, func() body {
		zero, one := g.vector(), g.held(1)
		g.clear(zero)
		return single(func(x reg.VecVirtual) {
			positive, negative := g.vector(), g.vector()
			g.where(g.compare(greater, x, zero), one, positive)
			g.where(g.compare(greater, zero, x), one, negative)
			g.VSUBPS(negative, positive, x)
		})
	})
	g.each("relu", "dst", "x", "", "computes max(x, 0); NaN passes.", 1, func() body {
		zero := g.vector()
		g.clear(zero)
		return single(func(x reg.VecVirtual) { g.VMAXPS(x, zero, x) })
	})
}

// each writes a function of the elements of its inputs and of scalars, which
// takes some vectors together; an input may be an output as well.
// prologue loads what body needs.
func (g *isa) each(name, outputs, inputs, scalars, doc string, together int, prologue func() body) {
	parameters := outputs
	for _, input := range strings.Split(inputs, ", ") {
		if !slices.Contains(strings.Split(outputs, ", "), input) {
			parameters += ", " + input
		}
	}
	g.function(name, parameters+" *float32, n int"+scalars, doc)
	to, from := g.pointers(outputs), g.pointers(inputs)
	left, at := g.integer("n"), g.GP64()
	g.XORQ(at, at)
	compute := prologue()
	vector := func(pointer reg.Register, i int) operand.Mem {
		return operand.Mem{Base: pointer, Index: at, Scale: 1, Disp: i * g.bytes()}
	}
	step := func(count int, m mask) {
		g.apply(compute, len(from), count, m,
			func(k, i int) operand.Mem { return vector(from[k], i) }, func(k, i int) operand.Mem { return vector(to[k], i) })
	}
	whole := func(label string, count int) {
		g.loop(label, left, count*g.lanes, func() {
			step(count, nil)
			g.ADDQ(operand.I32(count*g.bytes()), at)
		})
	}
	if together > 1 {
		whole("together", together)
	}
	whole("vectors", 1)
	g.TESTQ(left, left)
	g.JZ(operand.LabelRef("done"))
	step(1, g.mask(left))
	g.Label("done")
	g.end()
}

// apply loads some vectors of each input, computes with them, and stores the vectors of
// each result; vector i of input or result k lies where the functions say.
func (g *isa) apply(compute body, inputs, count int, m mask, input, result func(k, i int) operand.Mem) {
	x := make([][]reg.VecVirtual, inputs)
	for k := range x {
		x[k] = g.vectors(count)
		for i, v := range x[k] {
			g.load(input(k, i), m, v)
		}
	}
	for k, vectors := range compute(x...) {
		for i, v := range vectors {
			g.store(v, m, result(k, i))
		}
	}
}

// pointers loads the parameters of a list of names.
func (g *isa) pointers(names string) []reg.GPVirtual {
	var all []reg.GPVirtual
	for _, name := range strings.Split(names, ", ") {
		all = append(all, g.integer(name))
	}
	return all
}
