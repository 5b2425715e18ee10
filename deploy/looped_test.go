package deploy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/export/outline"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// untrained is a run of a model as it was drawn.
func untrained(t *testing.T, c config.Config) *run.Run {
	t.Helper()
	c.Model, c.Form, c.Hidden, c.Length = "gmn-ode", config.Published, 4, 1
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestStepsInALoop: a file whose steps are a Loop keeps the promises of any file, within
// a Loop of predictions and in predictions written out.
func TestStepsInALoop(t *testing.T) {
	onnxRuntime, _ := engines.Named("onnxruntime")
	testenv.Engine(t, onnxRuntime)
	law := config.Config{Layers: 4, Time: 0.1, TrueVelocity: true}
	verlet := law
	verlet.Integrator = config.Verlet
	for name, c := range map[string]struct {
		config  config.Config
		options deploy.Options
	}{
		"half, in a Loop":                       {law, deploy.Options{Float16: true, Rollout: &rolling.Rollout{}}},
		"verlet, one after another, with radii": {verlet, deploy.Options{Rollout: &rolling.Rollout{Steps: 2}, Radius: withRadius(moving(20, 2, 1)).Radius}},
	} {
		t.Run(name, func(t *testing.T) {
			c.options.Loop = true
			exported, err := deploy.ExportWith(t.Context(), untrained(t, c.config), c.options)
			require.NoError(t, err)
			require.Contains(t, exported.Missing, "The file was not checked in onnx-go, which has no Loop.")
			if c.options.Radius != nil {
				require.Equal(t, 2, exported.Radius.Steps[0].Step)
			}
		})
	}
}

// TestLoopedFileInEngines: an engine that has no Loop says so, and one that builds models
// again predicts.
func TestLoopedFileInEngines(t *testing.T) {
	trained := untrained(t, config.Config{Layers: 4, Time: 1})
	file := exportedLoop(t, trained)
	_, _, err := file.Open("onnx-go")
	require.ErrorContains(t, err, "the file has a Loop, which onnx-go does not run: take runtime native or onnxruntime, or export it without loop, and what rolls with rollout=N")
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 2, 3)
	var positions [][]float32
	for _, m := range []*artifact.Model{artifact.FromRun(trained), file} {
		predictor, _, err := m.Open("native")
		require.NoError(t, err)
		position, _, err := predictor.Predict(samples)
		require.NoError(t, err)
		require.NoError(t, predictor.Close())
		positions = append(positions, position)
	}
	require.Equal(t, positions[0], positions[1])
}

func exportedLoop(t *testing.T, trained *run.Run) *artifact.Model {
	t.Helper()
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	info.Loop = true
	data, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	file, err := artifact.FromFile(data)
	require.NoError(t, err)
	return file
}

// TestLoopRefused: what holds no Loop, and models without equal steps, are named.
func TestLoopRefused(t *testing.T) {
	trained := untrained(t, config.Config{Layers: 3, Time: 1})
	for _, options := range []deploy.Options{{Functions: true}, {Step: true}, {Gradients: []string{"velocity"}}} {
		options.Loop = true
		_, err := deploy.ExportWith(t.Context(), trained, options)
		require.ErrorContains(t, err, "loop goes with neither functions, train_step nor gradients")
	}
	both, err := artifact.Together([]*run.Run{seededRun(t, 1, 4, "ab"), seededRun(t, 2, 4, "ab")}, []string{"a", "b"})
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), both, deploy.Options{Loop: true})
	require.ErrorContains(t, err, "loop goes with one run")
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Loop: true})
	require.ErrorContains(t, err, "loop: the model has no four steps that compute the same")
}

// TestNoFileBeforeRadius: steps that are no Loop, and more than are unrolled, are refused
// before a radius is calibrated.
func TestNoFileBeforeRadius(t *testing.T) {
	trained := untrained(t, config.Config{Layers: 3, Time: 0.1, TrueVelocity: true})
	radius := &deploy.Radius{Level: 0.9, Info: &run.DataInfo{}} // no samples calibrate it
	_, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Loop: true, Radius: radius})
	require.ErrorIs(t, err, outline.ErrNoLoop)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Rollout: &rolling.Rollout{Steps: 500}, Radius: radius})
	require.ErrorContains(t, err, "500 steps cannot be unrolled")
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Opset: 3, Radius: radius})
	require.ErrorContains(t, err, "opset 3 cannot be written")
}
