package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInspectShowsOptions: of the training, all that were given.
func TestInspectShowsOptions(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	gmnc(t, append(s.training(folder), strings.Fields("--schedule step --warmup 1 --clip 0.5 --ema 0.9 --loss huber --reverse --batch 100")...)...)
	require.Contains(t, gmnc(t, "inspect", folder).out, `
  leftover  the last batch of an epoch is smaller, no sample is left out
  schedule  step
  warmup    1 epochs
  clip      gradients to the norm 0.5
  ema       the weights are their moving average with the decay 0.9
  loss      huber
  reverse   every sample backwards in time, too
`)
	require.NotContains(t, gmnc(t, "inspect", s.run).out, "warmup")
}

// TestTrueVelocity: a model that is trained for a velocity says so, as a run and
// as a file, and its error is reported; one that is not says what it returns.
func TestTrueVelocity(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	file := folder + ".onnx"
	result := gmnc(t, append(s.training(folder), "--model", "gmn-ode")...)
	require.Contains(t, result.out, ", error of velocities x100 ", "on by default")
	gmnc(t, "export", folder, "-o", file)
	for _, model := range []string{folder, file} {
		require.Contains(t, gmnc(t, "inspect", model).out, "velocity  returned: a true velocity, trained against that of the target with the weight 0.1")
		require.Contains(t, gmnc(t, "predict", model, s.data).out, "  of velocities x100 ")
	}
	require.Contains(t, gmnc(t, "inspect", s.model).out, "velocity  returned: the displacement of the last layer, in the unit of positions")
	require.NotContains(t, gmnc(t, "predict", s.model, s.data).out, "of velocities")

	still := append(s.training(filepath.Join(t.TempDir(), "x")), "--velocity", "0.1", "--model", "egnn")
	requireFailure(t, "--velocity does not go with --model egnn, which carries no velocity from layer to layer", still...)
}
