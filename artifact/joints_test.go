package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/system"
)

// sliding is a robot of a joint that slides and one that turns.
func sliding(t *testing.T) system.Sample {
	t.Helper()
	var s system.Sample
	s.Position = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1}
	require.NoError(t, s.Join(s.Position, []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2}, Slides: true, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{3, 4, 5}, Axis: [3]float64{1, 0, 0}},
	}))
	return s
}

// TestJointsOf: joints have the names of their links, or else numbers.
func TestJointsOf(t *testing.T) {
	for want, names := range map[string][]string{
		"joint 0 slides, joint 1 turns": nil,
		"cart slides, pole 2 turns":     {"cart 1", "cart 2", "cart 3", "pole 2 1", "pole 2 2", "pole 2 3"},
		"a slides, joint 1 turns":       {"a1", "a2", "a3", "a4", "a5", "a6"},
		"joint 0 slides, b turns":       {"1", "2", "3", "b", "b", "b"},
	} {
		require.Equal(t, want, JointsOf(sliding(t), names).String())
	}
}

// TestColumns: a ball joint and a body that floats have a column for each number of theirs.
func TestColumns(t *testing.T) {
	s := system.Sample{Position: sliding(t).Position}
	require.NoError(t, s.Join(s.Position, []system.Joint{
		{Parent: -1, Members: []int{0, 1}, Type: system.Floating, Anchor: [3]float64{1, 2, 3}},
		{Parent: 0, Members: []int{2, 3}, Type: system.OnBall},
		{Parent: 1, Members: []int{4, 5}, Axis: [3]float64{1, 0, 0}},
	}))
	j := JointsOf(s, []string{"base1", "base2", "hip1", "hip2", "knee1", "knee2"})
	require.Equal(t, "base floats, hip turns every way, knee turns", j.String())
	require.Equal(t, []int{2, 1, 0}, j.Types)
	require.Equal(t, Columns{
		Q:      []string{"base x", "base y", "base z", "base qw", "base qx", "base qy", "base qz", "hip qw", "hip qx", "hip qy", "hip qz", "knee"},
		Rate:   []string{"base vx", "base vy", "base vz", "base wx", "base wy", "base wz", "hip wx", "hip wy", "hip wz", "knee"},
		Torque: []string{"knee"},
	}, *j.Columns)
	require.Equal(t, []float64{1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 0}, j.Rest)
	require.Empty(t, JointsOf(sliding(t), nil).Types)
}

// TestDamagedJoints: a file whose joints are not its bodies is damaged.
func TestDamagedJoints(t *testing.T) {
	robot := sliding(t)
	inside := TopologyOf(robot)
	for text, want := range map[string]string{
		`{"names":["a","b"],"slides":[true,false],"drives":[[1,0],[2,0]]}`: "",
		`{"names":["a","b"],"slides":[true,false],"drives":[[1,0]]}`:       "2 names, and 2 bodies inside",
		`{"names":["a","b"],"slides":[true,false],"ranges":[{"joint":"a","q":{"least":0,"most":1},"rate":{"least":0,"most":1},"torque":{"least":0,"most":1}},{"joint":"b","q":{"least":0,"most":1},"rate":{"least":0,"most":1},"torque":{"least":0,"most":1}}]}`: "",
		`{"names":["a","b"],"slides":[true,false]}`:                                                                                                             "",
		`{"names":["a","b"],"slides":[true,false],"types":[0,0]}`:                                                                                               "",
		`{"names":["a","b"],"slides":[true,false],"rest":[0,0],"columns":{"q":["a","b"],"rate":["a","b"],"torque":["a","b"]}}`:                                  "",
		`{"names":["a","b"],"slides":[true,false],"rest":[0,0],"columns":{"q":["a","b"],"rate":["a","c"],"torque":["a","b"]}}`:                                  "columns of its joints is damaged",
		`{"names":["a","b"],"slides":[true,false],"rest":[0]}`:                                                                                                  "columns of its joints is damaged",
		`{"names":["a","b"],"slides":[true,false],"ranges":[{"joint":"a","q":{"least":0,"most":1},"rate":{"least":0,"most":1},"torque":{"least":0,"most":1}}]}`: "2 names, and 2 bodies inside",
		`{"names":["a","b"],"slides":[true,false],"ranges":[{"joint":"a","q":{"least":0,"most":1},"rate":{"least":0,"most":1},"torque":{"least":0,"most":1}},{"joint":"b","q":{"least":1,"most":0},"rate":{"least":0,"most":1},"torque":{"least":0,"most":1}}]}`: "the ranges of its joints is damaged",
		`{"names":["a","b"],"slides":[true,false],"types":[1]}`: "2 names, and 2 bodies inside",
		`{"names":["a"],"slides":[true]}`:                       "1 names, and 2 bodies inside",
		`{"names":["a","b"],"slides":[true]}`:                   "2 names, and 2 bodies inside",
		`{"names":["a","b"],"slide":[true,false]}`:              "damaged",
	} {
		_, err := jointsIn(&export.File{Metadata: map[string]string{JointsKey: text}}, &inside)
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
	_, err := jointsIn(&export.File{Metadata: map[string]string{JointsKey: `{"names":[],"slides":[]}`}}, nil)
	require.ErrorContains(t, err, "damaged")
	joints, err := jointsIn(&export.File{}, nil)
	require.NoError(t, err)
	require.Nil(t, joints)
}

// TestConstantsOfTopology: constants go through JSON, and a sample with others is told, a field
// that it lacks having its default.
func TestConstantsOfTopology(t *testing.T) {
	robot := sliding(t)
	own := TopologyOf(robot)
	own.Constants = system.Given{{Field: system.Mass, Values: []float32{1, 1, 1, 1, 1, 1}}, {Field: system.Rest, Values: robot.Position}, {Field: system.TurnAxis, Values: system.TurnAxis.Of(&robot)}}
	text, err := own.MarshalJSON()
	require.NoError(t, err)
	var read Topology
	require.NoError(t, read.UnmarshalJSON(text))
	require.Equal(t, own.Objects, read.Objects)
	require.Equal(t, own.Constants, read.Constants)
	require.Equal(t, robot.Position, read.Sample().Position)
	what, _, _ := read.OtherConstant(&robot)
	require.Empty(t, what)
	system.Mass.Set(&robot, []float32{1, 1, 1, 1, 1, 2})
	what, others, mine := read.OtherConstant(&robot)
	require.Equal(t, []string{"another mass", "particle 5: [2]", "particle 5: [1]"}, []string{what, others, mine})
}

// TestJointsOfSmallBodies: each body has the axis and the anchor of its own first particle.
func TestJointsOfSmallBodies(t *testing.T) {
	var s system.Sample
	s.Position = []float32{0, 0, 0, 4, 5, 6}
	require.NoError(t, s.Join(s.Position, []system.Joint{
		{Parent: -1, Members: []int{0}, Axis: [3]float64{0, 0, 1}}, {Parent: 0, Members: []int{1}, Slides: true, Axis: [3]float64{1, 0, 0}},
	}))
	require.Equal(t, "joint 0 turns, joint 1 slides", JointsOf(s, nil).String())
	s = system.Sample{Position: []float32{0, 0, 0, 4, 5, 6}}
	require.NoError(t, s.Join(s.Position, []system.Joint{
		{Parent: -1, Members: []int{0}, Axis: [3]float64{0, 0, 1}}, {Parent: -1, Members: []int{1}, Type: system.Floating, Anchor: [3]float64{4, 5, 6}},
	}))
	require.Equal(t, []float64{0, 4, 5, 6, 1, 0, 0, 0}, JointsOf(s, nil).Rest)
}
