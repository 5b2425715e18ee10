package runtime_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestLoopedFiles: steps in a Loop give the interpreter's numbers, of trees and of joints.
func TestLoopedFiles(t *testing.T) {
	onnxRuntime, _ := engines.Named("onnxruntime")
	testenv.Engine(t, onnxRuntime)
	_, _, _, jointed := jointedIn(t, 1, 3, hanging)
	forests := fixtures.Forests()
	trees := jointedConfig(4)
	trees.Fields, trees.Joints, trees.Forces, trees.NoCharge = nil, 0, "", false
	for name, c := range map[string]struct {
		config config.Config
		sample system.Sample
	}{
		"joints": {jointedConfig(4), jointed},
		"trees":  {trees, forests[len(forests)-1].Samples(1, 1)[0]},
	} {
		t.Run(name, func(t *testing.T) {
			model, values := newModel(t, c.config, false, 1)
			session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			want := predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{c.sample})
			file, err := export.Model(model.Module, values, export.Info{Config: "{}", Depth: 8, Loop: true})
			require.NoError(t, err)
			session, err = onnxRuntime.OpenFile(file)
			require.NoError(t, err)
			got := predictions(t, predict.NewSystemPredictor(session, fileInputs(t, file)...), []system.Sample{c.sample})
			requireClose(t, want, got, fileTolerance)
			require.NoError(t, session.Close())
		})
	}
}
