package reproduce

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder/graph"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/ir"
)

// TestValuesOfTheTarget: the function of a seed has the same values on every machine, so that tables can be compared.
func TestValuesOfTheTarget(t *testing.T) {
	e := fitting{protocol.Fit{Vectors: 2, Given: 1, Samples: 2, Seed: 1}}.draw(0)
	require.Len(t, e.target, 2)
	for i, want := range []r3.Vec{{X: 2.81043177829, Y: 1.14274513405, Z: -2.67487208397}, {X: 0.290854952728, Y: 0.242192188199, Z: -0.142483725775}} {
		require.InDelta(t, 0, r3.Norm(r3.Sub(want, e.target[i])), 1e-9)
	}
}

// TestFirstWeights: weights and biases are uniform within one over the root of the inputs of their layer.
func TestFirstWeights(t *testing.T) {
	module := &ir.Module{Name: "layers", Dims: []ir.Dimension{{Symbol: graph.Particles, Rows: true}}}
	require.NoError(t, ir.Build(module, func(b *ir.Builder) {
		in := b.Input("in", ir.Floats(ir.Rows(graph.Particles), 4))
		b.Output("out", dense(b, "second", dense(b, "first", in, 100), 90))
	}))
	weights := fitting{protocol.Fit{Seed: 1}}.weights(module)
	for name, limit := range map[string]float64{"first_weight": 0.5, "first_bias": 0.5, "second_weight": 0.1, "second_bias": 0.1} {
		least, most := math.Inf(1), math.Inf(-1)
		for _, x := range weights[name].Float {
			least, most = min(least, float64(x)), max(most, float64(x))
		}
		require.InEpsilon(t, limit, most, 0.1, name)
		require.LessOrEqual(t, most, limit+1e-6, name)
		require.InEpsilon(t, -limit, least, 0.1, name)
	}
	require.Equal(t, []int{4, 100}, weights["first_weight"].Shape)
	require.Equal(t, []int{1, 90}, weights["second_bias"].Shape)
}

// TestBatchOfSamples: a sample is a row of the vectors that are given, of the products of all and, for training, of the target.
func TestBatchOfSamples(t *testing.T) {
	f := fitting{protocol.Fit{Vectors: 3, Given: 2}}
	z := []r3.Vec{{X: 3}, {Y: 2}, {Z: 1}}
	batch := f.batch(equivariant{vectors: [][]r3.Vec{z, z}, target: []r3.Vec{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6}}}, true)
	require.Equal(t, []float32{3, 0, 0, 0, 2, 0, 3, 0, 0, 0, 2, 0}, batch.Inputs["vectors"].Float)
	require.Equal(t, []int{2, 6}, batch.Inputs["vectors"].Shape)
	require.Equal(t, []int{2, 9}, batch.Inputs["products"].Shape)
	require.InDelta(t, 9/math.Sqrt(81+16+1), batch.Inputs["products"].Float[0], 1e-6)
	require.Equal(t, []float32{1, 2, 3, 4, 5, 6}, batch.Inputs["target"].Float)
	require.Equal(t, []int{2, 3}, batch.Inputs["target"].Shape)
	require.Len(t, batch.Systems, 2)
	require.NotContains(t, f.batch(equivariant{}, false).Inputs, "target")
	require.Equal(t, r3.Vec{X: 4, Y: 5, Z: 6}, vectorAt([]float32{1, 2, 3, 4, 5, 6}, 1))
}
