package onnxgo

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"gmnc/internal/test/allocated"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"

	"github.com/stretchr/testify/require"
)

// allowance is the number of bytes that opening a file of size bytes may allocate.
func allowance(size int) uint64 { return 36*uint64(size) + 16<<20 }

// unpacked is the size of a file with its functions in place of their calls.
func unpacked(file []byte) int {
	model, err := onnx.Read(file)
	if err != nil {
		return len(file)
	}
	inlined, err := model.Inlined()
	if err != nil {
		return len(file)
	}
	return len(file) + len(inlined) - len(model.Graph)
}

func FuzzOpen(f *testing.F) {
	f.Add(encode(f, modelOf(dense())))
	f.Add(encode(f, modelOf(doubling())))
	for _, c := range allCases() {
		graph, _ := c.model(false)
		f.Add(encode(f, modelOf(graph)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		allocated.Below(t, allowance(unpacked(file)), func() {
			session, err := Open(file)
			if (session == nil) == (err == nil) {
				t.Error("expected a session or an error")
			}
		})
	})
}

// TestEveryPrefix cuts a model short at every byte.
func TestEveryPrefix(t *testing.T) {
	file := encode(t, modelOf(dense()))
	for size := range file {
		_, err := Open(file[:size])
		require.Regexp(t, "^onnx-go: (not an ONNX model, or a damaged or cut-short one|the model uses opset 0)", err, "%d of %d bytes", size, len(file))
	}
}

// TestAllocationIsBounded opens files made of what takes most memory for
// its bytes, in numbers that are refused and in numbers that are not.
func TestAllocationIsBounded(t *testing.T) {
	for what, build := range hungryFiles(t) {
		for _, repeats := range []int{1 << 12, 1 << 13, 1 << 15, 1 << 17} {
			t.Run(fmt.Sprintf("%s/%d", what, repeats), func(t *testing.T) {
				file := build(repeats)
				var err error
				allocated.Below(t, allowance(len(file)), func() { _, err = Open(file) })
				if what == "raw floats" {
					require.NoError(t, err, "a large model must open")
				}
			})
		}
	}
}

// TestManyNodesOpen: a file of nodes with usual names and hardly a weight opens, as one
// of many steps of a law in formulas is.
func TestManyNodesOpen(t *testing.T) {
	graph := &onnxpb.GraphProto{Input: []*onnxpb.ValueInfoProto{declared("step0/rigid_motion/mul", float32Type, 1)}}
	last := "step0/rigid_motion/mul"
	for i := range 6000 {
		next := fmt.Sprintf("step%d/rigid_motion/mul", i+1)
		graph.Node = append(graph.Node, operation("Mul", next, nil, last, last))
		last = next
	}
	graph.Output = []*onnxpb.ValueInfoProto{declared(last, float32Type, 1)}
	require.NoError(t, open(t, graph).Close())
}

// hungryFiles builds files that repeat one construct.
func hungryFiles(t *testing.T) map[string]func(repeats int) []byte {
	message := func(number onnx.Number, content []byte) []byte { return onnx.AppendMessage(nil, number, content) }
	numbered := func(prefix []byte, number onnx.Number, i int) []byte {
		return append(slices.Clone(prefix), message(number, fmt.Append(nil, i))...)
	}
	model := func(graph []byte) []byte {
		opset := message(onnx.ModelOperatorSet, []byte{byte(onnx.OperatorSetVersion) << 3, onnx.NewestOpset})
		return append(opset, message(onnx.ModelGraph, graph)...)
	}
	float := message(onnx.ValueType, message(onnx.TypeTensor, []byte{byte(onnx.TypeElement) << 3, 1}))
	operator := append(message(onnx.NodeOperator, []byte("Abs")), message(onnx.NodeInput, []byte("x"))...)
	inGraph := func(number onnx.Number, part func(i int) []byte) func(int) []byte {
		return func(repeats int) []byte {
			graph := message(onnx.GraphOutput, numbered(float, onnx.ValueName, 1))
			graph = append(graph, message(onnx.GraphInput, append(message(onnx.ValueName, []byte("x")), float...))...)
			graph = append(graph, message(onnx.GraphNode, numbered(operator, onnx.NodeOutput, 1))...)
			for i := range repeats {
				graph = append(graph, message(number, part(i))...)
			}
			return model(graph)
		}
	}
	inNode := func(part func(i int) []byte) func(int) []byte {
		return func(repeats int) []byte {
			content := numbered(operator, onnx.NodeOutput, 1)
			for i := range repeats {
				content = append(content, part(i)...)
			}
			return model(message(onnx.GraphNode, content))
		}
	}
	inDense := func(tensor func(repeats int) *onnxpb.TensorProto) func(int) []byte {
		return func(repeats int) []byte {
			graph := dense()
			graph.Initializer = append(graph.Initializer, tensor(repeats))
			return encode(t, modelOf(graph))
		}
	}
	scalar := append([]byte{byte(onnx.TensorType) << 3, byte(int64Type)}, message(onnx.TensorRaw, make([]byte, 8))...)
	return map[string]func(int) []byte{
		"nodes":        inGraph(onnx.GraphNode, func(i int) []byte { return numbered(operator, onnx.NodeOutput, i+2) }),
		"inputs":       inGraph(onnx.GraphInput, func(i int) []byte { return numbered(float, onnx.ValueName, i+2) }),
		"initializers": inGraph(onnx.GraphInitializer, func(i int) []byte { return numbered(scalar, onnx.TensorName, i+2) }),
		"edges":        inNode(func(i int) []byte { return numbered(nil, onnx.NodeInput, i+2) }),
		"attributes":   inNode(func(i int) []byte { return message(onnx.NodeAttribute, numbered(nil, onnx.AttributeName, i)) }),
		"strings": func(repeats int) []byte {
			list := bytes.Repeat(message(onnx.AttributeStrings, nil), repeats)
			return model(message(onnx.GraphNode, append(numbered(operator, onnx.NodeOutput, 1), message(onnx.NodeAttribute, list)...)))
		},
		"int64_data": inDense(func(repeats int) *onnxpb.TensorProto {
			p := protoOf("w", list())
			p.RawData, p.Dims, p.Int64Data = nil, []int64{int64(repeats)}, make([]int64, repeats)
			return p
		}),
		"raw bools": inDense(func(repeats int) *onnxpb.TensorProto {
			return protoOf("w", bools(s(repeats), make([]bool, repeats)...))
		}),
		"raw floats": inDense(func(repeats int) *onnxpb.TensorProto {
			return protoOf("w", floats(s(repeats), make([]float32, repeats)...))
		}),
	}
}
