package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

func TestSimulateForest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	out := gmnc(t, "simulate", "--system", "2 particles, 1 chain(4), 1 star(4), 1 body(4)", "--frames", "3",
		"--train", "2", "--valid", "1", "--test", "0", "-o", path).out
	require.Equal(t, path+": 2 training, 1 validation, 0 test samples of (2 particles, 1 chain(4), 1 star(4), 1 body(4))", strings.SplitN(out, "\n", 2)[0])
	data, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, 2, data.Train[1].Count(system.Tree))
	require.Equal(t, 1, data.Train[1].Count(system.Body))
	require.Equal(t, 3, data.Valid[0].Trajectory.Frames())
	require.Equal(t, "0.1 time units", data.About.Interval)
	require.Contains(t, gmnc(t, "inspect", path).out, "each a trajectory of 3 frames")
}

// TestSimulateSettings: each of them changes what is simulated.
func TestSimulateSettings(t *testing.T) {
	simulated := func(flags ...string) system.Sample {
		path := filepath.Join(t.TempDir(), "data.npz")
		gmnc(t, append([]string{"simulate", "--train", "1", "--valid", "0", "--test", "0", "-o", path}, flags...)...)
		data, err := datasets.Read(path)
		require.NoError(t, err)
		return data.Train[0]
	}
	byDefault := simulated()
	require.Equal(t, byDefault, simulated("--integrator", "semi-implicit-euler", "--time-step", "0.001", "--force-limit", "100"))
	for _, flags := range [][]string{{"--integrator", "runge-kutta"}, {"--time-step", "0.0005"}, {"--force-limit", "0.01"}, {"--seed", "44"}} {
		require.NotEqual(t, byDefault.Position, simulated(flags...).Position, flags)
	}
}

func TestSimulateUsage(t *testing.T) {
	for message, flags := range map[string][]string{
		"expected 3 counts, particles,sticks,hinges, such as 3,2,1":      {"--system", "3,2"},
		"has no particle, expected at least one":                         {"--system", "0,0,0"},
		"expected a count and what there are of, such as 1 chain(4)":     {"--system", "star"},
		"a chain has 2 to 10000 particles, not 0":                        {"--system", "1 chain(0)"},
		"choose one of semi-implicit-euler, runge-kutta":                 {"--integrator", "leapfrog"},
		"--time-step 0: expected a number above 0":                       {"--time-step", "0"},
		"--force-limit 0: expected a number above 0":                     {"--force-limit", "0"},
		"--train -1: expected 0 to 10000000 samples":                     {"--train", "-1"},
		"--valid -1: expected 0 to 10000000 samples":                     {"--valid", "-1"},
		"--test 10000001: expected 0 to 10000000 samples":                {"--test", "10000001"},
		"--train, --valid and --test are 0: expected one sample or more": {"--train", "0", "--valid", "0", "--test", "0"},
		"--frames 1 of each of 500 trajectories: expected 2 or more":     {"--frames", "1"},
		"--frames 9000 of each of 2000 trajectories: expected 2 or more": {"--frames", "9000"},
		"--workers -1: expected at least 1, or 0 for one a processor":    {"--workers", "-1"},
		"--time-step 0.0007: expected one that makes up a frame of 0.1":  {"--time-step", "0.0007"},
		"--time-step -1: expected a positive number":                     {"--time-step", "-1"},
		"--force-limit -1: expected a positive number, or inf for none":  {"--force-limit", "-1"},
		"--mass: has 1 numbers: expected two, the least and the largest": {"--mass", "1"},
		"--mass: has 3 numbers: expected two, the least and the largest": {"--mass", "1,2,3"},
		`--mass: has "b": expected a number`:                             {"--mass", "1,b"},
		"--mass 0,0: expected numbers above 0":                           {"--mass", "0,0"},
		"mass from 2 to 1: expected numbers above 0":                     {"--mass", "2,1"},
	} {
		folder := t.TempDir()
		requireOneLine(t, exitUsage, message, call(t.Context(), append([]string{"simulate", "-o", filepath.Join(folder, "data.npz")}, flags...)...))
		requireEmpty(t, folder)
	}
}

// TestSprings: a spring is two particles, a stiffness and a length.
func TestSprings(t *testing.T) {
	var f springFlag
	require.NoError(t, f.UnmarshalText([]byte("2,0,10,1.5")))
	require.Equal(t, springFlag{First: 2, Second: 0, Stiffness: 10, Length: 1.5}, f)
	for text, message := range map[string]string{
		"0,1,10":     "has 3 parts: expected two particles, a stiffness and a length, such as 0,1,10,1",
		"0,1,10,1,2": "has 5 parts", "a,1,10,1": `has "a": expected a number`, "0,1.5,10,1": `has "1.5"`, "0,1,x,1": `has "x"`, "0,1,10,": `has ""`,
	} {
		require.ErrorContains(t, f.UnmarshalText([]byte(text)), message, text)
	}
	require.Equal(t, springFlag{First: 2, Second: 0, Stiffness: 10, Length: 1.5}, f, "a wrong spring changes nothing")
}

// TestJobOfFlags: the flags are those of the data set to make.
func TestJobOfFlags(t *testing.T) {
	all, err := parsed(strings.Fields("simulate -o data.npz --system 2,1,0 --train 1 --valid 2 --test 3 --seed 4 --workers 5 --frames 6 --mass 1,2 --gravity 0,0,-3 --damping 0.5 --neutral --spring 0,1,10,1")...)
	require.NoError(t, err)
	job, err := all.Simulate.job()
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 5, 6}, []int{job.Train, job.Valid, job.Test, job.Workers, job.Frames})
	require.Equal(t, uint64(4), job.Seed)
	require.Equal(t, sim.Mechanics{
		Gravity: [3]float64{0, 0, -3}, LeastMass: 1, MostMass: 2, Damping: 0.5, Neutral: true, Springs: []sim.Spring{{First: 0, Second: 1, Stiffness: 10, Length: 1}},
	}, job.Mechanics)
}

// TestRobotsHaveStepsOfTheirOwn: unless one is given, the step of a robot is chosen, and the frames
// are those of robots.
func TestRobotsHaveStepsOfTheirOwn(t *testing.T) {
	for flags, want := range map[string]struct {
		step   float64
		frames int
	}{"": {0, robotFrames}, "--time-step 0.01 --frames 7": {0.01, 7}} {
		all, err := parsed(strings.Fields("simulate -o data.npz --robot arm.urdf " + flags)...)
		require.NoError(t, err)
		require.Equal(t, want.step, all.Simulate.TimeStep)
		require.Equal(t, want.frames, all.Simulate.Frames)
		require.Equal(t, want.frames, all.Simulate.robotJob().Frames)
	}
	all, err := parsed(strings.Fields("simulate -o data.npz --robot arm.urdf --given start.npz")...)
	require.NoError(t, err)
	require.Equal(t, "start.npz", all.Simulate.Given)
}
