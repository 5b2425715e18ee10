package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// onJoints is a system of two bodies of two particles, of which the first turns and the second slides.
func onJoints() system.Sample {
	s := still(4)
	s.TargetPosition = []float32{0, 3, 0, 1, 3, 0, 2, 3, 0, 3, 3, 0}
	s.Objects = system.Objects{system.TreeOf([]int{0, 2}, []int{-1, 0}), system.Body.Of(0, 1), system.Body.Of(2, 3)}
	system.TurnAxis.Set(&s, []float32{0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	system.SlideAxis.Set(&s, []float32{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0})
	return s
}

// TestStartsOfJoints: constants of joints begin with the data's values, or with a share of the mean mass, times the
// square of the length of the data for a joint that turns.
func TestStartsOfJoints(t *testing.T) {
	s := onJoints()
	system.Mass.Set(&s, []float32{1, 2, 3, 6})
	data := &datasets.Data{Train: []system.Sample{s}}
	length := datasets.Length(data)
	require.NotEqual(t, 1., length)
	begin := func(name string) config.Constant {
		c := config.Constant{Name: name}
		start(&c, config.Config{Time: 0.5}, data)
		require.Equal(t, config.ByJoint, c.By, name)
		return c
	}
	for name, share := range map[string]float64{
		config.LearnedRotor: 0.1, config.LearnedStop: 1, config.LearnedFriction: 1e-4 / 0.25, config.LearnedDamping: 0.01 / 0.5,
	} {
		allclose.Within(t, []float64{3 * share * length * length, 3 * share}, begin(name).Start, 1e-9)
	}
	require.Equal(t, []float64{3, 9}, begin(config.LearnedMass).Start, "of the particles of each body")
	require.Equal(t, []string{"no known force acts: it sets the scale of the others", ""}, begin(config.LearnedMass).Fixed)
	system.RotorInertia.Set(&data.Train[0], []float32{0.5, 0.5, 0, 0})
	system.RotorMass.Set(&data.Train[0], []float32{0, 0, 0.25, 0.25})
	require.Equal(t, []float64{0.5, 0.25}, begin(config.LearnedRotor).Start)
}

// TestStartsOfSystems: a spring begins with the data's stiffness, or with one that makes it oscillate once in sixty
// intervals, and a damping takes a hundredth of the speed in an interval.
func TestStartsOfSystems(t *testing.T) {
	s := still(2)
	s.TargetPosition = s.Position
	system.Mass.Set(&s, []float32{1, 3})
	s.Neighbors, s.EdgeFeatures = []int64{-1, 0}, []float32{7, 5}
	data := &datasets.Data{Train: []system.Sample{s}}
	begin := func(name, by string, features ...string) []float64 {
		c := config.Constant{Name: name, By: by}
		start(&c, config.Config{Time: 0.5, NodeFeatures: features}, data)
		return c.Start
	}
	allclose.Within(t, []float64{2 / (100 * 0.25)}, begin(config.LearnedStiffness, ""), 1e-12)
	allclose.Within(t, []float64{0.01 * 2 / 0.5}, begin(config.LearnedDamping, ""), 1e-12)
	allclose.Within(t, []float64{0.04, 0.04}, begin(config.LearnedDamping, config.ByParticle), 1e-12)
	allclose.Within(t, []float64{0.04, 0.04, 0.04}, begin(config.LearnedDamping, config.ByType, "a", "b", "c"), 1e-12)
	require.Equal(t, []float64{1, 3}, begin(config.LearnedMass, ""))
	require.Equal(t, []float64{2, 2, 2}, begin(config.LearnedMass, config.ByType, "a", "b", "c"), "the mean of all")
	data.EdgeFeatures = []string{config.LearnedStiffness}
	require.Equal(t, []float64{5}, begin(config.LearnedStiffness, ""), "of the first spring that there is")
	data.EdgeFeatures, data.Train[0].EdgeFeatures = []string{"a", config.LearnedRestLength}, []float32{1, 2, 3, 4}
	require.Equal(t, []float64{4}, begin(config.LearnedRestLength, ""))
	system.Mass.Set(&data.Train[0], nil)
	require.Equal(t, []float64{1, 1}, begin(config.LearnedMass, ""))
}

// TestFixedMasses: masses of pinned particles are held, and one of each group of particles that interact if no known
// force acts.
func TestFixedMasses(t *testing.T) {
	const scale = "no known force acts: it sets the scale of the others"
	fixed := func(by string, count int, cfg config.Config, change func(s *system.Sample)) []string {
		s := still(4)
		s.Objects = system.Objects{system.Stick.Of(0, 1)}
		change(&s)
		return fixedMasses(&config.Constant{Name: config.LearnedMass, By: by, Labels: make([]string, count)}, cfg, &datasets.Data{Train: []system.Sample{s}})
	}
	as := func(*system.Sample) {}
	none := config.Config{Forces: config.NoForces}
	driven := func(s *system.Sample) { system.Force.Set(s, make([]float32, 12)) }
	require.Equal(t, []string{scale}, fixed(config.ByType, 1, none, as))
	require.Equal(t, []string{scale, ""}, fixed(config.ByType, 2, none, as))
	require.Empty(t, fixed(config.ByType, 0, none, as))
	require.Equal(t, []string{""}, fixed(config.ByType, 1, none, driven))
	require.Equal(t, []string{scale, "", scale, scale}, fixed(config.ByParticle, 4, none, as))
	require.Equal(t, make([]string, 4), fixed(config.ByParticle, 4, none, driven))
	require.Equal(t, []string{scale, "", "", ""}, fixed(config.ByParticle, 4, config.Config{}, as), "all interact")
	require.Equal(t, []string{"pinned", scale, scale, scale}, fixed(config.ByParticle, 4, none, func(s *system.Sample) { system.Pinned.Set(s, []float32{1, 0, 0, 0}) }))
	require.Equal(t, []string{scale, scale, "pinned", "where its body is pinned"}, fixed(config.ByParticle, 4, none, func(s *system.Sample) {
		s.Objects = system.Objects{system.Body.Of(2, 3)}
		copy(s.Position[9:], s.Position[6:9])
		system.Pinned.Set(s, []float32{0, 0, 1, 0})
	}))
}

// TestTiedToTheFirst: a neighbor ties a particle to the first one, too, if there are forces or springs between neighbors.
func TestTiedToTheFirst(t *testing.T) {
	s := still(3)
	s.Neighbors = []int64{-1, -1, 0}
	data := &datasets.Data{Train: []system.Sample{s}}
	require.Equal(t, []int{0, 1, 0}, together(config.Config{}, data))
	require.Equal(t, []int{0, 1, 2}, together(config.Config{Forces: config.NoForces}, data))
	require.Equal(t, []int{0, 1, 0}, together(config.Config{Forces: config.NoForces, Learn: []config.Constant{{Name: config.LearnedStiffness}}}, data))
}
