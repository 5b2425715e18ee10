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
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 4, Integrator: builder.RungeKutta4}
	chain := system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})
	free, joined := data(chain, system.Body.Of(3, 4, 5)), data(chain, system.Body.Of(2, 4, 5))

	with := run.ModelFor(config, free)
	require.True(t, with.Bodies)
	require.NoError(t, run.CheckForests(with, free.Train))
	require.EqualError(t, run.CheckForests(with, joined.Train), "sample 0 has a rigid body that is joined to a tree, and the model was trained on data without any: train one on data that have some")
	held := run.ModelFor(config, joined)
	require.True(t, held.Held)
	require.NoError(t, run.CheckForests(held, append(joined.Train, free.Train...)))
	system.Pinned.Set(&joined.Train[1], []float32{1, 0, 0, 0, 0, 1})
	clear(joined.Train[1].Velocity)
	joined.Train[1].TargetPosition = joined.Train[1].Position
	require.EqualError(t, run.CheckForests(held, joined.Train), "sample 1: particle 5 is pinned, of a body that a tree holds at particle 2: pin that particle, or leave it out of the tree")

	without := run.ModelFor(config, data(chain))
	require.False(t, without.Bodies)
	require.EqualError(t, run.CheckForests(without, free.Train), "sample 0 has rigid bodies, and the model was trained on data without any: train one on data that have some")
}

// TestBoxesThatAreNone: halves of a box are three lengths at right angles, of rigid bodies.
func TestBoxesThatAreNone(t *testing.T) {
	config := builder.Config{
		Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 4, NoCharge: true, Depth: 4, Planes: 1,
		Fields: []string{"planes", "box"},
	}
	checked := func(change func(position, box []float32)) error {
		s := system.Sample{Position: []float32{1, 0, 0, 0, 2, 0, 0, 0, 3, -1, -2, -3, 5, 5, 5}, Objects: system.Objects{system.Body.Of(0, 1, 2, 3)}}
		box := []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}
		change(s.Position, box)
		system.Box.Set(&s, box)
		return run.CheckForests(config, []system.Sample{s})
	}
	require.NoError(t, checked(func(_, _ []float32) {}))
	require.NoError(t, checked(func(_, box []float32) { clear(box) }))
	require.EqualError(t, checked(func(_, box []float32) { box[8] = 0 }), "sample 0 has a body of particle 0 whose box gives an edge the half length 0: expected 3 lengths above 0, or weights of 0 for a body that is no box")
	require.ErrorContains(t, checked(func(x, _ []float32) { x[1] = 1 }), "edges that are not at right angles: halves of them are [1 0.75 0] and [0 1.75 0]")
	require.ErrorContains(t, checked(func(_, box []float32) { box[12] = 1 }), "particle 4, which is in no body, with box: give it")
	config.Sparse = true
	require.ErrorContains(t, config.Validate(), "lists of neighbours beside the field box")
}
