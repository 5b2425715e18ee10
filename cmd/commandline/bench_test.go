package commandline

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/experiments/bench"
	"gmnc/runtime"
)

// TestBench measures a tiny model, not the paper's, which takes a minute.
func TestBench(t *testing.T) {
	options := bench.Options{
		Model:   builder.Config{Model: "gmn", Form: builder.Published, Layers: 1, Hidden: 4},
		Systems: 2, Training: bench.TrainingSize{Train: 2, Valid: 1, Epochs: 1}, Steps: 2, Edges: []int{90, 900}, Repeat: bench.Repetition{Least: 1},
	}
	folder := t.TempDir()
	c := benchCommand{Output: filepath.Join(folder, "report.json"), Plot: filepath.Join(folder, "edges.png")}
	var out, progress bytes.Buffer
	require.NoError(t, c.measure(t.Context(), newTerminal(&out, &progress, manner{}, runtime.Alone{}), options))
	require.Contains(t, out.String(), "\ntraining step, 2 systems (5,3,3) ")
	require.Contains(t, out.String(), "edges a batch")
	require.FileExists(t, c.Output)
	require.FileExists(t, c.Plot)
}

// TestBenchThatCannotEndWell says so before it measures.
func TestBenchThatCannotEndWell(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "absent", "report.json")
	requireOneLine(t, exitFailure, "is the folder there", call(t.Context(), "bench", "-o", absent))
	requireOneLine(t, exitFailure, `no picture format has the extension ".gif"`, call(t.Context(), "bench", "--plot", "edges.gif"))

	requireOneLine(t, exitFailure, "0 epochs train nothing: --epochs is 1 or more", call(t.Context(), "bench", "--epochs", "0"))

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "report.json")
	requireOneLine(t, exitStopped, "stopped: nothing was written", call(ctx, "bench", "-o", path))
	_, err := os.Stat(path)
	require.ErrorIs(t, err, os.ErrNotExist)
}
