package commandline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestSweep trains two settings with two seeds each: every run is the one
// that gmnc train makes by itself, and is resumed with its own flags.
func TestSweep(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "sweep")
	sweep := s.training(folder, "--sweep", "seed=1,2", "--sweep", "lr=1e-3,5e-4", "--log", "jsonl,tensorboard")
	first := gmnc(t, sweep...)
	require.Regexp(t, `(?s)  setting  seeds +RMSE +RMSE\n  lr=1e-3 +2 +[\d.]+ \+- [\d.e-]+ +[\d.]+ \+- [\d.e-]+\n  lr=5e-4 .*`+
		`best setting: lr=\S+\nbest run: .*lr=\S+_seed=[12]: epoch \d`, first.out)
	require.Equal(t, 4, strings.Count(first.err, "has the lowest validation error, a root mean squared error"))
	table := string(readFile(t, filepath.Join(folder, "sweep.csv")))
	require.Equal(t, 3, strings.Count(table, "\n"))

	one := filepath.Join(folder, "lr=5e-4_seed=1")
	require.Equal(t, readFile(t, filepath.Join(s.run, "weights.safetensors")), readFile(t, filepath.Join(one, "weights.safetensors")))
	require.FileExists(t, filepath.Join(one, run.EventsName))
	require.Equal(t, 4, strings.Count(string(readFile(t, filepath.Join(one, run.LinesName))), "\n"))

	requireFailure(t, "already holds a run", sweep...)
	require.NoError(t, os.Remove(filepath.Join(folder, "sweep.csv")))
	require.NoError(t, run.Remove(run.Folder(one)))
	require.Equal(t, first.out, gmnc(t, append(sweep, "--resume")...).out, "what is done stays, what is missing is trained")
}

func TestSweepsThatCannotBe(t *testing.T) {
	s := getSession(t)
	for sweep, message := range map[string]string{
		"lrr=1":     "--sweep: unknown flag --lrr",
		"model=GMN": `did you mean "gmn"?`,
		"lr=0":      "a learning rate of 0 does not learn",
		"lr=1,1":    "twice",
	} {
		folder := filepath.Join(t.TempDir(), "sweep")
		requireOneLine(t, exitUsage, message, call(t.Context(), s.training(folder, "--sweep", sweep)...))
		require.NoFileExists(t, folder)
	}
	for sweep, message := range map[string]string{
		"lr":                    "expected a flag of train other than output",
		"output=a":              "expected a flag of train other than output",
		"lr=1e-3 --sweep lr=.1": "--sweep names lr twice: give all of its values at once",
	} {
		folder := filepath.Join(t.TempDir(), "sweep")
		requireOneLine(t, exitUsage, message, call(t.Context(), s.training(folder, strings.Fields("--sweep "+sweep)...)...))
		require.NoFileExists(t, folder)
	}
}

// TestOptionsOfAllRuns are told apart from a sweep's.
func TestOptionsOfAllRuns(t *testing.T) {
	s := getSession(t)
	for flags, message := range map[string]string{
		"--sweep seed=1,2 --batch 0":                 "gmnc: a batch of 0 samples is impossible",
		"--sweep seed=1,2 --model linear --layers 2": "gmnc: --layers does not go with --model linear",
		"--sweep lr=1,2 --batch 0":                   "gmnc: a batch of 0 samples is impossible",
		"--sweep batch=0,1":                          "gmnc: --sweep: a batch of 0 samples is impossible",
		"--sweep seed=1,1":                           "gmnc: --sweep asks for the run seed=1 twice",
		"--sweep seed=1,x":                           "gmnc: --sweep: --seed: expected a whole number of 64 bits, 0 or more, such as 12, but got \"x\"",
	} {
		folder := filepath.Join(t.TempDir(), "runs")
		args := append([]string{"train", s.data, "-o", folder}, strings.Fields(flags)...)
		requireOneLine(t, exitUsage, message, call(t.Context(), args...))
		require.NoFileExists(t, folder)
	}
}

func TestCompare(t *testing.T) {
	s := getSession(t)
	picture := filepath.Join(t.TempDir(), "curves.svg")
	require.Regexp(t, `(?s)\n  run +model .*\S+run +gmn .*\S+run +gmn +\d+ +[\d.]+ +\d +4\n`,
		gmnc(t, "compare", s.run, s.run, "-o", picture).out)
	require.FileExists(t, picture)
	gmnc(t, "compare", s.run, s.run, "-o", picture, "--data", s.data, "--force")
	require.Contains(t, string(readFile(t, picture)), "constant velocity x + vT")
	other := damage(t, s.data, "test_x0", firstNumber(make([]byte, 4)))
	requireFailure(t, "was not trained on", "compare", s.run, "-o", picture, "--data", other, "--force")
	requireOneLine(t, exitUsage, "is for the picture", call(t.Context(), "compare", s.run, "--data", s.data))
	var object comparedReport
	require.NoError(t, json.Unmarshal([]byte(gmnc(t, "compare", s.run, "--json").out), &object))
	require.Equal(t, s.run, object.Path)
	requireFailure(t, "is no run, and there is none in it", "compare", t.TempDir())
	within := gmnc(t, "compare", filepath.Dir(s.run)).out
	require.Contains(t, within, s.run, "a folder of runs stands for those in it")
}

// TestRunsWithoutEpochs stand beside others with what is known of them, and those
// without weights yet are left out.
func TestRunsWithoutEpochs(t *testing.T) {
	s := getSession(t)
	folder, data := t.TempDir(), s.data
	trained, err := run.Read(run.Folder(s.run))
	require.NoError(t, err)
	imported, begun, copied := filepath.Join(folder, "imported"), filepath.Join(folder, "begun"), filepath.Join(folder, "trained")
	require.NoError(t, run.Make(run.Folder(begun), trained.Config, func() error { return nil }))
	require.NoError(t, os.CopyFS(copied, os.DirFS(s.run)))
	trained.Config.Training, trained.Config.Data, trained.Metrics = nil, nil, nil
	require.NoError(t, trained.Write(run.Folder(imported)))

	compared := gmnc(t, "compare", imported, begun, copied, "-o", filepath.Join(folder, "curves.svg"), "--data", data)
	require.Regexp(t, `\S+imported +gmn +\d+ +-\s.*\n? +\S+trained +gmn +\d+ +[\d.]+\s`, compared.out)
	require.Regexp(t, `^note: left out: the run folder \S+begun has no weights\.safetensors: .*\n$`, compared.err)
	requireFailure(t, "has no weights.safetensors", "compare", begun)

	page := filepath.Join(folder, "page.html")
	gmnc(t, "report", folder, "-o", page)
	require.Regexp(t, `imported</td><td>gmn</td><td class="number">\d+</td><td class="number">-</td>`, string(readFile(t, page)))
}
