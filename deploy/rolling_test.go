package deploy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// law is a small law of motion with a true velocity, which takes trees of a depth.
func law(t *testing.T, depth int) *run.Run {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, TrueVelocity: true, Time: 0.1, Length: 1, Depth: depth}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestFilesThatRoll: in every runtime that has what they need a file gives the bits of
// single calls, and single steps where those are asked for.
func TestFilesThatRoll(t *testing.T) {
	onnxRuntime, _ := engines.Named("onnxruntime")
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 2, 3)
	step, _, err := artifact.FromRun(law(t, 0)).Open("native")
	require.NoError(t, err)
	want, _, err := step.Predict(samples)
	require.NoError(t, err)
	for name, rollout := range map[string]*rolling.Rollout{"loop": {}, "unrolled": {Steps: 3}} {
		t.Run(name, func(t *testing.T) {
			engine := "onnx-go"
			if rollout.Steps == 0 {
				testenv.Engine(t, onnxRuntime)
				engine = onnxRuntime.Name
			}
			file, err := deploy.ExportWith(t.Context(), law(t, 0), deploy.Options{Rollout: rollout})
			require.NoError(t, err)
			measured := file.Runtimes[0].Findings
			require.Equal(t, verify.Steps, measured[len(measured)-1].Promise)
			require.Zero(t, measured[len(measured)-1].Largest)
			lines := strings.Join(file.Lines(), "\n")
			if rollout.Steps > 0 {
				require.Regexp(t, `, in the first step: rounding: outputs against a float64 evaluation of the same model: maximum error \S+, relative to .*\. Tried on 3 random systems of each of these kinds \(3 free particles \+ `, lines)
				require.Regexp(t, `, in the first step: equivariance, .*rotation .*\n.*, in the first step: rigid bars keep their lengths: .*\. Tried on \d+ random systems `, lines)
				require.Regexp(t, verify.Steps+`\. Tried on 3 steps of random systems \(.*\)\.`, lines)
			} else {
				require.NotContains(t, lines, "first step")
			}
			if rollout.Steps == 0 {
				require.Contains(t, file.Missing, "The file was not checked in onnx-go, which has no Loop.")
			}
			v, err := deploy.Verify(t.Context(), "model.onnx", file.File, nil)
			require.NoError(t, err)
			require.NoError(t, v.Err())

			model, err := artifact.FromFile(file.File)
			require.NoError(t, err)
			_, err = deploy.File(t.Context(), model)
			require.ErrorContains(t, err, "rolls out many steps")
			predictor, _, err := model.Open(engine)
			require.NoError(t, err)
			got, _, err := predictor.Predict(samples)
			require.NoError(t, err)
			allclose.Within(t, want, got, verify.Tolerance)
		})
	}
	_, err = deploy.ExportWith(t.Context(), law(t, 0), deploy.Options{Rollout: &rolling.Rollout{Steps: 500}})
	require.ErrorContains(t, err, "500 steps cannot be unrolled")
	trained, err := run.Read(run.Folder(newRun(t)))
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Rollout: &rolling.Rollout{}})
	require.ErrorContains(t, err, "the model returns no true velocity (displacements by the last layer)")
}

// TestForestsThatRoll: files of models with trees and bodies roll, too, which is
// measured on systems of all kinds.
func TestForestsThatRoll(t *testing.T) {
	forests := fixtures.Forests()
	samples := forests[len(forests)-1].Samples(2, 3)
	step, _, err := artifact.FromRun(law(t, 8)).Open("native")
	require.NoError(t, err)
	const steps = 2
	exported, err := deploy.ExportWith(t.Context(), law(t, 8), deploy.Options{Rollout: &rolling.Rollout{Steps: steps}})
	require.NoError(t, err)
	measured := exported.Runtimes[0].Findings
	require.Equal(t, verify.Finding{Promise: verify.Steps, Where: "2 steps of composition (all kinds of objects together)", Tried: []verify.Tried{{Count: 2, Of: "steps of random systems of (all kinds of objects together)"}}}, measured[len(measured)-1])

	engine, _ := engines.Named("onnx-go")
	session, err := engine.OpenFile(exported.File)
	require.NoError(t, err)
	defer session.Close()
	inputs := predict.FileInputs(samples, []string{"position", "velocity", "charge", "sticks", "hinges", "parents", "bodies"})
	all, err := session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	frames := slices.Collect(slices.Chunk(all["predicted_positions"].Float, len(inputs["position"].Float)))
	require.Len(t, frames, steps)
	for frame, err := range (predict.Rollout{Predictor: step, Samples: samples, Steps: steps}).Frames(t.Context()) {
		require.NoError(t, err)
		if frame.Step > 0 {
			allclose.Within(t, frame.Position, frames[frame.Step-1], verify.Tolerance, "step %d", frame.Step)
		}
	}
}

// TestStepsThatDiffer are told.
func TestStepsThatDiffer(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1, 1, 1}, 2, 3)
	step, _, err := artifact.FromRun(law(t, 0)).Open("native")
	require.NoError(t, err)
	var positions, velocities [][]float32
	for frame, err := range (predict.Rollout{Predictor: step, Samples: samples, Steps: 3}).Frames(t.Context()) {
		require.NoError(t, err)
		if frame.Step > 0 {
			positions, velocities = append(positions, frame.Position), append(velocities, frame.Velocity)
		}
	}
	group := verify.Group{Name: "(1,1,1)", Samples: samples}
	require.NoError(t, verify.SameAsCalls(group, positions, velocities, step).Err())
	velocities[2][5] += 1
	require.ErrorContains(t, verify.SameAsCalls(group, positions, velocities, step).Err(), verify.Steps+": off by 1 at 3 steps of composition (1,1,1)")
}

// TestLengthsOverManySteps: with velocity Verlet the roundings of 50 predictions
// of 16 steps leave bars as long as at first, in a run and in its file.
func TestLengthsOverManySteps(t *testing.T) {
	samples := fixtures.Samples(system.Composition{2, 3, 2}, 4, 3)
	model, err := builder.New(config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 16, Hidden: 4, TrueVelocity: true, Time: 0.1, Length: 4,
		Integrator: config.Verlet, Messages: config.NoMessages, Deflection: 0.03,
	}, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	ofRun, _, err := artifact.FromRun(trained).Open("native")
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	session, err := engines.ForFiles().OpenFile(file)
	require.NoError(t, err)
	for name, step := range map[string]predict.Predictor{"run": ofRun, "file": predict.NewSystemPredictor(session)} {
		for frame, err := range (predict.Rollout{Predictor: step, Samples: samples, Steps: 50}).Frames(t.Context()) {
			require.NoError(t, err)
			require.Less(t, predict.Measure(samples, frame, 0.1, nil).Lengths, 1e-5, "of the %s, after step %d", name, frame.Step)
		}
		require.NoError(t, step.Close())
	}
}
