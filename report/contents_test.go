package report

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/predict/conformal"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
)

// ofRun is a model of random weights.
func ofRun(t *testing.T, c config.Config) *artifact.Model {
	t.Helper()
	c.Model, c.Form, c.Layers, c.Hidden, c.TrueVelocity = "gmn-ode", config.Published, 1, 4, true
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: c}, run.WithShapes(model, fixtures.Weights(model, 5, 1)))
	require.NoError(t, err)
	return artifact.FromRun(trained)
}

// ofTwo is a subject of a system and of one that leaves the range of float32 in its first step.
func ofTwo(t *testing.T, c config.Config) *pictures.Subject {
	t.Helper()
	samples := fixtures.Samples(system.Composition{2}, 2, 1)
	for k := range samples[1].Position {
		samples[1].Position[k], samples[1].Velocity[k], samples[1].TargetPosition[k] = 3e38, 3e38, 0
	}
	return &pictures.Subject{Title: "one", Path: "one", Split: "test", File: "d.npz", Model: ofRun(t, c), Data: &datasets.Data{Test: samples}, Samples: samples}
}

// TestRolledScene: a system is shown from the second step on, unless it is lost before.
func TestRolledScene(t *testing.T) {
	s := ofTwo(t, config.Config{})
	sc := &scene{Samples: make([]sample, 2)}
	require.NoError(t, sc.roll(t.Context(), s, []int{0, 1}, 3))
	require.Len(t, sc.Samples[0].Prediction, 2)
	require.Empty(t, sc.Samples[1].Prediction)
	require.Empty(t, sc.Samples[0].Radii)
	s.Model = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "gmn-ode", NodeFeatures: []string{"z"}}}})
	require.ErrorContains(t, sc.roll(t.Context(), s, []int{0}, 2), "z")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, sc.roll(ended, ofTwo(t, config.Config{}), []int{0}, 2), context.Canceled)
}

// TestRolledRadii: radii are shown for the steps for which they were calibrated.
func TestRolledRadii(t *testing.T) {
	radius := &config.Radius{Level: 0.9, Time: 1, System: 1, Steps: []config.RadiusStep{{Position: 1, Velocity: 1, System: 1}, {Position: 2, Velocity: 2, System: 2}}}
	for _, name := range (config.Config{}).RadiusFeatures() {
		radius.Features = append(radius.Features, config.RadiusFeature{Name: name, Soft: 1, Low: -9, High: 9})
	}
	radius.Position = &config.RadiusHead{Weights: make([]float64, len(radius.Features))}
	radius.Velocity = radius.Position
	s := ofTwo(t, config.Config{Radius: radius})
	sc := &scene{Samples: make([]sample, 1)}
	require.NoError(t, sc.roll(t.Context(), s, []int{0}, 4))
	require.Len(t, sc.Samples[0].Prediction, 3)
	require.Len(t, sc.Samples[0].Radii, 1, "of the second step")
}

// TestLostSamples: a page counts the samples whose prediction is not finite, and draws the others.
func TestLostSamples(t *testing.T) {
	r, err := New(t.Context(), ofTwo(t, config.Config{}), nil, Options{Samples: 2, Steps: 1})
	require.NoError(t, err)
	require.Equal(t, 1, r.Lost())
	require.Len(t, r.scene.Samples, 1)
	require.Equal(t, 0, r.scene.Samples[0].Number)
}

// TestComparedRuns: two runs and more are compared in the first picture. Pictures over epochs are left out for a single epoch.
func TestComparedRuns(t *testing.T) {
	epochs := []run.Epoch{{Epoch: 1, Train: 1, Valid: 1}, {Epoch: 2, Train: 1, Valid: 1}}
	compared := []pictures.Compared{{Path: "a", Epochs: epochs}, {Path: "b", Epochs: epochs}}
	for _, c := range []struct {
		runs, epochs int
		want         []string
	}{{0, 0, nil}, {1, 2, []string{"learning_curve"}}, {2, 2, []string{"runs", "learning_curve"}}, {2, 1, []string{"runs"}}} {
		r := &Report{Subject: &pictures.Subject{Title: "one", Epochs: epochs[:c.epochs]}, Compared: compared[:c.runs]}
		require.NoError(t, r.draw(t.Context()))
		var names []string
		for _, f := range r.Figures() {
			names = append(names, f.Name)
			require.Contains(t, string(f.SVG), "<svg")
			require.NotEmpty(t, f.Charts)
		}
		require.Equal(t, c.want, names)
	}
}

// TestUnknownModels: a model that this program lacks has no constants, and a path that is no folder of runs is that of a model.
func TestUnknownModels(t *testing.T) {
	r := &Report{Subject: &pictures.Subject{Model: artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "none"}}})}}
	require.Empty(t, r.Constants())
	file := filepath.Join(t.TempDir(), "model.onnx")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, path := range []string{file, filepath.Join(t.TempDir(), "absent")} {
		model, compared, err := Find(path)
		require.NoError(t, err)
		require.Equal(t, path, model)
		require.Empty(t, compared)
	}
}

// TestWhatReportsSay: a page has the description of its model, no certificate of a run, and rows of radii where they were
// measured. It holds as many numbers as a browser opens.
func TestWhatReportsSay(t *testing.T) {
	s := ofTwo(t, config.Config{})
	r, err := New(t.Context(), s, nil, Options{Samples: 2, Steps: 1})
	require.NoError(t, err)
	require.Contains(t, r.Description(), "one: gmn-ode, ")
	certificate, err := r.Certificate()
	require.NoError(t, err)
	require.Empty(t, certificate)
	rows := r.Rows()
	require.NotEmpty(t, rows)
	s.Coverage = &conformal.Measured{Coverage: conformal.Coverage{Level: 0.9}}
	require.Equal(t, append(rows, s.Coverage.Table("")...), r.Rows())
	_, err = New(t.Context(), ofTwo(t, config.Config{}), nil, Options{Samples: 2, Steps: mostNumbers})
	require.ErrorContains(t, err, "samples 1 would put")
	require.ErrorContains(t, err, "and it holds at most 5000000: choose fewer samples or steps")
	s = ofTwo(t, config.Config{})
	s.Data = nil
	r, err = New(t.Context(), s, nil, Options{Samples: 2})
	require.NoError(t, err)
	require.Nil(t, r.Scene())
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = New(ended, ofTwo(t, config.Config{}), nil, Options{Samples: 2})
	require.ErrorIs(t, err, context.Canceled)
	_, err = New(t.Context(), nil, nil, Options{})
	require.ErrorContains(t, err, "samples 0 shows nothing")
}
