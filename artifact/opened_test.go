package artifact

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestOutside: samples outside the ranges of the training data are counted, and the first is
// described.
func TestOutside(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2}, 4, 1)
	ranged := law(t, 1, func(c *run.Config) { c.Data.Ranges = system.MeasureRanges(samples[:1], nil) })
	model := FromRun(ranged)
	require.Empty(t, model.Outside(samples[:1]))
	far := append(samples[:1:1], fixtures.Samples(system.Composition{2}, 2, 2)...)
	for _, s := range far[1:] {
		for i := range s.Position {
			s.Position[i] *= 1e6
		}
	}
	text := model.Outside(far)
	require.Regexp(t, `^2 of 3 samples lie outside the training ranges, where the model may be far off \(sample 1: .*\)$`, text)
	ranged.Config.Model.Radius = &config.Radius{Level: 0.9}
	require.Equal(t, text+"; its radius grows with the distance from what it was calibrated on", FromRun(ranged).Outside(far))
	require.Empty(t, FromRun(law(t, 1, nil)).Outside(far), "no ranges are known")
	require.Empty(t, FromRun(law(t, 1, func(c *run.Config) { c.Data = nil })).Outside(far))
}

// TestOpened: a run opens in engines for modules and for files, and a file in the engine that runs
// files as it is. What is opened refuses systems that the model does not take.
func TestOpened(t *testing.T) {
	trained := law(t, 1, nil)
	samples := fixtures.Samples(system.Composition{2}, 2, 1)
	trees := fixtures.Samples(system.Composition{2}, 1, 1)
	trees[0].Objects = system.Objects{system.Tree.Of(0, 1)}
	var want []float32
	for _, c := range []struct {
		name  string
		model *Model
	}{{"native", FromRun(trained)}, {"onnx-go", FromRun(trained)}, {"interpreter", fileOf(t, trained)}, {engines.ForFiles().Name, fileOf(t, trained)}} {
		name := c.name
		predictor, of, err := c.model.Open(name)
		require.NoError(t, err, name)
		require.Equal(t, name, of)
		position, _, err := predictor.Predict(samples)
		require.NoError(t, err, name)
		if want == nil {
			want = position
		}
		require.Len(t, position, len(want), name)
		for i := range want {
			require.InDelta(t, want[i], position[i], 1e-5, name)
		}
		_, _, err = predictor.Predict(trees)
		require.ErrorContains(t, err, "sample 0 has trees or rigid bodies", name)
		_, err = predictor.Outputs(trees)
		require.ErrorContains(t, err, "sample 0 has trees or rigid bodies", name)
		outputs, err := predictor.Outputs(samples)
		require.NoError(t, err)
		require.Len(t, outputs["velocity"], len(want))
		require.NoError(t, predictor.Close())
	}
	for name, m := range map[string]*Model{"native": FromRun(trained), engines.ForFiles().Name: fileOf(t, trained)} {
		engine, err := m.Engine(auto)
		require.NoError(t, err)
		require.Equal(t, name, engine.Name)
	}
	data := append([]byte{}, fileOf(t, trained).Bytes()...)
	data[len(data)-1] ^= 1
	changed, err := FromFile(data)
	require.NoError(t, err)
	require.True(t, changed.Changed())
	predictor, name, err := changed.Open(auto)
	require.NoError(t, err)
	require.NoError(t, predictor.Close())
	require.Equal(t, engines.Bounded().Name+", changed since gmnc exported and checked it", name)
	_, _, err = changed.Open("native")
	require.ErrorContains(t, err, "native rebuilds a model from the configuration and the weights in its file")
	_, _, err = changed.Open("tensorrt")
	require.ErrorContains(t, err, `there is no runtime "tensorrt"`)
}

// TestChecked: predictions that are NaN are explained, and others are not.
func TestChecked(t *testing.T) {
	explained := errors.New("explained")
	p := checkedPredictor{fixed{outputs: map[string][]float32{"position": {1}}}, func([]system.Sample) error { return nil }, func([]system.Sample) error { return explained }}
	_, _, err := p.Predict(nil)
	require.NoError(t, err)
	p.Predictor = fixed{outputs: map[string][]float32{"position": {1, float32(math.NaN())}}}
	_, _, err = p.Predict(nil)
	require.ErrorIs(t, err, explained)
	broken := errors.New("broken")
	p.Predictor = fixed{outputs: map[string][]float32{"position": {float32(math.NaN())}}, err: broken}
	_, _, err = p.Predict(nil)
	require.ErrorIs(t, err, broken)
}

// TestDefaultModels: each model has a default size, and an unknown name is an error.
func TestDefaultModels(t *testing.T) {
	for _, name := range []string{"gmn", "rf"} {
		model, err := DefaultModel(name)
		require.NoError(t, err)
		require.Equal(t, name, model.Config.Model)
	}
	_, err := DefaultModel("none")
	require.ErrorContains(t, err, "none")
}
