package deploy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/run"
)

// A file with weights in float16 computes in float32 with the rounded weights, says
// what the rounding changes, and is verified and rebuilt with them.
func TestWeightsInFloat16(t *testing.T) {
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 24}, false)
	require.NoError(t, err)
	weights := model.Draw(1)
	trained, err := run.New(run.Config{Version: run.Version(), Model: model.Config}, run.WithShapes(model, weights))
	require.NoError(t, err)
	wide, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	require.Nil(t, wide.Rounding)
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Float16: true})
	require.NoError(t, err)
	require.Less(t, len(exported.File), len(wide.File))
	require.Greater(t, exported.Rounding.Largest, 1e-9)
	require.Less(t, exported.Rounding.Largest, 1e-2)
	require.Contains(t, exported.Lines()[len(exported.Lines())-1-len(exported.Missing)], "The weights are stored in float16, which changes predictions by ")

	file, err := export.Decode(exported.File)
	require.NoError(t, err)
	rounded, err := export.Halved(weights)
	require.NoError(t, err)
	require.NotEmpty(t, file.Weights)
	for name, values := range file.Weights {
		require.Equal(t, rounded[name], values, name)
	}
	verified, err := deploy.Verify(t.Context(), "model.onnx", exported.File, nil)
	require.NoError(t, err)
	require.NoError(t, verified.Err())

	weights["layer0/edge/linear1/weight"][3] = 1e6
	large, err := run.New(run.Config{Version: run.Version(), Model: model.Config}, run.WithShapes(model, weights))
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), large, deploy.Options{Float16: true})
	require.ErrorContains(t, err, "the weight layer0/edge/linear1/weight: 1e+06 is too large for float16")
}
