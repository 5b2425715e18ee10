package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// TestActs: a field acts on a particle with its own values, in any frame.
func TestActs(t *testing.T) {
	s := still(2)
	require.Zero(t, acts(&s, system.TurnLimits, 0))
	system.TurnLimits.Set(&s, []float32{0, 0, 0, 7})
	require.Zero(t, acts(&s, system.TurnLimits, 0))
	require.Equal(t, float32(7), acts(&s, system.TurnLimits, 1))
	s.Trajectory = &system.Trajectory{Particles: 2, Given: system.Given{{Field: system.Torque, Values: []float32{0, 0, 0, 0, 5, 0}}}}
	require.Equal(t, float32(5), acts(&s, system.Torque, 0))
	require.Zero(t, acts(&s, system.Torque, 1))
}

// TestListedDifferences: four differences are named, and the others counted.
func TestListedDifferences(t *testing.T) {
	require.Equal(t, "a, b, c, d", listed([]string{"a", "b", "c", "d"}))
	require.Equal(t, "a, b, c, d, and 2 more", listed([]string{"a", "b", "c", "d", "e", "f"}))
}

// TestOnLine: particles are on a line wherever it is.
func TestOnLine(t *testing.T) {
	x := []float32{1, 0, 0, 1, 1, 0, 1, 2, 0, 1, 3, 1}
	require.True(t, onLine(x, []int{0, 1, 2}))
	require.True(t, onLine(x, []int{1}))
	require.False(t, onLine(x, []int{0, 1, 3}))
	require.Equal(t, 5., sizeAlong([]float32{1, 2, 3, 2, 4, 1}, []int{0, 1}))
	require.Equal(t, 5., sizeAlong([]float32{1, 2, 3, 2, 4, 1}, []int{1, 0}))
}

// TestMoves: a particle moves by more than a hundred thousandth of its distance and of the extent.
func TestMoves(t *testing.T) {
	for _, c := range []struct {
		at, by float32
		moves  bool
	}{{0, 0.9e-4, false}, {0, 1.05e-4, true}, {0, -1.05e-4, true}, {10, 1.9e-4, false}, {10, 2.1e-4, true}} {
		s := system.Sample{Position: []float32{9, 9, 9, 0, c.at, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{7, 7, 7, 0, c.at + c.by, 0}}
		require.Equal(t, c.moves, moves(&s, 1, 10), "%v", c)
	}
	s := still(1)
	require.False(t, moves(&s, 0, 1))
	s.Velocity[2] = 1
	require.True(t, moves(&s, 0, 1))
}

// TestSpringsOfColumns: a spring is named by its particles, and read from its own column.
func TestSpringsOfColumns(t *testing.T) {
	s := still(3)
	s.Neighbors, s.EdgeFeatures = []int64{1, 2, 0, 2, 0, 1}, []float32{-1, 1, -1, 1, -1, 1, -1, -5, -1, 1, -1, 1}
	require.EqualError(t, checkSprings(config.Config{EdgeFeatures: []string{"hop", config.LearnedRestLength}}, &s), "the spring from particle 1 to 2 has the rest_length -5: it is 0 or more")
	data := &datasets.Data{Train: []system.Sample{s}}
	data.Train[0].Neighbors = []int64{-1, -1, -1, 2, -1, -1}
	require.Equal(t, []int{0, 1, 1}, together(config.Config{}, data))
}

// TestLeaves: zero values are left out of a configuration, as builds differ in whether they write them.
func TestLeaves(t *testing.T) {
	found := map[string]string{}
	addLeaves(found, "", map[string]any{"a": []any{}, "b": false, "c": nil, "d": "", "e": 0, "f": []any{1, 0}, "g": map[string]any{"h": "x", "i": true}})
	require.Equal(t, map[string]string{"f (length)": "2", "f[0]": "1", "g.h": "x", "g.i": "true"}, found)
	require.Negative(t, modelFirst("model.a", "data.a"))
	require.Positive(t, modelFirst("data.a", "model.a"))
	require.Zero(t, modelFirst("data.a", "training.a"))
	text, err := Config{Training: &Options{Seed: 1<<63 + 1}}.leaves()
	require.NoError(t, err)
	require.Equal(t, "9223372036854775809", text["training.seed"])
}

// TestPinnedOnTrees: of a body that a tree holds the particle in the tree may be pinned, and no other.
func TestPinnedOnTrees(t *testing.T) {
	for at, pins := range map[int][]float32{0: {0, 1, 0, 0}, 2: {0, 0, 0, 1}} {
		s := still(4)
		s.Objects = system.Objects{system.TreeOf([]int{0, 2}, []int{-1, 0}), system.Body.Of(0, 1), system.Body.Of(2, 3)}
		held := make([]float32, 4)
		held[at] = 1
		system.Pinned.Set(&s, held)
		require.NoError(t, checkPinned(&s))
		system.Pinned.Set(&s, pins)
		require.ErrorContains(t, checkPinned(&s), "of a body that a tree holds at particle")
	}
	s := still(2)
	s.Objects = system.Objects{system.Body.Of(0, 1)}
	system.Pinned.Set(&s, []float32{0, 1})
	require.NoError(t, checkPinned(&s), "no tree holds it")
}

// TestPosed: frames of trajectories, bonds, neighbors and features of particles show that examples are posed.
func TestPosed(t *testing.T) {
	for _, change := range []func(s *system.Sample){
		func(s *system.Sample) { s.Trajectory = new(system.Trajectory) }, func(s *system.Sample) { s.Bonds = [][2]int{} },
		func(s *system.Sample) { s.Neighbors = []int64{} }, func(s *system.Sample) { s.NodeFeatures = []float32{} },
	} {
		other := still(1)
		require.False(t, posed(other))
		change(&other)
		require.True(t, posed(other))
	}
}
