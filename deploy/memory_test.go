package deploy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/deploy"
	"gmnc/system"
)

// TestEdgeMemory: an engine that runs files is said to take memory for all
// edges, and one that takes systems in blocks is not.
func TestEdgeMemory(t *testing.T) {
	model, err := deploy.Load(newRun(t)) // of width 8
	require.NoError(t, err)
	samples := []system.Sample{{Position: make([]float32, 3)}, {Position: make([]float32, 3*1000)}}
	require.Equal(t, 4.*4*8*1000*999, model.EdgeMemory("onnx-go", samples))
	require.Zero(t, model.EdgeMemory("native", samples))
	require.Zero(t, model.EdgeMemory("auto", samples), "of a run")
}
