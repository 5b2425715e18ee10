package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestBodiesOfRungeKutta: its methods move bodies of data that have some, unless a tree
// holds them.
func TestBodiesOfRungeKutta(t *testing.T) {
	data := func(objects ...system.Object) *datasets.Data {
		samples := fixtures.Samples(system.Composition{6}, 3, 1)
		for i := range samples {
			samples[i].Objects = objects
		}
		return &datasets.Data{Train: samples}
	}
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 4, Integrator: builder.RungeKutta4}
	chain := system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})
	free, joined := data(chain, system.Body.Of(3, 4, 5)), data(chain, system.Body.Of(2, 4, 5))

	with := run.ModelFor(config, free)
	require.True(t, with.Bodies)
	require.NoError(t, run.CheckForests(with, free.Train))
	require.EqualError(t, run.CheckForests(with, joined.Train), "sample 0 has a rigid body that is joined to a tree, which integrator rk4 does not move: choose verlet")

	without := run.ModelFor(config, data(chain))
	require.False(t, without.Bodies)
	require.EqualError(t, run.CheckForests(without, free.Train), "sample 0 has rigid bodies, and the model was trained on data without any: train one on data that have some")
}
