package onnxgo

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// TestErrorsNameIndexInputs: an error of a node names the index inputs that the node depends on, and no others.
func TestErrorsNameIndexInputs(t *testing.T) {
	session := open(t, &onnxpb.GraphProto{
		Input: []*onnxpb.ValueInfoProto{
			anyShape("x", float32Type), anyShape("y", float32Type), anyShape("from", int64Type), anyShape("to", int64Type),
		},
		Node: []*onnxpb.NodeProto{
			operation("Gather", "a", attrs{"axis": 0}, "x", "from"),
			operation("Neg", "b", nil, "a"),
			operation("Gather", "c", attrs{"axis": 0}, "x", "to"),
			operation("Add", "d", nil, "b", "y"),
			operation("Mul", "e", nil, "x", "y"),
		},
		Output: []*onnxpb.ValueInfoProto{anyShape("c", float32Type), anyShape("d", float32Type), anyShape("e", float32Type)},
	})
	for _, c := range []struct {
		what string
		x, y int
		from []int64
		err  string
	}{
		{"the index itself", 2, 2, []int64{0, 2}, `onnx-go: node "the Gather" (Gather): element 1: index 2 is outside [-2, 1] (computed from the index inputs ["from"])`},
		{"through other nodes", 2, 3, []int64{0, 1}, `onnx-go: node "the Add" (Add): shapes [2] and [3] cannot be broadcast together: 2 against 3 (computed from the index inputs ["from"])`},
		{"no index", 2, 3, []int64{0, 1, 1}, `onnx-go: node "the Mul" (Mul): shapes [2] and [3] cannot be broadcast together: 2 against 3`},
	} {
		t.Run(c.what, func(t *testing.T) {
			_, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
				"x": runtime.Floats(make([]float32, c.x), c.x), "y": runtime.Floats(make([]float32, c.y), c.y),
				"from": runtime.Indices(c.from, len(c.from)), "to": runtime.Indices([]int64{0}, 1),
			}})
			require.EqualError(t, err, c.err)
		})
	}
}
