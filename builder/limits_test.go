package builder_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
)

// TestActing: limits act on what is thrown about, and on nothing that moves as usual, with
// every integrator.
func TestActing(t *testing.T) {
	for _, integrator := range []string{"", config.Verlet, config.RungeKutta4} {
		c := fixtures.WithForests(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Time: 0.1, Integrator: integrator})
		c.Bodies = config.Cartesian(integrator)
		model, err := builder.New(c, false)
		require.NoError(t, err)
		limits, err := builder.Acting(model, false)
		require.NoError(t, err)
		for name, m := range moving.Machines(t) {
			for _, wild := range []float64{1, 1e3} {
				thrown := m
				thrown.V = nil
				for i := range m.V {
					thrown.V = append(thrown.V, m.V[i].Times(wild))
				}
				inputs := thrown.Inputs(limits)
				for name, weights := range run.WithShapes(model, fixtures.Weights(model, 1, 1)) {
					inputs[name] = runtime.Widen(weights)
				}
				outputs, err := ir.Eval(limits, inputs, nil)
				require.NoError(t, err)
				acts := slices.ContainsFunc(outputs["limit_turn"].Float, func(count float64) bool { return count > 0 })
				require.Equal(t, wild > 1 && name != "particles", acts, "%s %s, %g times as fast", integrator, name, wild)
				if wild == 1 {
					require.Zero(t, slices.Max(outputs["limit_force"].Float), name)
				}
			}
		}
	}
	joints := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Forces: config.NoForces, NoCharge: true, Depth: 2, Joints: 2, Fields: []string{"rest", "joint_anchor", "turn_axis"}}
	model, err := builder.New(joints, false)
	require.NoError(t, err)
	limits, err := builder.Acting(model, false)
	require.NoError(t, err)
	require.Nil(t, limits, "nothing limits joints")
}
