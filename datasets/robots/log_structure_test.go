package robots

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// TestStructureOfRobot: arrays have the joints of a robot, of which each has its parent, kind, anchor, axis, damping and friction.
func TestStructureOfRobot(t *testing.T) {
	c := Config{Name: "cart", Robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1}))}
	c.Robot.Gravity = r3.Vec{Z: -10}
	first, second := &c.Robot.Bodies[0], &c.Robot.Bodies[1]
	first.Damping, first.Friction, second.Damping, second.Anchor = 0.5, 0.25, 2, r3.Vec{X: 1, Y: 2, Z: 3}
	second.Stop = mechanism.Stop{Lower: -1, Upper: 1.5, Inertia: 8}
	all, err := c.structure()
	require.NoError(t, err)
	got := map[string]npz.Array{}
	for _, array := range all {
		require.NotContains(t, got, array.Key)
		got[array.Key] = array
	}
	for _, want := range []npz.Array{
		{Key: "length_unit", Text: "m"}, {Key: "velocity_unit", Text: "m/s"}, {Key: "up", Text: "z"}, {Key: "source", Text: "cart"},
		{Key: "names", Text: "cart 1|cart 2|pole 1|pole 2"},
		{Key: "bodies", Shape: []int{4}, Ints: []int64{0, 0, 1, 1}},
		{Key: "joint_parent", Shape: []int{2}, Ints: []int64{-1, 0}},
		{Key: "joint_slides", Shape: []int{2}, Ints: []int64{1, 0}},
		{Key: "joint_anchor", Shape: []int{2, 3}, Floats: []float32{0, 0, 0, 1, 2, 3}},
		{Key: "joint_axis", Shape: []int{2, 3}, Floats: []float32{1, 0, 0, 0, 1, 0}},
		{Key: "damping", Shape: []int{2}, Floats: []float32{0.5, 2}},
		{Key: "joint_friction", Shape: []int{2}, Floats: []float32{0.25, 0}},
		{Key: "mass", Shape: []int{4}, Floats: []float32{1, 1, 1, 1}},
		{Key: "gravity", Shape: []int{3}, Floats: []float32{0, 0, -10}},
		{Key: system.TurnLimits.Array(), Shape: []int{4, 2}, Floats: []float32{0, 0, 0, 0, -1, 1.5, -1, 1.5}},
		{Key: system.StopTime.Array(), Shape: []int{1}, Floats: []float32{mechanism.StopTime}},
	} {
		require.Equal(t, want, got[want.Key])
	}
	for _, f := range ofJoints {
		if f != system.JointAnchor {
			require.NotContains(t, got, f.Array())
		}
	}
}

// TestJointsOfRobot: a joint with one axis turns or slides. One with three turns is a ball, and one with six axes floats.
func TestJointsOfRobot(t *testing.T) {
	x := r3.Vec{X: 1}
	of := func(joint mechanism.Joint) system.Joint {
		body := mechanism.Body{Name: "b", Joint: joint, Parent: -1, Members: []int{3}, Anchor: r3.Vec{X: 1, Y: 2, Z: 3}}
		return Config{Robot: &mechanism.Mechanism{Bodies: []mechanism.Body{body}}}.joints()[0]
	}
	like := system.Joint{Name: "b", Parent: -1, Members: []int{3}, Anchor: [3]float64{1, 2, 3}}
	turn, slide, ball, free := like, like, like, like
	turn.Axis, slide.Axis, slide.Slides = [3]float64{1}, [3]float64{1}, true
	ball.Type, free.Type = system.OnBall, system.Floating
	for _, c := range []struct {
		joint mechanism.Joint
		want  system.Joint
	}{{mechanism.Revolute(x), turn}, {mechanism.Prismatic(x), slide}, {mechanism.Ball(), ball}, {mechanism.Free(), free}} {
		require.Equal(t, c.want, of(c.joint))
	}
	turn.Damping, turn.Friction, turn.Limits, turn.Stop, turn.Rotor = 1, 2, [2]float64{-3, 4}, 5, 6
	require.Equal(t, turn, of(mechanism.Joint{Turns: []r3.Vec{x}, Damping: 1, Friction: 2, Rotor: 6, Stop: mechanism.Stop{Lower: -3, Upper: 4, Inertia: 5}}))
}
