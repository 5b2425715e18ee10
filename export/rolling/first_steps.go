package rolling

import (
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
)

// FirstSteps returns a file of unrolled steps with only the first count steps. These compute
// what they do in the whole file. perFrame is as in Rollout. It returns an error that names an
// output or an input that does not have at least as many unrolled steps.
func FirstSteps(file []byte, perFrame []string, count int) ([]byte, error) {
	model := &onnxpb.ModelProto{}
	if err := proto.Unmarshal(file, model); err != nil {
		return nil, err
	}
	graph := model.GetGraph()
	for _, output := range graph.GetOutput() {
		if err := takeFirst(graph, output, count); err != nil {
			return nil, fmt.Errorf("output %q has no first steps, of which there should be %d: %w", output.GetName(), count, err)
		}
	}
	for _, input := range graph.GetInput() {
		if slices.Contains(perFrame, input.GetName()) {
			if err := ofSteps(input, count); err != nil {
				return nil, fmt.Errorf("input %q differs from step to step: %w", input.GetName(), err)
			}
		}
	}
	emit.Prune(graph)
	graph.ValueInfo = emit.ValuesOf(graph.Node, graph.ValueInfo)
	return proto.Marshal(model)
}

// takeFirst keeps only the first steps that an output concatenates.
func takeFirst(graph *onnxpb.GraphProto, output *onnxpb.ValueInfoProto, count int) error {
	frames, err := framesOf(graph, output.GetName())
	if err != nil {
		return err
	}
	if len(frames.Input) < count {
		return fmt.Errorf("it has %d steps", len(frames.Input))
	}
	frames.Input = frames.Input[:count]
	return ofSteps(output, count)
}

// framesOf returns the Concat of an output with an axis of steps.
func framesOf(graph *onnxpb.GraphProto, output string) (*onnxpb.NodeProto, error) {
	at := slices.IndexFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return slices.Contains(n.Output, output) })
	if at < 0 || graph.Node[at].GetOpType() != "Concat" {
		return nil, errors.New("no Concat of steps makes it")
	}
	return graph.Node[at], nil
}

// ofSteps declares the number of steps of a value that has an axis of them.
func ofSteps(value *onnxpb.ValueInfoProto, count int) error {
	axes := value.GetType().GetTensorType().GetShape().GetDim()
	if len(axes) == 0 {
		return errors.New("it has no axis of steps")
	}
	axes[0] = Rollout{Steps: count}.axis()
	return nil
}
