package commandline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train/sweep"
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

// TestVariants: each setting has each seed, its flags behind those of all runs, and a folder named
// after both. The seed of all runs is that of a sweep without seeds.
func TestVariants(t *testing.T) {
	args := strings.Fields("train data.npz -o out --model gmn --seed 12 --sweep lr=1e-3,5e-4 --sweep batch=2")
	all, err := parsed(args...)
	require.NoError(t, err)
	variants, err := all.Train.vary(args)
	require.NoError(t, err)
	var found []string
	for _, v := range variants {
		found = append(found, fmt.Sprintf("%s: %s, lr %v, batch %d, seed %d", v.setting, v.command.Output, v.command.Training.LearningRate, v.command.Training.Batch, v.command.Training.Seed))
	}
	require.Equal(t, []string{
		"lr=1e-3 batch=2: " + filepath.Join("out", "lr=1e-3_batch=2_seed=12") + ", lr 0.001, batch 2, seed 12",
		"lr=5e-4 batch=2: " + filepath.Join("out", "lr=5e-4_batch=2_seed=12") + ", lr 0.0005, batch 2, seed 12",
	}, found)
	require.Equal(t, 2, all.Train.sweepSize())
	require.EqualError(t, (&trainCommand{Sweep: []string{"lr=1"}, FailIfWorse: true}).checkSweep(), "--fail-if-worse is for one run: --sweep shows what each came to")
	require.NoError(t, (&trainCommand{FailIfWorse: true}).checkSweep())
	require.ErrorContains(t, (&trainCommand{Sweep: []string{"seed=1"}, given: map[string]bool{"seed": true}}).checkSweep(), "--sweep seed and --seed exclude each other")
}

// TestSweepsThatFail: runs of a sweep that cannot be trained, or stand in the way, end it before it begins.
func TestSweepsThatFail(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	swept := filepath.Join(folder, "sweep")
	require.NoError(t, os.Mkdir(swept, 0o700))
	requireFailure(t, "absent", s.training(swept, "--sweep", "lr=1e-3", "--init", filepath.Join(folder, "absent"))...)
	requireFailure(t, "lr=1e-3: ", s.training(swept, "--sweep", "lr=1e-3", "--force", "--unroll", "2")...)
	requireFailure(t, "choose smaller --layers or --hidden", s.training(swept, "--sweep", "lr=1e-3", "--memory", "1e-9")...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Equal(t, exitStopped, call(ctx, s.training(swept, "--sweep", "lr=1e-3")...).code)
}

// TestSmallSweep: the run of a setting has its folder, its logs and a line of the table, is named as
// the best, and is trained no further by --resume if it came to its end.
func TestSmallSweep(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "sweep")
	sweep := s.training(folder, "--sweep", "lr=1e-3", "--epochs", "1", "--valid-every", "1", "--log", "jsonl", "--quiet")
	first := gmnc(t, sweep...).out
	require.Contains(t, first, "best setting: lr=1e-3\n")
	one := filepath.Join(folder, "lr=1e-3_seed=1")
	require.Contains(t, first, "best run: "+one+": epoch 1 ")
	require.FileExists(t, filepath.Join(one, run.LinesName))
	require.FileExists(t, filepath.Join(one, run.CurveName))
	require.Regexp(t, `^setting,seeds,.*\nlr=1e-3,1,0,0\.\d+,,0\.\d+,\n$`, string(readFile(t, filepath.Join(folder, "sweep.csv"))))
	weights := readFile(t, filepath.Join(one, "weights.safetensors"))
	require.Equal(t, first, gmnc(t, append(sweep, "--resume")...).out)
	require.Equal(t, weights, readFile(t, filepath.Join(one, "weights.safetensors")))
	requireFailure(t, "already holds a run", sweep...)
}

// TestProgressOfSweeps is the fraction of the epochs of all runs that are done.
func TestProgressOfSweeps(t *testing.T) {
	var shown bytes.Buffer
	w := newSweepWatch(&terminal{err: &shown, columns: func() int { return 60 }}, []sweep.Run{{Job: jobOf(6)}, {Job: jobOf(2)}})
	w.epoch("a", 1)
	require.Contains(t, shown.String(), "0/2 runs  12%")
	w.progress.drawn = time.Time{}
	w.epoch("b", 1)
	require.Contains(t, shown.String(), "0/2 runs  25%")
}
