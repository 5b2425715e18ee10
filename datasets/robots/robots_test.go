package robots

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/internal/test/recovered"
	"gmnc/internal/test/testenv"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// twoLinks is an arm of two links on a rail, without damping.
const twoLinks = `<robot name="two">
 <link name="world"/>
 <link name="cart"><inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.04"/></inertial></link>
 <link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.02" iyz="0" izz="0.025"/></inertial></link>
 <joint name="rail" type="prismatic"><parent link="world"/><child link="cart"/><axis xyz="0 1 0"/></joint>
 <joint name="turn" type="revolute"><parent link="cart"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="1 0 1"/></joint>
</robot>`

func read(t *testing.T, o urdf.Options) *mechanism.Mechanism {
	t.Helper()
	path := filepath.Join(t.TempDir(), "two.urdf")
	require.NoError(t, os.WriteFile(path, []byte(twoLinks), 0o600))
	robot, _, err := urdf.ReadMechanism(path, o)
	require.NoError(t, err)
	return robot
}

func job(robot *mechanism.Mechanism) Config {
	return Config{Robot: robot, Name: "two", Train: 3, Valid: 1, Test: 1, Seed: 1, Frames: 11, Interval: 0.05}
}

// TestEnergy: a robot without damping keeps its energy, its joints are in the data set, and
// any number of workers makes the same bits.
func TestEnergy(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	c.Robot.Gravity = r3.Vec{Z: -9.81}
	data, report, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	require.LessOrEqual(t, report.Halved, Bound)
	require.Less(t, report.Energy, 1e-4)
	require.Greater(t, report.Energy, 0.0)
	require.True(t, math.IsNaN(report.Momentum), "it hangs on the ground")
	require.Less(t, report.Lengths, 1e-5)
	require.Contains(t, data.About.Source, "two: steps of ")
	first := data.First()
	require.Equal(t, 2, first.Joints())
	require.NotNil(t, system.SlideAxis.Of(&first))
	require.NotNil(t, system.TurnAxis.Of(&first))
	require.Equal(t, 11, first.Trajectory.Frames())

	c.Workers = 1
	again, _, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	require.Equal(t, data, again)
}

// TestFloating: a robot that floats keeps its momentum, and its first body is on no joint.
func TestFloating(t *testing.T) {
	data, report, err := Simulate(t.Context(), job(read(t, urdf.Options{Floats: true})), nil)
	require.NoError(t, err)
	require.Less(t, report.Momentum, 1e-3)
	require.Less(t, report.Energy, 1e-3)
	first := data.First()
	require.Equal(t, 7, first.Joints())
	require.EqualValues(t, system.Floating, system.JointType.Of(&first)[0])
	require.Equal(t, 2, first.Objects.Count(system.Body))
}

// TestMotors: torques and thrusts of each frame are in the data set, and move the robot.
func TestMotors(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	still, _, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	c.Motor = 3
	driven, report, err := Simulate(t.Context(), c, nil)
	require.NoError(t, err)
	require.True(t, math.IsNaN(report.Energy), "motors change it")
	require.True(t, driven.Has(system.Torque))
	require.True(t, driven.Has(system.Thrust))
	require.Equal(t, still.Test[0].Position, driven.Test[0].Position)
	require.NotEqual(t, still.Test[0].TargetPosition, driven.Test[0].TargetPosition)
}

// TestStep: a step that is too long is refused, with one that does.
func TestStep(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	c.Interval, c.TimeStep = 0.4, 0.4
	_, _, err := Simulate(t.Context(), c, nil)
	require.ErrorContains(t, err, "halving the time_step of 0.4 changes a frame by ")
	require.ErrorContains(t, err, " does there")
	c.TimeStep = 0.3
	require.ErrorContains(t, c.Validate(), "time_step 0.3: expected one that makes up the interval of 0.4 in a whole number of steps")
	c.TimeStep, c.Frames = 0, 1
	require.ErrorContains(t, c.Validate(), "frames 1 of each")
}

// TestRecordedArm: an arm by its file's masses, inertias, axes and dampings, from the
// starts and under the torques of a recording, is where MuJoCo had it.
func TestRecordedArm(t *testing.T) {
	folder := filepath.Join(testenv.Data(t), "mechanics")
	robot, _, err := urdf.ReadMechanism(filepath.Join(folder, "arm7.urdf"), urdf.Options{})
	require.NoError(t, err)
	robot.Gravity = r3.Vec{Z: -9.81}
	const frames = 21
	path := filepath.Join(folder, "arm7.npz")
	given, notes, err := ReadGiven(path, robot, frames)
	require.NoError(t, err)
	require.Contains(t, notes[0], "not read: bodies, damping")
	require.Contains(t, strings.Join(notes, "\n"), "train_torque has 61 frames, of which the first 20 act")
	given.splits[0], given.splits[1] = recorded{}, recorded{}
	data, report, err := Simulate(t.Context(), Config{Robot: robot, Name: "arm7", Frames: frames, Interval: 0.02, Given: given}, nil)
	require.NoError(t, err)
	require.Zero(t, report.Chaotic)
	require.Len(t, data.Test, 30)

	seen, positions := markers(t, path, robot)
	n := len(seen.Rest)
	for frame, goal := range map[int]float64{5: 1e-4, 20: 1e-3} {
		var sum float64
		for i := range data.Test {
			trajectory := data.Test[i].Trajectory
			at := 3 * trajectory.Particles * frame
			state, _, err := recovered.State(robot, vectors(trajectory.Positions[at:at+3*trajectory.Particles]), vectors(trajectory.Velocities[at:at+3*trajectory.Particles]))
			require.NoError(t, err)
			got := make([]r3.Vec, n)
			seen.NewIntegrator(state).Particles(got, make([]r3.Vec, n))
			truth := vectors(positions[3*n*(i*len(positions)/(3*n)/len(data.Test)+frame):][:3*n])
			for k := range got {
				sum += r3.Norm2(r3.Sub(got[k], truth[k])) / float64(n*len(data.Test))
			}
		}
		t.Logf("frame %d: %.2g m", frame, math.Sqrt(sum))
		require.Less(t, math.Sqrt(sum), goal)
	}
}

// markers are the recording's particles on the joints of a robot, and the positions of
// its test trajectories.
func markers(t *testing.T, path string, robot *mechanism.Mechanism) (seen *mechanism.Mechanism, positions []float64) {
	var on mechanism.Mechanism
	for _, body := range robot.Bodies {
		body.Members = nil
		on.Bodies = append(on.Bodies, body)
	}
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		any := npz.Axis{Size: -1}
		rest, _, err := a.Doubles("rest", any, any)
		require.NoError(t, err)
		on.Rest = vectors(rest)
		bodies, err := a.Ints("bodies", any)
		require.NoError(t, err)
		for i, body := range bodies {
			on.Mass = append(on.Mass, 1)
			on.Bodies[body].Members = append(on.Bodies[body].Members, i)
		}
		positions, _, err = a.Doubles("test_positions", any, any, any, any)
		return err
	}))
	seen, err := mechanism.New(on)
	require.NoError(t, err)
	return seen, positions
}

func vectors(flat []float64) (all []r3.Vec) {
	for i := 0; i < len(flat); i += 3 {
		all = append(all, r3.Vec{X: flat[i], Y: flat[i+1], Z: flat[i+2]})
	}
	return all
}
