package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestBodiesOfRungeKutta: its methods move bodies of data that have some, on trees where
// the data have these.
func TestBodiesOfRungeKutta(t *testing.T) {
	data := func(objects ...system.Object) *datasets.Data {
		samples := fixtures.Samples(system.Composition{6}, 3, 1)
		for i := range samples {
			samples[i].Objects = objects
		}
		return &datasets.Data{Train: samples}
	}
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.RungeKutta4}
	chain := system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})
	free, joined := data(chain, system.Body.Of(3, 4, 5)), data(chain, system.Body.Of(2, 4, 5))

	with := run.ModelFor(config, free)
	require.True(t, with.Bodies)
	require.NoError(t, run.CheckForests(with, free.Train))
	require.EqualError(t, run.CheckForests(with, joined.Train), "sample 0 has a rigid body that is joined to a tree, and the model was trained on data without any: train one on data that have some")
	held := run.ModelFor(config, joined)
	require.True(t, held.OnTrees)
	require.NoError(t, run.CheckForests(held, append(joined.Train, free.Train...)))
	system.Pinned.Set(&joined.Train[1], []float32{1, 0, 0, 0, 0, 1})
	clear(joined.Train[1].Velocity)
	joined.Train[1].TargetPosition = joined.Train[1].Position
	require.EqualError(t, run.CheckForests(held, joined.Train), "sample 1: particle 5 is pinned, of a body that a tree holds at particle 2: pin that particle, or leave it out of the tree")

	without := run.ModelFor(config, data(chain))
	require.False(t, without.Bodies)
	require.EqualError(t, run.CheckForests(without, free.Train), "sample 0 has rigid bodies, and the model was trained on data without any: train one on data that have some")
}

// TestBoxesWithoutLists: boxes go with no lists of neighbors.
func TestBoxesWithoutLists(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Depth: 4, Planes: 1,
		Forces: config.NoForces, Fields: []string{"planes", "box"},
	}
	require.NoError(t, config.Validate())
	config.Sparse = true
	require.ErrorContains(t, config.Validate(), "lists of neighbors beside the field box")
}
