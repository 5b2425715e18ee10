package deploy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/run"
	"gmnc/system"
)

// TestPrepared: each option sets its part of the export, and leaves the other parts as they are
// without options.
func TestPrepared(t *testing.T) {
	trained := small(t)
	plain, err := prepare(trained, Options{})
	require.NoError(t, err)
	require.Equal(t, exporting{run: trained}, plain)

	steps := &rolling.Rollout{Steps: 3}
	told, err := prepare(trained, Options{Opset: 17, Rollout: steps, Loop: true, NoExamples: true})
	require.NoError(t, err)
	require.Equal(t, exporting{run: trained, opset: 17, rollout: steps, loop: true, noExamples: true}, told)
	functions, err := prepare(trained, Options{Functions: true})
	require.NoError(t, err)
	require.Equal(t, exporting{run: trained, functions: true}, functions)

	half, err := prepare(trained, Options{Float16: true})
	require.NoError(t, err)
	require.Same(t, trained, half.unrounded)
	require.NotEqual(t, trained.Weights, half.run.Weights)

	trains, err := prepare(trained, Options{Step: true})
	require.NoError(t, err)
	require.NotNil(t, trains.step)
	require.Nil(t, trains.pullback)

	pulls, err := prepare(trained, Options{Gradients: []string{"velocity"}})
	require.NoError(t, err)
	require.Equal(t, []string{"velocity"}, pulls.pullback.Names)
	require.Nil(t, pulls.step)

	baked, err := prepare(trained, ofStick())
	require.NoError(t, err)
	require.Equal(t, 2, baked.topology.Particles)

	deep := drawn(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2, Depth: 8})
	deeper, err := prepare(deep, Options{Depth: 9})
	require.NoError(t, err)
	require.Equal(t, 9, deeper.run.Config.Model.Depth)
}

// TestPreparedJoints: a file in joint coordinates has its robot inside. Its gradients are those of
// its joints.
func TestPreparedJoints(t *testing.T) {
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	e, err := prepare(arm, Options{Joints: &Joints{Data: data}, Gradients: []string{"q"}})
	require.NoError(t, err)
	require.Same(t, &e.joints.Inside, e.topology)
	require.Len(t, e.joints.Joints.Names, 2)
	require.Nil(t, e.pullback)
}

// TestNotPrepared: each part of an export that cannot be made is an error.
func TestNotPrepared(t *testing.T) {
	large := small(t)
	for _, weight := range large.Weights {
		weight.Float[0] = 1e6
	}
	arm, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	tree := sticks(1, 1)
	tree[0].Objects = system.Objects{system.Tree.Of(0, 1)}
	mixed := &datasets.Data{Train: sticks(1, 1), Test: fixtures.Samples(system.Composition{3}, 1, 1)}
	bare := small(t)
	bare.Config.Training = &run.Options{Loss: run.Cauchy}
	for want, c := range map[string]struct {
		run     *run.Run
		options Options
	}{
		"functions goes neither with":                 {small(t), Options{Functions: true, Step: true}},
		"the model takes no trees":                    {small(t), Options{Depth: 4}},
		"loss cauchy needs the median error":          {bare, Options{Step: true}},
		"is too large for float16":                    {large, Options{Float16: true}},
		"a file in joint coordinates":                 {arm, Options{Joints: &Joints{Data: data}, Gradients: []string{"mass"}}},
		"the model has no such input":                 {small(t), Options{Gradients: []string{"mass"}}},
		"has trees or rigid bodies":                   {small(t), Options{Topology: &datasets.Data{Train: tree}}},
		"needs the same structure in all samples":     {small(t), Options{Topology: mixed}},
		"gradients through 500 steps are not written": {small(t), Options{Gradients: []string{"velocity"}, Rollout: &rolling.Rollout{Steps: 500}}},
	} {
		e, err := prepare(c.run, c.options)
		if err == nil { // the graph itself refuses it
			_, err = e.encode()
		}
		require.ErrorContains(t, err, want)
	}
}

// TestHalved: each weight is rounded to float16, and the run keeps its own.
func TestHalved(t *testing.T) {
	trained := small(t)
	for _, weight := range trained.Weights {
		weight.Float[0] = 1 + 1./4096
	}
	half, err := halved(trained)
	require.NoError(t, err)
	require.Len(t, half.Weights, len(trained.Weights))
	for name, weight := range half.Weights {
		require.EqualValues(t, 1, weight.Float[0], name)
		require.Equal(t, trained.Weights[name].Shape, weight.Shape, name)
		require.EqualValues(t, 1+1./4096, trained.Weights[name].Float[0], name)
	}
}

// TestRounding: rounded weights change predictions, by the largest difference of all, and the same
// weights change nothing.
func TestRounding(t *testing.T) {
	wide := drawn(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 8})
	e, err := prepare(wide, Options{Float16: true, Topology: ofStick().Topology})
	require.NoError(t, err)
	changes, err := e.rounding()
	require.NoError(t, err)
	require.Greater(t, changes.Largest, 1e-9)
	require.Less(t, changes.Largest, 1e-2)
	require.Contains(t, changes.Where, "the objects that are written into the file")
	e.unrounded = e.run
	same, err := e.rounding()
	require.NoError(t, err)
	require.Zero(t, same.Largest)
}
