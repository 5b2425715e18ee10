package export_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// The shapes that a file declares of values within are those that they have.
func TestValuesHaveTheirDeclaredShapes(t *testing.T) {
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 12}, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	declared := exported.Parse(t, file).Graph.ValueInfo
	require.Greater(t, len(declared), 100)
	session := exported.Open(t, exported.Changed(t, file, func(g *onnxpb.GraphProto) {
		for _, value := range g.ValueInfo {
			output := proto.Clone(value).(*onnxpb.ValueInfoProto)
			output.GetType().GetTensorType().Shape = nil
			g.Output = append(g.Output, output)
		}
		g.ValueInfo = nil
	}))
	c, batch := exported.Composition{2, 1, 1}, 3
	found, err := session.Run(runtime.Batch{Inputs: exported.NewSystems(c, batch, rand.New(rand.NewPCG(1, 2))).File})
	require.NoError(t, err)
	for _, value := range declared {
		shape, made := value.GetType().GetTensorType().Shape.Dim, found[value.GetName()].Shape
		require.Len(t, made, len(shape), value.GetName())
		for i, axis := range shape {
			if axis.Value != nil {
				require.EqualValues(t, axis.GetDimValue(), made[i], value.GetName())
			}
		}
	}
}
