package commandline

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/preset"
)

// parsedTrain is what flags of gmnc train say.
func parsedTrain(t *testing.T, flags string) *trainCommand {
	t.Helper()
	c := new(trainCommand)
	parser, err := kong.New(c, choices())
	require.NoError(t, err)
	_, err = parser.Parse(strings.Fields("data.npz -o run " + flags))
	require.NoError(t, err)
	return c
}

// TestPresets: each is the model and the options of the library, by the flags that it names.
// Flags beside it count more wherever they stand.
func TestPresets(t *testing.T) {
	for _, name := range preset.Names() {
		want, err := preset.Named(name)
		require.NoError(t, err)
		for _, flags := range []string{presetFlags(name).String(), "--preset " + name} {
			c := parsedTrain(t, flags)
			require.Equal(t, want.Options, c.options(), flags)
			require.Equal(t, want.Model, c.model(), flags)
			require.Equal(t, want.OwnVelocity, c.Velocity != nil, flags)
		}
	}
	require.Equal(t, "--model gmn --scale none --drop-last --velocity 0", presetFlags("paper").String())
	require.Equal(t, "--model gmn-ode --layers 6 --hidden 32 --forces none --epochs 6 --batch 32 --lr 0.005 --valid-every 1 --schedule cosine --clip 1 --loss huber --unroll 64 --curriculum 24,48 --velocity 0.02", presetFlags("contact").String())
	require.Equal(t, run.PaperOptions(), parsedTrain(t, "--preset paper").options())
	require.Equal(t, run.DefaultOptions(), parsedTrain(t, "--model gmn").options())
	for _, flags := range []string{"--preset best --layers 3 --no-reverse", "--no-reverse --layers 3 --preset best"} {
		c := parsedTrain(t, flags)
		require.Equal(t, "gmn-ode", c.Model)
		require.Equal(t, 3, c.Layers)
		require.Empty(t, c.options().Coarse)
		require.False(t, c.Training.Reverse)
	}
	for flags, want := range map[string][2]int{ // the lengths of --coarse and --curriculum
		"--preset best --epochs 1": {0, 0}, "--preset best --epochs 2": {1, 0}, "--coarse 3 --layers 6 --preset best": {1, 0},
		"--preset contact --unroll 24": {0, 0}, "--preset contact --epochs 2": {0, 0}, "--preset contact --epochs 3 --unroll 48": {0, 2},
	} {
		o := parsedTrain(t, flags).options()
		require.Equal(t, want, [2]int{len(o.Coarse), len(o.Curriculum)}, flags)
	}
	for flags, want := range map[string]int{"--preset best": 2, "--preset best --epochs 1": 0} {
		require.Equal(t, want, parsedTrain(t, flags).options().Warmup, flags)
	}
	_, err := kong.Must(new(trainCommand), choices()).Parse(strings.Fields("data.npz -o run --preset contact --curriculum 24 --unroll 12"))
	require.ErrorContains(t, err, "curriculum", "of the call itself")
	requireOneLine(t, exitUsage, "there is no --preset worst; known: best, constants, contact, fast, paper", call(t.Context(), "train", "data.npz", "-o", "run", "--preset", "worst"))
}

// TestPrintedPresets: the notes name what a preset has chosen, which of its flags do not act, and that data without planes do not go
// with the preset of contacts. Without a preset there are none.
func TestPrintedPresets(t *testing.T) {
	told := func(c trainCommand, o run.Options, data *datasets.Data) string {
		var out, notes bytes.Buffer
		c.printPreset(newTerminal(&out, &notes, manner{}, runtime.Alone{}), o, data)
		require.Empty(t, out.String())
		return notes.String()
	}
	data, all := new(datasets.Data), run.Options{Coarse: []int{1}, Curriculum: []int{2}, Warmup: 3}
	require.Empty(t, told(trainCommand{}, all, data))
	require.Equal(t, "--preset fast is "+presetFlags("fast").String()+"; options that you give yourself override it\n", told(trainCommand{Preset: "fast"}, all, data))
	require.Equal(t, "the data have joints\n", told(trainCommand{Preset: "fast", chosen: "the data have joints"}, all, data))
	require.NotContains(t, told(trainCommand{Preset: "best"}, all, data), "left out")
	text := told(trainCommand{Preset: "best"}, run.Options{}, data)
	require.Contains(t, text, "--coarse of the preset is left out, because the other options do not allow it\n--warmup of the preset is left out, ")
	require.NotContains(t, text, "--curriculum of the preset is left out", "it has none")
	text = told(trainCommand{Preset: "contact"}, run.Options{Coarse: []int{1}}, data)
	require.Contains(t, text, "--curriculum of the preset is left out")
	require.NotContains(t, text, "--warmup of the preset is left out", "it has none")
	require.Contains(t, text, "warning: --preset contact is for bodies that hit planes, and the data have none")
	planes := make([]float32, 24)
	planes[2] = 1
	data.Train = make([]system.Sample, 2)
	system.Planes.Set(&data.Train[1], planes)
	require.NotContains(t, told(trainCommand{Preset: "contact"}, all, data), "warning")
}

// TestReproducedPreset: the table laws has the preset best as it is, on data with target
// velocities.
func TestReproducedPreset(t *testing.T) {
	best := parsedTrain(t, fmt.Sprintf("--preset best --velocity %g", run.DefaultVelocity))
	for _, table := range protocol.Tables {
		if i := slices.IndexFunc(table.Rows, func(r protocol.Row) bool { return r.Name == protocol.BestPreset }); i >= 0 {
			require.Equal(t, "laws", table.Name)
			require.Equal(t, best.options(), table.Rows[i].Training)
			require.Equal(t, best.model(), table.Rows[i].Model)
			return
		}
	}
	t.Error("no table has the preset")
}

// TestPresetOnOtherData: the reversal of a preset gives way to data without
// target velocities, which is said; one that is asked for does not.
func TestPresetOnOtherData(t *testing.T) {
	s := getSession(t)
	data, err := datasets.Read(s.data)
	require.NoError(t, err)
	for _, samples := range data.Splits() {
		for i := range *samples {
			(*samples)[i].TargetVelocity = nil
		}
	}
	path := filepath.Join(t.TempDir(), "without.npz")
	require.NoError(t, datasets.Write(path, data))
	require.ErrorContains(t, train.Reversible(data.Train), "reverse needs the target velocities of all training samples (vT)")

	few := []string{"train", path, "--preset", "fast", "--epochs", "1", "--layers", "1", "--hidden", "4", "-o", filepath.Join(t.TempDir(), "run")}
	result := gmnc(t, few...)
	require.Contains(t, result.err, "--preset fast is --model gmn-ode --layers 8 ")
	require.Contains(t, result.err, "without --reverse: --reverse needs the target velocities")
	few[len(few)-1] += "s"
	swept := gmnc(t, append(few, "--sweep", "seed=1,2")...)
	require.Equal(t, 1, strings.Count(swept.err, "--preset fast is "), swept.err)
	require.Equal(t, 1, strings.Count(swept.err, "without --reverse: "), swept.err)
	few[len(few)-1] += "2"
	failed := call(t.Context(), append(few, "--reverse")...)
	require.Equal(t, exitFailure, failed.code)
	require.Contains(t, failed.err, "gmnc: --reverse needs the target velocities of all training samples (vT)")
}

// TestContactWithoutPlanes: the preset of contact says where data have nothing to hit.
func TestContactWithoutPlanes(t *testing.T) {
	folder := t.TempDir()
	for floor, warned := range map[string]bool{"": true, "--plane 0,0,1,-2": false} {
		data := filepath.Join(folder, "data.npz")
		gmnc(t, strings.Fields("simulate --system 1,0,0 --neutral --gravity 0,0,-1 --frames 3 --train 1 --valid 1 --test 1 --force -o "+data+" "+floor)...)
		result := gmnc(t, strings.Fields("train "+data+" --preset contact --unroll 1 --epochs 1 --layers 1 --hidden 2 --force -o "+filepath.Join(folder, "run"))...)
		const warning = "warning: --preset contact is for bodies that hit planes, and the data have none, so that all fall freely: give the array plane to gmnc prepare arrays, or --plane to gmnc simulate\n"
		require.Equal(t, warned, strings.Contains(result.err, warning), result.err)
	}
}

// TestInitFromImported: a run that was imported has no training of its own.
func TestInitFromImported(t *testing.T) {
	s := getSession(t)
	trained, err := run.Read(run.Folder(s.run))
	require.NoError(t, err)
	trained.Config.Training, trained.Config.Data, trained.Config.Source = nil, nil, "published.pt"
	imported := filepath.Join(t.TempDir(), "imported")
	require.NoError(t, trained.Write(run.Folder(imported)))
	result := gmnc(t, s.training(filepath.Join(t.TempDir(), "next"), "--init", imported)...)
	require.Contains(t, result.err, "weights are from imported (weights ")
}

// TestInitTakesTheModel: the model of the run counts, and not the default or a preset's;
// a flag of the call itself changes it, and another model is refused.
func TestInitTakesTheModel(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	in := func(name string, flags ...string) []string {
		return append([]string{"train", s.data, "-o", filepath.Join(folder, name), "--epochs", "1"}, flags...)
	}
	gmnc(t, in("first", "--model", "gmn-ode", "--layers", "2", "--hidden", "5", "--radial", "square")...)
	first, err := run.ReadConfig(run.Folder(filepath.Join(folder, "first")))
	require.NoError(t, err)
	from := filepath.Join(folder, "first")

	result := gmnc(t, in("next", "--init", from, "--preset", "fast", "--epochs", "1")...)
	require.Regexp(t, `(\d+) of the model's (\d+) weights are from first`, result.err)
	next, err := run.ReadConfig(run.Folder(filepath.Join(folder, "next")))
	require.NoError(t, err)
	require.Equal(t, first.Model, next.Model)

	gmnc(t, in("finer", "--init", from, "--layers", "4")...)
	finer, err := run.ReadConfig(run.Folder(filepath.Join(folder, "finer")))
	require.NoError(t, err)
	require.Equal(t, 4, finer.Model.Layers)
	require.Equal(t, "square", finer.Model.Radial)

	other := call(t.Context(), in("other", "--init", from, "--model", "gmn", "--hidden", "5")...)
	require.Equal(t, exitFailure, other.code)
	require.Contains(t, other.err, "or start from these all the same with --init-partly")
	gmnc(t, in("other", "--init", from, "--model", "gmn", "--hidden", "5", "--init-partly")...)
	requireOneLine(t, exitUsage, "--scale does not go with --init", call(t.Context(), in("x", "--init", from, "--scale", "none")...))
	requireOneLine(t, exitUsage, "--init-partly needs --init", call(t.Context(), in("x", "--init-partly")...))
}

// TestFramesThatAreNotTrained: a note says that without --unroll a trajectory is its first two frames,
// except for constants alone, which are fitted to all frames.
func TestFramesThatAreNotTrained(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "data.npz")
	gmnc(t, strings.Fields("simulate --system 1,1,0 --frames 4 --train 2 --valid 1 --test 1 -o "+data)...)
	for unroll, told := range map[string]bool{"": true, "--unroll 1": false, "--forces none --learn damping": false} {
		result := gmnc(t, strings.Fields("train "+data+" --model gmn-ode --epochs 1 --layers 1 --hidden 2 --force "+unroll+" -o "+filepath.Join(folder, "run"))...)
		const note = "note: training samples have up to 4 frames, and training takes only the first two of each: --unroll 1 takes all pairs of successive frames, --unroll N all pieces of N steps\n"
		require.Equal(t, told, strings.Contains(result.err, note), result.err)
	}
}
