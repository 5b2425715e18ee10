package artifact

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestOtherTopology: the first difference between two topologies, as it is in each.
func TestOtherTopology(t *testing.T) {
	own := func() Topology {
		return Topology{
			Particles: 3, Objects: system.Objects{system.Stick.Of(0, 1)}, Neighbors: []int64{1, 0, -1},
			NodeFeatures: []float32{1, 2, 3, 4, 5, 6}, EdgeFeatures: []float32{7, 8, 9},
		}
	}
	for _, c := range []struct {
		change             func(o *Topology)
		what, others, mine string
	}{
		{func(*Topology) {}, "", "", ""},
		{func(o *Topology) { o.Particles = 4 }, "another number of particles", "particles: 4, ", "particles: 3, "},
		{func(o *Topology) { o.Objects = nil }, "other objects", "particles: 3, ", "particles: 3, "},
		{func(o *Topology) { o.Objects = system.Objects{system.Stick.Of(0, 2)} }, "objects of other particles", "stick [0 2]", "stick [0 1]"},
		{func(o *Topology) { o.Neighbors = nil }, "other neighbors", "particles: 3, ", "neighbors of each: 1"},
		{func(o *Topology) { o.Neighbors[1] = 2 }, "other neighbors", "neighbors of particle 1: [2]", "neighbors of particle 1: [0]"},
		{func(o *Topology) { o.NodeFeatures[5] = 0 }, "other features", "features of particle 2: [5 0]", "features of particle 2: [5 6]"},
		{func(o *Topology) { o.NodeFeatures = o.NodeFeatures[:3] }, "other features", "1 of each particle", "2 of each particle"},
		{func(o *Topology) { o.EdgeFeatures[0] = 0 }, "other features", "features of edges to particle 0: [0]", "features of edges to particle 0: [7]"},
	} {
		other := own()
		c.change(&other)
		what, others, mine := own().Other(other)
		require.Equal(t, c.what, what)
		require.Contains(t, others, c.others)
		require.Contains(t, mine, c.mine)
	}
	what, _, _ := Topology{Particles: 1}.Other(Topology{Particles: 1, Neighbors: []int64{}, NodeFeatures: []float32{}})
	require.Empty(t, what, "nil lists are empty ones")
	tree := system.TreeOf([]int{2, 0, 1}, []int{-1, 2, 2})
	require.Contains(t, object(tree), "tree [2 0 1] with the bars ")
	require.NotContains(t, object(system.Stick.Of(0, 1)), "with the bars")
}

// TestOtherConstants: a sample has the constants of the topology, or the defaults of fields that it lacks.
func TestOtherConstants(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	inside := TopologyOf(s)
	inside.Constants = system.Given{{Field: system.Mass, Values: []float32{1, 1}}}
	what, _, _ := inside.OtherConstant(&s)
	require.Empty(t, what)
	require.NoError(t, inside.check([]system.Sample{s}))
	system.Mass.Set(&s, []float32{1, 3})
	what, others, own := inside.OtherConstant(&s)
	require.Equal(t, [3]string{"another mass", "particle 1: [3]", "particle 1: [1]"}, [3]string{what, others, own})
	plain := system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	require.ErrorContains(t, inside.check([]system.Sample{plain, s}), "sample 1 has another mass than the model has inside (particle 1: [3]; inside: particle 1: [1])")
	small := system.Sample{Position: make([]float32, 3)}
	require.ErrorContains(t, inside.check([]system.Sample{small}), "sample 0 has another number of particles")
	inside.Particles = 3
	at := inside.Sample()
	require.Equal(t, []float32{0, 0, 0, 1, 0, 0, 2, 0, 0}, at.Position)
	inside.Constants = system.Given{{Field: system.Rest, Values: []float32{5, 5, 5, 6, 6, 6, 7, 7, 7}}}
	at = inside.Sample()
	require.Equal(t, float32(7), at.Position[6])
}

// TestTopologyInJSON: what is written is read back, and a name that is not known is an error.
func TestTopologyInJSON(t *testing.T) {
	for _, written := range []Topology{
		{Particles: 2},
		{Particles: 3, Objects: system.Objects{system.Stick.Of(0, 1)}, Neighbors: []int64{1, 0, -1}, NodeFeatures: []float32{1, 2, 3}, EdgeFeatures: []float32{4, 5, 6}},
		{Particles: 3, Objects: system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 0})}, Constants: system.Given{{Field: system.Mass, Values: []float32{1, 2, 3}}}},
	} {
		text, err := json.Marshal(written)
		require.NoError(t, err)
		var read Topology
		require.NoError(t, json.Unmarshal(text, &read), string(text))
		what, others, own := written.Other(read)
		require.Empty(t, what, "%s %s %s", text, others, own)
		require.Equal(t, written.Constants, read.Constants)
	}
	for text, wrong := range map[string]string{
		`{"particles":2,"colour":[1]}`: `unknown field "colour"`, `{"particles":"two"}`: "particles: ", `{"particles":2,"neighbors":null}`: "neighbors: ",
	} {
		require.ErrorContains(t, new(Topology).UnmarshalJSON([]byte(text)), wrong)
	}
	require.NoError(t, new(Topology).UnmarshalJSON([]byte(`{"particles":2,"`+system.Stick.Array()+`":null}`)), "of earlier builds")
}
