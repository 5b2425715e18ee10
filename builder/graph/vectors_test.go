package graph_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
)

// values are what write makes in a model of one particle with the position x and the velocity v,
// computed in float64.
func values(t *testing.T, x, v []float64, write func(w *graph.Writer, x, v *ir.Value) *ir.Value) []float64 {
	t.Helper()
	model, err := graph.Write(config.Config{Model: "linear", NoCharge: true}, false, func(w *graph.Writer) {
		w.AddLayer(graph.Layer{Position: w.Inputs.Position})
		w.Result("made", write(w, w.Inputs.Position, w.Inputs.Velocity))
	})
	require.NoError(t, err)
	model.Module.Main.Outputs = []ir.Output{{Name: "made", Value: model.Module.Main.Output("made")}}
	read := map[*ir.Value]bool{}
	for _, node := range model.Module.Main.Nodes {
		for _, arg := range node.Args {
			read[arg] = true
		}
	}
	inputs := map[string]ir.Tensor{}
	for _, input := range model.Module.Main.Inputs {
		switch {
		case input.Name == "position":
			inputs[input.Name] = ir.Tensor{Shape: []int{1, 3}, Float: x}
		case input.Name == "velocity":
			inputs[input.Name] = ir.Tensor{Shape: []int{1, 3}, Float: v}
		case input.Type.DType == ir.Float:
			inputs[input.Name] = ir.Tensor{Shape: []int{1, 1}, Float: []float64{0}}
		case input.Name == "senders":
			inputs[input.Name] = ir.Tensor{Shape: []int{0}, Index: []int64{}}
		default:
			inputs[input.Name] = ir.Tensor{Shape: []int{1}, Index: []int64{0}}
		}
	}
	got, err := ir.Eval(model.Module, inputs, ir.Sizes{"particles": 1, "neighbors": 0})
	require.NoError(t, err)
	return got["made"].Float
}

// TestVectors holds operations on vectors to values by hand.
func TestVectors(t *testing.T) {
	half := math.Sqrt(0.5)
	for name, c := range map[string]struct {
		x, v  []float64
		write func(w *graph.Writer, x, v *ir.Value) *ir.Value
		want  []float64
	}{
		"turned by a right angle about z": {[]float64{1, 0, 2}, []float64{0, 0, math.Pi / 2},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value { return w.Rotate(x, v) }, []float64{0, 1, 2}},
		"turned by nothing": {[]float64{1, 3, 2}, []float64{0, 0, 0},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value { return w.Rotate(x, v) }, []float64{1, 3, 2}},
		"turned across": {[]float64{1, 0, 0}, []float64{0, 0, math.Pi / 4},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value { return graph.RotateAcross(w.Builder, x, v) }, []float64{half, half, 0}},
		"bounded": {[]float64{3, 4, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Bounded(graph.ForceLimit, x, 2) }, []float64{1.2, 1.6, 0}},
		"within bounds": {[]float64{3, 4, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Bounded(graph.ForceLimit, x, 5.001) }, []float64{3, 4, 0}},
		"softly bounded": {[]float64{3, 4, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.SoftlyBounded(graph.ForceLimit, x, 5) },
			[]float64{3 / math.Pow(2, 0.25), 4 / math.Pow(2, 0.25), 0}},
		"cross product by a matrix": {[]float64{1, 2, 3}, []float64{4, 5, 6},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				return w.RowMatMul(w.SkewMatrix(x), v, 3, false, false)
			}, []float64{-3, 6, -3}},
		"times the identity": {[]float64{1, 2, 3}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value {
				return w.RowMatMul(w.Broadcast(w.IdentityMatrix(3), graph.Particles), x, 3, false, false)
			}, []float64{1, 2, 3}},
		"outer product": {[]float64{1, 2, 3}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Concat(w.OuterProduct(x)...) }, []float64{1, 4, 9, 2, 3, 6}},
		"symmetric there and back": {[]float64{1, 2, 3}, []float64{4, 5, 6},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				return w.SymmetricColumns(w.SymmetricOf(w.Concat(x, v)))
			}, []float64{1, 2, 3, 4, 5, 6}},
		"length": {[]float64{2, 3, 6}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Length(x) }, []float64{7}},
		"divisors": {[]float64{0, 0.5, 3}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Divisor(x) }, []float64{1, 0.5, 3}},
		"two radial features": {[]float64{1, 0, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.RadialFeatures(w.Columns(x, 0, 1), 2, 4) },
			[]float64{math.Exp(-1. / 16), math.Exp(-9. / 16)}},
		"three radial features": {[]float64{3, 0, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.RadialFeatures(w.Columns(x, 0, 1), 3, 4) },
			[]float64{math.Exp(-9. / 4), math.Exp(-1. / 4), math.Exp(-1. / 4)}},
		"second axis": {[]float64{0, 0, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, _ *ir.Value) *ir.Value { return w.Add(x, w.Axis(1)) }, []float64{0, 1, 0}},
		"sum": {[]float64{1, 2, 3}, []float64{4, 5, 6},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value { return w.SumOf([]*ir.Value{x, v, v}) }, []float64{9, 12, 15}},
		// A mass at x turns about its center with I = |x|^2 - x x^T, and one across its line.
		"spin of moments": {[]float64{1, 2, 3}, []float64{12, 15, 18},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				none := w.Mul(x, w.Scalar(0))
				return w.InertiaSolver(w.SymmetricOf(w.Concat(x, none)), w.FloorAtZero)(v)
			}, []float64{12. / 5, 15. / 4, 18. / 3}},
		// The inertia is {5, -0.3, -0.6; -0.3, 4, -0.9; -0.6, -0.9, 3} here.
		"spin of moments and products": {[]float64{1, 2, 3}, []float64{4.1, 2.8, 1.5},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				return w.InertiaSolver(w.SymmetricOf(w.Concat(x, w.Mul(x, w.Scalar(0.3)))), w.FloorAtZero)(v)
			}, []float64{1, 1, 1}},
		"spin across a line": {[]float64{4, 0, 0}, []float64{0, 8, 0},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				none := w.Mul(x, w.Scalar(0))
				return w.InertiaSolver(w.SymmetricOf(w.Concat(x, none)), w.FloorAtZero)(v)
			}, []float64{0, 2, 0}},
		"no spin of nothing": {[]float64{0, 0, 0}, []float64{0, 0, 0},
			func(w *graph.Writer, x, v *ir.Value) *ir.Value {
				return w.InertiaSolver(w.SymmetricOf(w.Concat(x, x)), w.FloorAtZero)(v)
			}, []float64{0, 0, 0}},
	} {
		allclose.Within(t, c.want, values(t, c.x, c.v, c.write), 1e-12, name)
	}
}
