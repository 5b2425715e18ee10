package run

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// still returns a system of n particles at rest on a line.
func still(n int) system.Sample {
	s := system.Sample{Velocity: make([]float32, 3*n)}
	for i := range n {
		s.Position = append(s.Position, float32(i), 0, 0)
	}
	return s
}

// TestForestRefused: why a model does not take the trees or bodies of a sample.
func TestForestRefused(t *testing.T) {
	tree := system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}
	body := system.Objects{system.Body.Of(0, 1, 2)}
	joined := append(system.Objects{system.TreeOf([]int{0, 3}, []int{-1, 0})}, body...)
	for _, c := range []struct {
		config  config.Config
		objects system.Objects
		wrong   string
	}{
		{config.Config{Model: "rf"}, nil, ""},
		{config.Config{Model: "gmn"}, system.Objects{system.Stick.Of(0, 1)}, ""},
		{config.Config{Model: "gmn"}, tree, "the model was trained on data without any"},
		{config.Config{Model: "gmn", Depth: tree.Depth()}, tree, ""},
		{config.Config{Model: "gmn", Depth: tree.Depth() - 1}, tree, "bars between its root and a leaf"},
		{config.Config{Model: "gmn", Depth: 2}, body, ""},
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Depth: 2}, body, "rigid bodies, and the model"},
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Depth: 2, Bodies: true}, body, ""},
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Depth: 8, Bodies: true}, joined, "a rigid body that is joined to a tree"},
		{config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4, Depth: 8, Bodies: true, OnTrees: true}, joined, ""},
		{config.Config{Model: "of another program", Depth: 8}, tree, ""},
	} {
		err := checkForest(c.config, c.objects)
		if c.wrong == "" {
			require.NoError(t, err, "%+v %v", c.config, c.objects)
			continue
		}
		require.ErrorContains(t, err, c.wrong)
	}
}

// TestContactRefused: among planes there are particles and bodies alone, of a mass above 0, and no more planes
// than in training.
func TestContactRefused(t *testing.T) {
	touching := config.Config{Fields: []string{"planes"}}
	planes := func(count int) []float32 {
		values := make([]float32, system.Planes.Columns)
		for i := range count {
			values[4*i+2] = 1
		}
		return values
	}
	s := still(4)
	system.Planes.Set(&s, planes(1))
	require.NoError(t, checkContact(touching, &s))
	system.Planes.Set(&s, planes(2))
	require.ErrorContains(t, checkContact(touching, &s), "2 planes, and the model takes 1")
	require.NoError(t, checkContact(config.Config{}, &s))
	touching.Planes = 2
	require.NoError(t, checkContact(touching, &s))
	touching.Planes = 1
	require.ErrorContains(t, checkContact(touching, &s), "2 planes, and the model takes 1, as its training data have: leave some out, or train on data with as many")
	system.Planes.Set(&s, planes(1))
	s.Objects = system.Objects{system.Stick.Of(0, 1)}
	require.ErrorContains(t, checkContact(touching, &s), "a stick, and the model moves particles and rigid bodies alone")
	s.Objects = system.Objects{system.Body.Of(0, 1, 2)}
	system.Mass.Set(&s, []float32{0, 0, 1, 1})
	require.NoError(t, checkContact(touching, &s), "markers of a body that has mass")
	system.Mass.Set(&s, []float32{0, 0, 0, 1})
	require.ErrorContains(t, checkContact(touching, &s), "particle 0, of which the mass, or its body's, is 0")
	system.Mass.Set(&s, []float32{1, 1, 1, -1})
	require.ErrorContains(t, checkContact(touching, &s), "particle 3, of which the mass, or its body's, is -1")
}

// TestPinnedRefused: a free particle has mass, a pinned one rests, and something moves.
func TestPinnedRefused(t *testing.T) {
	s := still(2)
	require.NoError(t, checkPinned(&s))
	system.Mass.Set(&s, []float32{1, 0})
	require.ErrorContains(t, checkPinned(&s), "particle 1 has the mass 0")
	system.Pinned.Set(&s, []float32{0, 1})
	require.NoError(t, checkPinned(&s))
	s.Velocity[5] = 1
	require.ErrorContains(t, checkPinned(&s), "particle 1 is pinned and moves")
	s.Velocity[5], s.Velocity[2] = 0, 1
	require.NoError(t, checkPinned(&s))
	s.TargetPosition = []float32{9, 0, 0, 1.00001, 0, 0}
	require.NoError(t, checkPinned(&s), "by rounding")
	s.TargetPosition[3] = 1.0001
	require.ErrorContains(t, checkPinned(&s), "particle 1 is pinned and moves")
	s.TargetPosition[3] = 0.9999
	require.ErrorContains(t, checkPinned(&s), "particle 1 is pinned and moves")
	s = still(2)
	system.Pinned.Set(&s, []float32{1, 1})
	require.ErrorContains(t, checkPinned(&s), "all 2 particles are pinned")
}

// TestSpringsRefused: a stiffness and a rest length are 0 or more, in slots that are used.
func TestSpringsRefused(t *testing.T) {
	c := config.Config{EdgeFeatures: []string{"hops", config.LearnedStiffness, config.LearnedRestLength}}
	s := still(2)
	s.Neighbors, s.EdgeFeatures = []int64{1, -1}, []float32{-1, 0, 0, -1, -1, -1}
	require.NoError(t, checkSprings(c, &s))
	s.EdgeFeatures[1] = -2
	require.ErrorContains(t, checkSprings(c, &s), "the spring from particle 0 to 1 has the stiffness -2")
	s.EdgeFeatures[1], s.EdgeFeatures[2] = 0, -3
	require.ErrorContains(t, checkSprings(c, &s), "has the rest_length -3")
}

// TestParticlesRefused: constants by particle are of systems with as many.
func TestParticlesRefused(t *testing.T) {
	c := config.Config{Integrator: config.RungeKutta4, Learn: []config.Constant{{Name: config.LearnedMass, By: config.ByParticle, Start: []float64{1, 1}}}}
	data := &datasets.Data{Train: []system.Sample{still(2)}, Test: []system.Sample{still(2), still(3)}}
	require.ErrorContains(t, CheckConstants(c, data), "test: sample 1 has 3 particles, and learn mass by particle begins with 2")
	data.Test = data.Test[:1]
	require.NoError(t, CheckConstants(c, data))
	c.Learn[0].By = config.BySystem
	data.Test[0] = still(3)
	require.NoError(t, CheckConstants(c, data))
	c.Learn[0].By, c.Integrator = config.ByParticle, config.Verlet
	require.NoError(t, CheckConstants(c, data))
}

// TestTogether: particles interact that are of one object, or neighbors of springs, or all if there are
// forces between pairs.
func TestTogether(t *testing.T) {
	s := still(5)
	s.Objects = system.Objects{system.Stick.Of(1, 3)}
	other := still(5)
	other.Objects = system.Objects{system.Stick.Of(3, 4)}
	small := still(2)
	small.Objects = system.Objects{system.Stick.Of(0, 1)}
	data := &datasets.Data{Train: []system.Sample{s, small, other}}
	c := config.Config{Forces: config.NoForces}
	require.Equal(t, []int{0, 1, 2, 1, 1}, together(c, data))
	require.Equal(t, []int{0, 0, 0, 0, 0}, together(config.Config{}, data))
	for i := range data.Train {
		n := data.Train[i].Particles()
		data.Train[i].Neighbors = make([]int64, n)
		for k := range n {
			data.Train[i].Neighbors[k] = -1
		}
	}
	data.Train[0].Neighbors[2] = 0
	require.Equal(t, []int{0, 1, 2, 1, 1}, together(c, data))
	require.Equal(t, []int{0, 1, 0, 1, 1}, together(config.Config{}, data))
	c.Learn = []config.Constant{{Name: config.LearnedStiffness}}
	require.Equal(t, []int{0, 1, 0, 1, 1}, together(c, data))
}

// TestAtPin: a particle of a body that is where a pinned one of the same body is.
func TestAtPin(t *testing.T) {
	s := still(4)
	copy(s.Position[3:6], s.Position[:3])
	copy(s.Position[9:12], s.Position[:3])
	s.Objects = system.Objects{system.Body.Of(0, 1, 2)}
	require.False(t, atPin(&s, 1))
	system.Pinned.Set(&s, []float32{1, 0, 0, 0})
	for i, want := range []bool{true, true, false, false} {
		require.Equal(t, want, atPin(&s, i), i)
	}
}

// TestGrown: the numbers of a curriculum share the epochs equally.
func TestGrown(t *testing.T) {
	o := Options{Epochs: 6, Coarse: []int{2, 4}, Curriculum: []int{3}, Unroll: 9, Beta1: 0.8, Beta2: 0.7}
	for epoch, want := range map[int][2]int{1: {2, 3}, 2: {2, 3}, 3: {4, 3}, 4: {4, 9}, 5: {8, 9}, 6: {8, 9}} {
		require.Equal(t, want, [2]int{o.LayersIn(epoch, 8), o.UnrollIn(epoch)}, epoch)
	}
	require.Equal(t, 0.8, o.Decays().Beta1)
	require.Equal(t, 0.7, o.Decays().Beta2)
}

// TestDepthFor: a model takes trees of 32 bars, or of the next power of two.
func TestDepthFor(t *testing.T) {
	for depth, want := range map[int]int{0: 32, 32: 32, 33: 64, 64: 64, 65: 128} {
		require.Equal(t, want, depthFor(depth))
	}
}

// TestTitle: the model with what its weights are of.
func TestTitle(t *testing.T) {
	r := &Run{Config: Config{Model: config.Config{Model: "gmn"}}}
	require.Equal(t, "gmn", r.Title())
	r.Metrics = map[string]string{epochMetric: "1"}
	require.Equal(t, "gmn, best epoch 1", r.Title())
	r.Config.Model.Runs = 3
	require.Equal(t, "gmn, mean of 3 runs", r.Title())
	require.Equal(t, map[string]string{validMetric: "0.5", epochMetric: "3", constraintMetric: "0.25"}, MetricsAt(3, 0.5, 0.25, math.NaN()))
	require.Equal(t, "0.75", MetricsAt(3, 0.5, 0.25, 0.75)[velocityMetric])
}

// TestFieldNotes: what the data have and the model does not read, and the reverse.
func TestFieldNotes(t *testing.T) {
	s := still(1)
	system.Mass.Set(&s, []float32{1})
	data := &datasets.Data{Train: []system.Sample{s}}
	c := config.Config{Model: "gmn", Fields: []string{"gravity"}}
	notes := FieldNotes(c, data)
	require.Len(t, notes, 2)
	require.Contains(t, notes[0], "the data set has mass (")
	require.Contains(t, notes[1], "the model reads gravity (")
	require.Contains(t, notes[1], "it is taken as 0")
	require.Equal(t, notes[1:], AbsentNotes(c, data))
	c.Fields = []string{"mass"}
	require.Empty(t, FieldNotes(c, data))
	c.Fields, c.NodeFeatures = nil, []string{datasets.MassFeature}
	require.Empty(t, FieldNotes(c, data))
	require.Equal(t, "lists of neighbors, charges, the features a, b of particles, the features c of edges", InputsOf(config.Config{Sparse: true, NodeFeatures: []string{"a", "b"}, EdgeFeatures: []string{"c"}}))
	require.Equal(t, "all other particles as neighbors", InputsOf(config.Config{NoCharge: true}))
}

// failing is a store that cannot write a file of this name.
type failing struct {
	*Memory
	name *string
}

func (f failing) Write(name string, content []byte) error {
	if name == *f.name {
		*f.name = "" // once
		return errors.New("the disk is full")
	}
	return f.Memory.Write(name, content)
}

// TestReplacement: the old run stays until the state is written for the second time, and is put back if the
// disk is then full.
func TestReplacement(t *testing.T) {
	for _, full := range []string{"", StateName} {
		name := full
		store := failing{NewMemory("a store"), &name}
		require.NoError(t, store.Memory.Write(configName, []byte(`{"gmnc":"test","model":{"model":"gmn","form":"published","layers":1,"hidden":4}}`)))
		require.NoError(t, store.Memory.Write(MetricsName, []byte("old")))
		r, err := Replace(store)
		require.NoError(t, err)
		require.True(t, r.Pending())
		require.False(t, r.Has(MetricsName))
		r.Prune()
		require.NoError(t, r.Write(configName, []byte("{}")))
		require.NoError(t, r.Write(StateName, []byte("first")))
		require.True(t, r.Pending())
		content, err := r.Read(StateName)
		require.NoError(t, err)
		require.Equal(t, "first", string(content))
		require.True(t, store.Has(MetricsName))
		require.False(t, store.Has(StateName))
		err = r.Write(StateName, []byte("second"))
		require.Equal(t, full == "", err == nil)
		require.Equal(t, full != "", r.Pending())
		require.Equal(t, full != "", store.Has(MetricsName))
		if full == "" {
			content, err = store.Read(StateName)
			require.NoError(t, err)
			require.Equal(t, "second", string(content))
			require.NoError(t, r.Remove(StateName))
			require.False(t, store.Has(StateName))
		}
	}
	_, err := Replace(NewMemory("nothing"))
	require.ErrorContains(t, err, "nothing is not a run folder: nothing/config.json: file does not exist")
}
