package systems

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// TestWritten: a value is found by its whole name or by its last part, the first of several, and
// also if it is the first of the graph. A field that no model scales is that of the input.
func TestWritten(t *testing.T) {
	e := &Emitter{Emitter: &emit.Emitter{Graph: &onnxpb.GraphProto{}}}
	require.Empty(t, e.written("a"))
	require.Equal(t, emit.RowsOf+system.CellA.Name, e.seen(system.CellA))
	for _, output := range []string{"layer/a", "b", "a", "other/b", "layer/" + seen + system.CellA.Name} {
		e.Graph.Node = append(e.Graph.Node, &onnxpb.NodeProto{Output: []string{output}})
	}
	require.Equal(t, "layer/a", e.written("a"))
	require.Equal(t, "b", e.written("b"))
	require.Empty(t, e.written("layer"))
	require.Equal(t, "layer/"+seen+system.CellA.Name, e.seen(system.CellA))
}
