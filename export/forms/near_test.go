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
		"vectors over their length that are read": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			z := b.Concat(in["position"], in["velocity"])
			gram := b.Inner(z, z)
			return []*ir.Value{gram, b.Div(gram, b.Sqrt(b.Maximum(b.SumColumns(b.Square(gram)), b.Scalar(1e-3)))), z}
		},
		"a bar with a number of each row": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			whole := b.Sub(in["position"], b.Gather(in["position"], in["partner"]))
			sum := b.Add(b.Select(in["is_hinge"], whole, b.Mul(b.Scalar(0.5), whole)), b.Gather(in["velocity"], in["first"]))
			again := b.Sub(sum, b.Gather(sum, in["partner"]))
			return []*ir.Value{b.Select(in["is_hinge"], again, b.Mul(in["charge"], again))}
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
	for what, change := range map[string]func(b *ir.Builder, of *[5]*ir.Value){
		"a product in the place of the first quotient":  func(b *ir.Builder, of *[5]*ir.Value) { of[0] = b.Mul(of[0].Node.Args[0], of[0].Node.Args[1]) },
		"a product in the place of the second quotient": func(b *ir.Builder, of *[5]*ir.Value) { of[1] = b.Mul(of[1].Node.Args[0], of[1].Node.Args[1]) },
		"the same quotient twice":                       func(_ *ir.Builder, of *[5]*ir.Value) { of[1] = of[0] },
		"a direction itself":                            func(_ *ir.Builder, of *[5]*ir.Value) { of[3] = of[2] },
		"another direction itself":                      func(_ *ir.Builder, of *[5]*ir.Value) { of[4] = of[2] },
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
