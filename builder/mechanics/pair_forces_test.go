package mechanics_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/mechanics"
)

// TestUnitsOfPairForces: forces are in the unit of length over the square of a step's time, times
// the mass of particles where the law is Newton's.
func TestUnitsOfPairForces(t *testing.T) {
	for _, c := range []struct {
		of   config.Config
		want float64
	}{
		{config.Config{Layers: 1}, 1},
		{config.Config{Layers: 4}, 16},
		{config.Config{Layers: 4, Time: 2}, 4},
		{config.Config{Layers: 4, Time: 2, Scale: config.Scale{Length: 3}}, 12},
		{config.Config{Layers: 4, Time: 2, Mass: 5}, 4},
		{config.Config{Layers: 4, Time: 2, Mass: 5, Integrator: config.RungeKutta4}, 20},
		{config.Config{Layers: 4, Time: 2, Integrator: config.RungeKutta4}, 4},
	} {
		c.of.Model, c.of.Form, c.of.Hidden = "gmn-ode", config.Published, 4
		model, err := builder.New(c.of, false)
		require.NoError(t, err)
		module, unit, err := mechanics.PairForces(model)
		require.NoError(t, err)
		require.InDelta(t, c.want, unit, 1e-12, "%+v", c.of)
		require.Len(t, module.Main.Outputs, 1)
		require.Equal(t, "force", module.Main.Outputs[0].Name)
		require.NotNil(t, model.Module.Main.Output("position"), "the model keeps its outputs")
	}
}

// TestNoPairForces: several runs have as many laws, and other models and a law without forces none.
func TestNoPairForces(t *testing.T) {
	for _, c := range []struct {
		of   config.Config
		want string
	}{
		{config.Config{Model: "gmn-ode", Runs: 2}, "2 runs in one file have as many laws: take the runs one by one"},
		{config.Config{Model: "gmn"}, "a gmn has no forces between particles that can be read"},
		{config.Config{Model: "gmn-ode", Forces: config.NoForces, Integrator: config.RungeKutta4}, "unless it was trained with --forces none"},
	} {
		c.of.Form, c.of.Layers, c.of.Hidden = config.Published, 1, 4
		model, err := builder.New(c.of, false)
		require.NoError(t, err)
		_, _, err = mechanics.PairForces(model)
		require.ErrorContains(t, err, c.want)
	}
}
