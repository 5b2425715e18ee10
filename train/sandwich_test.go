package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/builder"
	"gmnc/run"
	"gmnc/runtime"
)

// TestSandwich: errors are the gradient's over the curvature; along a direction without a
// minimum, or without a slope, there is none, and the others' are as if it were not learned.
func TestSandwich(t *testing.T) {
	of := &training{model: &builder.Model{}}
	groups := mat.NewDense(2, 3, []float64{1, 5, 2, -1, -5, 6})
	left := func(spread, mean, curvature float64) float64 { return math.Hypot(spread, mean) / curvature }
	told, rest := of.sandwich(mat.NewSymDense(3, []float64{4, 0, 0, 0, 10, 0, 0, 0, 2}), groups)
	require.InDeltaSlice(t, []float64{left(1, 0, 4), left(5, 0, 10), left(2, 4, 2)}, told, 1e-12)

	require.InDeltaSlice(t, []float64{0, 0, 2}, rest, 1e-12, "the way to the minimum")
	of.model.Config.Learn = []builder.Constant{{Name: builder.LearnedDamping}, {Name: builder.LearnedMass}, {Name: builder.LearnedStiffness}}
	m, best := &minimum{training: of}, &run.Run{Weights: map[string]runtime.Tensor{}}
	for _, c := range of.model.Config.Learn {
		m.moving = append(m.moving, parameter{c.Param(), 0})
		best.Weights[c.Param()] = runtime.Floats([]float32{0}, 1)
	}
	require.Equal(t, []string{"stiffness"}, m.unfinished(best, told, rest))
	require.Empty(t, m.unfinished(best, []float64{0.04, math.NaN(), 0.05}, []float64{0.04, 0, 0.01}))
	best.Weights[m.moving[2].name].Float[0] = vanishing
	require.Empty(t, m.unfinished(best, told, rest), "what has vanished goes no way")

	some, _ := of.sandwich(mat.NewSymDense(3, []float64{4, 1, 0, 1, -10, 0, 0, 0, 2}), groups)
	require.InDeltaSlice(t, []float64{told[0], told[2]}, []float64{some[0], some[2]}, 1e-12)
	require.True(t, math.IsNaN(some[1]))

	flat, _ := of.sandwich(mat.NewSymDense(3, []float64{0, 0, 0, 0, 10, 0, 0, 0, math.NaN()}), groups)
	require.True(t, math.IsNaN(flat[0]) && math.IsNaN(flat[1]) && math.IsNaN(flat[2]), "a curvature that is no number tells nothing")
	flat, _ = of.sandwich(mat.NewSymDense(3, []float64{0, 0, 0, 0, 10, 0, 0, 0, -1}), groups)
	require.InDelta(t, told[1], flat[1], 1e-12)
	require.True(t, math.IsNaN(flat[0]) && math.IsNaN(flat[2]))
}
