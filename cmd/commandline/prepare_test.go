package commandline

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// chain is a trajectory of four carbons in a row whose last one moves away,
// frame by frame.
func chain(t *testing.T, frames int) (path string) {
	t.Helper()
	var text strings.Builder
	for frame := range frames {
		fmt.Fprintf(&text, "4\n\nC 0 0 0\nC 1.5 0 0\nC 3 0 0\nC 4.5 %g 0\n", float64(frame)/1000)
	}
	return write(t, "chain.xyz", []byte(text.String()))
}

func TestPrepareDecomposeInspect(t *testing.T) {
	folder := t.TempDir()
	data, other := filepath.Join(folder, "data.npz"), filepath.Join(folder, "other.npz")
	out := gmnc(t, "prepare", "md17", chain(t, 1000), "--span", "100", "--seed", "3", "-o", data).out
	require.Regexp(t, `^.*data.npz: 300 training, 100 validation, 100 test samples of 4 particles, sticks: [12]\n$`, out)

	require.NotContains(t, gmnc(t, "prepare", "md17", chain(t, 1000), "--span", "100", "-o", other).err, "at other times")
	random := gmnc(t, "prepare", "md17", chain(t, 1000), "--span", "100", "--at-random", "-o", other, "--force")
	require.Contains(t, random.err, "100 % of the test samples begin within one prediction interval (100 frames) of a training sample: split each trajectory by time")
	require.Contains(t, gmnc(t, "inspect", other).out, "overlap: 100 % of the validation samples begin within one prediction interval (100 frames) of a training sample, 100 % of the test samples")

	out = gmnc(t, "decompose", data, "--maximum", "-o", other, "--force").out
	require.Contains(t, out, "samples of 4 particles, sticks: 2\n")
	shown := gmnc(t, "inspect", other).out
	for _, line := range []string{
		"  source    chain.xyz, hydrogens kept, bonds that are rigid in the data as sticks, split by time, drawn from seed 3. Objects chosen anew: 0 hinges and a maximum matching from seed 1\n",
		"  length    angstrom\n", "  interval  100 frames\n",
		"  train     samples: 300 of 4 particles (isolated: 0, sticks: 2), constraint error of the targets: ",
		"  graph     10 edges from neighbors in 3 slots a particle (of the first sample)\n",
		"  nodes     features: z\n", "  edges     features: hop, z_receiver, z_sender\n",
		"  stick     (0, 1) length 1.5 +- 0 (1.5 to 1.5), change to the target 0, at most 0: rigid\n",
		"  stick     (2, 3) length 1.5", ": not rigid\n", "  bonds     length 1.5",
	} {
		require.Contains(t, shown, line)
	}

	parts, err := datasets.Read(data)
	require.NoError(t, err)
	parts.Train, parts.Valid = nil, nil
	require.NoError(t, datasets.Write(other, parts))
	out = gmnc(t, "decompose", other, "--maximum", "-o", filepath.Join(folder, "tests.NPZ")).out
	require.Contains(t, out, "0 training, 0 validation, 100 test samples of 4 particles, sticks: 2\n")
	require.Contains(t, gmnc(t, "inspect", filepath.Join(folder, "tests.NPZ")).out, "  test      samples: 100 of 4 particles")

	forest := filepath.Join(folder, "forest.npz")
	require.Contains(t, gmnc(t, "decompose", data, "--trees", "--largest", "5", "-o", forest).out, "trees: ")
	require.Contains(t, gmnc(t, "inspect", forest).out, " particles, depth ")
	gmnc(t, "decompose", data, "--hinges", "1", "-o", other, "--force")
	hinged, err := datasets.Read(other)
	require.NoError(t, err)
	s := hinged.Test[0]
	require.Len(t, s.Objects.Of(system.Hinge), 1)
	require.Contains(t, gmnc(t, "inspect", other).out, "  hinge     (1, ")

	again := filepath.Join(folder, "again.npz")
	gmnc(t, "prepare", "md17", chain(t, 1000), "--span", "100", "--seed", "3", "--split", data, "-o", again)
	first, err := datasets.Read(data)
	require.NoError(t, err)
	second, err := datasets.Read(again)
	require.NoError(t, err)
	require.Equal(t, first.Train, second.Train)
}

// TestMoleculeSession trains on a prepared data set, and exports.
func TestMoleculeSession(t *testing.T) {
	folder := t.TempDir()
	data, run, model := filepath.Join(folder, "data.npz"), filepath.Join(folder, "run"), filepath.Join(folder, "model.onnx")
	gmnc(t, "prepare", "md17", chain(t, 200), "--span", "20", "-o", data)
	gmnc(t, "train", data, "--epochs", "1", "--batch", "8", "--layers", "1", "--hidden", "4", "-o", run)
	gmnc(t, "export", run, "-o", model)
	for _, path := range []string{run, model} {
		require.Contains(t, gmnc(t, "predict", path, data).out, "20 test samples in ")
		require.Contains(t, gmnc(t, "inspect", path).out, "  inputs    positions and velocities of particles, lists of neighbors, the features z of particles, the features hop, z_receiver, z_sender of edges\n")
		requireFailure(t, path+": the model takes lists of neighbors, the features z of particles, "+
			"the features hop, z_receiver, z_sender of edges; the data set has all other particles as neighbors, charges", "predict", path, getSession(t).data)
	}
}

// TestSeveralMoleculesSession: one file of two molecules trains, predicts, and becomes a
// file that keeps its promises.
func TestSeveralMoleculesSession(t *testing.T) {
	folder := t.TempDir()
	data, run, model := filepath.Join(folder, "data.npz"), filepath.Join(folder, "run"), filepath.Join(folder, "model.onnx")
	var text strings.Builder
	for frame := range 200 {
		fmt.Fprintf(&text, "4\n\nC 0 0 0\nC 1.5 0 0\nO 3 0 0\nC 4.5 %g 0\n", float64(frame)/1000)
	}
	for frame := range 200 {
		fmt.Fprintf(&text, "3\n\nC 0 0 %g\nN 1.4 0 0\nC 2.7 0 0\n", float64(frame)/1000)
	}
	source := write(t, "two.xyz", []byte(text.String()))
	out := gmnc(t, "prepare", "md17", source, "--span", "20", "--features", "element", "-o", data).out
	require.Contains(t, out, "data.npz: 120 training, 40 validation, 40 test samples of 3 to 4 particles, the first of 4 particles, sticks: ")
	require.Contains(t, gmnc(t, "inspect", data).out, "  nodes     features: C, N, O\n")
	gmnc(t, "train", data, "--epochs", "1", "--batch", "8", "--model", "egnn", "--layers", "1", "--hidden", "4", "-o", run)
	require.Contains(t, gmnc(t, "predict", run, data).out, "40 test samples in ")
	gmnc(t, "export", run, "-o", model)
	require.Contains(t, gmnc(t, "predict", model, data).out, "40 test samples in ")
	require.Contains(t, gmnc(t, "verify", model).out, "holds     The file keeps every promise: ")
}

func TestPrepareMocap(t *testing.T) {
	source := filepath.Join(testenv.Data(t), "cmu_35")
	path := filepath.Join(t.TempDir(), "data.npz")
	require.Equal(t, path+": 198 training, 600 validation, 600 test samples of 31 particles, sticks: 6\n",
		gmnc(t, "prepare", "mocap", source, "--seed", "7", "-o", path).out)
	require.Equal(t, 6, strings.Count(gmnc(t, "inspect", path).out, ": rigid\n")-1, "six sticks, and the bones")
}

func TestBadPreparations(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	output := filepath.Join(folder, "out.npz")
	for message, args := range map[string]string{
		"has no bonds to choose among: add an array bonds [bonds, 2]":                 "decompose " + s.data,
		"cannot read the folder of motion capture":                                    "prepare mocap absent",
		"has 0 .asf, 0 .amc and 0 .bvh files":                                         "prepare mocap " + folder,
		"cannot read the trajectory: open absent.xyz":                                 "prepare md17 absent.xyz",
		"absent.npz does not exist":                                                   "prepare md17 absent.npz",
		"z is missing: expected the atomic numbers z [atoms]":                         "prepare md17 " + s.data,
		`:1: "notes" is not a number of atoms`:                                        "prepare md17 " + write(t, "notes.txt", []byte("notes\n")),
		"there are 50 frames, too few for three parts with pairs that are 3000 apart": "prepare md17 --span 3000 " + chain(t, 50),
		"the stick [0 1] of ethanol":                                                  "prepare md17 --molecule ethanol --span 2 " + write(t, "far.xyz", []byte("2\n\nC 0 0 0\nC 1.7 0 0\n")),
	} {
		requireFailure(t, message, append(strings.Fields(args), "-o", output)...)
		requireEmpty(t, folder)
	}
	requireOneLine(t, exitUsage, "(see gmnc prepare md17 --help)", call(context.Background(), "prepare", "md17", "x.xyz", "--span", "far"))
}

// TestRobotSession: from a URDF file to a model of its motion.
func TestRobotSession(t *testing.T) {
	folder := t.TempDir()
	robot, data := filepath.Join(folder, "arm.json"), filepath.Join(folder, "data.npz")
	arm := filepath.Join("..", "..", "datasets", "urdf", "testdata", "arm.urdf")
	require.Equal(t, robot+": \"arm\", 8 particles, mass 7.7\n", gmnc(t, "prepare", "urdf", arm, "-o", robot).out)
	requireFailure(t, "already exists", "prepare", "urdf", arm, "-o", robot)

	system := "2 particles, 1 robot(" + robot + ")"
	gmnc(t, "simulate", "--system", system, "--train", "2", "--valid", "1", "--test", "1", "-o", data)
	read, err := datasets.Read(data)
	require.NoError(t, err)
	require.Equal(t, []string{"mass"}, read.NodeFeatures)
	var mass float64
	for _, m := range read.Test[0].NodeFeatures {
		mass += float64(m)
	}
	require.InDelta(t, 2+7.7, mass, 1e-5, "rounded to float32")
	require.Contains(t, gmnc(t, "inspect", data).out, "  nodes     features: mass\n")
	run := filepath.Join(folder, "run")
	gmnc(t, "train", data, "--epochs", "1", "--batch", "2", "--layers", "1", "--hidden", "4", "-o", run)
	require.Contains(t, gmnc(t, "inspect", run).out, "the features mass of particles")
}

func TestBadRobotFiles(t *testing.T) {
	folder := t.TempDir()
	slider := write(t, "slider.urdf", []byte(`<robot><link name="a"/><link name="b"/>`+"\n"+`<joint name="lift" type="prismatic"><parent link="a"/><child link="b"/></joint></robot>`))
	requireFailure(t, slider+":2: the joint lift is prismatic: bars keep their lengths, so only joints that turn are simulated (revolute, continuous) or fixed ones; hold where they are all that slide with --hold lift", "prepare", "urdf", slider, "-o", filepath.Join(folder, "arm.json"))
	requireOneLine(t, exitUsage, "arm.npz does not end in .json", call(t.Context(), "prepare", "urdf", slider, "-o", filepath.Join(folder, "arm.npz")))
	requireFailure(t, slider+": is no description of a robot, as gmnc prepare urdf writes it",
		"simulate", "--system", "1 robot("+slider+")", "-o", filepath.Join(folder, "data.npz"))
	requireFailure(t, "cannot read the robot: open absent.json", "simulate", "--system", "1 robot(absent.json)", "-o", filepath.Join(folder, "data.npz"))
	requireEmpty(t, folder)
}
