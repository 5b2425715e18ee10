package joints_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/joints"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/system"
)

// armConfig is of joints that turn and slide.
func armConfig() config.Config {
	return config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: config.NoForces, Depth: 4, Joints: 2, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "force", "rest", "joint_anchor", "turn_axis", "slide_axis", "torque"},
	}
}

// TestInCoordinates: the model takes what moves and what acts in joint coordinates, has the weights
// of the model of particles, and gradients by each of these.
func TestInCoordinates(t *testing.T) {
	c := armConfig()
	c.Learn = []config.Constant{{Name: config.LearnedDamping, By: config.ByJoint, Joints: []int{0, 0, 0, 1, 1, 1}, Start: []float64{1, 2}}}
	model, err := joints.InCoordinates(c, false)
	require.NoError(t, err)
	main := model.Module.Main
	for name, taken := range map[string]bool{"q": true, "rate": true, "torque": true, "gravity": true, "rest": true, "position": false, "velocity": false, "force": false, "thrust": false, "senders": false} {
		require.Equal(t, taken, main.Input(name) != nil, name)
	}
	for _, output := range []string{"q", "rate", "position"} {
		require.NotNil(t, main.Output(output))
	}
	whole, err := builder.New(c, false)
	require.NoError(t, err)
	require.Equal(t, whole.Params, model.Params)
	module, err := joints.Pullback(model, []string{"torque", "gravity"})
	require.NoError(t, err)
	require.NotNil(t, module.Main.Output("gradient_torque"))
	_, err = joints.Pullback(model, []string{"rest"})
	require.ErrorContains(t, err, "rest: a file in joint coordinates has no such input; choose of q, rate, torque, gravity")
}

// TestNotInCoordinates: models without joints, or of several runs, have no such form.
func TestNotInCoordinates(t *testing.T) {
	for want, change := range map[string]func(c *config.Config){
		"is for bodies on joints":            func(c *config.Config) { c.Fields = []string{"mass"} },
		"limits and rotors of joints do not": func(c *config.Config) { c.Fields = append(c.Fields, "joint_type", "turn_limits") },
		"is for one run":                     func(c *config.Config) { c.Runs = 2 },
		"is for one run, in the units of":    func(c *config.Config) { c.Scale.Length = 2 },
		"one run, in the units of its data":  func(c *config.Config) { c.Radius = &config.Radius{} },
		"0 layers":                           func(c *config.Config) { c.Layers = 0 },
	} {
		config := armConfig()
		config.Fields = slices.Clone(config.Fields)
		change(&config)
		_, err := joints.InCoordinates(config, false)
		require.ErrorContains(t, err, want)
	}
}

// freeBody is a body of four particles that floats, in a model in joint coordinates, and what it returns of
// q and rate.
func freeBody(t *testing.T, q, rate []float64) map[string]ir.Tensor {
	t.Helper()
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, NoCharge: true, Forces: config.NoForces, Depth: 4, Joints: 6, TrueVelocity: true, Time: 0.5,
		Fields: []string{"mass", "rest", "joint_anchor", "joint_type"},
	}
	model, err := joints.InCoordinates(config, false)
	require.NoError(t, err)
	column := func(values ...float64) ir.Tensor { return ir.Tensor{Shape: []int{4, len(values) / 4}, Float: values} }
	inputs := map[string]ir.Tensor{
		"q": column(slices.Repeat(q, 4)...), "rate": column(slices.Repeat(rate, 4)...), "torque": column(0, 0, 0, 0),
		"mass": column(1, 1, 1, 1), "joint_type": column(2, 2, 2, 2), "is_tree": column(1, 0, 0, 0),
		"joint_anchor": column(slices.Repeat([]float64{5, 0, 0}, 4)...),
		"rest":         column(6, 0, 0, 4, 0, 0, 5, 1, 0, 5, -1, 0),
		"partner":      {Shape: []int{4}, Index: make([]int64, 4)}, "root": {Shape: []int{4}, Index: make([]int64, 4)}, "system": {Shape: []int{4}, Index: make([]int64, 4)},
	}
	given := map[string]ir.Tensor{}
	for _, input := range model.Module.Main.Inputs {
		value, known := inputs[input.Name]
		require.True(t, known, input.Name)
		given[input.Name] = value
	}
	outputs, err := ir.Eval(model.Module, given, nil)
	require.NoError(t, err)
	return outputs
}

// TestFreeBody: a body that spins about an axis of inertia goes on as it does: its quaternion turns by
// the spin, whose components are in the body's own axes, and its place moves on.
func TestFreeBody(t *testing.T) {
	half := math.Sqrt2 / 2
	q := []float64{1000, 2, 3, half, 0, half, 0} // turns z into x
	out := freeBody(t, q, []float64{1, 0, -2, 0, 0, 0.8})
	row := func(name string) []float64 { return out[name].Float[:out[name].Shape[1]] }
	sin, cos := math.Sincos(0.8 * 0.5 / 2)
	want := []float64{1000.5, 2, 2, half * cos, half * sin, half * cos, half * sin} // (cos45 + j sin45)(cos + k sin)
	allclose.Within(t, want, row("q"), 1e-5)
	allclose.Within(t, []float64{1, 0, -2, 0, 0, 0.8}, row("rate"), 1e-9)
	angle := 0.4
	// The first particle, at rest at x from the anchor, is turned about z, and then z into x: x into -z.
	allclose.Within(t, []float64{1000.5, 2 + math.Sin(angle), 2 - math.Cos(angle)}, out["position"].Float[:3], 1e-5)

	for _, length := range []float64{1.0006, 0.9994, 1.0004, 0.9996} {
		scaled := slices.Clone(q)
		for i := 3; i < 7; i++ {
			scaled[i] *= length
		}
		after := freeBody(t, scaled, []float64{1, 0, -2, 0, 0, 0.8})
		if math.Abs(length-1) > 5e-4 {
			for _, name := range []string{"q", "rate", "position"} {
				require.True(t, math.IsNaN(after[name].Float[0]), name)
			}
			continue
		}
		allclose.Within(t, want, after["q"].Float[:7], 1e-5)
	}
}

// TestCoordinateColumns: of a joint with an axis the first column of each array counts, and of others
// those of its position and quaternion, and of its rates.
func TestCoordinateColumns(t *testing.T) {
	for kind, want := range map[int]map[string][]int{
		system.OnAxis:   {"q": {0}, "rate": {0}, "torque": {0}, "memory": {0}},
		system.OnBall:   {"q": {3, 4, 5, 6}, "rate": {3, 4, 5}, "torque": nil},
		system.Floating: {"q": {0, 1, 2, 3, 4, 5, 6}, "rate": {0, 1, 2, 3, 4, 5}, "torque": nil},
	} {
		require.Equal(t, want, joints.CoordinateColumns(kind))
	}
}
