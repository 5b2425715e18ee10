package joints_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/joints"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
)

// TestFloatsOnBody: the middle of a body that spins afloat goes straight on, also where its place counts
// from a body that turns.
func TestFloatsOnBody(t *testing.T) {
	model, err := joints.InCoordinates(config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 16, Hidden: 4, NoCharge: true, Forces: config.NoForces, Depth: 4, Joints: 7, TrueVelocity: true, Time: 0.5,
		Fields: []string{"mass", "rest", "joint_anchor", "joint_type", "turn_axis"},
	}, false)
	require.NoError(t, err)
	rows := func(first, second []float64) ir.Tensor {
		return ir.Tensor{Shape: []int{8, len(first)}, Float: slices.Concat(slices.Repeat(first, 4), slices.Repeat(second, 4))}
	}
	index := func(of ...int64) ir.Tensor { return ir.Tensor{Shape: []int{8}, Index: of} }
	shape := []float64{1, 0, 0, -1, 0, 0, 0, 2, 1, 0, -2, -1} // about a middle at 0
	inputs := map[string]ir.Tensor{
		"q": rows([]float64{0, 0, 0, 1, 0, 0, 0}, []float64{2, 0, 1, 1, 0, 0, 0}), "rate": rows([]float64{1.5, 0, 0, 0, 0, 0}, []float64{0.5, -1, 2, 3, -2, 1}),
		"torque": rows([]float64{0}, []float64{0}), "mass": rows([]float64{2}, []float64{1}), "joint_type": rows([]float64{0}, []float64{2}),
		"turn_axis": rows([]float64{0, 0, 1}, []float64{0, 0, 0}), "joint_anchor": rows([]float64{0, 0, 0}, []float64{0, 0, 0}),
		"is_tree": {Shape: []int{8, 1}, Float: []float64{1, 0, 0, 0, 1, 0, 0, 0}}, "rest": {Shape: []int{8, 3}, Float: slices.Repeat(shape, 2)},
		"partner": index(0, 0, 0, 0, 0, 4, 4, 4), "root": index(make([]int64, 8)...), "system": index(make([]int64, 8)...),
	}
	given := map[string]ir.Tensor{}
	for _, input := range model.Module.Main.Inputs {
		value, known := inputs[input.Name]
		require.True(t, known, input.Name)
		given[input.Name] = value
	}
	outputs, err := ir.Eval(model.Module, given, nil)
	require.NoError(t, err)
	// The place at the start is (2, 0, 1), and the velocity (0.5, -1, 2) + 1.5 z x (2, 0, 1).
	middle := make([]float64, 3)
	for i, x := range outputs["position"].Float[12:] {
		middle[i%3] += x / 4
	}
	allclose.Within(t, []float64{2.25, 1, 2}, middle, 1e-5)
	q := outputs["q"].Float[28:31] // in axes that turned on by 0.75
	sin, cos := math.Sincos(0.75)
	allclose.Within(t, []float64{2.25*cos + sin, cos - 2.25*sin, 2}, q, 1e-5)
}
