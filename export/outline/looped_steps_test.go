package outline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/outline"
	"gmnc/internal/test/exported"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// looped is a model's file with its steps in a Loop.
func looped(config config.Config) ([]byte, error) {
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	return export.Model(model.Module, model.Draw(1), export.Info{Config: "{}", Loop: true})
}

// TestLoopedSteps: the nodes of a file do not grow with its steps. The first stands
// beside the Loop, which alone makes what the others do.
func TestLoopedSteps(t *testing.T) {
	for _, steps := range []int{4, 24} {
		file, err := looped(exported.ODEOf(steps))
		require.NoError(t, err)
		require.NoError(t, onnx.Check(file))
		graph := exported.Parse(t, file).Graph
		body := exported.LoopOf(graph).Attribute[0].G
		require.Equal(t, 344, len(graph.Node)+len(body.Node))
		require.Len(t, body.Input, 2+8, "features, positions, displacements and what bars were turned to")
		count := slices.IndexFunc(graph.Initializer, func(x *onnxpb.TensorProto) bool { return x.GetName() == exported.LoopOf(graph).Input[0] })
		require.Equal(t, byte(steps-1), graph.Initializer[count].RawData[0], "turns")
		for step := 1; step < steps-1; step++ {
			scope := fmt.Sprintf("step%d/", step)
			require.False(t, slices.ContainsFunc(graph.Node, func(n *onnxpb.NodeProto) bool {
				return n.GetOpType() != onnx.LoopOperator && strings.HasPrefix(n.Output[0], scope)
			}), scope)
		}
		decoded, err := export.Decode(file)
		require.NoError(t, err)
		require.Equal(t, 344, decoded.Nodes)
	}
}

// TestNoLoop: a model without equal steps says so.
func TestNoLoop(t *testing.T) {
	own := exported.ODEOf(6)
	own.Weights = config.OwnWeights
	layers := config.Config{Model: "gmn", Form: config.Published, Layers: 6, Hidden: 4}
	for _, config := range []config.Config{exported.ODEOf(3), own, layers} {
		_, err := looped(config)
		require.ErrorIs(t, err, outline.ErrNoLoop)
	}
}
