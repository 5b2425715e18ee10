package commandline

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/bench"
	"gmnc/runtime"
)

// TestBench measures a tiny model, not the paper's, which takes a minute.
func TestBench(t *testing.T) {
	options := bench.Options{
		Model: config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4},
		Law:   config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4}, LawSystems: 1,
		Systems: 2, Training: bench.TrainingSize{Train: 2, Valid: 1, Epochs: 1}, Steps: 2, Repeat: bench.Repetition{Least: 1},
		Growth: bench.GrowthSize{Edges: []int{90}, Sides: []int{5}, Repeat: bench.Repetition{Least: 1}},
	}
	folder := t.TempDir()
	measured := func(c benchCommand, measure measurement) string {
		var out, progress bytes.Buffer
		require.NoError(t, c.measure(t.Context(), newTerminal(&out, &progress, manner{}, runtime.Alone{}), options, measure))
		for _, path := range []string{string(c.Output), string(c.Plot), string(c.PlotMemory)} {
			if path != "" {
				require.FileExists(t, path)
			}
		}
		return out.String()
	}
	report := filepath.Join(folder, "report.json")
	require.Contains(t, measured(benchCommand{Output: benchPath(report)}, bench.Measure), "\ntraining step, 2 systems (5,3,3)\n")
	text, err := os.ReadFile(report)
	require.NoError(t, err)
	require.True(t, json.Valid(text))

	table := filepath.Join(folder, "growth.csv")
	grown := benchCommand{Growth: true, Output: benchPath(table), Plot: picturePath(filepath.Join(folder, "time.png")), PlotMemory: picturePath(filepath.Join(folder, "memory.svg"))}
	require.Contains(t, measured(grown, bench.MeasureGrowth), "prediction, 32 neighbors")
	text, err = os.ReadFile(table)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(text, []byte("graph,use,particles,edges,")))
}

// TestBenchCollects: trainings alone are collected early where files are measured, whose
// engine makes much in each call, and all is where batches grow.
func TestBenchCollects(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	for _, c := range []struct {
		command         benchCommand
		whole, training int
	}{
		{benchCommand{}, 80, collectedAt},
		{benchCommand{Growth: true}, collectedAt, collectedAt},
	} {
		var whole, training int
		measure := func(_ context.Context, options bench.Options, _ func(done, all int)) (*bench.Report, error) {
			whole = percent()
			if options.Collect != nil {
				defer options.Collect()()
			}
			training = percent()
			return &bench.Report{}, nil
		}
		terminal := newTerminal(io.Discard, io.Discard, manner{}, runtime.Alone{})
		require.NoError(t, c.command.measure(t.Context(), terminal, bench.Options{}, measure))
		require.Equal(t, []int{c.whole, c.training}, []int{whole, training})
		require.Equal(t, 80, percent(), "as before")
	}
}

// TestBenchThatCannotEndWell says so before it measures.
func TestBenchThatCannotEndWell(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "absent", "report.json")
	requireOneLine(t, exitFailure, "is the folder there", call(t.Context(), "bench", "-o", absent))
	requireOneLine(t, exitUsage, `no picture format has the extension ".gif"`, call(t.Context(), "bench", "--growth", "--plot", "edges.gif"))

	folder := t.TempDir()
	requireOneLine(t, exitFailure, folder+" is no environment with the runtimes to compare with", call(t.Context(), "bench", "--peers", "--environment", folder))
	requireOneLine(t, exitUsage, "--install and --environment are of --peers", call(t.Context(), "bench", "--install"))
	requireOneLine(t, exitUsage, "--plot and --plot-memory are of --growth", call(t.Context(), "bench", "--plot", "edges.png"))
	requireOneLine(t, exitUsage, "--plot and --plot-memory are both edges.png", call(t.Context(), "bench", "--growth", "--plot", "edges.png", "--plot-memory", "./edges.png"))
	for _, other := range []string{"--growth", "--peers", "--simulator"} {
		requireOneLine(t, exitUsage, "--epochs needs the measurement of training", call(t.Context(), "bench", other, "--epochs", "5"))
	}
	requireOneLine(t, exitUsage, "numbers.txt ends neither in .json nor in .csv", call(t.Context(), "bench", "-o", "numbers.txt"))
	requireOneLine(t, exitUsage, "--peers and --growth can't be used together", call(t.Context(), "bench", "--peers", "--growth"))

	requireOneLine(t, exitUsage, "0 epochs train nothing: --epochs is 1 or more", call(t.Context(), "bench", "--epochs", "0"))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "report.json")
	requireOneLine(t, exitStopped, "stopped: nothing was written", call(ctx, "bench", "-o", path))
	_, err := os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestOptionsOfMeasurements belong to one measurement each.
func TestOptionsOfMeasurements(t *testing.T) {
	for flags, message := range map[string]string{
		"--growth --plot a.svg --plot-memory ./a.svg": "--plot and --plot-memory are both a.svg: name a file for each",
		"--install":            "--install and --environment are of --peers",
		"--environment folder": "--install and --environment are of --peers",
		"--plot a.svg":         "--plot and --plot-memory are of --growth",
		"--plot-memory a.svg":  "--plot and --plot-memory are of --growth",
		"--peers --epochs 2":   "--epochs needs the measurement of training, without --peers, --growth, --simulator and --waits",
		"--growth --epochs 2":  "--epochs needs", "--simulator --epochs 2": "--epochs needs", "--waits --epochs 2": "--epochs needs",
	} {
		_, err := parsed(strings.Fields("bench " + flags)...)
		require.ErrorContains(t, err, message, flags)
	}
	for _, flags := range []string{"", "--epochs 3", "--peers --environment folder", "--peers --install", "--growth --plot a.svg --plot-memory b.svg", "--growth", "--waits"} {
		all, err := parsed(strings.Fields("bench " + flags)...)
		require.NoError(t, err, flags)
		require.Equal(t, all.Bench.Epochs, all.Bench.options().Training.Epochs)
	}
}
