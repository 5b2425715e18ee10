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

// TestFieldsOfLaws: laws have steps of their own for joints and for contact, and one of particles takes the integrator that
// reads the fields of the data, unless another is asked for. What is learned is not taken as given.
func TestFieldsOfLaws(t *testing.T) {
	with := func(fields ...*system.Field) *datasets.Data {
		s := still(4)
		s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
		for _, f := range fields {
			f.Set(&s, make([]float32, f.Count(&s)*f.Columns))
		}
		return &datasets.Data{Train: []system.Sample{s}}
	}
	onAxes := with(system.Mass)
	s := onJoints()
	system.TurnDamping.Set(&s, []float32{1, 1, 0, 0})
	onAxes.Train[0] = s
	for _, c := range []struct {
		given      config.Config
		data       *datasets.Data
		integrator string
		fields     []string
	}{
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}, onAxes, "", []string{"turn_axis", "slide_axis", "turn_damping"}},
		{config.Config{Model: "gmn-ode", Learn: []config.Constant{{Name: config.LearnedDamping}}}, onAxes, "", []string{"turn_axis", "slide_axis"}},
		{config.Config{Model: "gmn"}, onAxes, "", nil},
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}, with(system.Planes, system.Mass), "", []string{"planes", "mass"}},
		{config.Config{Model: "gmn-ode"}, with(system.Force), config.RungeKutta4, []string{"force"}},
		{config.Config{Model: "gmn-ode"}, with(system.Gravity, system.Mass), config.RungeKutta4, []string{"gravity", "mass"}},
		{config.Config{Model: "gmn-ode"}, with(), "", nil},
		{config.Config{Model: "gmn-ode", Integrator: config.Midpoint}, with(system.Force), config.Midpoint, []string{"force"}},
		{config.Config{Model: "gmn"}, with(system.Force, system.Planes), "", nil},
	} {
		got := withFields(c.given, c.data)
		require.Equal(t, c.integrator, got.Integrator, "%v", c.fields)
		require.ElementsMatch(t, c.fields, got.Fields)
	}
	planes := with(system.Planes)
	system.Planes.Of(&planes.Train[0])[2] = 1
	require.Equal(t, 1, ModelFor(config.Config{Model: "gmn-ode"}, planes).Planes)
	require.Zero(t, ModelFor(config.Config{Model: "gmn"}, planes).Planes)
}

// TestTreesOfParticles: a law that moves particles takes trees without bodies.
func TestTreesOfParticles(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Depth: 2}
	require.NoError(t, checkForest(c, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}))
	s := still(2)
	require.NoError(t, checkBodyMasses(&s), "masses are 1")
	require.False(t, Unread(system.Charge, c, &datasets.Data{Train: []system.Sample{{Position: make([]float32, 3), Charge: []float32{1}}}}), "charges are no optional field")
}

// TestIdentifyingFields: particles differ by their features if these do not change, and by masses that are learned.
func TestIdentifyingFields(t *testing.T) {
	names := func(c config.Config) (names []string) {
		for _, f := range identifying(c) {
			names = append(names, f.Name)
		}
		return names
	}
	require.Equal(t, []string{"pinned", "charge", "joint_type", "node_features"}, names(config.Config{}))
	require.Equal(t, []string{"pinned", "charge", "joint_type"}, names(config.Config{PerFrame: []string{"node_features"}}))
	require.Equal(t, []string{"pinned", "charge", "joint_type", "node_features", "mass"}, names(config.Config{Learn: []config.Constant{{Name: config.LearnedMass}}}))
	s := still(3)
	s.Objects = system.Objects{system.TreeOf([]int{0, 2}, []int{-1, 0}), system.Stick.Of(1, 2)}
	require.Equal(t, []string{"tree of particles [0 2] on members [-1 0]", "stick of particles [1 2]"}, objectTexts(&s))
	require.Nil(t, learnedOn(config.Config{}, &datasets.Data{Train: []system.Sample{still(1)}}).Fields)
}

// TestAnotherSystem: the first value that differs is named with its particle, and so are their numbers.
func TestAnotherSystem(t *testing.T) {
	on := &config.LearnedOn{Fields: map[string][]float32{"charge": {1, 2}, "node_features": {1, 2, 3, 4}}}
	wrong := func(change func(s *system.Sample)) error {
		s := still(2)
		s.Charge, s.NodeFeatures = []float32{1, 2}, []float32{1, 2, 3, 4}
		change(&s)
		return checkLearnedOn(config.Config{LearnedOn: on}, &s)
	}
	require.NoError(t, wrong(func(*system.Sample) {}))
	require.NoError(t, wrong(func(s *system.Sample) { s.Charge = nil }))
	require.ErrorContains(t, wrong(func(s *system.Sample) { s.Charge[0] = 3 }), "charge of particle 0 is 3, and in training it was 1")
	require.ErrorContains(t, wrong(func(s *system.Sample) { s.NodeFeatures[3] = 7 }), "node_features of particle 1 is 7, and in training it was 4")
	require.ErrorContains(t, wrong(func(s *system.Sample) { s.NodeFeatures = s.NodeFeatures[:2] }), "it has 2 values of node_features, and in training it had 4")
}
