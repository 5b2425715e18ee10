package forms_test

import (
	"fmt"
	"testing"

	"gmnc/ir"
)

// TestNearlyBars: the bar of a sum is that of one of its terms where that term is a bar and the other is the
// same for the whole object, and the sum has its own bar after any other operator.
func TestNearlyBars(t *testing.T) {
	type values struct{ bar, same, number, own, mask *ir.Value }
	for what, term := range map[string]func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value{
		"itself":  func(_ *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return of.bar },
		"negated": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Neg(of.bar) },
		"odd": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Add(b.Sin(of.bar), b.Tanh(of.bar))
		},
		"even":           func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Abs(of.bar) },
		"squared":        func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Square(of.bar) },
		"cosine":         func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Cos(of.bar) },
		"times same":     func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Mul(of.number, of.bar) },
		"same times":     func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Cross(of.same, of.bar) },
		"times own":      func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Mul(of.own, of.bar) },
		"times a scalar": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Mul(b.Scalar(3), of.bar) },
		"twice": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Cross(of.bar, b.Mul(of.number, of.bar))
		},
		"over same": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Div(of.bar, b.Add(b.Scalar(1), b.Square(of.number)))
		},
		"over own": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Div(of.bar, b.Add(b.Scalar(1), b.Square(of.own)))
		},
		"same over bar": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Div(of.same, b.Add(b.Scalar(1), b.Abs(of.bar)))
		},
		"less same": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return b.Sub(of.bar, of.same) },
		"less twice": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Sub(of.bar, b.Mul(of.number, of.bar))
		},
		"same only": func(_ *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value { return of.same },
		"own only":  func(_ *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value { return in["velocity"] },
		"turned": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.MatMul(of.bar, b.Const(3, 3, 0, 1, 0, 0, 0, 2, 1, 0, 0), false, false)
		},
		"of hinges": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Select(in["is_hinge"], of.bar, b.Neg(of.bar))
		},
		"of sticks": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Select(in["is_stick"], of.bar, of.same)
		},
		"of either": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Select(in["is_stick"], of.same, of.bar)
		},
		"by numbers": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Select(of.mask, of.bar, b.Neg(of.bar))
		},
		"of the partner": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Gather(of.bar, in["partner"])
		},
		"of the joint": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Gather(of.bar, in["joint"])
		},
		"of the first": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Gather(of.bar, in["first"])
		},
		"of the second": func(b *ir.Builder, of values, in map[string]*ir.Value) *ir.Value {
			return b.Gather(of.bar, in["second"])
		},
		"above": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Maximum(of.bar, b.Scalar(0.1))
		},
		"inner product": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Mul(b.Inner(of.bar, of.same), of.same)
		},
		"inner square": func(b *ir.Builder, of values, _ map[string]*ir.Value) *ir.Value {
			return b.Mul(b.Inner(of.bar, of.bar), of.bar)
		},
		"difference": func(b *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value {
			return b.Sub(in["velocity"], b.Gather(in["velocity"], in["partner"]))
		},
		"sum of both": func(b *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value {
			return b.Add(in["velocity"], b.Gather(in["velocity"], in["partner"]))
		},
		"off the mean": func(b *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value {
			v := in["velocity"]
			return b.Sub(v, b.Mul(b.Scalar(0.5), b.Add(v, b.Gather(v, in["partner"]))))
		},
		"off another share": func(b *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value {
			v := in["velocity"]
			return b.Sub(v, b.Mul(b.Scalar(0.25), b.Add(v, b.Gather(v, in["partner"]))))
		},
		"off the choice": func(b *ir.Builder, _ values, in map[string]*ir.Value) *ir.Value {
			v := in["velocity"]
			return b.Sub(v, b.Select(in["is_hinge"], b.Gather(v, in["partner"]), b.Mul(b.Scalar(0.5), b.Add(v, b.Gather(v, in["partner"])))))
		},
	} {
		for share, chosen := range map[float64]string{0.5: "is_hinge", 0.25: "is_hinge", -0.5: "is_stick"} {
			if share != 0.5 && what != "itself" {
				continue // other shares make no bar of any term
			}
			barOf := func(b *ir.Builder, in map[string]*ir.Value, x *ir.Value) *ir.Value {
				whole := b.Sub(x, b.Gather(x, in["partner"]))
				return b.Select(in[chosen], whole, b.Mul(b.Scalar(share), whole))
			}
			t.Run(fmt.Sprint(what, " ", share), func(t *testing.T) {
				compare(t, func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
					of := values{same: b.Gather(in["velocity"], in["first"]), number: b.Gather(in["charge"], in["first"]), own: in["charge"], mask: b.Greater(in["charge"], b.Scalar(0))}
					whole := b.Sub(in["position"], b.Gather(in["position"], in["partner"]))
					of.bar = b.Select(in["is_hinge"], whole, b.Mul(b.Scalar(0.5), whole))
					sum := b.Add(term(b, of, in), of.same)
					other := b.Add(b.Mul(b.Scalar(2), of.same), term(b, of, in))
					bar, off := barOf(b, in, sum), barOf(b, in, other)
					return []*ir.Value{bar, b.Sub(sum, bar), off, b.Sub(other, off), b.Sub(bar, sum)}
				})
			})
		}
	}
}
