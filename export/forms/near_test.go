package forms_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
)

// build returns values of a model of particles, each of which becomes an output.
type build func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value

// compare compares a file of values with the interpreter.
func compare(t *testing.T, write build) {
	t.Helper()
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		for i, value := range write(b, exported.RowInputs(b)) {
			b.Output(string(rune('a'+i)), value)
		}
	}))
	file, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	exported.CompareSystems(t, m, nil, exported.Open(t, file), 5*conformance.Tolerance)
}

// one returns a build of a single value of positions, velocities and charges.
func one(value func(b *ir.Builder, x, v, charge *ir.Value) *ir.Value) build {
	return func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
		return []*ir.Value{value(b, in["position"], in["velocity"], in["charge"])}
	}
}

// TestNearlyForms: a value that differs in one part from what a form is of has its own numbers.
func TestNearlyForms(t *testing.T) {
	for what, write := range map[string]build{
		"a length of two vectors": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			return b.Sqrt(b.Maximum(b.Inner(x, v), b.Scalar(0.01)))
		}),
		"a length above a number of each row": one(func(b *ir.Builder, x, _, charge *ir.Value) *ir.Value {
			return b.Sqrt(b.Maximum(b.Inner(x, x), b.Square(charge)))
		}),
		"a length whose square is read": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			square := b.Maximum(b.Inner(in["position"], in["position"]), b.Scalar(0.5))
			return []*ir.Value{b.Sqrt(square), b.Neg(square)}
		},
		"a root that is read beside its root": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			root := b.Sqrt(b.Abs(in["charge"]))
			return []*ir.Value{b.Sqrt(root), b.Neg(root)}
		},
		"a maximum of two equalities, and of one": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			same := b.Same(in["first"], in["joint"])
			return []*ir.Value{b.Maximum(same, b.Same(in["second"], in["partner"])), b.Maximum(same, b.Greater(in["charge"], b.Scalar(0)))}
		},
		"a maximum of a size, and of another value": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{b.Mul(in["charge"], b.Maximum(b.Size("neighbors"), b.Scalar(2))), b.Maximum(in["charge"], b.Scalar(0.25))}
		},
		"a choice by numbers": one(func(b *ir.Builder, x, _, charge *ir.Value) *ir.Value {
			return b.Select(b.Greater(charge, b.Scalar(0)), x, b.Mul(b.Scalar(0.5), x))
		}),
		"a choice in each column": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			return b.Select(b.Greater(v, b.Scalar(0)), x, b.Mul(b.Scalar(0.5), x))
		}),
		"a choice of a multiple of another value": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{b.Select(in["is_hinge"], in["position"], b.Mul(b.Scalar(0.5), in["velocity"]))}
		},
		"a choice by a sum of masks": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{b.Select(b.Add(in["is_hinge"], in["is_stick"]), in["position"], b.Neg(in["velocity"]))}
		},
		"a choice by a sum of a mask and a number": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{b.Select(b.Add(in["is_hinge"], b.Greater(in["charge"], b.Scalar(0))), in["position"], in["velocity"])}
		},
		"a cross product on a number of each row": one(func(b *ir.Builder, x, v, charge *ir.Value) *ir.Value { return b.Add(charge, b.Cross(x, v)) }),
		"a cross product on a constant":           one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value { return b.Add(b.Cross(x, v), b.Const(1, 3, 1, 2, 3)) }),
		"a value less than a cross product":       one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value { return b.Sub(b.Cross(x, v), x) }),
		"a cross product that is read twice": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			cross := b.Cross(in["position"], in["velocity"])
			return []*ir.Value{b.Add(in["position"], cross), b.Neg(cross)}
		},
		"a multiple of a cross product that is read twice": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			cross := b.Mul(in["charge"], b.Cross(in["position"], in["velocity"]))
			return []*ir.Value{b.Sub(in["position"], cross), b.Neg(cross)}
		},
		"a cross product times a vector": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value { return b.Add(x, b.Mul(v, b.Cross(x, v))) }),
		"sums of cross products in a cross product": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			sum := b.Add(b.Cross(x, v), b.Cross(b.Square(x), v))
			return b.Cross(sum, b.Neg(v))
		}),
		"differences of cross products in a cross product": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			return b.Cross(b.Sub(b.Cross(x, v), b.Cross(b.Square(x), v)), b.Neg(v))
		}),
		"two constant products of a cross product": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			return b.MatMul(b.Cross(x, v), b.Const(3, 2, 1, 2, 3, 4, 5, 6), false, false)
		}),
		"a transposed product of a cross product": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			return b.MatMul(b.Cross(x, v), b.Const(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9), false, true)
		}),
		"edges times a constant": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x := b.Gather(in["position"], in["senders"])
			return []*ir.Value{b.SumGroups(b.Mul(x, b.Scalar(2)), "neighbors"), b.SumGroups(b.Mul(x, b.Const(1, 3, 1, 2, 3)), "neighbors")}
		},
		"many columns of edges times a number": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x := b.Gather(b.Concat(in["position"], in["velocity"], in["position"]), in["senders"])
			return []*ir.Value{b.SumGroups(b.Mul(x, b.SumColumns(x)), "neighbors")}
		},
		"many columns of receivers or of senders alone": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x, v := b.Concat(in["position"], in["position"], in["velocity"]), b.Concat(in["velocity"], in["velocity"], in["position"])
			return []*ir.Value{
				b.SumGroups(b.Add(b.Repeat(x, "neighbors"), b.Repeat(v, "neighbors")), "neighbors"),
				b.SumGroups(b.Add(b.Gather(x, in["senders"]), b.Gather(v, in["senders"])), "neighbors"),
			}
		},
		"a score by a transposed weight": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{b.SumGroups(b.MatMul(b.Gather(in["position"], in["senders"]), b.Const(1, 3, 1, -2, 3), false, true), "neighbors")}
		},
		"members of two vectors": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x, v := in["position"], in["velocity"]
			return []*ir.Value{b.Add(b.Add(b.Gather(v, in["first"]), b.Gather(x, in["second"])), b.Gather(v, in["joint"]))}
		},
		"members whose ends are read": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			v := in["velocity"]
			ends := b.Add(b.Gather(v, in["first"]), b.Gather(v, in["second"]))
			return []*ir.Value{b.Add(ends, b.Gather(v, in["joint"])), b.Neg(ends)}
		},
		"a member twice": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			v := in["velocity"]
			return []*ir.Value{b.Add(b.Add(b.Gather(v, in["first"]), b.Gather(v, in["second"])), b.Gather(v, in["first"]))}
		},
		"members of products with a transposed matrix": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			return []*ir.Value{sumOfThree(b, in, b.MatMul(in["velocity"], b.Const(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9), false, true))}
		},
		"members of a product that is read": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			turned := b.MatMul(in["velocity"], b.Const(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9), false, false)
			return []*ir.Value{sumOfThree(b, in, turned), b.Neg(turned)}
		},
		"the square of a number on a number": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			scaled := b.Mul(b.Scalar(3), in["charge"])
			return []*ir.Value{b.Add(b.Scalar(1), b.Square(scaled)), b.Neg(scaled), b.Add(in["charge"], b.Square(b.Mul(b.Scalar(2), in["charge"]))),
				b.Add(b.Scalar(2), b.Square(b.Mul(b.Scalar(2), in["velocity"])))}
		},
		"vectors over another length": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			z := b.Concat(x, v)
			gram, other := b.Inner(z, z), b.Inner(b.Neg(z), b.Square(z))
			return b.Div(gram, b.Sqrt(b.Maximum(b.SumColumns(b.Square(other)), b.Scalar(1e-3))))
		}),
	} {
		t.Run(what, func(t *testing.T) { compare(t, write) })
	}
}

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
			barOf := func(b *ir.Builder, in map[string]*ir.Value, x *ir.Value) *ir.Value {
				whole := b.Sub(x, b.Gather(x, in["partner"]))
				return b.Select(in[chosen], whole, b.Mul(b.Scalar(share), whole))
			}
			t.Run(what, func(t *testing.T) {
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
