package commandline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run/weights"
)

// TestNonFinitePredictionsFail predicts with weights that are finite and
// whose predictions are not: the failure names samples, and what was
// predicted is written nevertheless.
func TestNonFinitePredictionsFail(t *testing.T) {
	s := getSession(t)
	run := copyRun(t, s.run)
	path := filepath.Join(run, "weights.safetensors")
	file, err := weights.Read(path)
	require.NoError(t, err)
	for _, tensor := range file.Tensors {
		for i := range tensor.Data {
			tensor.Data[i] *= 1e30
		}
	}
	require.NoError(t, weights.Write(path, file))
	output := filepath.Join(t.TempDir(), "out.npz")
	requireFailure(t, "was changed after it was written: the weight ", "predict", run, s.data, "-o", output)
	require.NoFileExists(t, output)

	require.Contains(t, gmnc(t, "run", "seal", run).out, ": sealed as it is, without stated errors; the weight ")
	require.Equal(t, run+": sealed; nothing had been changed\n", gmnc(t, "run", "seal", run).out)
	result := call(t.Context(), "predict", run, s.data, "-o", output)
	require.Equal(t, 1, result.code)
	require.Contains(t, result.err, "samples are not finite (sample 0, 1, ")
	require.FileExists(t, output)
}

// TestTrainingFromAnotherRun starts from a run's weights, says so, and keeps
// in mind which they were.
func TestTrainingFromAnotherRun(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "next")
	result := gmnc(t, s.training(folder, "--init", s.run)...)
	require.Contains(t, result.err, "weights are from "+filepath.Base(s.run)+" (weights ")
	require.Contains(t, string(readFile(t, filepath.Join(folder, "config.json"))), `"init": "`+filepath.Base(s.run)+" (weights ")
	gmnc(t, s.training(folder, "--init", s.run, "--resume")...)

	requireFailure(t, "is not a run folder", s.training(filepath.Join(t.TempDir(), "x"), "--init", t.TempDir())...)
}

// unseal takes a run's seal away.
func unseal(t *testing.T, run string) {
	t.Helper()
	path := filepath.Join(run, "weights.safetensors")
	file, err := weights.Read(path)
	require.NoError(t, err)
	require.Contains(t, file.Metadata, "seal")
	delete(file.Metadata, "seal")
	require.NoError(t, weights.Write(path, file))
}

// TestChangedRuns: whatever reads a run refuses one that was changed since it was written,
// and names what was, be it the seal.
func TestChangedRuns(t *testing.T) {
	s := getSession(t)
	run, folder := copyRun(t, s.run), t.TempDir()
	path := filepath.Join(run, "config.json")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(text), `"seed": `, `"seed": 9`, 1)), 0o600))
	commands := [][]string{
		{"predict", run, s.data}, {"rollout", run, s.data}, {"export", run, "-o", filepath.Join(folder, "model.onnx")},
		{"inspect", run}, {"report", run, s.data, "-o", filepath.Join(folder, "page.html")}, {"plot", run, s.data, "-o", filepath.Join(folder, "pictures")},
		{"law", run, s.data}, {"diff", s.run, run}, {"diff", run, s.run}, {"compare", run},
		s.training(filepath.Join(folder, "next"), "--init", run), s.training(run, "--resume", "--seed", "91"),
	}
	for _, command := range commands {
		requireFailure(t, "was changed after it was written: training.seed is 9", command...)
	}
	unseal(t, run)
	for _, command := range commands {
		requireFailure(t, "was changed after it was written: its weights have no seal", command...)
	}
	requireEmpty(t, folder)
	require.Contains(t, gmnc(t, "run", "seal", run).out, "sealed as it is, without stated errors; its weights have no seal")
	gmnc(t, "inspect", run)
}
