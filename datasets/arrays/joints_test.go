package arrays

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// linked are recordings of two bodies of two particles each.
func linked(arrays ...npz.Array) []npz.Array {
	const recordings, frames = 3, 2
	shape := []int{recordings, frames, 4, 3}
	return append([]npz.Array{
		{Key: "positions", Shape: shape, Floats: slices.Repeat(linkedRest.Floats, recordings*frames)},
		{Key: "velocities", Shape: shape, Floats: make([]float32, recordings*frames*12)}, number("dt", 0.1),
		{Key: "bodies", Shape: []int{4}, Ints: []int64{0, 0, 1, 1}},
		{Key: "joint_anchor", Shape: []int{2, 3}, Floats: []float32{0, 0, 0, 0, 0, 1}},
	}, arrays...)
}

var (
	linkedAxes    = npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Floats: []float32{0, 0, 2, 0, 1, 0}}
	linkedParents = npz.Array{Key: "joint_parent", Shape: []int{2}, Ints: []int64{-1, 0}}
	linkedRest    = npz.Array{Key: "rest", Shape: []int{4, 3}, Floats: []float32{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}}
)

// TestJoints: joints become fields of particles, by joint given ones too.
func TestJoints(t *testing.T) {
	torque := npz.Array{Key: "torque", Shape: []int{3, 2, 2}, Floats: []float32{1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11, 0}}
	damping := list("damping", 0.5, 2)
	slides := npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{0, 1}}
	limits := npz.Array{Key: "turn_limits", Shape: []int{2, 2}, Floats: []float32{-1, 2, 0, 0}}
	held := []npz.Array{limits, list("stop_inertia", 3, 0), list("rotor_mass", 0, 4), number("stop_time", 0.5)}
	data, _, err := prepared(t, usual, linked(append(held, linkedAxes, linkedParents, linkedRest, torque, slides, damping)...)...)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, system.TurnAxis.Of(&first))
	require.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}, system.SlideAxis.Of(&first))
	require.Equal(t, []float32{0.5, 0.5, 0, 0}, system.TurnDamping.Of(&first))
	require.Equal(t, []float32{0, 0, 2, 2}, system.SlideDamping.Of(&first))
	require.Equal(t, []float32{-1, 2, -1, 2, 0, 0, 0, 0}, system.TurnLimits.Of(&first))
	require.Equal(t, []float32{3, 3, 0, 0}, system.StopInertia.Of(&first))
	require.Equal(t, []float32{0, 0, 4, 4}, system.RotorMass.Of(&first))
	require.Equal(t, []float32{0.5}, system.StopTime.Of(&first))
	require.Equal(t, linkedRest.Floats, system.Rest.Of(&first))
	require.Equal(t, []int64{-1, -1, 0, -1}, first.Objects.Numbers(system.Tree, 4))
	given := first.Trajectory.Given.Of(system.Torque)
	require.Len(t, given, 8)
	require.Equal(t, given[0], given[1])
	require.Equal(t, given[0]+2, given[4])
	require.Zero(t, given[2])
}

var (
	floatingTypes = npz.Array{Key: "joint_type", Shape: []int{2}, Ints: []int64{system.Floating, system.OnBall}}
	noAxes        = npz.Array{Key: "joint_axis", Shape: []int{2, 3}, Ints: make([]int64, 6)}
)

// TestJointsWithoutAxes: a body that floats, and one on a ball joint, which alone a damping
// for all joints is of.
func TestJointsWithoutAxes(t *testing.T) {
	data, notes, err := prepared(t, usual, linked(noAxes, linkedParents, linkedRest, floatingTypes, number("damping", 0.5))...)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{2, 2, 1, 1}, system.JointType.Of(&first))
	require.Equal(t, 9, first.Joints())
	require.Equal(t, []float32{0, 0, 0.5, 0.5}, system.TurnDamping.Of(&first))
	require.Contains(t, notes, "damping: 1 of 2 bodies float: the number is of the other joints")
}

// TestJointFriction: one number is of every joint, of its turning or its sliding.
func TestJointFriction(t *testing.T) {
	slides := npz.Array{Key: "joint_slides", Shape: []int{2}, Ints: []int64{0, 1}}
	data, _, err := prepared(t, usual, linked(linkedAxes, linkedParents, linkedRest, slides, number("joint_friction", 0.5))...)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{0.5, 0.5, 0, 0}, system.TurnFriction.Of(&first))
	require.Equal(t, []float32{0, 0, 0.5, 0.5}, system.SlideFriction.Of(&first))
}

func TestWrongJoints(t *testing.T) {
	for want, in := range map[string][]npz.Array{
		"parents is there and joint_axis, too: expected no trees": linked(linkedAxes, linkedParents, linkedRest, npz.Array{Key: "parents", Shape: []int{4}, Ints: []int64{-1, 0, -1, -1}}),
		"mass: recording 0: the body of joint 1 has no mass":      linked(linkedAxes, linkedParents, linkedRest, list("mass", 1, 1, 0, 0)),
		"torque: joint 1 has 3 in row 0, expected 0":              linked(noAxes, linkedParents, linkedRest, floatingTypes, npz.Array{Key: "torque", Shape: []int{3, 2, 2}, Floats: []float32{0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}),
		"thrust: joint 0 has 2 in row 5, expected 0":              linked(linkedAxes, linkedParents, linkedRest, npz.Array{Key: "thrust", Shape: []int{3, 2, 2}, Floats: []float32{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0}}),
	} {
		_, _, err := prepared(t, usual, in...)
		require.ErrorContains(t, err, want)
	}
}

// TestOtherJoints: a motion on other joints than told is refused by recording and body.
func TestOtherJoints(t *testing.T) {
	path := filepath.Join(testenv.Data(t), "mechanics", "arm7.npz")
	ignored := []string{"angle", "rate", "rest"} // the first frame is another pose
	_, _, err := Prepare(path, Options{Interval: 1, LengthUnit: "m", TimeUnit: "s", Ignore: ignored})
	require.ErrorContains(t, err, "arm7.npz: joint_anchor: recording ")
	require.ErrorContains(t, err, " is off its joint by ")
}

// TestMasslessBody: a body between joints needs no mass of its own.
func TestMasslessBody(t *testing.T) {
	data, _, err := prepared(t, usual, linked(linkedAxes, linkedParents, linkedRest, list("mass", 0, 0, 1, 1))...)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{0, 0, 1, 1}, system.Mass.Of(&first))
}

// TestArm reads an arm of seven joints with its torques.
func TestArm(t *testing.T) {
	path := filepath.Join(testenv.Data(t), "mechanics", "arm7.npz")
	data, _, err := Prepare(path, Options{Interval: 1, LengthUnit: "m", TimeUnit: "s", Ignore: []string{"angle", "rate"}})
	require.NoError(t, err)
	first := data.First()
	require.True(t, first.Jointed())
	require.Equal(t, 61, first.Trajectory.Frames())
	require.Len(t, first.Trajectory.Given.Of(system.Torque), 61*42)
}

// TestGapsOfJoints: a recording that is off its joints is named from a thousandth on, and refused from a
// twentieth.
func TestGapsOfJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	of := func(first, last float64) (notes []string, err error) {
		s := sourceOf(t)
		s.particles, s.Joints = 4, []system.Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}
		sample := system.Sample{Position: slices.Clone(rest), Velocity: make([]float32, 12)}
		require.NoError(t, sample.Join(rest, s.Joints))
		extent := 2 * (&system.Sample{Position: rest}).Extent()
		sample.Trajectory = &system.Trajectory{Particles: 4}
		for _, off := range []float64{first, last} {
			for i, x := range rest {
				if i%3 == 0 {
					x += float32(off * extent)
				}
				sample.Trajectory.Positions = append(sample.Trajectory.Positions, float64(x))
			}
		}
		for i := range sample.Position {
			sample.Position[i] = float32(sample.Trajectory.Positions[i])
		}
		err = s.checkJointed(&recordings.Group{Samples: []system.Sample{sample}, From: []int{3}})
		return s.Notes, err
	}
	notes, err := of(0, 0.0009)
	require.NoError(t, err)
	require.Empty(t, notes)
	notes, err = of(0.002, 0.04)
	require.NoError(t, err)
	require.Len(t, notes, 1)
	require.Contains(t, notes[0], "positions: recording 3, last frame of a sample: body 0 is off its joint by 0.04 of the robot's extent, and by an angle of sine ")
	notes, err = of(0.002, 0)
	require.NoError(t, err)
	require.Contains(t, notes[0], "recording 3, first frame of a sample: body 0 is off its joint by 0.002")
	_, err = of(0, 0.051)
	require.ErrorContains(t, err, "joint_anchor: recording 3, last frame of a sample: body 0 is off its joint by 0.051 of the robot's extent, and by an angle of sine ")
	require.ErrorContains(t, err, ": expected a motion on these joints")
	require.NoError(t, sourceOf(t).checkJointed(nil), "without joints")
}
