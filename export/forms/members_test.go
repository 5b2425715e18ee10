package forms_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
)

// A choice by kind between means over members of objects is one product of what all such
// choices gather once, with a factor for a kind or without. Sums with it are one Gemm each.
func TestChoiceOfMembers(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		v, w := in["velocity"], b.Square(in["velocity"])
		pairOf := func(x *ir.Value) *ir.Value { return b.Mul(b.Scalar(0.5), b.Add(x, b.Gather(x, in["partner"]))) }
		threeOf := func(x *ir.Value) *ir.Value {
			ends := b.Add(b.Gather(x, in["first"]), b.Gather(x, in["second"]))
			return b.Mul(b.Add(ends, b.Gather(x, in["joint"])), b.Scalar(1.0/3))
		}
		pair, three := pairOf(v), threeOf(w)
		b.Output("mean", b.Select(in["is_hinge"], three, pair))
		scaled := b.Mul(b.Const(1, 3, -2, 0.5, 3), pair)
		b.Output("scaled", b.Select(in["is_hinge"], three, b.Select(in["is_stick"], scaled, v)))
		summed := b.Select(in["is_hinge"], threeOf(b.Square(w)), pairOf(b.Square(w)))
		b.Output("added", b.Add(w, summed))
		b.Output("taken", b.Sub(v, summed))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	kinds, gathered := map[string]int{}, 0
	for _, node := range exported.Parse(t, model).Graph.Node {
		kinds[node.GetOpType()]++
		if node.GetOpType() == "Gather" && strings.HasPrefix(node.Input[1], "objects/members_of_particle") {
			gathered++
		}
	}
	require.Equal(t, []int{2, 2, 2}, []int{kinds["MatMul"], kinds["Gemm"], gathered})
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
}

// Where a particle's partner is not all else of its object, a mean of both is no sum over
// members, and another particle than an isolated one is not the mean of its object. Sums
// of what different matrices make of the same vectors differ, and none is their mean.
func TestChoicesThatAreNoSums(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		v := in["velocity"]
		pair := b.Mul(b.Scalar(0.5), b.Add(v, b.Gather(v, in["partner"])))
		ends := b.Add(b.Gather(v, in["first"]), b.Gather(v, in["second"]))
		three := b.Mul(b.Add(ends, b.Gather(v, in["joint"])), b.Scalar(1.0/3))
		b.Output("hinge", b.Select(in["is_stick"], three, pair))
		b.Output("stick", b.Select(in["is_hinge"], three, b.Select(in["is_stick"], v, pair)))
		mean := func(x *ir.Value) *ir.Value {
			ends := b.Add(b.Gather(x, in["first"]), b.Gather(x, in["second"]))
			return b.Mul(b.Add(ends, b.Gather(x, in["joint"])), b.Scalar(1.0/3))
		}
		turned := func(values ...float64) *ir.Value { return mean(b.MatMul(v, b.Const(3, 3, values...), false, false)) }
		b.Output("matrices", b.Select(in["is_hinge"], turned(0, 1, 0, 0, 0, 1, 1, 0, 0),
			b.Select(in["is_stick"], turned(2, 0, 0, 0, 2, 0, 0, 0, 2), pair)))
		b.Output("isolated", b.Select(in["is_stick"], turned(0, 0, 1, 1, 0, 0, 0, 1, 0), b.Select(in["is_hinge"], mean(b.Square(v)), v)))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	requireKnown(t, model)
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
}

// A sum over members counts nothing where a factor or a constant matrix is 0, alone and in a
// choice. Multiples of a matrix share its slots, also where rounding makes 0.7 / 0.3 * 0.3
// another number than 0.7, and a factor that is no number is written as it is.
func TestFactorsOfMembers(t *testing.T) {
	m, nan := exported.SystemModule(), exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		v := in["velocity"]
		b.Output("zero", b.Mul(b.Scalar(0), sumOfThree(b, in, v)))
		b.Output("matrix", sumOfThree(b, in, b.MatMul(b.Square(v), b.Const(3, 3, make([]float64, 9)...), false, false)))
		choice := func(x *ir.Value, three, two float64) *ir.Value {
			pair := b.Mul(b.Scalar(two), b.Add(x, b.Gather(x, in["partner"])))
			return b.Select(in["is_hinge"], b.Mul(b.Scalar(three), sumOfThree(b, in, x)), pair)
		}
		b.Output("none_of_hinges", choice(b.Neg(v), 0, 0.5))
		b.Output("none_of_others", choice(b.Square(v), 0.5, 0))
		b.Output("rounded", choice(b.Neg(b.Square(v)), 0.7, 0.3))
		b.Output("turned", choice(b.Square(b.Square(v)), 0.3, 0.7))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	require.Equal(t, map[string]int{"mul": 1, "add.4": 1, "select": 1, "select.2": 1, "select.3": 1, "select.4": 1}, productsOf(t, model))
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
	require.NoError(t, ir.Build(nan, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		b.Output("position", b.Mul(b.Scalar(math.NaN()), sumOfThree(b, in, in["velocity"])))
	}))
	_, err = export.Model(nan, nil, export.Info{})
	require.NoError(t, err)
}

// sumOfThree is the sum of x at the members of each particle's hinge.
func sumOfThree(b *ir.Builder, in map[string]*ir.Value, x *ir.Value) *ir.Value {
	ends := b.Add(b.Gather(x, in["first"]), b.Gather(x, in["second"]))
	return b.Add(ends, b.Gather(x, in["joint"]))
}
