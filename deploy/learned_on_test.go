package deploy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/internal/vector"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// learning is an exported file whose model has learned a constant of a data set's particles or joints.
func learning(t *testing.T, base config.Config, data *datasets.Data) *artifact.Model {
	t.Helper()
	c := run.ModelFor(base, data)
	require.NotNil(t, c.LearnedOn)
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	file, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	return file
}

// requireOwn requires numbers of a sample, or none, in the engine that files run in.
func requireOwn(t *testing.T, file *artifact.Model, s system.Sample, own bool, name string) {
	t.Helper()
	predictor, err := artifact.OpenFile(engines.Bounded(), file.Bytes())
	require.NoError(t, err)
	defer predictor.Close()
	outputs, err := predictor.Outputs([]system.Sample{s})
	require.NoError(t, err, name)
	for _, of := range []*system.Field{system.Position, system.Velocity} {
		for _, x := range outputs[of.Name] {
			require.Equal(t, own, !math.IsNaN(float64(x)), "%s: %s", name, of.Name)
		}
	}
}

// TestFilesKnowTheirRobot: a file with constants of joints has no numbers for a robot of another shape
// with as many particles, and has them for its own in any pose, place and unit.
func TestFilesKnowTheirRobot(t *testing.T) {
	_, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	base := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Forces: config.NoForces, Messages: config.NoMessages,
		TrueVelocity: true, Time: 0.01, Learn: []config.Constant{{Name: config.LearnedDamping}}}
	data.Train[0].TargetPosition, data.Train[0].TargetVelocity = data.Train[0].Position, data.Train[0].Velocity
	file := learning(t, base, data)
	atRest := func(change func(rest, anchors []float32)) system.Sample {
		s := data.Train[0]
		rest, anchors := slices.Clone(system.Rest.Of(&s)), slices.Clone(system.JointAnchor.Of(&s))
		change(rest, anchors)
		system.Rest.Set(&s, rest)
		system.JointAnchor.Set(&s, anchors)
		system.Position.Set(&s, rest)
		system.Velocity.Set(&s, make([]float32, len(rest)))
		return s
	}
	body := data.Train[0].Objects.Of(system.Body)[1]
	// stretched moves a particle of the second body away from its joint, by a share.
	stretched := func(share float64) func(rest, anchors []float32) {
		return func(rest, anchors []float32) {
			anchor := vector.At(anchors, body[0])
			arm := vector.Plus(vector.At(rest, body[1]), -1, anchor)
			for axis, x := range vector.Plus(anchor, 1+share, arm) {
				rest[3*body[1]+axis] = float32(x)
			}
		}
	}
	requireOwn(t, file, data.Train[0], true, "as recorded")
	requireOwn(t, file, atRest(func(rest, anchors []float32) {}), true, "at rest")
	requireOwn(t, file, atRest(func(rest, anchors []float32) {
		for i := range rest {
			rest[i], anchors[i] = 3*rest[i]+1, 3*anchors[i]+1
		}
	}), true, "elsewhere, in another unit")
	requireOwn(t, file, atRest(stretched(0.01)), true, "measured anew")
	requireOwn(t, file, atRest(stretched(0.2)), false, "a longer arm")
	requireOwn(t, file, atRest(func(rest, anchors []float32) { // the second body and its joint, farther out
		for _, particle := range body {
			rest[3*particle], anchors[3*particle] = rest[3*particle]+0.3, anchors[3*particle]+0.3
		}
	}), false, "a longer link")
}

// TestFilesKnowTheirParticles: a file with masses of particles has no numbers where charges or pins are
// others than those that it learned on.
func TestFilesKnowTheirParticles(t *testing.T) {
	data := &datasets.Data{Train: fixtures.Samples(system.Composition{3, 1}, 1, 1)}
	s := &data.Train[0]
	copy(s.Charge, []float32{1, -1, 1, 0.5, 1})
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	system.Pinned.Set(s, make([]float32, 5))
	clear(s.Velocity[:3]) // as one that is pinned has none
	base := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.RungeKutta4, Forces: config.NoForces,
		TrueVelocity: true, Time: 0.01, Learn: []config.Constant{{Name: config.LearnedMass, By: config.ByParticle}}}
	file := learning(t, base, data)
	with := func(f *system.Field, particle int, value float32) system.Sample {
		other := *s
		values := slices.Clone(f.Of(s))
		values[particle] = value
		f.Set(&other, values)
		return other
	}
	requireOwn(t, file, *s, true, "as trained")
	requireOwn(t, file, with(system.Charge, 3, 0.5*(1+1.09e-4)), true, "rounded")
	requireOwn(t, file, with(system.Charge, 3, 0.5*(1+1.11e-4)), false, "another charge")
	requireOwn(t, file, with(system.Charge, 1, 1), false, "of another sign")
	requireOwn(t, file, with(system.Pinned, 0, 1), false, "pinned")

	var text strings.Builder
	(&deploy.Verification{Model: file}).Write(&text)
	require.Contains(t, text.String(), "It does not check the names of particles, which particles form which object")
	require.Contains(t, text.String(), "No system needed this.")
}

// TestFilesOfEveryTree: files with constants of joints keep their promises on systems that are drawn with
// the shape of their robot, of trees and of joints of every type.
func TestFilesOfEveryTree(t *testing.T) {
	for _, name := range []string{"tree", "balls"} {
		_, data := recorded.Run(t, mujoco.Read(t, name))
		base := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Forces: config.NoForces, Messages: config.NoMessages,
			TrueVelocity: true, Time: 0.01, Learn: []config.Constant{{Name: config.LearnedMass}}}
		requireOwn(t, learning(t, base, data), data.Train[0], true, name)
	}
}
