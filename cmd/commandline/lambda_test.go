package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestLambda trains with the published weight of the constraint term where
// none is given, and otherwise with the one given.
func TestLambda(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	gmnc(t, s.training(folder, "--model", "egnn-reg")...)
	trained, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	require.Equal(t, run.DefaultLambda, trained.Config.Training.Lambda)

	folder = filepath.Join(t.TempDir(), "runs")
	gmnc(t, s.training(folder, "--model", "egnn-reg", "--sweep", "lambda=0.01,0.2", "--epochs", "1")...)
	for name, lambda := range map[string]float64{"lambda=0.01_seed=1": 0.01, "lambda=0.2_seed=1": 0.2} {
		trained, err = run.Read(run.Folder(filepath.Join(folder, name)))
		require.NoError(t, err)
		require.Equal(t, lambda, trained.Config.Training.Lambda)
	}
}

func TestLambdaOfOtherModels(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	requireOneLine(t, exitUsage, "does not go with --model gmn", call(t.Context(), s.training(folder, "--lambda", "0.1")...))
	require.NoDirExists(t, folder)
	requireOneLine(t, exitUsage, "--form paper does not go with --model rf",
		call(t.Context(), s.training(t.TempDir(), "--model", "rf", "--form", "paper")...))
}
