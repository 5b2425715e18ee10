package emit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
)

// TestConditions: what chooses by numbers that are 1 where a condition holds takes the condition itself.
func TestConditions(t *testing.T) {
	isTrue := map[string]any{"to": int64(onnxpb.TensorProto_BOOL)}
	for _, kind := range []string{"Greater", "Less", "Equal", "And", "GreaterOrEqual", "LessOrEqual"} {
		e := emit.New("test", 17)
		condition := e.Op(kind, nil, "x", "y")
		number := e.AsFloat(condition)
		require.Equal(t, condition, e.Op("Cast", isTrue, number), kind)
		require.Equal(t, number, e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, condition), "a number stays one")
	}
	e := emit.New("test", 17)
	for _, x := range []string{"x", e.AsFloat(e.Op("Add", nil, "x", "y")), e.Op("Mul", nil, e.AsFloat(e.Op("Greater", nil, "x", "y")), "z")} {
		before := len(e.Graph.Node)
		require.NotEqual(t, x, e.Op("Cast", isTrue, x))
		require.Len(t, e.Graph.Node, before+1, "a cast of %s", x)
	}
}
