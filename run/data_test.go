package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// TestModelsOfData: a configuration takes what the data have in place of what it had before.
func TestModelsOfData(t *testing.T) {
	s := still(2)
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	data := &datasets.Data{Train: []system.Sample{s}}
	before := config.Config{Model: "gmn", NodeFeatures: []string{"a"}, EdgeFeatures: []string{"b"}, Depth: 7, Sparse: true, Planes: 3}
	c := ModelFor(before, data)
	require.Empty(t, c.NodeFeatures)
	require.Empty(t, c.EdgeFeatures)
	require.Zero(t, c.Depth)
	require.Zero(t, c.Planes)
	require.False(t, c.Sparse)
	require.True(t, c.NoCharge)
	require.Zero(t, c.Time, "gmn does not know it")
	require.Equal(t, 1., ModelFor(config.Config{Model: "gmn", TrueVelocity: true}, &datasets.Data{Train: data.Train, About: datasets.About{Interval: "1"}}).Time)
	data.NodeFeatures = []string{"z"}
	data.Train[0].NodeFeatures = []float32{1, 2}
	require.Equal(t, []string{"z"}, ModelFor(before, data).NodeFeatures)
	law := config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}
	require.Zero(t, ModelFor(law, data).Mass, "the data have no masses")
	system.Mass.Set(&data.Train[0], []float32{1, 3})
	require.Equal(t, 2., ModelFor(law, data).Mass)
	law.Integrator = ""
	require.Zero(t, ModelFor(config.Config{Model: "gmn"}, data).Mass)
}

// TestSystemsThatAreLearnedOn: constants of particles are of a system, also of one of a single particle, which stays that
// of the first training.
func TestSystemsThatAreLearnedOn(t *testing.T) {
	s := still(1)
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	data := &datasets.Data{Train: []system.Sample{s}, About: datasets.About{Names: "hip"}}
	c := config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Learn: []config.Constant{{Name: config.LearnedMass, By: config.ByParticle}}}
	found := ModelFor(c, data)
	require.Equal(t, []string{"hip"}, found.LearnedOn.Names)
	found.LearnedOn = &config.LearnedOn{Names: []string{"knee"}}
	require.Equal(t, []string{"knee"}, ModelFor(found, data).LearnedOn.Names)
	c.Learn = []config.Constant{{Name: config.LearnedGravity}}
	require.Nil(t, ModelFor(c, data).LearnedOn)
}

// TestShapesOfTraining: the shape at rest belongs to the system if all samples have it.
func TestShapesOfTraining(t *testing.T) {
	of := func(third float32) system.Sample {
		s := onJoints()
		rest := append([]float32(nil), s.Position...)
		rest[9] = third
		system.Rest.Set(&s, rest)
		system.JointAnchor.Set(&s, make([]float32, 12))
		return s
	}
	require.NotNil(t, learnedOn(config.Config{}, &datasets.Data{Train: []system.Sample{of(3), of(3)}}).Rest)
	require.Nil(t, learnedOn(config.Config{}, &datasets.Data{Train: []system.Sample{of(3), of(5)}}).Rest)
}

// TestInputsOfFrames: inputs that change from frame to frame are those that the model takes.
func TestInputsOfFrames(t *testing.T) {
	s := still(1)
	s.Trajectory = &system.Trajectory{Particles: 1, Given: system.Given{{Field: system.NodeFeatures}, {Field: system.Force}, {Field: system.Gravity}}}
	data := &datasets.Data{Train: []system.Sample{s}}
	require.Equal(t, []string{system.NodeFeatures.Name, "gravity"}, perFrame(config.Config{Fields: []string{"gravity"}}, data))
	data.Train[0].Trajectory = nil
	require.Empty(t, perFrame(config.Config{Fields: []string{"gravity"}}, data))
}

// TestUnreadFields: a model reads masses as features of particles, and nothing else so.
func TestUnreadFields(t *testing.T) {
	s := still(1)
	system.Mass.Set(&s, []float32{1})
	system.Gravity.Set(&s, []float32{0, 0, -9})
	data := &datasets.Data{Train: []system.Sample{s}}
	c := config.Config{Model: "gmn", NodeFeatures: []string{datasets.MassFeature}}
	require.False(t, Unread(system.Mass, c, data))
	require.True(t, Unread(system.Gravity, c, data))
	require.False(t, Unread(system.Force, c, data), "the data have none")
	c.Learn = []config.Constant{{Name: config.LearnedGravity}}
	require.False(t, Unread(system.Gravity, c, data))
}
