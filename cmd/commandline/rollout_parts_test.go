package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/system"
)

// TestStates: each system has its own part of a frame, in order, and keeps what is not in frames.
func TestStates(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3), Bonds: [][2]int{{0, 0}}}, {Position: make([]float32, 6)}}
	frame := predict.Frame{Position: []float32{1, 2, 3, 4, 5, 6, 7, 8, 9}, Velocity: []float32{-1, -2, -3, -4, -5, -6, -7, -8, -9}}
	require.Equal(t, []system.Sample{
		{Position: []float32{1, 2, 3}, Velocity: []float32{-1, -2, -3}, Bonds: [][2]int{{0, 0}}},
		{Position: []float32{4, 5, 6, 7, 8, 9}, Velocity: []float32{-4, -5, -6, -7, -8, -9}},
	}, states(samples, frame))
	require.Equal(t, make([]float32, 3), samples[0].Position, "the samples stay as they were")
}

// TestRolloutRefused: a rollout that moves nothing, or whose files have other extensions, is wrong use.
func TestRolloutRefused(t *testing.T) {
	valid := rolloutCommand{Model: "run", Data: "data.npz", Steps: 1}
	require.NoError(t, valid.Validate())
	for message, change := range map[string]func(c *rolloutCommand){
		"--steps 0 moves nothing: 1 or more":                             func(c *rolloutCommand) { c.Steps = 0 },
		"--time -1 is impossible: more than 0, or 0 for the data set's":  func(c *rolloutCommand) { c.Time = -1 },
		"out.txt does not end in .xyz, by which other commands know it":  func(c *rolloutCommand) { c.XYZ = "out.txt" },
		"out.gltf does not end in .glb, by which other commands know it": func(c *rolloutCommand) { c.XYZ, c.GLB = "out.xyz", "out.gltf" },
		"--sample -1 is impossible: samples are counted from 0":          func(c *rolloutCommand) { c.Sample = -1 },
		"the model comes first, gmnc rollout run.onnx data.npz":          func(c *rolloutCommand) { c.Model, c.Data = "data.npz", "run.onnx" },
	} {
		c := valid
		change(&c)
		require.ErrorContains(t, c.Validate(), message)
	}
}

// TestShortRollout: of data with a known potential the table tells the change of energy, and of others
// it does not. A step is an object of JSON, and a line of a table otherwise.
func TestShortRollout(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	file := filepath.Join(folder, "out.npz")
	rollout := func(data string, flags ...string) result {
		return gmnc(t, append([]string{"rollout", s.run, data, "--velocity", "displacement", "--steps", "2"}, flags...)...)
	}
	out := rollout(s.data, "-o", file).out
	require.Contains(t, out, "energy")
	require.Contains(t, out, "velocities are displacements divided by 1, the interval of the data set\n")
	require.Contains(t, rollout(s.data, "--time", "0.5").out, "velocities are displacements divided by 0.5, --time\n")
	require.Equal(t, 3, strings.Count(rollout(s.data, "--json").out, `"report":"step"`))
	requireFailure(t, "out.npz already exists", "rollout", s.run, s.data, "--velocity", "displacement", "-o", file)
	requireFailure(t, "returns no true velocity", "rollout", s.run, s.data)
	requireFailure(t, "absent.npz does not exist", "rollout", s.run, "absent.npz")

	read, err := datasets.Read(s.data)
	require.NoError(t, err)
	read.About.VelocityUnit, read.About.Interval = "m/s", ""
	unknown := filepath.Join(folder, "unknown.npz")
	require.NoError(t, datasets.Write(unknown, read))
	out = rollout(unknown, "--units", "ignore").out
	require.NotContains(t, out, "energy")
	require.Contains(t, out, "the time for which constant velocities fit the targets best, as the data set has no interval\n")
}

// TestFilesOfRollouts: the frames of the chosen sample are in files and pictures, with those of a
// model beside it.
func TestFilesOfRollouts(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	args := []string{"rollout", s.run, s.data, "--velocity", "displacement", "--steps", "1", "--sample", "2"}
	gmnc(t, append(args, "--xyz", in("out.xyz"), "--glb", in("out.glb"), "--pictures", in("pictures"), "--beside", s.model)...)
	xyz := string(readFile(t, in("out.xyz")))
	require.Equal(t, 2*(2+10), strings.Count(xyz, "\n"), "the first state and one step of ten particles")
	require.Contains(t, xyz, "step=1")
	require.Equal(t, "glTF", string(readFile(t, in("out.glb"))[:4]))
	require.Contains(t, string(readFile(t, in("pictures/rollout_sample_2_beside.svg"))), "model.onnx")
	requireFailure(t, "already exists", append(args, "--pictures", in("pictures"))...)
	beside := call(t.Context(), append(args, "--pictures", in("others"), "--beside", "absent")...)
	require.Equal(t, exitFailure, beside.code)
	require.Contains(t, beside.err, "--beside absent: absent does not exist")
	requireFailure(t, "cannot make the folder of the pictures: ", append(args, "--pictures", in("out.xyz")+"/below")...)
}
