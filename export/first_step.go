package export

import (
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
)

// FirstStep is a file of unrolled steps without what comes after the first, which computes
// what it does in the whole. PerFrame are as in Rollout. An output or input that is not of
// unrolled steps is an error that names it.
func FirstStep(file []byte, perFrame []string) ([]byte, error) {
	model := &onnxpb.ModelProto{}
	if err := proto.Unmarshal(file, model); err != nil {
		return nil, err
	}
	graph := model.GetGraph()
	for _, output := range graph.GetOutput() {
		if err := takeFirst(graph, output); err != nil {
			return nil, fmt.Errorf("output %q has no first step: %w", output.GetName(), err)
		}
	}
	for _, input := range graph.GetInput() {
		if slices.Contains(perFrame, input.GetName()) {
			if err := oneStep(input); err != nil {
				return nil, fmt.Errorf("input %q differs from step to step: %w", input.GetName(), err)
			}
		}
	}
	prune(graph)
	graph.ValueInfo = valuesOf(graph.Node, graph.ValueInfo)
	return proto.Marshal(model)
}

// takeFirst leaves the first of the steps that an output concatenates.
func takeFirst(graph *onnxpb.GraphProto, output *onnxpb.ValueInfoProto) error {
	at := slices.IndexFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return slices.Contains(n.Output, output.GetName()) })
	if at < 0 || graph.Node[at].GetOpType() != "Concat" || len(graph.Node[at].Input) == 0 {
		return errors.New("no Concat of steps makes it")
	}
	graph.Node[at].Input = graph.Node[at].Input[:1]
	return oneStep(output)
}

// oneStep declares one step of a value with an axis of them.
func oneStep(value *onnxpb.ValueInfoProto) error {
	axes := value.GetType().GetTensorType().GetShape().GetDim()
	if len(axes) == 0 {
		return errors.New("it has no axis of steps")
	}
	axes[0] = Rollout{Steps: 1}.axis()
	return nil
}
