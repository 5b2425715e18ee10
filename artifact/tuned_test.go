package artifact

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/run"
	"gmnc/train"
)

// TestTuned: weights that steps of training returned become a run with the shapes of the file's
// weights, if their number is that of the file and all are finite.
func TestTuned(t *testing.T) {
	trained := law(t, 1, nil)
	info, err := Info(trained)
	require.NoError(t, err)
	module, params, err := train.Gradients(trained.Model, run.PaperOptions())
	require.NoError(t, err)
	info.Step = export.StepOf(module, params)
	info.Step.LearningRate, info.Step.Beta1, info.Step.Beta2 = 1e-3, 0.9, 0.999
	data, err := export.Model(module, trained.Floats(), info)
	require.NoError(t, err)
	step, err := FromFile(data)
	require.NoError(t, err)
	require.True(t, step.Trains())
	require.Nil(t, step.Gradients())
	_, _, err = step.Open(auto)
	require.ErrorIs(t, err, ErrStep)
	var flat []float32
	for _, w := range info.Step.Weights {
		for range trained.Weights[w.Name].Float {
			flat = append(flat, float32(len(flat)))
		}
	}
	tuned, err := Tuned("folder/tuned.npz", flat, step)
	require.NoError(t, err)
	require.Equal(t, "tuned.npz", tuned.Config.Source)
	require.Equal(t, run.Version(), tuned.Config.Version)
	at := float32(0)
	for _, w := range info.Step.Weights {
		require.Equal(t, trained.Weights[w.Name].Shape, tuned.Weights[w.Name].Shape)
		require.Equal(t, at, tuned.Weights[w.Name].Float[0], w.Name)
		at += float32(len(tuned.Weights[w.Name].Float))
	}
	_, err = Tuned("t", flat[1:], step)
	require.ErrorContains(t, err, "which are not of this file of training steps")
	_, err = Tuned("t", append(flat, 1), step)
	require.ErrorContains(t, err, "weights; the steps train ")
	flat[2] = float32(math.NaN())
	_, err = Tuned("t", flat, step)
	require.ErrorContains(t, err, "t: weight 2 is NaN: the steps left the finite")
	_, err = Tuned("t", flat, FromRun(trained))
	require.ErrorContains(t, err, "it is no file of training steps")
	data = append([]byte{}, data...)
	data[len(data)-1] ^= 1
	changed, err := FromFile(data)
	require.NoError(t, err)
	_, err = Tuned("t", flat, changed)
	require.ErrorContains(t, err, "it was changed since gmnc exported it")
}
