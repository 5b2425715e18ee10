package artifact_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
)

// BenchmarkOpening is all of a prediction of one system by a file of 24 steps in the native
// engine: reading, building, compiling and running.
func BenchmarkOpening(b *testing.B) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 24, Hidden: 64}
	model, err := builder.New(config, false)
	require.NoError(b, err)
	trained, err := run.New(run.Config{Version: run.Version(), Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(b, err)
	info, err := artifact.Info(trained)
	require.NoError(b, err)
	file, err := export.Model(model.Module, trained.Floats(), info)
	require.NoError(b, err)
	path := filepath.Join(b.TempDir(), "model.onnx")
	require.NoError(b, os.WriteFile(path, file, 0o644))
	samples := fixtures.Samples(fixtures.Compositions[0], 1, 1)
	b.ReportAllocs()
	for b.Loop() {
		opened, err := artifact.Load(path)
		require.NoError(b, err)
		predictor, _, err := opened.Open("native")
		require.NoError(b, err)
		_, err = predictor.Outputs(samples)
		require.NoError(b, err)
		require.NoError(b, predictor.Close())
	}
}
