package commandline

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
)

// dataOf has equal training samples of one particle with fields, each a trajectory of so
// many frames.
func dataOf(samples, frames int, fields ...*system.Field) *datasets.Data {
	sample := system.Sample{Position: make([]float32, 3), TargetVelocity: make([]float32, 3)}
	for _, f := range fields {
		f.Set(&sample, []float32{1, 0, 0, 0})
	}
	if frames > 0 {
		sample.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames)}
	}
	data := new(datasets.Data)
	for range samples {
		data.Train = append(data.Train, sample)
	}
	return data
}

// allOfIt is the share of errors that known mechanics leave where forces act that they lack.
func allOfIt() float64 { return 1 }

// TestPresetForData: joints count before planes, planes before trajectories, and of a
// joint's constants those that the data lack are learned.
func TestPresetForData(t *testing.T) {
	for _, c := range []struct {
		data *datasets.Data
		want string
	}{
		{dataOf(1, 0), "fast"},
		{dataOf(1, 2), "fast"},
		{dataOf(1, 3), "fast --unroll=1 --epochs=90"},
		{dataOf(250, 3), "fast --unroll=1 --epochs=90"},
		{dataOf(500, 3), "fast --unroll=1 --epochs=45"},
		{dataOf(2500, 3), "fast --unroll=1 --epochs=10"},
		{dataOf(1, 2, system.Planes), "fast"},
		{dataOf(1, 3, system.Planes), "contact --unroll=2"},
		{dataOf(1, 65, system.Planes), "contact --unroll=64"},
		{dataOf(1, 66, system.Planes), "contact --unroll=64"},
		{dataOf(1, 3, system.Planes, system.JointAnchor), "constants --learn=mass,damping --unroll=2"},
		{dataOf(1, 5, system.JointAnchor), "constants --learn=mass,damping --unroll=4"},
		{dataOf(1, 6, system.JointAnchor), "constants --learn=mass,damping --unroll=4"},
		{dataOf(1, 2, system.JointAnchor), "constants --learn=mass,damping"},
		{dataOf(1, 2, system.JointAnchor, system.Mass), "constants --learn=damping"},
		{dataOf(1, 2, system.JointAnchor, system.TurnDamping), "constants --learn=mass"},
		{dataOf(1, 2, system.JointAnchor, system.SlideDamping), "constants --learn=mass"},
		{dataOf(1, 3, system.JointAnchor, system.Mass, system.TurnDamping), "constants"},
	} {
		chosen := presetFor(c.data, allOfIt)
		require.Equal(t, c.want, strings.Join(append([]string{chosen.preset}, chosen.flags...), " "))
		parsedTrain(t, "--preset "+c.want[:len(chosen.preset)]+" "+strings.Join(chosen.flags, " "))
	}
	bones := dataOf(1, 0)
	bones.Train[0].Bonds = [][2]int{}
	parsedTrain(t, strings.Join(ofBones, " "))
	require.Equal(t, ofBones, presetFor(bones, allOfIt).flags)
	require.Empty(t, presetFor(bones, allOfIt).preset)
	require.Equal(t, "constants", presetFor(bones, func() float64 { return exactShare }).preset, "known mechanics come first")
	system.Mass.Set(&bones.Train[0], []float32{1})
	require.Equal(t, "fast", presetFor(bones, allOfIt).preset, "molecules have masses")
	springs := dataOf(1, 0)
	springs.EdgeFeatures = []string{system.RestLengthFeature}
	require.Equal(t, "fast", presetFor(springs, allOfIt).preset)
	springs.EdgeFeatures = append(springs.EdgeFeatures, system.StiffnessFeature)
	require.Equal(t, "constants --layers=16", presetFor(springs, allOfIt).preset+" "+strings.Join(presetFor(springs, allOfIt).flags, " "))
	system.Charge.Set(&springs.Train[0], []float32{1})
	require.Equal(t, "fast", presetFor(springs, allOfIt).preset, "charges act as well")
	still := dataOf(1, 3)
	still.Train[0].TargetVelocity = nil
	require.Equal(t, "fast", presetFor(still, allOfIt).preset)
	require.Empty(t, presetFor(still, allOfIt).flags, "no trajectory is unrolled without velocities")
}

// TestKnownMechanics: data that known mechanics predict to a hundredth of the best baseline's
// error need no network, unless joints or planes ask for constants.
func TestKnownMechanics(t *testing.T) {
	for _, c := range []struct {
		data  *datasets.Data
		share float64
		want  string
	}{
		{dataOf(1, 3), 0.01, "constants"}, {dataOf(1, 3), 0.0101, "fast"}, {dataOf(1, 3), math.NaN(), "fast"}, {dataOf(1, 0), 0.01, "constants"},
		{dataOf(1, 3, system.Planes), 0.001, "contact"},
	} {
		require.Equal(t, c.want, presetFor(c.data, func() float64 { return c.share }).preset, "%g", c.share)
	}
	learned := presetFor(dataOf(1, 2, system.JointAnchor), func() float64 { t.Fatal("joints are not judged"); return 0 })
	require.NotEmpty(t, learned.flags)
}

// TestKnownShare: known mechanics predict a stick that flies freely, and not one among charges.
func TestKnownShare(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "data.npz")
	for flags, want := range map[string]string{
		"--system 1,1,0 --neutral": "constants", "--system 1,1,0": "fast",
	} {
		gmnc(t, strings.Fields("simulate "+flags+" --frames 3 --train 2 --valid 2 --test 1 --force -o "+data)...)
		result := gmnc(t, strings.Fields("train "+data+" --epochs 1 --force -o "+filepath.Join(folder, "run"))...)
		require.Contains(t, result.err, ": training by --preset="+want, flags)
		require.NotContains(t, result.err, "training takes the first and the next of each")
	}
}

// TestWhatChoosesAModel: a call that names a model, or a flag of the paper's models, is not
// asked what its data are; nor is one that sweeps over models.
func TestWhatChoosesAModel(t *testing.T) {
	for flags, want := range map[string]string{
		"": "gmn-ode", "--epochs 3": "gmn-ode", "--sweep lr=1e-3": "gmn-ode", "--learn mass": "gmn-ode",
		"--model egnn": "egnn", "--form paper": "gmn", "--hinges sticks": "gmn", "--phi2 fxv": "gmn", "--preset paper": "gmn",
		"--sweep model=egnn": "gmn", "--init other": "gmn", "--law law.json": "",
	} {
		c := new(trainCommand)
		parser, err := kong.New(c, choices())
		require.NoError(t, err)
		if _, err := parser.Parse(strings.Fields("data.npz -o run " + flags)); want == "" {
			require.ErrorContains(t, err, "--law does not go with --model gmn", flags)
			continue
		}
		require.Equal(t, want, c.Model, flags)
		require.Equal(t, want == "gmn-ode", c.automatic, flags)
	}
}

// TestTrainingWithoutOptions trains what suits the data, and says so in a line; flags of
// the call count more than what the data choose.
func TestTrainingWithoutOptions(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "data.npz")
	gmnc(t, strings.Fields("simulate --system 1,1,0 --frames 4 --train 2 --valid 1 --test 1 -o "+data)...)
	for flags, want := range map[string][2]int{"": {1, 3}, "--unroll 2": {2, 3}} {
		result := gmnc(t, strings.Fields("train "+data+" --epochs 3 --layers 1 --hidden 2 --force "+flags+" -o "+filepath.Join(folder, "run"))...)
		require.Contains(t, result.err, "the data are trajectories without joints: training by --preset=fast")
		require.NotContains(t, result.err, "--preset fast is")
		trained, err := run.ReadConfig(run.Folder(filepath.Join(folder, "run")))
		require.NoError(t, err)
		require.Equal(t, "gmn-ode", trained.Model.Model)
		require.Equal(t, want, [2]int{trained.Training.Unroll, trained.Training.Epochs}, flags)
	}
}
