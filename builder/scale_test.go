package builder_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/system"
)

// TestScaleOfFields: a parabola is the same in whatever units networks see positions,
// velocities and gravity; the time that these units make is one.
func TestScaleOfFields(t *testing.T) {
	config := config.Config{Model: "own", Fields: []string{"gravity"}, Scale: config.Scale{Length: 10, Velocity: 5}}
	model, err := graph.Own(config, false, func(w *graph.Writer) {
		fall := w.Mul(w.Scalar(0.5), w.Field(system.Gravity))
		w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, w.Add(w.Inputs.Velocity, fall))})
	})
	require.NoError(t, err)
	outputs, err := ir.Eval(model.Module, map[string]ir.Tensor{
		"position": {Shape: []int{1, 3}, Float: []float64{1, 2, 3}},
		"velocity": {Shape: []int{1, 3}, Float: []float64{4, 5, 6}},
		"gravity":  {Shape: []int{1, 3}, Float: []float64{0, 0, -9}},
	}, nil)
	require.NoError(t, err)
	allclose.Within(t, []float64{1 + 2*4, 2 + 2*5, 3 + 2*6 - 2*9}, outputs["position"].Float, 1e-12)
	allclose.Within(t, []float64{8, 10, 12 - 18}, outputs["velocity"].Float, 1e-12, "the displacement")
}

func TestScaleValidate(t *testing.T) {
	c := config.DefaultConfig()
	c.Scale.Length = -1
	require.ErrorContains(t, c.Validate(), "a scale of -1 divides nothing")
	require.Contains(t, config.Scale{Length: 100}.String(), "networks see positions divided by 100 and velocities divided by 1")
}
