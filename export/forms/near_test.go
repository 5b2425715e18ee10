package forms_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/digests"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
)

// build returns values of a model of particles, each of which becomes an output.
type build func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value

var update = flag.Bool("update", false, "renew testdata/near_forms.txt")

// requireKnown requires the number of nodes and the digest of a test's file to be those in
// testdata/near_forms.txt, so that a form that fits less often, or writes more, is seen.
func requireKnown(t *testing.T, file []byte) {
	t.Helper()
	text := fmt.Sprintf("%d nodes %s", len(exported.Parse(t, file).Graph.Node), digests.Of(file, 12))
	digests.RequireOfTest(t, "../../testdata/near_forms.txt", *update, text)
}

// compare compares a file of values with the interpreter, and with what is known of it.
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
	requireKnown(t, file)
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
		"members of other numbers of columns": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			turned := b.MatMul(in["velocity"], b.Const(3, 2, 1, 2, 3, 4, 5, 6), false, false)
			return []*ir.Value{sumOfThree(b, in, in["charge"]), sumOfThree(b, in, b.Concat(in["velocity"], in["charge"])), sumOfThree(b, in, turned)}
		},
		"a choice between sums over members of two columns": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x := b.Columns(in["velocity"], 0, 2)
			pair := b.Mul(b.Scalar(0.5), b.Add(x, b.Gather(x, in["partner"])))
			return []*ir.Value{b.Select(in["is_hinge"], b.Mul(b.Scalar(1./3), sumOfThree(b, in, x)), pair)}
		},
		"the same sum for every kind": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			sum := sumOfThree(b, in, in["velocity"])
			return []*ir.Value{b.Select(in["is_hinge"], sum, b.Mul(b.Scalar(1), sumOfThree(b, in, in["velocity"])))}
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
		"a score by a weight of a size": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			weight := b.Mul(b.Const(3, 1, 1, -2, 3), b.Maximum(b.Size("neighbors"), b.Scalar(1)))
			return []*ir.Value{b.SumGroups(b.MatMul(b.Gather(in["position"], in["senders"]), weight, false, false), "neighbors")}
		},
		"vectors that are read beside their products": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			gram := b.Inner(b.Concat(in["position"], in["velocity"]), b.Concat(in["position"], in["velocity"]))
			return []*ir.Value{gram, b.Neg(gram)}
		},
		"one vector over its square": one(func(b *ir.Builder, x, _, _ *ir.Value) *ir.Value {
			square := b.Inner(x, x)
			return b.Div(square, b.Sqrt(b.Maximum(b.SumColumns(b.Square(square)), b.Scalar(1e-3))))
		}),
		"four vectors over their length": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			z := b.Concat(x, v, b.Square(x), b.Square(v))
			gram := b.Inner(z, z)
			return b.Div(gram, b.Sqrt(b.Maximum(b.SumColumns(b.Square(gram)), b.Scalar(1e-3))))
		}),
		"five vectors over their length": one(func(b *ir.Builder, x, v, _ *ir.Value) *ir.Value {
			z := b.Concat(x, v, b.Square(x), b.Square(v), b.Neg(x))
			gram := b.Inner(z, z)
			return b.Div(gram, b.Sqrt(b.Maximum(b.SumColumns(b.Square(gram)), b.Scalar(1e-3))))
		}),
		"members of a cross product and of its components in another order": membersOfCrosses(0, 1, 0, 0, 0, 1, 1, 0, 0),
		"members of a cross product and of a product with it":               membersOfCrosses(1, 2, 3, 4, 5, 6, 7, 8, 10),
		"a root of a root of a length": one(func(b *ir.Builder, x, _, _ *ir.Value) *ir.Value {
			return b.Sqrt(b.Sqrt(b.Maximum(b.Inner(x, x), b.Scalar(0.01))))
		}),
		"a mean over a floor, and a sum over the size alone": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			sum := b.SumGroups(b.Gather(in["position"], in["senders"]), "neighbors")
			return []*ir.Value{b.Div(sum, b.Maximum(b.Scalar(2), b.Size("neighbors"))), b.Div(sum, b.Add(b.Size("neighbors"), b.Scalar(1)))}
		},
		"layers of edges with a bias, and without": func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
			x, w := b.Gather(in["position"], in["senders"]), b.Const(3, 2, 1, 2, 3, 4, 5, 6)
			return []*ir.Value{b.SumGroups(b.Add(b.Const(1, 2, 1, 2), b.MatMul(x, w, false, false)), "neighbors"), b.SumGroups(b.MatMul(b.Neg(x), w, false, false), "neighbors")}
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

// membersOfCrosses returns a build of a choice between sums over members of a cross product, and of a matrix times
// it that something else reads, too.
func membersOfCrosses(matrix ...float64) build {
	return func(b *ir.Builder, in map[string]*ir.Value) []*ir.Value {
		cross := b.Cross(in["position"], in["velocity"])
		turned := b.MatMul(cross, b.Const(3, 3, matrix...), false, false)
		pair := b.Mul(b.Scalar(0.5), b.Add(turned, b.Gather(turned, in["partner"])))
		return []*ir.Value{b.Select(in["is_hinge"], sumOfThree(b, in, cross), pair), b.Neg(turned)}
	}
}
