package bench

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/runtime/engines"
	"gmnc/runtime/native/kernels"
)

func tiny() Options {
	return Options{
		Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 8},
		Law:   config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 8}, LawSystems: 2,
		Tensors: []config.Config{{Model: "tfn", Form: config.Published, Layers: 1, Hidden: 6}}, TensorSystems: 2,
		Systems: 3, Training: TrainingSize{Train: 7, Valid: 2, Epochs: 6}, Steps: 10, Repeat: Repetition{Least: 2},
		PeerRepeat: Repetition{Least: 2}, Growth: GrowthSize{Edges: []int{100, 1000}, Sides: []int{5}, Repeat: Repetition{Least: 1}},
	}
}

func TestMeasureAll(t *testing.T) {
	cores := runtime.GOMAXPROCS(2)
	defer runtime.GOMAXPROCS(cores)
	var last, all, collected int
	early, options := false, tiny()
	options.Collect = func() func() {
		early, collected = true, collected+1
		return func() { early = false }
	}
	report, err := Measure(t.Context(), options, func(done, of int) {
		require.Equal(t, last+1, done)
		require.False(t, early, "after a training")
		require.Equal(t, min(done, 2), collected, "trainings alone are collected so")
		last, all = done, of
	})
	require.NoError(t, err)
	require.Equal(t, all, last)
	require.Equal(t, 2, runtime.GOMAXPROCS(0), "as before")
	require.Equal(t, report.Machine.Kernels, kernels.Level(), "as before")

	require.Positive(t, report.Peak.OneCore)
	require.Greater(t, report.Peak.AllCores, report.Peak.OneCore/2)
	names := map[string]bool{}
	for _, result := range report.Results {
		name := strings.Join([]string{result.What, string(rune('0' + result.Cores))}, " ")
		require.False(t, names[name], "%s twice", name)
		names[name] = true
		engine, _, _ := strings.Cut(result.What, ",")
		if engine, found := engines.Named(engine); found && engine.Available() != nil {
			require.NotEmpty(t, result.Missing)
			continue
		}
		if result.Kernels != "" && !slices.Contains(kernels.Levels(), result.Kernels) {
			require.NotEmpty(t, result.Missing)
			continue
		}
		require.Empty(t, result.Missing)
		require.Positive(t, result.Median, name)
		if result.Kernels != "" {
			require.InEpsilon(t, result.Operations/result.Median/result.KernelsPeak, result.FractionOfPeak, 1e-9, name)
		} else if result.Operations > 0 {
			rate := report.Peak.AllCores
			if result.Cores == 1 {
				rate = report.Peak.OneCore
			}
			require.InEpsilon(t, result.Operations/result.Median/rate, result.FractionOfPeak, 1e-9, name)
		}
	}
	for _, name := range []string{
		"multiply-adds alone 1", "multiply-adds alone 2", "training step, 3 systems (5,3,3) 1", "training step, gmn-ode, 2 systems (3,2,1) 2", "training step, tfn, 2 systems (3,2,1) 1", "native, one system (3,2,1) 1",
		"onnxruntime, 3 systems (3,2,1) 2", "simulate (3,2,1), 10 steps 1",
	} {
		require.Contains(t, names, name)
	}
	requireTrainings(t, *report)
}

// requireTrainings holds the trainings to their definition: 6 epochs on 6 of 7
// systems, or on all of them, and one validation of 2.
func requireTrainings(t *testing.T, r Report) {
	t.Helper()
	model := tiny().Model
	require.Len(t, r.Trainings, 2)
	for i, trained := range []float64{6, 7} {
		training := r.Trainings[i]
		require.Equal(t, []int{7, 3, 2, 5, 6, 600}, []int{training.Train, training.Batch, training.Valid, training.Every, training.Epochs, training.Whole})
		require.InEpsilon(t, 6*trained*trainingStep(model, tables)+2*forward(model, tables), training.Operations, 1e-12)
		require.InEpsilon(t, training.Operations/training.Seconds/r.Peak.AllCores, training.FractionOfPeak, 1e-9)
		if runtime.GOOS == "linux" {
			require.Greater(t, training.Memory, 1e6)
		}
	}
}

func TestMeasureStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Measure(ctx, tiny(), func(done, _ int) {
		require.Equal(t, 1, done)
		cancel()
	})
	require.ErrorIs(t, err, context.Canceled)
}

func example() *Report {
	return &Report{
		Machine: Machine{
			Processor: "Abacus", System: "linux/amd64", Cores: 2, Go: "go1.26", Version: "0.2.0", Kernels: "avx2",
			Load: "0.01", Date: "2026-01-02 03:04:05",
		},
		Peak: Peak{1e11, 2e11},
		Trainings: []Training{{Train: 500, Batch: 200, Valid: 4000, Every: 5, Cores: 2, Epochs: 60, Seconds: 5.2, Busy: 1.8, Whole: 600,
			Memory: 92e6, Operations: 5.2e11, FractionOfPeak: 0.5}},
		Results: []Result{
			{What: "training step", Cores: 2, Spread: Spread{0.02, 0.0195, 0.131, 1.96, 50, 1}, Operations: 2e9, FractionOfPeak: 0.5},
			{What: "training step, avx2", Cores: 2, Kernels: "avx2", KernelsPeak: 1.5e11, Spread: Spread{0.04, 0.0395, 0.131, 1.96, 50, 1}, Operations: 2e9, FractionOfPeak: 0.25},
			{What: "one system", Cores: 1, Spread: Spread{80e-6, 79e-6, 1.5e-3, 1, 100, 120}, Operations: 8e6, FractionOfPeak: 1},
			{What: "file", Cores: 1, Missing: "there is no library"},
			{What: "simulate", Cores: 1, Spread: Spread{3e-3, 2e-3, 1.25, 0, 5, 3}},
		},
	}
}

func TestTable(t *testing.T) {
	var text strings.Builder
	require.NoError(t, example().WriteTable(&text))
	require.Equal(t, `Abacus, 2 cores, linux/amd64, avx2 kernels
gmnc 0.2.0, go1.26, 2026-01-02 03:04:05 UTC, load of other work before: 0.01
peak: 100 GFLOP/s on one core, 200 on all

training on 500 systems (3,2,1), batches of 200 without the last 100, validation of 4000 every 5 epochs, on 2 cores
60 epochs: 5.20 s, 86.7 ms an epoch, 50.0 % of peak, 1.80 cores busy
600 epochs: 52.0 s, 10 x 60 measured
peak resident memory: 92 MB

what                  cores      busy    median       min       max   of peak
training step             2      1.96   20.0 ms   19.5 ms    131 ms    50.0 %
training step, avx2       2      1.96   40.0 ms   39.5 ms    131 ms    25.0 %
one system                1      1.00   80.0 us   79.0 us   1.50 ms   100.0 %
file                      1   missing
simulate                  1             3.00 ms   2.00 ms    1.25 s
missing: file: there is no library

busy: how many of the cores ran this program; far fewer than it may use, and the machine was shared
`, text.String())
}

// TestWideTable: where rows would be wider than a terminal, names are above their numbers.
func TestWideTable(t *testing.T) {
	report := example()
	for letters, above := range map[int]bool{22: false, 23: true} { // with numbers 80 and 81
		name := strings.Repeat("x", letters)
		report.Results[0].What = name
		var text strings.Builder
		require.NoError(t, report.WriteTable(&text))
		require.Equal(t, above, strings.Contains(text.String(), "\n"+name+"\n"), letters)
		require.Equal(t, above, strings.Contains(text.String(), "\nwhat\n"), letters)
		_, table, _ := strings.Cut(text.String(), "92 MB\n\n")
		table, _, _ = strings.Cut(table, "missing: ")
		for line := range strings.Lines(table) {
			require.LessOrEqual(t, len(line), 81, line) // with its end
		}
	}
}

// TestWholeTraining: what was measured whole is not scaled.
func TestWholeTraining(t *testing.T) {
	training := example().Trainings[0]
	training.Epochs, training.Seconds, training.Busy, training.Memory, training.KeepLast = 600, 50, 0, 0, true
	var text strings.Builder
	training.write(&text)
	require.Equal(t, `training on 500 systems (3,2,1), batches of 200 and one of 100, validation of 4000 every 5 epochs, on 2 cores
600 epochs: 50.0 s, 83.3 ms an epoch, 50.0 % of peak
`, text.String())
}

// TestCSV: trainings are rows, and the peak beside a row is the peak of its kernels.
func TestCSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.csv")
	report := example()
	report.Results = append(report.Results, Result{What: "training step, avx512", Cores: 2, Kernels: "avx512", Missing: "the processor has none"})
	require.NoError(t, report.WriteCSV(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, `what,cores,operations,peak_operations_per_second,fraction_of_peak,missing,peak_resident_bytes,median_seconds,min_seconds,max_seconds,busy_cores,runs,calls_per_run
"60 epochs of training on 500 systems (3,2,1), batches of 200 without the last 100, validation of 4000 every 5 epochs",2,5.2e+11,2e+11,0.5,,9.2e+07,5.2,5.2,5.2,1.8,1,1
training step,2,2e+09,2e+11,0.5,,,0.02,0.0195,0.131,1.96,50,1
"training step, avx2",2,2e+09,1.5e+11,0.25,,,0.04,0.0395,0.131,1.96,50,1
one system,1,8e+06,1e+11,1,,,8e-05,7.9e-05,0.0015,1,100,120
file,1,,1e+11,,there is no library,,,,,,0,0
simulate,1,,1e+11,,,,0.003,0.002,1.25,,5,3
"training step, avx512",2,,,,the processor has none,,,,,,0,0
`, string(text))
}

// TestJSON: the report comes back as it was, under names that say the unit.
func TestJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	require.NoError(t, example().WriteJSON(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var back Report
	require.NoError(t, json.Unmarshal(text, &back))
	require.Equal(t, example(), &back)

	var shape struct {
		Machine   map[string]any
		Peak      map[string]any
		Trainings []map[string]any
		Results   []map[string]any
	}
	require.NoError(t, json.Unmarshal(text, &shape))
	require.Equal(t, map[string]any{"processor": "Abacus", "system": "linux/amd64", "cores": 2.0, "go": "go1.26",
		"gmnc": "0.2.0", "kernels": "avx2", "load_before": "0.01", "date": "2026-01-02 03:04:05"}, shape.Machine)
	require.Equal(t, map[string]any{"one_core": 1e11, "all_cores": 2e11}, shape.Peak)
	require.Equal(t, map[string]any{"train_samples": 500.0, "batch": 200.0, "keep_last": false, "validation_samples": 4000.0, "epochs_between_validations": 5.0,
		"cores": 2.0, "epochs_measured": 60.0, "seconds_measured": 5.2, "busy_cores": 1.8, "whole_epochs": 600.0,
		"peak_resident_bytes": 92e6, "operations": 5.2e11, "fraction_of_peak": 0.5}, shape.Trainings[0])
	require.Equal(t, map[string]any{"what": "training step", "cores": 2.0, "median_seconds": 0.02, "min_seconds": 0.0195,
		"max_seconds": 0.131, "busy_cores": 1.96, "runs": 50.0, "calls_per_run": 1.0, "operations": 2e9, "fraction_of_peak": 0.5},
		shape.Results[0])
}
