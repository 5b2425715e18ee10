package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestLambda trains with the published weight of the constraint term where
// none is given, and otherwise chooses from those given.
func TestLambda(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	gmnc(t, s.training(folder, "--model", "egnn-reg")...)
	trained, err := run.Read(run.Folder(folder))
	require.NoError(t, err)
	require.Equal(t, run.DefaultLambda, trained.Config.Training.Lambda)
	require.Empty(t, trained.Config.Training.LambdaFrom)

	folder = filepath.Join(t.TempDir(), "run")
	list := s.training(folder, "--model", "egnn-reg", "--lambda", "0.01,0.1")
	first := gmnc(t, list...)
	require.Regexp(t, `: weights of epoch \d, which has the lowest validation error: root mean squared error of positions [\d.]+ \(mean squared error x100 \d+\.\d{5}\), rigid bars change their lengths by \d\.\de[+-]\d\d in total\n`, first.out)
	trained, err = run.Read(run.Folder(folder))
	require.NoError(t, err)
	require.Equal(t, []float64{0.01, 0.1}, trained.Config.Training.LambdaFrom)
	for _, name := range []string{"lambda_0.01/config.json", "lambda_0.1/state.safetensors", "learning_curve.png"} {
		require.FileExists(t, filepath.Join(folder, name))
	}
	require.Contains(t, gmnc(t, "inspect", folder).out, "chosen from 0.01, 0.1")
	require.Equal(t, first.out, gmnc(t, append(list, "--resume")...).out)
}

func TestLambdaOfOtherModels(t *testing.T) {
	s := getSession(t)
	for _, lambda := range []string{"0.1", "0.01,0.1"} {
		folder := filepath.Join(t.TempDir(), "run")
		requireOneLine(t, exitUsage, "does not go with --model gmn", call(t.Context(), s.training(folder, "--lambda", lambda)...))
		require.NoDirExists(t, folder)
	}
	requireOneLine(t, exitUsage, "--form paper does not go with --model rf",
		call(t.Context(), s.training(t.TempDir(), "--model", "rf", "--form", "paper")...))
}
