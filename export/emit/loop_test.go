package emit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/emit"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// nested is a Loop around a Loop. The bodies read a and b from outside, and c of their own.
func nested() *onnxpb.NodeProto {
	inner := emit.NewTurn("inner", "inner/", "inner/number")
	inner.Node = append(inner.Node, emit.PlainNode("Add", nil, "d", "b", "c"), emit.PlainNode("Neg", nil, "e", "d"))
	outer := emit.NewTurn("outer", "outer/", "outer/number")
	outer.Node = append(outer.Node, emit.PlainNode("Mul", nil, "c", "a", "outer/number"), emit.LoopNode("inside", inner, "c"))
	loop := emit.LoopNode("loop", outer, "count")
	loop.Output = []string{"result"}
	return loop
}

// TestLoops: a Loop reads its count, its condition and what bodies read from outside, at any depth.
func TestLoops(t *testing.T) {
	loop := nested()
	require.Equal(t, onnx.LoopOperator, loop.GetOpType())
	require.Equal(t, []string{"count", "rollout/true", "a", "rollout/true", "b"}, emit.Reads(loop))
	require.Equal(t, []string{"x"}, emit.Reads(emit.PlainNode("Neg", nil, "y", "x")))

	upper := func(name string) string { return "new/" + name }
	renamed := emit.Renamed([]*onnxpb.NodeProto{loop, emit.PlainNode("Neg", nil, "y", "x")}, upper)
	require.Equal(t, []string{"new/count", "new/rollout/true", "new/a", "new/rollout/true", "new/b"}, emit.Reads(renamed[0]))
	require.Equal(t, []string{"new/y"}, renamed[1].Output)
	require.Equal(t, "new/y", renamed[1].GetName())
	require.Equal(t, []string{"count", "rollout/true", "a", "rollout/true", "b"}, emit.Reads(loop), "the node itself stays")
}

// TestTurns: the body of a Loop takes its number and the condition to go on, and returns that.
func TestTurns(t *testing.T) {
	turn := emit.NewTurn("body", "scope/", "scope/number")
	require.Equal(t, "body", turn.GetName())
	require.Equal(t, []string{"scope/number", "scope/go_on", "scope/gone_on"},
		[]string{turn.Input[0].GetName(), turn.Input[1].GetName(), turn.Output[0].GetName()})
	for i, want := range []onnxpb.TensorProto_DataType{onnxpb.TensorProto_INT64, onnxpb.TensorProto_BOOL} {
		require.Equal(t, int32(want), turn.Input[i].GetType().GetTensorType().GetElemType())
	}
	require.Equal(t, int32(onnxpb.TensorProto_BOOL), turn.Output[0].GetType().GetTensorType().GetElemType())
	require.Equal(t, "Identity", turn.Node[0].GetOpType())
	require.Equal(t, []string{"scope/go_on"}, turn.Node[0].Input)
}

// TestAlways: the condition of Loops and its constant are written once.
func TestAlways(t *testing.T) {
	graph := &onnxpb.GraphProto{Node: []*onnxpb.NodeProto{emit.PlainNode("Neg", nil, "y", "x")}}
	for range 2 {
		emit.WriteAlways(graph)
		require.Len(t, graph.Node, 2)
		require.Len(t, graph.Initializer, 1)
	}
	require.Equal(t, "Equal", graph.Node[1].GetOpType())
	require.Equal(t, []string{graph.Initializer[0].GetName(), graph.Initializer[0].GetName()}, graph.Node[1].Input)
	require.Equal(t, make([]byte, 8), graph.Initializer[0].RawData)
}
