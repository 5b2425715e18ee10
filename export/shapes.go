package export

import (
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// declareValue says the type of a value of the graph. Axes of rows have no name there:
// tract holds a name of ours against the product of sizes that it found itself.
func (e *emitter) declareValue(name string, t ir.Type) {
	value := valueInfo(name, "", t.DType, t.Shape...)
	for _, axis := range value.GetType().GetTensorType().Shape.Dim {
		if axis.GetDimParam() != "" {
			axis.Value = nil
		}
	}
	e.graph.ValueInfo = append(e.graph.ValueInfo, value)
}

// valuesOf are the declarations of values that the nodes make, each once.
func valuesOf(nodes []*onnxpb.NodeProto, declared []*onnxpb.ValueInfoProto) (all []*onnxpb.ValueInfoProto) {
	open := map[string]bool{}
	for _, node := range nodes {
		for _, output := range node.Output {
			open[output] = true
		}
	}
	for _, value := range declared {
		if open[value.GetName()] {
			all = append(all, value)
			delete(open, value.GetName())
		}
	}
	return all
}
