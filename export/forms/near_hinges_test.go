package forms_test

import (
	"testing"

	"gmnc/ir"
)

// hingeParts are the parts from which the acceleration of hinges is made.
type hingeParts struct{ e1, e2, sum, p1, p2, cosine, square, two, four *ir.Value }

// TestNearlyHinges: a sum that differs in one part from the acceleration of hinges has its own numbers.
func TestNearlyHinges(t *testing.T) {
	acceleration := func(b *ir.Builder, h hingeParts) *ir.Value {
		determinant := b.Sub(h.four, h.square)
		k1 := b.Div(b.Sub(b.Mul(h.two, h.p1), b.Mul(h.cosine, h.p2)), determinant)
		k2 := b.Div(b.Sub(b.Mul(h.two, h.p2), b.Mul(h.cosine, h.p1)), determinant)
		return b.Sub(b.Sub(h.sum, b.Mul(h.e1, k1)), b.Mul(h.e2, k2))
	}
	for what, change := range map[string]func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts){
		"as it is":            func(*ir.Builder, map[string]*ir.Value, *hingeParts) {},
		"another factor":      func(b *ir.Builder, _ map[string]*ir.Value, h *hingeParts) { h.two = b.Scalar(3) },
		"another constant":    func(b *ir.Builder, _ map[string]*ir.Value, h *hingeParts) { h.four = b.Scalar(50) },
		"swapped projections": func(_ *ir.Builder, _ map[string]*ir.Value, h *hingeParts) { h.p1, h.p2 = h.p2, h.p1 },
		"another cosine": func(b *ir.Builder, _ map[string]*ir.Value, h *hingeParts) {
			h.cosine = b.Inner(h.e1, h.e1)
			h.square, h.four = b.Square(h.cosine), b.Add(b.Scalar(4), b.Mul(b.Scalar(2), b.Square(h.cosine)))
		},
		"the square of another number": func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts) { h.square = b.Neg(b.Square(in["charge"])) },
		"projections of another sum":   func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts) { h.p1 = b.Inner(h.e1, in["velocity"]) },
		"another sum":                  func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts) { h.sum = b.Square(in["position"]) },
		"another direction": func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts) {
			h.e2 = b.Gather(in["position"], in["second"])
		},
		"a direction of no member": func(b *ir.Builder, in map[string]*ir.Value, h *hingeParts) { h.e1 = b.Neg(h.e1) },
	} {
		t.Run(what, func(t *testing.T) {
			compare(t, func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
				v := b.Div(in["velocity"], b.Sqrt(b.Add(b.Scalar(1), b.SumColumns(b.Square(in["velocity"])))))
				h := hingeParts{e1: b.Gather(v, in["first"]), e2: b.Gather(v, in["second"]), sum: in["position"], two: b.Scalar(2), four: b.Scalar(4)}
				h.cosine, h.p1, h.p2 = b.Inner(h.e1, h.e2), b.Inner(h.e1, h.sum), b.Inner(h.e2, h.sum)
				h.square = b.Square(h.cosine)
				change(b, in, &h)
				return []*ir.Value{acceleration(b, h)}
			})
		})
	}
	for what, change := range map[string]func(b *ir.Builder, of *[5]*ir.Value){
		"a product in the place of the first quotient":  func(b *ir.Builder, of *[5]*ir.Value) { of[0] = b.Mul(of[0].Node.Args[0], of[0].Node.Args[1]) },
		"a product in the place of the second quotient": func(b *ir.Builder, of *[5]*ir.Value) { of[1] = b.Mul(of[1].Node.Args[0], of[1].Node.Args[1]) },
		"a sum over the first determinant": func(b *ir.Builder, of *[5]*ir.Value) {
			of[0] = b.Div(b.Add(of[0].Node.Args[0].Node.Args[0], of[0].Node.Args[0].Node.Args[1]), of[0].Node.Args[1])
		},
		"the first difference over a sum": func(b *ir.Builder, of *[5]*ir.Value) {
			of[0] = b.Div(of[0].Node.Args[0], b.Add(of[0].Node.Args[1].Node.Args[0], of[0].Node.Args[1].Node.Args[1]))
		},
		"the first determinant times a difference":  func(b *ir.Builder, of *[5]*ir.Value) { of[0] = b.Mul(of[0].Node.Args[1], of[0].Node.Args[0]) },
		"the second determinant times a difference": func(b *ir.Builder, of *[5]*ir.Value) { of[1] = b.Mul(of[1].Node.Args[1], of[1].Node.Args[0]) },
		"the same quotient twice":                   func(_ *ir.Builder, of *[5]*ir.Value) { of[1] = of[0] },
		"a direction itself":                        func(_ *ir.Builder, of *[5]*ir.Value) { of[3] = of[2] },
		"another direction itself":                  func(_ *ir.Builder, of *[5]*ir.Value) { of[4] = of[2] },
	} {
		t.Run(what, func(t *testing.T) {
			compare(t, func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
				v := b.Div(in["velocity"], b.Sqrt(b.Add(b.Scalar(1), b.SumColumns(b.Square(in["velocity"])))))
				sum, two := in["position"], b.Scalar(2)
				e1, e2 := b.Gather(v, in["first"]), b.Gather(v, in["second"])
				cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
				determinant := b.Sub(b.Scalar(4), b.Square(cosine))
				of := [5]*ir.Value{b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant), b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant), e1}
				change(b, &of)
				if of[3] == nil {
					of[3] = b.Mul(e1, of[0])
				}
				if of[4] == nil {
					of[4] = b.Mul(e2, of[1])
				}
				return []*ir.Value{b.Sub(b.Sub(sum, of[3]), of[4])}
			})
		})
	}
	t.Run("a cosine that is read", func(t *testing.T) {
		compare(t, func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			v := b.Tanh(b.Mul(b.Scalar(0.5), in["velocity"]))
			h := hingeParts{e1: b.Gather(v, in["first"]), e2: b.Gather(v, in["second"]), sum: in["position"], two: b.Scalar(2), four: b.Scalar(40)}
			h.cosine, h.p1, h.p2 = b.Inner(h.e1, h.e2), b.Inner(h.e1, h.sum), b.Inner(h.e2, h.sum)
			h.square = b.Square(h.cosine)
			return []*ir.Value{acceleration(b, h), b.Neg(h.cosine)}
		})
	})
}
