package commandline

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

const pendulumOfTwo = `<robot name="two">
 <link name="world"/>
 <link name="upper"><inertial><origin xyz="0 0 -0.2"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.015"/></inertial></link>
 <link name="lower"><inertial><origin xyz="0 0 -0.3"/><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0.001" iyy="0.02" iyz="0" izz="0.025"/></inertial></link>
 <joint name="shoulder" type="continuous"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/><dynamics damping="0.1" friction="0.2"/></joint>
 <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4"/><axis xyz="1 1 0"/></joint>
</robot>`

// TestSimulateRobot: a robot's file becomes a data set with joints and torques, on which a
// model that knows its mechanics is right.
func TestSimulateRobot(t *testing.T) {
	file := write(t, "two.urdf", []byte(pendulumOfTwo))
	path := filepath.Join(t.TempDir(), "two.npz")
	done := gmnc(t, "simulate", "--robot", file, "--motors", "1", "--train", "4", "--valid", "2", "--test", "1", "-o", path)
	require.Contains(t, done.out, path+": 4 training, 2 validation, 1 test trajectories of 2 bodies, 12 particles\nsteps of ")
	data, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, "0.02 s", data.About.Interval)
	require.Equal(t, robotFrames, data.Train[0].Trajectory.Frames())
	require.True(t, data.Has(system.Torque))
	require.True(t, data.Has(system.TurnFriction))
	first := data.First()
	require.Equal(t, []float32{0, 0, -9.81}, system.Gravity.Of(&first))

	held := filepath.Join(t.TempDir(), "held.npz")
	gmnc(t, "simulate", "--robot", file, "--hold", "shoulder", "--pose", "shoulder=1.5", "--gravity", "0,0,0", "--train", "3", "--valid", "2", "--test", "1", "--frames", "5", "-o", held)
	data, err = datasets.Read(held)
	require.NoError(t, err)
	require.Equal(t, 6, data.Train[0].Particles(), "one body")
	require.False(t, data.Has(system.Gravity))

	afloat := filepath.Join(t.TempDir(), "floating.npz")
	floating := gmnc(t, "simulate", "--robot", file, "--floating", "--train", "1", "--valid", "0", "--test", "0", "--frames", "3", "-o", afloat)
	data, err = datasets.Read(afloat)
	require.NoError(t, err)
	require.True(t, data.Has(system.JointType))
	require.Contains(t, floating.out, "momentum by less than 1e-11, angular momentum by less than 1e-11")
}

func TestSimulateRobotUsage(t *testing.T) {
	file := write(t, "two.urdf", []byte(pendulumOfTwo))
	folder := t.TempDir()
	output := filepath.Join(folder, "data.npz")
	for message, flags := range map[string][]string{
		"--floating needs --robot FILE.urdf":                               {"--floating"},
		"--hang needs systems of particles, without --robot":               {"--robot", file, "--hang"},
		"--train needs starts that are drawn, without --given":             {"--robot", file, "--given", "x.npz", "--train", "3"},
		"--interval 0: expected seconds":                                   {"--robot", file, "--interval", "0"},
		"--motors -1: expected 0 to":                                       {"--robot", file, "--motors=-1"},
		"--time-step 0: expected a number above 0, or none":                {"--robot", file, "--time-step", "0"},
		"--time-step 0.015: expected one that makes up the --interval of ": {"--robot", file, "--time-step", "0.015"},
		"--frames 1 of each of 4500 trajectories: expected 2 or more":      {"--robot", file, "--frames", "1"},
	} {
		requireOneLine(t, exitUsage, message, call(context.Background(), append([]string{"simulate", "-o", output}, flags...)...))
	}
	requireFailure(t, "has \"wrist\", which is no joint of the robot", "simulate", "--robot", file, "--hold", "wrist", "-q", "-o", output)
	requireFailure(t, "two.urdf: --limits: no joint that moves has a lower limit below an upper one", "simulate", "--robot", file, "--limits", "-q", "-o", output)
	requireFailure(t, "none.npz does not exist", "simulate", "--robot", file, "--given", filepath.Join(folder, "none.npz"), "-q", "-o", output)
	requireFailure(t, "has no angles of joints", "simulate", "--robot", file, "--given", emptyArrays(t), "-q", "-o", output)
	requireEmpty(t, folder)
}

// emptyArrays is a data set of other things.
func emptyArrays(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "other.npz")
	gmnc(t, "simulate", "--train", "1", "--valid", "0", "--test", "0", "-o", path)
	return path
}

// TestSimulatedDrift: data sets say what the simulation left of energy and lengths, and
// what half the step changes; of charges alone a step that is too long is said, too.
func TestSimulatedDrift(t *testing.T) {
	source := func(flags ...string) string {
		path := filepath.Join(t.TempDir(), "data.npz")
		gmnc(t, append([]string{"simulate", "--train", "1", "--valid", "0", "--test", "0", "-o", path}, flags...)...)
		data, err := datasets.Read(path)
		require.NoError(t, err)
		return data.About.Source
	}
	require.Regexp(t, `^\(3,2,1\), simulated from drawn starts; drift .*; half the step changes motions by .* in the median of 1 systems`, source())
	require.Contains(t, source("--system", "20,0,0", "--time-step", "0.1"), "above 0.01: the data set is chaotic, or its step is long")
	require.Regexp(t, `^\(1 chain\(3\)\), simulated from drawn starts; drift from inputs to the last frames: energy changes by `,
		source("--system", "1 chain(3)", "--hang", "--neutral", "--gravity", "0,0,-1"))
}
