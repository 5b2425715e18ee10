package systems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/internal/test/fixtures"
	"gmnc/system"
)

// TestNeighborsOnce: a system of which a particle is its own neighbor, or lists one twice, has
// no numbers, and data sets are refused with it; others have theirs, whatever slots are left.
func TestNeighborsOnce(t *testing.T) {
	config := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4, Sparse: true}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	lists := [][]int64{
		{1, 2, 3, 0, -1, 2, -1, -1, -1, 2, 1, 0},
		{1, 2, 3, 0, -1, 1, -1, -1, -1, 2, 1, 0}, // itself
		{1, 2, 3, 0, -1, 2, -1, -1, -1, 2, 1, 2}, // twice
		{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
		{1, 2, 1, 0, -1, 2, 2, -1, -1, 3, 1, 0}, // both
	}
	samples := fixtures.Samples(system.Composition{2, 1}, len(lists), 1)
	for i, list := range lists {
		samples[i].Neighbors = list
		want := []bool{true, false, false, true, false}[i]
		require.Equal(t, want, system.CheckInputs(samples[i:i+1]) == nil)
	}
	for _, engine := range []string{"onnx-go", "onnxruntime"} {
		if numbers := exported.NumbersOf(t, engine, file, samples); numbers != nil {
			require.Equal(t, []bool{true, false, false, true, false}, numbers, engine)
		}
	}
}

// TestReceiversOfAllAxes: the shape that rows are expanded to has all of their three axes.
func TestReceiversOfAllAxes(t *testing.T) {
	model, err := builder.New(config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 4}, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	graph := exported.Parse(t, file).Graph
	lengths := map[string]int64{"sizes/neighbors": 1}
	for _, constant := range graph.Initializer {
		if len(constant.Dims) == 1 {
			lengths[constant.GetName()] = constant.Dims[0]
		}
	}
	for _, node := range graph.Node {
		if node.GetOpType() == "Concat" {
			for _, part := range node.Input {
				lengths[node.Output[0]] += lengths[part]
			}
		}
		if node.Output[0] == "systems/receivers" {
			require.EqualValues(t, 3, lengths[node.Input[1]])
			return
		}
	}
	require.Fail(t, "no receivers")
}
