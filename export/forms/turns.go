package forms

import (
	"math"
	"slices"

	"gmnc/ir"
)

// spinForm writes a cross product that a number a row divides, of which only cross products and
// the angle are taken, as what those take of it on the right: each component twice.
func spinForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !e.isSpin(v) {
		return "", false
	}
	cross, number := v.Node.Args[0], name(v.Node.Args[1])
	vector := e.Op("Div", nil, name(cross), number)
	e.spins[v] = e.Op("Div", nil, e.timesConstant(cross, crossMatrix(2), name), number)
	return vector, true
}

// isSpin reports whether v is such a quotient, of which cross products, and sine and cosine of
// the length, are taken, and nothing else.
func (e *Emitter) isSpin(v *ir.Value) bool {
	if e.Trains || !v.Is(ir.Div) || !v.Node.Args[0].Is(ir.Cross) || v.Node.Args[1].Type.Columns() != 1 {
		return false
	}
	return !slices.ContainsFunc(e.readBy[v], func(n *ir.Node) bool {
		if n == nil || n.Is(ir.Cross) {
			return n == nil
		}
		angle := e.readAlone(e.readAlone(n.Result(), ir.Maximum), ir.Sqrt)
		return squareOf(n.Result()) != v || angle == nil || slices.ContainsFunc(e.readBy[angle], func(n *ir.Node) bool {
			return n == nil || !n.Is(ir.Sin) && !n.Is(ir.Cos) && !(n.Is(ir.Div) && n.Args[0].Is(ir.Sin) && n.Args[0].Node.Args[0] == angle)
		})
	})
}

// readAlone is the result of the one node that reads v, an operator of that name; else nil.
func (e *Emitter) readAlone(v *ir.Value, name ir.OpName) *ir.Value {
	if v == nil || len(e.readBy[v]) != 1 || e.readBy[v][0] == nil || !e.readBy[v][0].Is(name) {
		return nil
	}
	return e.readBy[v][0].Result()
}

// angleForm writes the angle of a spin by its six columns, which have each component of the
// vector twice. Sine and quotient need no floor but one above 0.
func angleForm(e *Emitter, v *ir.Value, _ func(*ir.Value) string) (string, bool) {
	x, _ := lengthOf(v)
	if x == nil || e.spins[x] == "" {
		return "", false
	}
	return e.Op("Gemm", nil, e.Reduce("ReduceL2", e.spins[x]), e.Floats([]float64{math.Sqrt2 / 2}, 1, 1), e.Floats([]float64{leastAngle}, 1, 1)), true
}

// leastAngle is a normal float32 whose sine is itself.
const leastAngle = 1e-20

// turnForm writes a vector that turns, c r + s (w x r), as the six columns that cross products
// take of it on the left: crossMatrix(1) has them. They are c times r's columns, and sums of the
// terms of w x r. The first three are the vector's y, z and x.
func turnForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	r, cosine := e.turnOf(v)
	if r == nil || slices.ContainsFunc(e.readBy[v], func(n *ir.Node) bool { return !e.takesTurned(n, v) }) {
		return "", false
	}
	cross, sine := e.crossTimes(v.Node.Args[1])
	c := e.crossed(cross, name)
	before := e.Op("Mul", nil, name(cosine), e.crossColumns(r, 1, name))
	terms := e.Op("Mul", nil, name(sine), c.terms)
	e.turned[v] = e.Op("Gemm", nil, terms, e.Floats(through(crossSums(c.sign), 3, crossMatrix(1)), 6, 6), before)
	vector := make([]float64, 6*3)
	for column := range 3 {
		vector[column*3+(column+1)%3] = 1
	}
	return e.product(v, e.turned[v], vector), true
}

// turnOf is r, and the number c, where v is c r + s (w x r) of a spin w; else nil.
func (e *Emitter) turnOf(v *ir.Value) (r, cosine *ir.Value) {
	if !v.Is(ir.Add) || !v.Node.Args[0].Is(ir.Mul) {
		return nil, nil
	}
	along := v.Node.Args[0].Node.Args
	cross, sine := e.crossTimes(v.Node.Args[1])
	if sine == nil || !e.isSpin(cross.Node.Args[0]) || cross.Node.Args[1] != along[1] || along[0].Type.Columns() != 1 || len(e.readBy[v.Node.Args[0]]) != 1 {
		return nil, nil
	}
	return along[1], along[0]
}

// takesTurned reports whether a node takes v as it was turned: in cross products, in sums,
// among vectors side by side, and to turn on.
func (e *Emitter) takesTurned(n *ir.Node, v *ir.Value) bool {
	switch {
	case n == nil:
		return false
	case n.Is(ir.Cross), n.Is(ir.Add):
		return true
	case n.Is(ir.Concat):
		return e.isMixed(n.Result())
	case !n.Is(ir.Mul):
		return false
	}
	next := e.readAlone(n.Result(), ir.Add)
	if next == nil {
		return false
	}
	r, _ := e.turnOf(next)
	return r == v && next.Node.Args[0] == n.Result()
}
