package commandline

import (
	"path/filepath"
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
