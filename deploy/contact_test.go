package deploy_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestPlanesOfFiles: a system with more planes than a file takes, or with an offset and no
// normal, gets no numbers, and the others of the batch keep theirs.
func TestPlanesOfFiles(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Forces: config.NoForces, TrueVelocity: true, Time: 0.1, Length: 1,
		NoCharge: true, Planes: 1, Fields: []string{system.Planes.Name}}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	engine, _ := engines.Named("onnx-go")
	session, err := engine.OpenFile(exported.File)
	require.NoError(t, err)
	defer session.Close()
	planes := make([]float32, 3*system.Planes.Columns)
	planes[2], planes[3] = 1, -1
	second, third := planes[system.Planes.Columns:], planes[2*system.Planes.Columns:]
	second[2], second[4], third[3] = 1, 1, 1
	outputs, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{0, 0, 1, 0, 0, 1, 0, 0, 1}, 3, 1, 3),
		"velocity": runtime.Floats(make([]float32, 9), 3, 1, 3),
		"planes":   runtime.Floats(planes, 3, system.Planes.Columns),
		"sticks":   runtime.Indices([]int64{}, 3, 0, 2),
		"hinges":   runtime.Indices([]int64{}, 3, 0, 3),
	}})
	require.NoError(t, err)
	for i, x := range outputs["predicted_position"].Float {
		require.Equal(t, i >= 3, math.IsNaN(float64(x)), "number %d", i)
	}
}
