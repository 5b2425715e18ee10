package system

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// twoBodies are the inputs of two bodies of two particles each, whose first particles are in trees, from row
// 4 of a batch on: the first turns about x, and the second hangs on it and slides along y.
func twoBodies(more ...Values) Inputs {
	given := Given{
		{Position, []float32{0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 2}},
		{Rest, []float32{0, 0, 0, 1, 0, 0, 0, 0, 2, 3, 0, 2}},
		{TurnAxis, []float32{1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}},
		{SlideAxis, []float32{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}},
	}
	for _, v := range more {
		given = given.with(v.Field, v.Values)
	}
	return Inputs{Of: given.Of, First: 4, Tree: []float32{1, 0, 1, 0}, Body: []float32{0, 1, 0, 1}, HangsOn: []int64{4, 4, 4, 6}}
}

// TestJointRules: of each rule of joints, the smallest system on either side.
func TestJointRules(t *testing.T) {
	with := func(f *Field, numbers ...float32) Inputs { return twoBodies(Values{f, numbers}) }
	changed := func(change func(in *Inputs)) Inputs {
		in := twoBodies()
		change(&in)
		return in
	}
	for _, rule := range jointRules {
		require.False(t, rule.Broken(twoBodies(Values{TurnLimits, make([]float32, 8)}, Values{SlideLimits, make([]float32, 8)})), rule.Name)
	}
	for _, c := range []struct {
		rule   *Rule
		in     Inputs
		broken bool
	}{
		{JointBodies, changed(func(in *Inputs) { in.Body[3], in.HangsOn[3] = 0, 7 }), true},
		{JointBodies, changed(func(in *Inputs) { in.HangsOn[3] = 4 }), true},
		{JointRoots, changed(func(in *Inputs) { in.HangsOn[0] = 6 }), true},
		{JointRoots, changed(func(in *Inputs) { in.HangsOn[2] = 6 }), false},
		{JointCapacity, changed(func(in *Inputs) { in.Capacity.Joints = 2 }), false},
		{JointCapacity, changed(func(in *Inputs) { in.Capacity.Joints = 1 }), true},
		{JointAxes, with(TurnAxis, 1.0004, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), false},
		{JointAxes, with(TurnAxis, 1.0006, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), true},
		{JointAxes, with(TurnAxis, 0.9994, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), true},
		{JointAxes, with(JointType, OnBall, OnBall, 0, 0), true},
		{JointAxes, twoBodies(Values{JointType, []float32{OnBall, OnBall, 0, 0}}, Values{TurnAxis, make([]float32, 12)}), false},
		{JointLoads, twoBodies(Values{JointType, []float32{0, 0, 1, 1}}, Values{Thrust, []float32{0, 0, 1, 1}}), true},
		{JointLoads, twoBodies(Values{JointType, []float32{1, 1, 0, 0}}, Values{Thrust, []float32{0, 0, 1, 1}}), false},
		{JointAfloat, twoBodies(Values{JointType, []float32{2, 2, 0, 0}}, Values{TurnDamping, []float32{1, 1, 0, 0}}), true},
		{JointAfloat, twoBodies(Values{JointType, []float32{1, 1, 0, 0}}, Values{TurnDamping, []float32{1, 1, 0, 0}}), false},
		{SlidingAlone, with(Torque, 0, 0, 1, 1), true},
		{SlidingAlone, with(Torque, 1, 1, 0, 0), false},
		{TurningAlone, with(Thrust, 1, 1, 0, 0), true},
		{TurningAlone, with(Thrust, 0, 0, 1, 1), false},
		{TurnRange, with(TurnLimits, 1, 2, 1, 2, 0, 0, 0, 0), false},
		{TurnRange, with(TurnLimits, 2, 2, 2, 2, 0, 0, 0, 0), true},
		{TurnRange, with(TurnLimits, 0, -1, 0, -1, 0, 0, 0, 0), true},
		{TurnRange, with(TurnLimits, 0, 0, 1, 2, 0, 0, 0, 0), false}, // of a particle that hangs on nothing
		{SlideRange, with(SlideLimits, 0, 0, 0, 0, 2, 1, 2, 1), true},
		{SameBody, with(JointAnchor, 1, 2, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0), false},
		{SameBody, with(JointAnchor, 1, 2, 3, 1, 2, 4, 0, 0, 0, 0, 0, 0), true},
		{SameBody, with(TurnLimits, 0, 0, 0, 0, 1, 2, 1, 3), true},
		{SameSize, with(Position, 0, 0, 0, 4, 0, 0, 0, 0, 2, 3, 0, 2), false},
		{SameSize, with(Position, 0, 0, 0, 4.1, 0, 0, 0, 0, 2, 3, 0, 2), true},
		{SameSize, with(Position, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0.75, 0, 2), false},
		{SameSize, with(Position, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0.74, 0, 2), true},
		{JointExtent, with(Position, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 2), true},
		{JointExtent, with(Position, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 1e-6, 2), false},
	} {
		require.Equal(t, c.broken, c.rule.Broken(c.in), c.rule.Name)
	}
	require.False(t, slices.ContainsFunc(jointRules, func(r *Rule) bool { return r.Broken(Inputs{Of: Given{}.Of}) }), "a system without particles")
}

// TestRoom: planes beyond those that a model takes, and cells in which it sees other images.
func TestRoom(t *testing.T) {
	planes := Given{{Planes, []float32{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
	for room, broken := range map[int]bool{0: false, 1: true, 2: false, 9: false} {
		require.Equal(t, broken, PlaneCapacity.Broken(Inputs{Of: planes.Of, Capacity: Capacity{Planes: room}}), room)
	}
	cell := func(skew float32) Inputs {
		given := Given{{CellA, []float32{4, 0, 0}}, {CellB, []float32{skew, 4, 0}}, {CellC, []float32{0, 0, 4}}}
		of := func(f *Field) []float32 {
			if f == Position {
				return []float32{0, 0, 0, 2.4, 1.9, 0}
			}
			return given.Of(f)
		}
		return Inputs{Of: of, Neighbors: func() []int64 { return []int64{1, 0} }}
	}
	require.False(t, NearestImages.Broken(cell(0)))
	require.True(t, NearestImages.Broken(cell(3)))
}
