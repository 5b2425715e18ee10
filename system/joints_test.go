package system

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJoin: bodies hang on each other by their first particles, and the trees of these
// keep no distances.
func TestJoin(t *testing.T) {
	s := Sample{Position: make([]float32, 12), Velocity: make([]float32, 12)}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}
	joints := []Joint{
		{Parent: -1, Members: []int{0, 1}, Axis: [3]float64{0, 0, 1}, Damping: 2, Friction: 4, Limits: [2]float64{-6, 8}, Stop: 10, Rotor: 12},
		{Parent: 0, Members: []int{2, 3}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}, Slides: true, Damping: 3, Friction: 5, Limits: [2]float64{-7, 9}, Stop: 11, Rotor: 13},
	}
	require.NoError(t, s.Join(rest, joints))
	require.Equal(t, []float32{0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, TurnAxis.Of(&s))
	require.Equal(t, []float32{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0}, SlideAxis.Of(&s))
	require.Equal(t, []float32{2, 2, 0, 0}, TurnDamping.Of(&s))
	require.Equal(t, []float32{0, 0, 3, 3}, SlideDamping.Of(&s))
	require.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1}, JointAnchor.Of(&s))
	require.Equal(t, rest, Rest.Of(&s))
	require.Nil(t, JointType.Of(&s), "both are OnAxis, which is 0")
	for turning, values := range map[*Field][2]float32{TurnFriction: {4, 5}, StopInertia: {10, 11}, RotorInertia: {12, 13}} {
		sliding := OfSliding[slices.Index(OfTurning, turning)]
		require.Equal(t, []float32{values[0], values[0], 0, 0}, turning.Of(&s), turning.Name)
		require.Equal(t, []float32{0, 0, values[1], values[1]}, sliding.Of(&s), sliding.Name)
	}
	require.Equal(t, []float32{-6, 8, -6, 8, 0, 0, 0, 0}, TurnLimits.Of(&s))
	require.Equal(t, []float32{0, 0, 0, 0, -7, 9, -7, 9}, SlideLimits.Of(&s))
	require.Equal(t, 2, s.Joints())
	require.Equal(t, []int64{-1, -1, 0, -1}, s.Objects.Numbers(Tree, 4))
	require.Empty(t, s.Objects.Bars(Tree))
	require.Len(t, s.Objects.Bars(Body), 2)
	require.Equal(t, []float32{5, 5, 7, 7}, OfJoints(4, joints, []float32{5, 7}))
	require.Equal(t, []float32{5, 6, 5, 6, 7, 8, 7, 8}, OfJoints(4, joints, []float32{5, 6, 7, 8}))

	joints[0].Parent = 1
	require.ErrorContains(t, s.Join(rest, joints), "one before it")
	joints[0].Parent, joints[1].Members = -1, joints[0].Members
	require.EqualError(t, s.Join(rest, joints), "joint 1: its body has particle 0, which the body of joint 0 has already: expected each particle once")
	joints[0].Members = []int{0, 0}
	require.ErrorContains(t, s.Join(rest, joints), "joint 0: its body has particle 0, which the body of joint 0 has already")
	joints[0] = Joint{Parent: -1}
	require.ErrorContains(t, s.Join(rest, joints), "joint 0: its body has no particles")
	joints[0] = Joint{Parent: -2, Members: []int{0}, Name: "hip"}
	require.ErrorContains(t, s.Join(rest, joints), `joint 0, "hip": its parent is -2`)
}

// TestJointTypes: the number of axes of each type, with types beyond the ends counted as these.
func TestJointTypes(t *testing.T) {
	for kind, axes := range map[int]int{-1: 1, OnAxis: 1, OnBall: 3, Floating: 6, 3: 6} {
		s := Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		require.NoError(t, s.Join([]float32{0, 0, 0}, []Joint{{Parent: -1, Members: []int{0}, Type: kind, Axis: [3]float64{0, 0, 1}}}))
		require.Equal(t, axes, s.Joints(), "%d", kind)
		require.Equal(t, kind != OnAxis, JointType.Of(&s) != nil)
	}
	var free Sample
	require.False(t, free.Jointed())
	require.Zero(t, free.Joints())
}

// TestHang: the first particle of a body on which none hangs becomes a tree, and trees that are there hang.
func TestHang(t *testing.T) {
	tree, alone := Object{Kind: Tree, Members: []int{0, 2}, Parents: []int{none, 0}}, Object{Kind: Body, Members: []int{4, 5}}
	bodies := Objects{tree, {Kind: Body, Members: []int{0, 1}}, {Kind: Body, Members: []int{2, 3}}, alone}
	s := Sample{Objects: bodies}
	s.Hang()
	require.Equal(t, bodies, s.Objects, "without joints")
	TurnAxis.Set(&s, make([]float32, 18))
	s.Hang()
	tree.Hangs = true
	require.Equal(t, Objects{tree, {Kind: Tree, Members: []int{4}, Parents: []int{none}, Hangs: true}, bodies[1], bodies[2], alone}, s.Objects)
}
