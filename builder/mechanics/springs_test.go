package mechanics_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// TestSlotsLeftOverTieNothing: what a slot left over says of a spring changes no bit, and a
// listed spring of a stiffness or a rest length below 0 has no motion.
func TestSlotsLeftOverTieNothing(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1, Time: 0.1, NoCharge: true, Sparse: true,
		Integrator: config.RungeKutta4, Forces: config.NoForces, EdgeFeatures: []string{"rest_length", "stiffness"},
	}
	m := moving.NewModel(t, config)
	inputs := moving.SampleInputs(m, system.Sample{
		Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), Neighbors: []int64{1, -1, 0, -1},
	})
	inputs["edge_mask"] = ir.Tensor{Shape: []int{4, 1}, Float: []float64{1, 0, 1, 0}}
	moved := func(features ...float64) []float64 {
		inputs["edge_features"] = ir.Tensor{Shape: []int{4, 2}, Float: features}
		outputs, err := ir.Eval(m.Module, inputs, nil)
		require.NoError(t, err)
		return outputs["position"].Float
	}
	want := moved(1, 10, 0, 0, 1, 10, 0, 0)
	require.Greater(t, want[0], 0.01)
	require.Equal(t, want, moved(1, 10, -1, -1, 1, 10, -1, 5))
	for _, wrong := range [][]float64{moved(-1, 10, 0, 0, 1, 10, 0, 0), moved(1, -10, 0, 0, 1, 10, 0, 0)} {
		require.True(t, math.IsNaN(wrong[0]), wrong)
	}
}

// TestSpringsSwing: half a period of a wide swing ends as far on the other side. It
// changes velocities by more than networks may.
func TestSpringsSwing(t *testing.T) {
	for _, integrator := range []string{config.Midpoint, config.RungeKutta4} {
		m := moving.NewModel(t, config.Config{
			Model: "gmn-ode", Form: config.Published, Layers: 64, Hidden: 1, NoCharge: true, Sparse: true,
			Integrator: integrator, Forces: config.NoForces, EdgeFeatures: []string{"rest_length", "stiffness"},
		})
		const restLength, stiffness = 3, math.Pi * math.Pi / 2 // of two masses of 1: half a period is 1
		inputs := moving.SampleInputs(m, system.Sample{
			Position: []float32{0, 0, 0, 5, 0, 0}, Velocity: make([]float32, 6), Neighbors: []int64{1, 0},
		})
		inputs["edge_mask"] = ir.Tensor{Shape: []int{2, 1}, Float: []float64{1, 1}}
		inputs["edge_features"] = ir.Tensor{Shape: []int{2, 2}, Float: []float64{restLength, stiffness, restLength, stiffness}}
		outputs, err := ir.Eval(m.Module, inputs, nil)
		require.NoError(t, err)
		allclose.Within(t, []float64{2, 0, 0, 3, 0, 0}, outputs["position"].Float, 3e-3, integrator)
	}
}
