package deploy_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/testenv"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
)

// TestExportedFunctions: a file with functions is measured like any other, and every engine opens it, with the bits of the plain file.
func TestExportedFunctions(t *testing.T) {
	testenv.Engine(t, engines.ForFiles())
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 4, Hidden: 4, Time: 1, Length: 1}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Model: config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Functions: true, Step: true})
	require.ErrorContains(t, err, "functions goes neither with rollout nor with train_step")
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Functions: true, Rollout: &rolling.Rollout{}})
	require.ErrorContains(t, err, "functions goes neither with rollout nor with train_step")

	text, err := json.Marshal(config)
	require.NoError(t, err)
	plain, err := export.Model(model.Module, model.Draw(1), export.Info{Config: string(text)})
	require.NoError(t, err)
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Functions: true})
	require.NoError(t, err)
	samples := verify.Random(config, nil)[0].Samples
	for _, engine := range engines.All() {
		if engine.Available() != nil {
			continue
		}
		var positions [][]float32
		for _, file := range [][]byte{plain, exported.File} {
			model, err := artifact.FromFile(file)
			require.NoError(t, err)
			predictor, _, err := model.Open(engine.Name)
			require.NoError(t, err, engine.Name)
			position, _, err := predictor.Predict(samples)
			require.NoError(t, err, engine.Name)
			require.NoError(t, predictor.Close())
			positions = append(positions, position)
		}
		require.True(t, slices.Equal(positions[0], positions[1]), engine.Name)
	}
}
