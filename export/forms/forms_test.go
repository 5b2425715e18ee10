package forms_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
)

// Each form takes the place of several operators, and gives their numbers.
func TestForms(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		x, v := in["position"], in["velocity"]
		b.Output("length", b.Sqrt(b.Maximum(b.Inner(v, v), b.Scalar(1e-24))))
		b.Output("square", b.SumColumns(b.Square(v)))
		floored := b.Maximum(b.Inner(x, x), b.Scalar(1e-24))
		b.Output("direction", b.Div(b.Div(x, floored), b.Sqrt(floored)))
		b.Output("both", b.Add(b.Gather(v, in["first"]), b.Gather(v, in["partner"])))
		b.Output("choice", b.Select(in["is_hinge"], v, b.Mul(b.Scalar(0.5), v)))
		ends := b.Add(b.Gather(v, in["first"]), b.Gather(v, in["second"]))
		b.Output("members", b.Mul(b.Add(ends, b.Gather(v, in["joint"])), b.Scalar(1.0/3)))
		b.Output("kind", b.Select(in["is_hinge"], v, b.Select(in["is_stick"], b.Square(v), b.Neg(v))))
		b.Output("position", b.Add(x, b.Cross(x, v)))
	}))
	for _, opset := range []int{17, 18} {
		model, err := export.Model(m, nil, export.Info{Opset: opset})
		require.NoError(t, err)
		require.NoError(t, onnx.Check(model))
		kinds := map[string]int{}
		for _, node := range exported.Parse(t, model).Graph.Node {
			kinds[node.GetOpType()]++
		}
		require.Equal(t, 1, kinds["ReduceL2"])
		require.Equal(t, 3, kinds["ReduceSumSquare"], "one is of all inputs")
		require.Equal(t, 1, kinds["Sqrt"], "of a square that is needed, too")
		require.Equal(t, 3, kinds["MatMul"], "one adds members, two choose columns for the cross product")
		require.Equal(t, 1, kinds["Gemm"], "the cross product is added up on a position")
		require.Equal(t, 2+len(m.Main.Outputs), kinds["Where"], "where sticks and hinges are listed, and where systems have no fault")
		exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
	}
}

// The accelerations of hinges are divided once, by the determinants of both equations, and a
// constant and a square that is scaled are a product and one Gemm. Directions and forces on
// members are one gather.
func TestFormsOfHinges(t *testing.T) {
	var gathers []int
	for _, c := range []struct {
		what string
		sum  func(b *ir.Builder, in map[string]*ir.Value) *ir.Value
	}{
		{what: "a value", sum: func(_ *ir.Builder, in map[string]*ir.Value) *ir.Value { return in["position"] }},
		{what: "forces on members", sum: func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			ends := b.Add(b.Gather(in["velocity"], in["first"]), b.Gather(in["velocity"], in["second"]))
			return b.Add(b.Gather(in["position"], in["joint"]), ends)
		}},
		{what: "forces on members and on each particle", sum: func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			return b.Add(b.Add(b.Gather(in["velocity"], in["first"]), b.Gather(in["velocity"], in["second"])), in["position"])
		}},
		{what: "forces on each particle and on members", sum: func(b *ir.Builder, in map[string]*ir.Value) *ir.Value {
			return b.Add(in["position"], b.Add(b.Gather(in["velocity"], in["first"]), b.Gather(in["velocity"], in["second"])))
		}},
	} {
		m := exported.SystemModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			in := exported.RowInputs(b)
			v, sum := in["velocity"], c.sum(b, in)
			e1, e2, two := b.Gather(v, in["first"]), b.Gather(v, in["second"]), b.Scalar(2)
			cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
			determinant := b.Sub(b.Scalar(4), b.Square(cosine))
			k1 := b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant)
			k2 := b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant)
			b.Output("acceleration", b.Sub(b.Sub(sum, b.Mul(e1, k1)), b.Mul(e2, k2)))
			limit := b.Add(b.Scalar(1), b.Square(b.Mul(b.Scalar(3), in["charge"])))
			b.Output("limit", limit)
			b.Output("root", b.Sqrt(b.Sqrt(limit)))
		}))
		model, err := export.Model(m, nil, export.Info{})
		require.NoError(t, err)
		require.NoError(t, onnx.Check(model))
		kinds := map[string]int{}
		for _, node := range exported.Parse(t, model).Graph.Node {
			kinds[node.GetOpType()]++
		}
		gathers = append(gathers, kinds["Gather"])
		require.Equal(t, 1, kinds["Div"], c.what)
		require.Equal(t, 2, kinds["Gemm"], "one of the determinant and one of the limit: %s", c.what)
		require.Equal(t, 4, kinds["MatMul"], c.what)
		require.Equal(t, []int{0, 1}, []int{kinds["Sqrt"], kinds["Pow"]}, "the root of a root is a power")
		exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
	}
	require.Equal(t, gathers[0], gathers[1])
}

// A choice by kind between the acceleration of hinges and means of forces is one gather of
// members, which count by kind.
func TestChoiceOfHinges(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		v, f, two := in["velocity"], in["position"], b.Scalar(2)
		sum := b.Add(b.Gather(f, in["joint"]), b.Add(b.Gather(v, in["first"]), b.Gather(v, in["second"])))
		e1, e2 := b.Gather(v, in["first"]), b.Gather(v, in["second"])
		cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
		determinant := b.Sub(b.Scalar(4), b.Square(cosine))
		k1 := b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant)
		k2 := b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant)
		hinge := b.Sub(b.Sub(sum, b.Mul(e1, k1)), b.Mul(e2, k2))
		pair := b.Mul(b.Add(f, b.Gather(f, in["partner"])), b.Scalar(0.5))
		b.Output("acceleration", b.Select(in["is_hinge"], hinge, b.Select(in["is_stick"], pair, f)))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	ofMembers, products := 0, 0
	for _, node := range exported.Parse(t, model).Graph.Node {
		if node.GetOpType() == "Gather" && slices.Contains(node.Input, "objects/members_of_particle") {
			ofMembers++
		}
		if node.GetOpType() == "MatMul" {
			products++
		}
	}
	require.Equal(t, []int{1, 4}, []int{ofMembers, products})
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
}

// Cross products share the columns of what they are of, on either side, and a value that
// one, or a number times one, is added to is in its Gemm.
func TestFormsOfCrosses(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		x, v := in["position"], in["velocity"]
		w := b.Square(v)
		b.Output("first", b.Cross(x, v))
		b.Output("turned", b.Cross(w, x))
		b.Output("added", b.Add(b.Cross(x, w), v))
		b.Output("taken", b.Sub(v, b.Cross(v, w)))
		b.Output("times", b.Add(b.Mul(in["charge"], b.Cross(w, v)), w))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	kinds := map[string]int{}
	for _, node := range exported.Parse(t, model).Graph.Node {
		kinds[node.GetOpType()]++
	}
	require.Equal(t, 3, kinds["Gemm"])
	require.Equal(t, 4+2, kinds["MatMul"], "columns of x, of v on both sides and of w, and two sums")
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
}

// No file has a Reshape or Concat of what another has made for it alone, or a node that
// weights and constants alone decide.
func TestNothingIsLeftToFold(t *testing.T) {
	for _, name := range config.Models() {
		model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 12}, false)
		require.NoError(t, err)
		file, err := export.Model(model.Module, model.Draw(1), export.Info{})
		require.NoError(t, err)
		graph := exported.Parse(t, file).Graph
		kinds, fixed, uses := map[string]string{}, map[string]bool{}, map[string]int{}
		for _, tensor := range graph.Initializer {
			fixed[tensor.GetName()] = true
		}
		for _, node := range graph.Node {
			for _, input := range node.Input {
				uses[input]++
			}
		}
		for _, node := range graph.Node {
			kind := node.GetOpType()
			kinds[node.Output[0]] = kind
			decided := true
			for _, input := range node.Input {
				decided = decided && fixed[input]
				require.False(t, kind == "Concat" && kinds[input] == kind && uses[input] == 1, "%s: %s", name, node.GetName())
			}
			require.False(t, decided, "%s: %s", name, node.GetName())
			require.False(t, kind == "Reshape" && kinds[node.Input[0]] == kind && uses[node.Input[0]] == 1, "%s: %s", name, node.GetName())
		}
	}
}

// Whatever becomes of them in the graph, a file gives back the weights on which its
// outputs depend, to the bit.
func TestWeightsComeBack(t *testing.T) {
	for _, name := range config.Models() {
		model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 12}, false)
		require.NoError(t, err)
		weights := model.Draw(1)
		data, err := export.Model(model.Module, weights, export.Info{Config: "{}"})
		require.NoError(t, err)
		file, err := export.Decode(data)
		require.NoError(t, err)
		require.Empty(t, file.Metadata)
		live := ir.Live(model.Module)
		for param, values := range weights {
			if live[param] {
				require.True(t, slices.Equal(values, file.Weights[param]), "%s: %s", name, param)
			}
		}
	}
}

// The inner products of vectors with each other, over their length, are of squares: two
// products with constants.
func TestFormOfGram(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		z := b.Concat(in["position"], in["velocity"], b.Mul(in["charge"], in["velocity"]))
		gram := b.Inner(z, z)
		length := b.Sqrt(b.Maximum(b.SumColumns(b.Square(gram)), b.Scalar(1e-12)))
		b.Output("normalized", b.Div(gram, length))
		other := b.Concat(in["velocity"], in["position"])
		b.Output("plain", b.Inner(other, other))
		turned := b.Concat(in["position"], b.Neg(in["velocity"]))
		apart := b.Inner(turned, turned)
		b.Output("unrelated", b.Div(apart, b.Scalar(2)))
		b.Output("square", b.Square(apart))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	requireKnown(t, model)
	require.Equal(t, map[string]int{"inner": 2, "inner.2": 3, "inner.3": 3}, productsOf(t, model))
	exported.CompareSystems(t, m, nil, exported.Open(t, model), conformance.Tolerance)
}

// productsOf are how many products are in each value of a file.
func productsOf(t *testing.T, model []byte) map[string]int {
	products := map[string]int{}
	for _, node := range exported.Parse(t, model).Graph.Node {
		if node.GetOpType() == "MatMul" {
			products[strings.Split(node.GetName(), "/")[0]]++
		}
	}
	return products
}

// The constants of squares grow with the fourth power of the number of vectors, so inner
// products of more than four are as they are.
func TestGramOfManyVectors(t *testing.T) {
	for count, want := range map[int]int{4: 2, 5: 3} {
		m := exported.SystemModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			x := exported.RowInputs(b)["position"]
			vectors := []*ir.Value{x}
			for len(vectors) < count {
				vectors = append(vectors, b.Square(vectors[len(vectors)-1]))
			}
			z := b.Concat(vectors...)
			b.Output("position", graph.Equivariant(b, z, nil, 1, graph.Normalized, func(in *ir.Value, width int) *ir.Value {
				return b.Columns(in, 0, width)
			}))
		}))
		model, err := export.Model(m, nil, export.Info{})
		require.NoError(t, err)
		require.Equal(t, want, productsOf(t, model)["inner"], "%d vectors", count)
	}
}
