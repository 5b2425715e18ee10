package robots_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

const limitedRobot = `<robot name="r"><link name="world"/>
<link name="arm"><inertial><origin xyz="0.3 0 0"/><mass value="1.5"/><inertia ixx="0.01" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="world"/><child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="0.5"/></joint>
</robot>`

// TestLimits: a robot that falls stops at the limits of its file, counted from the pose,
// and the data set says them, and its rotor; without the option they do not act.
func TestLimits(t *testing.T) {
	read := func(limits bool) *mechanism.Mechanism {
		options := urdf.Options{Limits: limits, Pose: map[string]float64{"shoulder": 0.25}}
		robot, _, err := urdf.ParseMechanism("r.urdf", strings.NewReader(limitedRobot), options)
		require.NoError(t, err)
		robot.Gravity = r3.Vec{Z: -9.81}
		robot.Bodies[0].Rotor = 0.01
		return robot
	}
	job := robots.Config{Robot: read(true), Train: 2, Seed: 1, Frames: 30, Interval: 0.02}
	data, _, err := robots.Simulate(t.Context(), job, nil)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{-1.25, 0.25}, system.TurnLimits.Of(&first)[:2])
	require.Greater(t, system.StopInertia.Of(&first)[0], float32(1))
	require.Equal(t, float32(0.01), system.RotorInertia.Of(&first)[0])
	require.Equal(t, []float32{mechanism.StopTime}, system.StopTime.Of(&first))
	lowest := func(s *system.Sample) (lowest float64) {
		for k := 2; k < len(s.Trajectory.Positions); k += 3 {
			lowest = min(lowest, s.Trajectory.Positions[k])
		}
		return lowest
	}
	held := lowest(&first)
	job.Robot = read(false)
	data, _, err = robots.Simulate(t.Context(), job, nil)
	require.NoError(t, err)
	first = data.First()
	require.Nil(t, system.TurnLimits.Of(&first))
	require.Less(t, lowest(&first), held-0.1)

	path := filepath.Join(t.TempDir(), "given.npz")
	require.NoError(t, npz.Write(path, []npz.Array{{Key: "test_angle", Shape: []int{1, 1}, Floats: []float32{math.Pi}}}))
	job.Robot = read(true)
	job.Given, _, err = robots.ReadGiven(path, job.Robot, 30)
	require.NoError(t, err)
	unused := job
	unused.Train, unused.Valid, unused.Test = -1, 2_000_000, 0
	require.NoError(t, unused.Validate(), "a recording is given, so the counts have no meaning")
	unused.Given = nil
	require.ErrorContains(t, unused.Validate(), "train -1, valid 2000000, test 0: expected 0 or more trajectories")
	unused.Train = 0
	require.ErrorContains(t, unused.Validate(), "expected 2 or more, and 1000000 in all at most")
	unused.Valid = 0
	require.ErrorContains(t, unused.Validate(), "train, valid and test are 0")
	_, _, err = robots.Simulate(t.Context(), job, nil)
	require.ErrorContains(t, err, "test: recording 0: joint 0, shoulder, starts at 3.142, far beyond its limits -1.25 and 0.25")
}

// TestLimitsAfloat: limits beside a body that floats are noted, which no model moves.
func TestLimitsAfloat(t *testing.T) {
	arm := mechanism.Body{Joint: mechanism.Revolute(r3.Vec{Y: 1})}
	arm.Stop.Upper = 1
	notes := func(first mechanism.Joint) []string {
		return robots.Config{Robot: &mechanism.Mechanism{Bodies: []mechanism.Body{{Joint: first}, arm}}}.Unsaid()
	}
	require.Equal(t, []string{"joints have limits and a body floats: gmn-ode refuses data with both"}, notes(mechanism.Free()))
	require.Empty(t, notes(mechanism.Prismatic(r3.Vec{Z: 1})))
	arm.Stop.Upper = 0
	require.Empty(t, notes(mechanism.Free()), "without limits")
}
