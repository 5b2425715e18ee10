package forms_test

import (
	"testing"

	"gmnc/internal/test/exported"

	"github.com/stretchr/testify/require"
)

// gmnTolerance bounds the error of four layers in float32, with weights as
// they are drawn: the worst of 30 draws of inputs was 2.2e-6.
const gmnTolerance = 5e-6

func TestGMN(t *testing.T) {
	gmn, weights, model := exported.GMN(t)
	exported.CompareSystems(t, gmn.Module, weights, exported.Open(t, model), gmnTolerance)
}

// The paper's model stays small, and nothing in it depends on threads.
func TestGMNSize(t *testing.T) {
	_, _, model := exported.GMN(t)
	require.LessOrEqual(t, len(model), 1<<20)
	graph := exported.Parse(t, model).Graph
	require.LessOrEqual(t, len(graph.Node), 700)
	t.Logf("%d nodes, %d bytes", len(graph.Node), len(model))
	for _, node := range graph.Node {
		for _, attribute := range node.Attribute {
			require.NotEqual(t, "reduction", attribute.GetName(), node.GetName())
		}
	}
}
