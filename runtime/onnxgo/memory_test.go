package onnxgo

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allocated"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// doubling joins its input to itself forty times over.
func doubling() *onnxpb.GraphProto {
	graph := &onnxpb.GraphProto{Input: []*onnxpb.ValueInfoProto{declared("x0", float32Type, "n")}}
	for i := range 40 {
		from, to := fmt.Sprintf("x%d", i), fmt.Sprintf("x%d", i+1)
		graph.Node = append(graph.Node, operation("Concat", to, attrs{"axis": 0}, from, from))
	}
	graph.Output = []*onnxpb.ValueInfoProto{declared("x40", float32Type, "m")}
	return graph
}

// TestMemoryOfARun: what a run may take grows with its inputs, and a file that
// takes more is stopped on its way.
func TestMemoryOfARun(t *testing.T) {
	opened := open(t, doubling()).(*session)
	e := opened.graph.start()
	require.NoError(t, e.bind(map[string]runtime.Tensor{"x0": runtime.Floats([]float32{1, 2}, 2)}))
	require.Equal(t, freeBytes+growth*8, e.most)
	e.most = 1 << 20
	var err error
	allocated.Below(t, 2<<20, func() { err = e.Run() })
	require.EqualError(t, err, `node "the Concat" (Concat): the values of the run take more than 1 MB, which is out of proportion to its inputs`)
}

// TestValuesThatAreNotNeededAreGivenBack: a long chain of operators takes no
// more than a short one.
func TestValuesThatAreNotNeededAreGivenBack(t *testing.T) {
	graph := &onnxpb.GraphProto{Input: []*onnxpb.ValueInfoProto{declared("x0", float32Type, "n")}}
	for i := range 40 {
		graph.Node = append(graph.Node, operation("Neg", fmt.Sprintf("x%d", i+1), nil, fmt.Sprintf("x%d", i)))
	}
	graph.Output = []*onnxpb.ValueInfoProto{declared("x40", float32Type, "n")}
	e := open(t, graph).(*session).graph.start()
	require.NoError(t, e.bind(map[string]runtime.Tensor{"x0": runtime.Floats(make([]float32, 100), 100)}))
	e.most = 2 * 400
	require.NoError(t, e.Run())
	require.Equal(t, 400, e.live)
}
