package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train/preset"
)

// TestFlagsOfAChoice: of a preset with changes the flags are those that differ from it, and of a
// model without a preset those that differ from the defaults.
func TestFlagsOfAChoice(t *testing.T) {
	sample := system.Sample{Position: make([]float32, 3), TargetVelocity: make([]float32, 3), Trajectory: &system.Trajectory{Particles: 1, Positions: make([]float64, 9)}}
	chosen := func(change func(s *system.Sample)) string {
		s := sample
		change(&s)
		c, err := preset.Choose(t.Context(), &datasets.Data{Train: []system.Sample{s}}, nil)
		require.NoError(t, err)
		from := preset.Preset{}
		if c.Name != "" {
			from, err = preset.Named(c.Name)
			require.NoError(t, err)
		}
		flags := settingsOf(c.Preset, from).String()
		parsedTrain(t, flags)
		return strings.TrimSpace(c.Name + " " + flags)
	}
	require.Equal(t, "constants --learn mass,damping --unroll 2", chosen(func(s *system.Sample) { system.JointAnchor.Set(s, make([]float32, 3)) }))
	require.Equal(t, "contact --unroll 2", chosen(func(s *system.Sample) { system.Planes.Set(s, []float32{0, 0, 1, 0}) }))
	require.Equal(t, "fast --unroll 1", chosen(func(s *system.Sample) { system.Charge.Set(s, []float32{1}) }))
	require.Equal(t, "--model gmn --epochs 90 --batch 50 --lr 0.002 --schedule cosine", chosen(func(s *system.Sample) { s.Bonds = [][2]int{}; system.Charge.Set(s, []float32{1}) }))
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
