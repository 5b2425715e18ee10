package deploy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/runtime/engines"
)

// TestTrainingSteps: a file of training steps is measured before it is written
// and verified like any other, predicts nothing, and takes back the weights that
// its steps come to.
func TestTrainingSteps(t *testing.T) {
	testenv.Engine(t, engines.ForFiles())
	config := config.Config{Model: "egnn", Form: config.Published, Layers: 2, Hidden: 4}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	options := run.PaperOptions()
	trained, err := run.New(run.Config{Model: config, Training: &options}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Step: true, Test: &deploy.TestSet{}})
	require.ErrorContains(t, err, "train_step goes neither with rollout nor with test")
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Step: true})
	require.NoError(t, err)
	require.NotEmpty(t, exported.Runtimes)

	v, err := deploy.Verify(t.Context(), "step.onnx", exported.File, nil)
	require.NoError(t, err)
	require.NoError(t, v.Err(), "%s", v.Broken)
	step, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	_, _, err = step.Open("auto")
	require.ErrorContains(t, err, "it makes steps of training")

	decoded, err := export.Decode(exported.File)
	require.NoError(t, err)
	said, err := decoded.Step()
	require.NoError(t, err)
	require.Equal(t, options.LearningRate, said.LearningRate)
	var flat []float32
	for _, weight := range said.Weights {
		for i := range trained.Weights[weight.Name].Float {
			flat = append(flat, float32(i))
		}
	}
	tuned, err := artifact.Tuned("tuned.npz", flat, step)
	require.NoError(t, err)
	require.Equal(t, "tuned.npz", tuned.Config.Source)
	for name, weight := range tuned.Weights {
		require.Equal(t, trained.Weights[name].Shape, weight.Shape)
		for i, x := range weight.Float {
			require.Equal(t, float32(i), x, name)
		}
	}
	_, err = artifact.Tuned("tuned.npz", flat[1:], step)
	require.ErrorContains(t, err, "which are not of this file of training steps")
	_, err = artifact.Tuned("tuned.npz", append(flat, 1), step)
	require.ErrorContains(t, err, "the steps train")
	flat[3] = float32(math.NaN())
	_, err = artifact.Tuned("tuned.npz", flat, step)
	require.ErrorContains(t, err, "weight 3 is NaN: the steps left the finite")
	_, err = artifact.Tuned("tuned.npz", flat, artifact.FromRun(trained))
	require.ErrorContains(t, err, "it is no file of training steps")
}
