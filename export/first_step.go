package export

import (
	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
)

// FirstStep is a file of unrolled steps without what comes after the first, which computes
// what it does in the whole. PerFrame are as in Rollout.
func FirstStep(file []byte, perFrame []string) ([]byte, error) {
	model := &onnxpb.ModelProto{}
	if err := proto.Unmarshal(file, model); err != nil {
		return nil, err
	}
	graph, one := model.Graph, Rollout{Steps: 1}.axis()
	for _, node := range graph.Node {
		if find(graph.Output, node.Output[0]) != nil {
			node.Input = node.Input[:1] // of a Concat of all steps
		}
	}
	for _, output := range graph.Output {
		output.GetType().GetTensorType().Shape.Dim[0] = one
	}
	for _, name := range perFrame {
		if input := find(graph.Input, name); input != nil {
			input.GetType().GetTensorType().Shape.Dim[0] = one
		}
	}
	prune(graph)
	graph.ValueInfo = valuesOf(graph.Node, graph.ValueInfo)
	return proto.Marshal(model)
}
