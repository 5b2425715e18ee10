package structure

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// without returns the arrays that do not have the key.
func without(key string, arrays ...npz.Array) []npz.Array {
	return slices.DeleteFunc(arrays, func(a npz.Array) bool { return a.Key == key })
}

// TestMissingArrays: what joints lack, or have in another shape, is named.
func TestMissingArrays(t *testing.T) {
	whole := func() []npz.Array { return linked(linkedAxes, linkedParents, linkedRest) }
	with := func(a npz.Array) []npz.Array { return append(without(a.Key, whole()...), a) }
	for want, in := range map[string][]npz.Array{
		"joint_anchor is missing, though there is joint_axis: expected a vector of each joint":                    without("joint_anchor", whole()...),
		"bodies is missing, though there is joint_axis: expected the joint of each particle's body":               without("bodies", whole()...),
		"bodies: particle 3 is in body 2, expected 0 to 1, one for each joint":                                    with(npz.Array{Key: "bodies", Shape: []int{4}, Ints: []int64{0, 0, 1, 2}}),
		"bodies: particle 0 is in body -1, expected 0 to 1, one for each joint":                                   with(npz.Array{Key: "bodies", Shape: []int{4}, Ints: []int64{-1, 0, 1, 1}}),
		"joint_axis has shape [6], expected [joints, 3 axes]":                                                     with(list("joint_axis", 0, 0, 1, 0, 0, 1)),
		"joint_axis has shape [3 2], expected [joints, 3 axes]":                                                   with(npz.Array{Key: "joint_axis", Shape: []int{3, 2}, Floats: make([]float32, 6)}),
		"thrust acts on joints with an axis, and there are none: bars of trees are tied by ball joints; expected": linked(npz.Array{Key: "train_thrust", Shape: []int{3, 2, 2}, Floats: make([]float32, 12)}),
		system.Tree.Array() + " is there and joint_axis, too: expected no trees beside bodies with joints":        with(npz.Array{Key: system.Tree.Array(), Shape: []int{4}, Ints: []int64{-1, 0, 1, 2}}),
		"slide_friction is there and joint_friction, too: expected the one or the other":                          append(with(list("joint_friction", 1, 1)), list("slide_friction", 1, 1, 1, 1)),
		"joint 1: its body has no particles":                                                                      with(npz.Array{Key: "bodies", Shape: []int{4}, Ints: make([]int64, 4)}),
		"joint_type has shape [3], expected":                                                                      with(npz.Array{Key: "joint_type", Shape: []int{3}, Ints: make([]int64, 3)}),
		"joint_slides has shape [3], expected":                                                                    with(npz.Array{Key: "joint_slides", Shape: []int{3}, Ints: make([]int64, 3)}),
		"joint_parent has shape [3], expected":                                                                    with(npz.Array{Key: "joint_parent", Shape: []int{3}, Ints: make([]int64, 3)}),
		"rest has shape [3 3], expected":                                                                          with(npz.Array{Key: "rest", Shape: []int{3, 3}, Floats: make([]float32, 9)}),
		"sticks has shape [2], expected":                                                                          {{Key: "sticks", Shape: []int{2}, Ints: []int64{0, 1}}},
		"sticks has the particle 4 at [1 0], expected 0 to 3":                                                     {{Key: "sticks", Shape: []int{2, 2}, Ints: []int64{0, 1, 4, 2}}},
		"sticks has the particle -1 at [0 1], expected 0 to 3":                                                    {{Key: "sticks", Shape: []int{1, 2}, Ints: []int64{0, -1}}},
		system.Tree.Array() + " has shape [3], expected":                                                          {{Key: system.Tree.Array(), Shape: []int{3}, Ints: []int64{-1, 0, 1}}},
		"stiffness: spring 1 (particles 1 and 2) has 1.0000000150474662e+30, expected 0 or more":                  {{Key: "springs", Shape: []int{2, 2}, Ints: []int64{0, 1, 1, 2}}, {Key: "stiffness", Shape: []int{2}, Floats: []float32{9e29, 1e30}}},
		"spring 0 ties particle 3 to itself, expected two":                                                        {{Key: "springs", Shape: []int{1, 2}, Ints: []int64{3, 3}}},
		"stiffness has shape [1 1], expected one number, or one for each of 1 springs":                            {{Key: "springs", Shape: []int{1, 2}, Ints: []int64{3, 2}}, {Key: "stiffness", Shape: []int{1, 1}, Floats: []float32{1}}},
	} {
		_, _, err := read(t, linkedFirst, in...)
		require.ErrorContains(t, err, want, want)
	}
}

// TestWhatJointsHave: every array of joints is in the joint that it is of, and the bodies are objects.
func TestWhatJointsHave(t *testing.T) {
	s, notes, err := read(t, linkedFirst, linked(
		npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Floats: []float32{0, 3, 4, 0, 0, 0}}, linkedParents, linkedRest,
		npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{1, 0}}, npz.Array{Key: "joint_type", Shape: []int{2}, Ints: []int64{0, system.OnBall}},
		list("damping", 0.5, 0.25), list("joint_friction", 2, 0))...)
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, []system.Joint{
		{Parent: -1, Members: []int{0, 1}, Slides: true, Axis: [3]float64{0, 0.6, 0.8}, Damping: 0.5, Friction: 2},
		{Parent: 0, Members: []int{2, 3}, Type: system.OnBall, Anchor: [3]float64{0, 0, 1}, Damping: 0.25},
	}, s.Joints)
	require.Equal(t, []float32{0, 0, 1, 1}, s.Joined.Of(system.JointType))
	require.Equal(t, 2, s.Objects.Count(system.Body))
	allclose.Within(t, []float32{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}, s.Joined.Of(system.Rest), 0)
	require.Equal(t, -1, s.Massless([]float32{2, 1, 0, 1}))
	require.Equal(t, [3]float64{}, unit([3]float64{}))
}

// TestSumsOfMasses: the masses that hang on a joint are added to its own.
func TestSumsOfMasses(t *testing.T) {
	s := Structure{Joints: []system.Joint{{Parent: -1, Members: []int{0}}, {Parent: 0, Members: []int{1}}, {Parent: 0, Members: []int{2}}}}
	require.Equal(t, -1, s.Massless([]float32{2, 1, 1}))
}

// TestSomeDampings: of a number for all joints only those take a part that have such a damping; a list may
// have 0 for the others.
func TestSomeDampings(t *testing.T) {
	_, notes, err := read(t, linkedFirst, linked(noAxes, linkedParents, linkedRest, floatingTypes, list("damping", 0, 1))...)
	require.NoError(t, err)
	require.Empty(t, notes)
	_, notes, err = read(t, linkedFirst, linked(noAxes, linkedParents, linkedRest, floatingTypes, number("damping", 0))...)
	require.NoError(t, err)
	require.Empty(t, notes)
}

// TestLoadsWithoutJoints: a torque that is ignored needs no joint, and neither does one beside axes of
// particles.
func TestLoadsWithoutJoints(t *testing.T) {
	torque := npz.Array{Key: "torque", Shape: []int{4}, Floats: make([]float32, 4)}
	archive := readerOf(t, torque)
	s, err := Read(keys.New(archive.Archive, []string{"torque"}), 4, linkedFirst)
	require.NoError(t, err)
	require.Nil(t, s.Joints)
	for _, axis := range []string{"turn_axis", "slide_axis"} {
		_, _, err = read(t, linkedFirst, torque, npz.Array{Key: axis, Shape: []int{4, 3}, Floats: make([]float32, 12)})
		require.NoError(t, err)
	}
}

// TestObjectsOfFiles: listed objects, trees and springs come out as they went in.
func TestObjectsOfFiles(t *testing.T) {
	s, notes, err := read(t, make([]float64, 24),
		npz.Array{Key: "sticks", Shape: []int{1, 2}, Ints: []int64{3, 2}}, npz.Array{Key: system.Tree.Array(), Shape: []int{8}, Ints: []int64{-1, 0, -1, -1, -1, -1, -1, -1}},
		npz.Array{Key: "springs", Shape: []int{2, 2}, Ints: []int64{4, 5, 5, 7}}, list("stiffness", 1, 2), number("rest_length", 3))
	require.NoError(t, err)
	require.Empty(t, notes)
	require.Equal(t, []int{4, 5, 5, 7}, s.Springs.Ends)
	require.Equal(t, map[string][]float64{"stiffness": {1, 2}, "rest_length": {3, 3}}, s.Springs.Constants)
	require.Equal(t, [][]int{{3, 2}}, s.Objects.Of(system.Stick))
	require.Equal(t, 1, s.Objects.Count(system.Tree))
	_, notes, err = read(t, make([]float64, 24), npz.Array{Key: "springs", Shape: []int{1, 2}, Ints: []int64{4, 5}}, number("rest_length", 3))
	require.NoError(t, err)
	require.Empty(t, notes)
}

// TestShapesOfJoints: vectors of joints have three numbers each, as many as there are axes, and dampings are finite.
func TestShapesOfJoints(t *testing.T) {
	vectors := func(count int, shape ...int) error {
		size := 1
		for _, n := range shape {
			size *= n
		}
		s := &reading{Reader: readerOf(t, npz.Array{Key: "joint_anchor", Shape: shape, Floats: make([]float32, size)})}
		_, err := s.jointVectors("joint_anchor", count)
		return err
	}
	require.NoError(t, vectors(-1, 2, 3))
	require.NoError(t, vectors(2, 2, 3))
	require.NoError(t, vectors(-1, 0, 3))
	require.NoError(t, vectors(0, 0, 3))
	require.ErrorContains(t, vectors(0, 1, 3), "joint_anchor has shape [1 3], expected [0 joints, 3 axes]")
	require.ErrorContains(t, vectors(3, 2, 3), "joint_anchor has shape [2 3], expected [3 joints, 3 axes]")
	require.ErrorContains(t, vectors(-1, 2, 4), "joint_anchor has shape [2 4], expected [joints, 3 axes]")
	require.ErrorContains(t, vectors(-1, 6), "joint_anchor has shape [6], expected [joints, 3 axes]")
	for _, c := range []struct {
		damping npz.Array
		want    []float64
		failed  string
	}{
		{list("damping", 0, math.MaxFloat32), []float64{0, math.MaxFloat32}, ""}, {number("damping", 2), []float64{2, 2}, ""},
		{list("damping", 0, float32(math.Inf(1))), nil, "damping: joint 1 has +Inf, expected a finite number from 0"}, {list("damping", -1, 0), nil, "damping: joint 0 has -1"},
		{list("damping", 1), nil, "damping has shape [1], expected one number, or one of each of 2 joints"},
	} {
		s := &reading{Reader: readerOf(t, c.damping)}
		got, err := s.jointDampings("damping", nil, 2, 2)
		if c.failed != "" {
			require.ErrorContains(t, err, c.failed)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}
