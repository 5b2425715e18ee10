package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
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
