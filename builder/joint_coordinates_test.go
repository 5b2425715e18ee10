package builder_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
)

// armConfig is of joints that turn and slide.
func armConfig() builder.Config {
	return builder.Config{
		Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: builder.NoForces, Depth: 4, Joints: 2, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "force", "rest", "joint_anchor", "turn_axis", "slide_axis", "torque"},
	}
}

// TestInJoints: the model takes what moves and what acts in joint coordinates, has the weights
// of the model of particles, and gradients by each of these.
func TestInJoints(t *testing.T) {
	config := armConfig()
	config.Learn = []builder.Constant{{Name: builder.LearnedDamping, By: builder.ByJoint, Joints: []int{0, 0, 0, 1, 1, 1}, Start: []float64{1, 2}}}
	model, err := builder.InJoints(config)
	require.NoError(t, err)
	main := model.Module.Main
	for name, taken := range map[string]bool{"q": true, "rate": true, "torque": true, "gravity": true, "rest": true, "position": false, "velocity": false, "force": false, "thrust": false, "senders": false} {
		require.Equal(t, taken, main.Input(name) != nil, name)
	}
	for _, output := range []string{"q", "rate", "position"} {
		require.NotNil(t, main.Output(output))
	}
	whole, err := builder.New(config, false)
	require.NoError(t, err)
	require.Equal(t, whole.Params, model.Params)
	module, err := model.JointPullback([]string{"torque", "gravity"})
	require.NoError(t, err)
	require.NotNil(t, module.Main.Output("gradient_torque"))
	_, err = model.JointPullback([]string{"rest"})
	require.ErrorContains(t, err, "rest: a file in joint coordinates has no such input; choose of q, rate, torque, gravity")
}

// TestNotInJoints: models without joints of one axis, or of several runs, have no such form.
func TestNotInJoints(t *testing.T) {
	for want, change := range map[string]func(c *builder.Config){
		"is for bodies on joints":           func(c *builder.Config) { c.Fields = []string{"mass"} },
		"is for joints with one axis each":  func(c *builder.Config) { c.Fields = append(c.Fields, "joint_type") },
		"is for one run":                    func(c *builder.Config) { c.Runs = 2 },
		"is for one run, in the units of":   func(c *builder.Config) { c.Scale.Length = 2 },
		"one run, in the units of its data": func(c *builder.Config) { c.Radius = &builder.Radius{} },
		"0 layers":                          func(c *builder.Config) { c.Layers = 0 },
	} {
		config := armConfig()
		config.Fields = slices.Clone(config.Fields)
		change(&config)
		_, err := builder.InJoints(config)
		require.ErrorContains(t, err, want)
	}
}
