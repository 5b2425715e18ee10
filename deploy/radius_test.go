package deploy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// lawRun is a run of a law of motion whose forces are as strong as the gain says.
func lawRun(t *testing.T, radius *config.Radius, gain float32) *run.Run {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 8, TrueVelocity: true, Radius: radius}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: run.Version(), Model: model.Config, Training: &run.Options{Velocity: 0.5}},
		run.WithShapes(model, fixtures.Weights(model, 1, gain)))
	require.NoError(t, err)
	return trained
}

// targeted are samples with targets near straight lines.
func targeted(count int, seed uint64) []system.Sample {
	samples := fixtures.Samples(system.Composition{3, 2, 1}, count, seed)
	for i := range samples {
		samples[i].TargetVelocity = samples[i].Velocity
	}
	return samples
}

func withRadius(samples []system.Sample) deploy.Options {
	return deploy.Options{Radius: &deploy.Radius{Level: 0.9, Info: &run.DataInfo{File: "data.npz", SHA256: "0123456789abcdef"}, Valid: samples}}
}

// TestRadius: a file has radii, says what they cover, and is verified with them. With a
// weight that was damaged after the calibration it fails on a test set; calibrated anew
// its radii are wider.
func TestRadius(t *testing.T) {
	options, test := withRadius(targeted(60, 1)), &deploy.TestSet{Info: &run.DataInfo{File: "other.npz", SHA256: "fedcba9876543210"}, Samples: targeted(60, 2)}
	options.Test = test
	exported, err := deploy.ExportWith(t.Context(), lawRun(t, nil, 1), options)
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(exported.Lines()), "On the validation samples of data.npz, which calibrated it, the radius of")
	require.Equal(t, 60, exported.Certificate.Radius.Samples)
	require.NotNil(t, exported.Test.Radius.Velocity)
	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	require.NotContains(t, fmt.Sprint(exported.Lines()), "at other times")
	options.Radius.Overlap, test.Overlap = "80 % of the validation samples begin early", "70 % of the test samples begin early"
	overlapping, err := deploy.ExportWith(t.Context(), lawRun(t, nil, 1), options)
	require.NoError(t, err)
	held, err := deploy.VerifyFrom(t.Context(), "r.onnx", overlapping.File, nil, 1)
	require.NoError(t, err)
	var told strings.Builder
	held.Write(&told)
	stated := fmt.Sprint(overlapping.Lines()) + told.String()
	require.Equal(t, 2, strings.Count(stated, "80 % of the validation samples begin early, and these calibrated the radius: it may cover less of motion at other times"), stated)
	require.Contains(t, stated, "70 % of the test samples begin early: errors on motion at other times may be larger")
	options.Radius.Overlap, test.Overlap = "", ""
	const damage = 2000
	damaged, err := deploy.ExportWith(t.Context(), lawRun(t, model.Config().Model.Radius, damage), deploy.Options{})
	require.NoError(t, err)
	verification, err := deploy.VerifyFrom(t.Context(), "r.onnx", damaged.File, test, 1)
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(verification.Broken), "the radius is too small")

	wider, err := deploy.ExportWith(t.Context(), lawRun(t, nil, damage), options)
	require.NoError(t, err)
	require.Greater(t, wider.Test.Radius.Median, 2*exported.Test.Radius.Median)
}

// TestNoRadius: what has no meaning with a radius, and models that have none, are refused.
func TestNoRadius(t *testing.T) {
	for text, change := range map[string]func(o *deploy.Options){
		"is no probability":  func(o *deploy.Options) { o.Radius.Level = 1 },
		"20 or more do":      func(o *deploy.Options) { o.Radius.Valid = o.Radius.Valid[:5] },
		"there are none":     func(o *deploy.Options) { o.Radius.Valid = nil },
		"errors grow":        func(o *deploy.Options) { o.Rollout = &rolling.Rollout{} },
		"the weights change": func(o *deploy.Options) { o.Step = true },
	} {
		options := withRadius(targeted(30, 1))
		change(&options)
		_, err := deploy.ExportWith(t.Context(), lawRun(t, nil, 1), options)
		require.ErrorContains(t, err, text)
	}
}
