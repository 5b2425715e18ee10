package builder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
)

// TestFrameOfRBF: a body that lies as the reference moves by the network's own displacements, and a turned one by
// these, turned. So the frame is orthogonal.
func TestFrameOfRBF(t *testing.T) {
	const n = 4
	m := moving.NewModel(t, config.Config{Model: "rbf", Form: config.Published, Layers: 1, Hidden: 2, NodeFeatures: []string{"a", "b", "c", "d"}})
	source := rand.New(rand.NewPCG(5, 6))
	s := moving.Composition{Particles: n}.Draw(source)
	for name, weight := range m.Weights {
		for i := range weight.Float {
			if weight.Float[i] = 0; name == builder.RBFConstant {
				weight.Float[i] = source.NormFloat64()
			}
		}
	}
	for k, x := range moving.Rows(s.X) {
		m.Weights[builder.RBFReference].Float[k] = x
	}
	names := ir.Tensor{Shape: []int{n, n}, Float: make([]float64, n*n)}
	for i := range n {
		names.Float[n*i+i] = 1
	}
	moves := func(s moving.Particles) []float64 {
		inputs := m.Inputs(s)
		inputs["node_features"], inputs["system"] = names, ir.Tensor{Shape: []int{n}, Index: make([]int64, n)}
		outputs, err := ir.Eval(m.Module, inputs, nil)
		require.NoError(t, err)
		moved := outputs["position"].Float
		for k, x := range moving.Rows(s.X) {
			moved[k] -= x
		}
		return moved
	}
	own := m.Weights[builder.RBFConstant].Float
	allclose.Within(t, own, moves(s), 1e-9)
	turn := moving.RandomRotation(source)
	turned := s
	turned.X, turned.V = nil, nil
	var want []float64
	for i := range s.X {
		turned.X, turned.V = append(turned.X, turn.Apply(s.X[i])), append(turned.V, turn.Apply(s.V[i]))
	}
	for _, by := range moving.Vectors(own) {
		by = turn.Apply(by)
		want = append(want, by[:]...)
	}
	allclose.Within(t, want, moves(turned), 1e-9)
}

// TestDrawnWeightsOfRBF: weights are normal with the deviation of poses, and scales and the sharpness have one value.
func TestDrawnWeightsOfRBF(t *testing.T) {
	model, err := builder.New(config.Config{Model: "rbf", Form: config.Published, Layers: 1, Hidden: 5, NodeFeatures: []string{"a", "b", "c", "d"}}, false)
	require.NoError(t, err)
	params := map[string]graph.Param{}
	for _, p := range model.Params {
		params[p.Name] = p
	}
	for name, want := range map[string]graph.Param{
		builder.RBFReference: {Rows: 4, Columns: 3, Deviation: 0.1}, builder.RBFScales: {Rows: 1, Columns: 2, Mean: 1},
		builder.RBFMean: {Rows: 1, Columns: 24, Deviation: 0.1}, builder.RBFLinear: {Rows: 24, Columns: 12, Deviation: 0.1},
		builder.RBFConstant: {Rows: 1, Columns: 12, Deviation: 0.1}, builder.RBFCenters: {Rows: 5, Columns: 24, Deviation: 0.1},
		builder.RBFHeights: {Rows: 5, Columns: 12, Deviation: 0.1}, builder.RBFSharpness: {Rows: 1, Columns: 1, Mean: 0.1},
	} {
		want.Name = name
		require.Equal(t, want, params[name])
	}
	require.Len(t, params, 8)
	_, err = builder.New(config.Config{Model: "rbf", Form: config.Published, Layers: 1, Hidden: 5}, false)
	require.ErrorContains(t, err, "an RBF network tells particles apart by node features, and there are none")
}
