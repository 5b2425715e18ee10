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
	gmnc(t, s.training(folder, strings.Fields("--schedule step --warmup 1 --clip 0.5 --ema 0.9 --loss huber --reverse --perturb length --batch 100")...)...)
	require.Contains(t, gmnc(t, "inspect", folder).out, `
  batches   the last batch of an epoch may be smaller: no sample is left out
  schedule  of the learning rate: step
  warmup    the learning rate rises over the first epochs: 1
  clip      gradients are shortened to the norm 0.5
  ema       the weights are their moving average with the decay 0.9
  loss      huber, of the errors of positions
  reverse   every sample is trained backwards in time, too: from its target, with negated velocities, to its input
  perturb   length, in the objects of every training sample, anew each time it is seen
`)
	require.NotContains(t, gmnc(t, "inspect", s.run).out, "warmup")
}

// TestTrueVelocity: a model that is trained for a velocity says so, as a run and
// as a file, and its error is reported; one that is not says what it returns.
func TestTrueVelocity(t *testing.T) {
	s := getSession(t)
	folder := filepath.Join(t.TempDir(), "run")
	file := folder + ".onnx"
	result := gmnc(t, s.training(folder, "--model", "gmn-ode")...)
	require.Contains(t, result.out, "; root mean squared error of velocities ", "on by default")
	gmnc(t, "export", folder, "-o", file)
	for _, model := range []string{folder, file} {
		require.Contains(t, gmnc(t, "inspect", model).out, "velocity  predicted: velocities one prediction interval later, which can be fed back as the next input velocity\n")
		require.Contains(t, gmnc(t, "predict", model, s.data).out, "  of velocities             ")
	}
	require.Contains(t, gmnc(t, "inspect", s.model).out, "velocity  predicted: displacements by the last layer, not velocities: do not feed them back as the next input velocity\n")
	require.NotContains(t, gmnc(t, "predict", s.model, s.data).out, "of velocities")

	still := s.training(filepath.Join(t.TempDir(), "x"), "--velocity", "0.1", "--model", "egnn")
	requireFailure(t, "--velocity does not go with --model egnn, which carries no velocity from layer to layer", still...)
}

// TestTrainOnTrajectories: with noise, and without trajectories refused by the flag.
func TestTrainOnTrajectories(t *testing.T) {
	folder, data := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "trajectories.npz")
	gmnc(t, "simulate", "--system", "1,1,0", "--train", "4", "--valid", "2", "--test", "1", "--frames", "4", "-o", data)
	options := strings.Fields("--model gmn-ode --layers 2 --hidden 4 --epochs 1 --batch 4 --unroll 2 --noise 0.01")
	gmnc(t, append([]string{"train", data, "-o", folder}, options...)...)
	require.Contains(t, gmnc(t, "inspect", folder).out, `
  unroll    the loss is of 2 predictions in a row along each trajectory
  noise     Gaussian noise of the standard deviation 0.01 is added to the inputs
`)
	other := append([]string{"train", getSession(t).data, "-o", filepath.Join(t.TempDir(), "x")}, options...)
	requireFailure(t, "--unroll 2 is for trajectories, and training sample 0 has an input and a target alone: make a data set with gmnc simulate --frames 3 or more, or train with --unroll 0", other...)
}
