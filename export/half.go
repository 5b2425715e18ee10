package export

import (
	"fmt"
	"strings"

	"gmnc/export/emit"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// wideSuffix is the suffix of the float32 value of a weight that is stored in float16.
const wideSuffix = "/float32"

// halve stores the weights of a graph in float16. A Cast of each makes the float32 value with
// which the graph computes.
func halve(graph *onnxpb.GraphProto) error {
	wide := map[string]string{}
	var casts []*onnxpb.NodeProto
	for _, tensor := range graph.Initializer {
		name := tensor.GetName()
		if strings.HasPrefix(name, emit.ConstantPrefix) {
			continue
		}
		narrow, err := onnx.Narrowed(tensor.RawData)
		if err != nil {
			return fmt.Errorf("the weight %s: %w", name, err)
		}
		tensor.RawData, tensor.DataType = narrow, emit.Element(onnxpb.TensorProto_FLOAT16)
		wide[name] = name + wideSuffix
		casts = append(casts, emit.PlainNode("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, wide[name], name))
	}
	for _, node := range graph.Node {
		for i, input := range node.Input {
			if other, ok := wide[input]; ok {
				node.Input[i] = other
			}
		}
	}
	graph.Node = append(casts, graph.Node...)
	return nil
}

// Halved returns weights rounded to float16, with which a file of Info.Float16 computes.
func Halved(weights map[string][]float32) (map[string][]float32, error) {
	rounded := map[string][]float32{}
	for name, values := range weights {
		narrow, err := onnx.Narrowed(emit.FloatTensor(values, nil).RawData)
		if err != nil {
			return nil, fmt.Errorf("the weight %s: %w", name, err)
		}
		rounded[name] = emit.Floats(onnx.Widened(narrow))
	}
	return rounded, nil
}
