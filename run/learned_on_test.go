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

// particlesWith is a data set of two samples of five particles, with sticks where they say,
// whose constants by particle are learned.
func particlesWith(change func(data *datasets.Data)) *datasets.Data {
	data := &datasets.Data{Train: fixtures.Samples(system.Composition{3, 1}, 2, 1)}
	data.Train[1].Objects = data.Train[0].Objects
	for i := range data.Train {
		s := &data.Train[i]
		copy(s.Charge, []float32{1, -1, 1, 1, 1})
		s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
		system.Mass.Set(s, []float32{1, 2, 3, 4, 5})
		system.Pinned.Set(s, make([]float32, 5))
	}
	data.About.Names = datasets.Named([]string{"a", "b", "c", "d", "e"})
	change(data)
	return data
}

// TestLearnedOnParticles: constants by particle are refused for another system of as many
// particles, by what tells it apart, and for what the systems of the training had in common alone.
func TestLearnedOnParticles(t *testing.T) {
	law := config.DefaultConfig()
	law.Model, law.Integrator, law.Forces = "gmn-ode", config.RungeKutta4, config.NoForces
	learning := func(name string, data *datasets.Data) config.Config {
		c := law
		c.Learn = []config.Constant{{Name: name, By: config.ByParticle}}
		return run.ModelFor(c, data)
	}
	same := func(*datasets.Data) {}
	both := func(f *system.Field, particle int, value float32) func(*datasets.Data) {
		return func(data *datasets.Data) {
			for i := range data.Train {
				f.Of(&data.Train[i])[particle] = value
			}
		}
	}
	one := func(f *system.Field, particle int, value float32) func(*datasets.Data) {
		return func(data *datasets.Data) { f.Of(&data.Train[1])[particle] = value }
	}
	otherStick := func(data *datasets.Data) {
		data.Train[1].Objects = system.Objects{system.Stick.Of(0, 4)}
	}
	for _, c := range []struct {
		learn             string
		trained, predicts func(*datasets.Data)
		says              string
	}{
		{"mass", same, same, ""},
		{"mass", same, func(d *datasets.Data) { d.About.Names = "" }, ""},
		{"mass", func(d *datasets.Data) { d.About.Names = "" }, same, ""},
		{"mass", same, func(d *datasets.Data) { d.About.Names = "a|b|c|d|f" }, `particle 4 (f) was "e" in training`},
		{"mass", same, both(system.Charge, 1, 1), "charge of particle 1 (b) is 1, and in training it was -1"},
		{"mass", one(system.Charge, 1, 1), both(system.Charge, 1, 1), ""},
		{"mass", same, both(system.Mass, 4, 5.1), "mass of particle 4 (e) is 5.1, and in training it was 5"},
		{"mass", same, both(system.Mass, 4, 5.0001), ""},
		{"mass", same, both(system.Mass, 4, 5.001), "mass of particle 4 (e) is 5.001"},
		{"damping", same, both(system.Mass, 4, 5.1), ""},
		{"damping", same, otherStick, "sample 1: object 0 is stick of particles [0 4], and in training it was stick of particles"},
		{"damping", otherStick, otherStick, ""},
		{"damping", same, func(d *datasets.Data) { d.Train[0].Objects = nil }, "object 0 is absent"},
	} {
		model := learning(c.learn, particlesWith(c.trained))
		require.NoError(t, model.Validate())
		err := run.CheckData(model, particlesWith(c.predicts))
		if c.says == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.says)
		require.ErrorContains(t, err, "the model has learned constants of the particles or bodies of that system: take a system as in its training")
	}
	law.Learn = []config.Constant{{Name: config.LearnedGravity}}
	require.Nil(t, run.ModelFor(law, particlesWith(same)).LearnedOn, "gravity is of no particle")
}

// TestLearnedOnJoints: another place of a marker or of a joint, of the body or of the one that it
// hangs on, is another system; one of another unit is not.
func TestLearnedOnJoints(t *testing.T) {
	data := func(change func(joints []system.Joint, rest []float32)) *datasets.Data {
		s := jointed(t, change)
		s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
		return &datasets.Data{Train: []system.Sample{s}}
	}
	c := config.DefaultConfig()
	c.Model, c.Forces, c.Learn = "gmn-ode", config.NoForces, []config.Constant{{Name: config.LearnedDamping}}
	model := run.ModelFor(c, data(func([]system.Joint, []float32) {}))
	require.NoError(t, model.Validate())
	for _, of := range []struct {
		change func(joints []system.Joint, rest []float32)
		same   bool
	}{
		{func([]system.Joint, []float32) {}, true},
		{func(joints []system.Joint, rest []float32) { // ten times as large
			for i := range rest {
				rest[i] *= 10
			}
			joints[1].Anchor[0] *= 10
		}, true},
		{func(_ []system.Joint, rest []float32) { rest[3] = 1.01 }, true},
		{func(_ []system.Joint, rest []float32) { rest[3] = 1.1 }, false},
		{func(joints []system.Joint, _ []float32) { joints[1].Anchor[0] = 1.1 }, false},
		{func(joints []system.Joint, rest []float32) { // the second body and its joint, farther out
			for i := 9; i < len(rest); i += 3 {
				rest[i] += 0.1
			}
			joints[1].Anchor[0] += 0.1
		}, false},
	} {
		err := run.CheckData(model, data(of.change))
		if of.same {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "its bodies and joints are of another shape at rest than in training")
		}
	}
}
