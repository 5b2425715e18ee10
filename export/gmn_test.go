package export_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/onnx"
)

// gmnTolerance bounds the error of four layers in float32, with weights as
// they are drawn: the worst of 30 draws of inputs was 2.2e-6.
const gmnTolerance = 5e-6

func exportGMN(t testing.TB) (*builder.Model, map[string][]float32, []byte) {
	t.Helper()
	gmn, err := builder.New(builder.DefaultConfig(), false)
	require.NoError(t, err)
	weights := gmn.Draw(1)
	model, err := export.Model(gmn.Module, weights, export.Info{Config: `{"model":"gmn"}`})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(model))
	return gmn, weights, model
}

func TestGMN(t *testing.T) {
	gmn, weights, model := exportGMN(t)
	compareSystems(t, gmn.Module, weights, open(t, model), gmnTolerance)
}

// The paper's model stays small, and nothing in it depends on threads.
func TestGMNSize(t *testing.T) {
	_, _, model := exportGMN(t)
	require.LessOrEqual(t, len(model), 1<<20)
	graph := parse(t, model).Graph
	require.LessOrEqual(t, len(graph.Node), 700)
	t.Logf("%d nodes, %d bytes", len(graph.Node), len(model))
	for _, node := range graph.Node {
		for _, attribute := range node.Attribute {
			require.NotEqual(t, "reduction", attribute.GetName(), node.GetName())
		}
	}
}
