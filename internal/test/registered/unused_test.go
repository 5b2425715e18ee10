// Package registered has tests that register models, by themselves since
// other tests go through all models.
package registered

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/deploy"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// TestUnusedInputs: a model that looks at velocities alone trains on charged
// sticks, and its file takes positions and velocities. A topology is written into
// it all the same.
func TestUnusedInputs(t *testing.T) {
	require.NoError(t, builder.Register("drift", config.Description{}, func(w *graph.Writer) {
		drift := w.Mul(w.Inputs.Velocity, w.Gate("time", w.Length(w.Inputs.Velocity), 4))
		w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, drift)})
	}))
	for _, systems := range []system.Composition{{1, 1}, {2, 0, 1}} {
		data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: systems, Train: 8, Valid: 2, Test: 3, Seed: 1}, nil)
		require.NoError(t, err)
		options := run.DefaultOptions()
		options.Epochs, options.Batch = 2, 4
		trained, err := train.Train(t.Context(), train.Job{
			Store: run.NewMemory("memory"), Data: data, Engine: engines.Trainer(),
			Config: run.Config{Version: "test", Training: &options, Model: config.Config{Model: "drift", Form: config.Published, Layers: 1, Hidden: 4}},
		})
		require.NoError(t, err)
		exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
		require.NoError(t, err)
		_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Topology: &datasets.Data{Test: data.Test[:1]}})
		require.NoError(t, err)
		model, err := onnx.Read(exported.File)
		require.NoError(t, err)
		var inputs []string
		require.NoError(t, onnx.EachRecord(model.Graph, onnx.GraphInput, func(record []byte) error {
			declaration, err := onnx.ReadDeclaration(record)
			inputs = append(inputs, declaration.Name)
			return err
		}))
		require.Equal(t, []string{"position", "velocity"}, inputs)
		file, err := artifact.FromFile(exported.File)
		require.NoError(t, err)
		var want predict.Errors
		for i, name := range engines.Names(engines.All()) {
			if name == "onnxruntime" {
				continue // a predictor of onnx-go takes the same
			}
			predictor, _, err := file.Open(name)
			require.NoError(t, err)
			got, err := predict.Evaluate(t.Context(), predictor, data.Test)
			require.NoError(t, err)
			if i == 0 {
				want = got
			}
			require.InEpsilon(t, want.Position.Mean, got.Position.Mean, 1e-5, name)
		}
	}
}
