package builder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
)

// layerError is a few roundings of sums of a dozen products.
const layerError = 1e-13

// layer is an equivariant layer of in vectors, features and out vectors, with
// a matrix and a tanh for its sigma.
type layer struct {
	in, features, out int
	gram              graph.Gram
}

var layers = []layer{
	{1, 0, 1, graph.Normalized}, {1, 0, 1, graph.Raw}, {1, 3, 1, graph.Normalized}, {1, 0, 2, graph.Normalized},
	{3, 0, 1, graph.Normalized}, {3, 0, 1, graph.Raw}, {2, 5, 4, graph.Normalized}, {4, 2, 2, graph.Raw},
}

// rowCount is how many rows the layer is tried on.
const rowCount = 6

func (l layer) module(t *testing.T) *ir.Module {
	t.Helper()
	m := &ir.Module{Name: "layer", Dims: []ir.Dimension{{Symbol: graph.Particles, Rows: true}}}
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		z := b.Input("z", ir.Floats(ir.Rows(graph.Particles), 3*l.in))
		var h *ir.Value
		if l.features > 0 {
			h = b.Input("h", ir.Floats(ir.Rows(graph.Particles), l.features))
		}
		b.Output("y", graph.Equivariant(b, z, h, l.out, l.gram, func(in *ir.Value, width int) *ir.Value {
			return b.Tanh(b.MatMul(in, b.Param("weight", ir.Floats(ir.Fixed(in.Type.Columns()), width)), false, false))
		}))
	}))
	return m
}

func (l layer) draw(source *rand.Rand) map[string]ir.Tensor {
	inputs := map[string]ir.Tensor{}
	add := func(name string, rows, columns int) {
		tensor := ir.Tensor{Shape: []int{rows, columns}}
		for range rows * columns {
			tensor.Float = append(tensor.Float, source.NormFloat64())
		}
		inputs[name] = tensor
	}
	add("z", rowCount, 3*l.in)
	add("weight", l.in*l.in+l.features, l.in*l.out)
	if l.features > 0 {
		add("h", rowCount, l.features)
	}
	return inputs
}

func (l layer) eval(t *testing.T, m *ir.Module, inputs map[string]ir.Tensor) []float64 {
	t.Helper()
	outputs, err := ir.Eval(m, inputs, nil)
	require.NoError(t, err)
	require.Equal(t, []int{rowCount, 3 * l.out}, outputs["y"].Shape)
	return outputs["y"].Float
}

// direct evaluates the layer's definition, row by row.
func (l layer) direct(inputs map[string]ir.Tensor) (y []float64) {
	weight := inputs["weight"]
	for row := range rowCount {
		z := moving.Vectors(inputs["z"].Float[3*l.in*row : 3*l.in*(row+1)])
		in, norm := gramOf(z)
		for i := range in {
			if l.gram == graph.Normalized {
				in[i] /= norm
			}
		}
		in = append(in, inputs["h"].Float[l.features*row:l.features*(row+1)]...)
		for out := range l.out {
			var weights []float64
			for k := range z {
				sum := 0.0
				for i, x := range in {
					sum += x * weight.Float[i*weight.Shape[1]+out*l.in+k]
				}
				weights = append(weights, math.Tanh(sum))
			}
			v := combined(weights, z)
			y = append(y, v[:]...)
		}
	}
	return y
}

func TestEquivariant(t *testing.T) {
	for _, l := range layers {
		t.Run(fmt.Sprint(l), func(t *testing.T) {
			source := rand.New(rand.NewPCG(1, 2))
			m, inputs := l.module(t), l.draw(source)
			y := l.eval(t, m, inputs)
			allclose.Require(t, "y", l.direct(inputs), y, layerError)

			o := moving.RandomRotation(source)
			o[2] = o[2].Times(-1) // and a reflection
			inputs["z"] = turned(o, inputs["z"])
			allclose.Require(t, "turned", turned(o, ir.Tensor{Float: y}).Float, l.eval(t, m, inputs), layerError)
		})
	}
}

// turned transforms all vectors of a tensor.
func turned(o moving.Transform, z ir.Tensor) ir.Tensor {
	var all []moving.Vector
	for _, v := range moving.Vectors(z.Float) {
		all = append(all, o.Apply(v))
	}
	return ir.Tensor{Shape: z.Shape, Float: moving.Rows(all)}
}

// TestEquivariantOfNothing: vectors of length 0 give 0, and finite gradients.
func TestEquivariantOfNothing(t *testing.T) {
	for _, l := range layers {
		m, inputs := l.module(t), l.draw(rand.New(rand.NewPCG(1, 2)))
		clear(inputs["z"].Float)
		require.NoError(t, ir.Extend(m, func(b *ir.Builder) {
			b.Output("loss", b.SumRows(b.SumColumns(b.Square(b.Add(m.Main.Output("y"), b.Scalar(1))))))
		}))
		gradient, _, err := ir.Gradient(m, "loss", []string{"z", "weight"})
		require.NoError(t, err)
		outputs, err := ir.Eval(gradient, inputs, nil)
		require.NoError(t, err)
		require.Equal(t, make([]float64, len(outputs["y"].Float)), outputs["y"].Float)
		for _, name := range []string{"grad/z", "grad/weight"} {
			for _, value := range outputs[name].Float {
				require.False(t, math.IsNaN(value) || math.IsInf(value, 0), "%v: %s is %g", l, name, value)
			}
		}
	}
}
