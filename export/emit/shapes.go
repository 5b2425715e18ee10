package emit

import (
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// DeclareValue declares the type of a value of the graph. Axes of rows have no name there,
// because tract compares our names with the product of sizes that it infers itself, and fails.
func (e *Emitter) DeclareValue(name string, t ir.Type) {
	value := ValueInfo(name, "", t.DType, t.Shape...)
	for _, axis := range value.GetType().GetTensorType().Shape.Dim {
		if axis.GetDimParam() != "" {
			axis.Value = nil
		}
	}
	e.Graph.ValueInfo = append(e.Graph.ValueInfo, value)
}

// ValuesOf returns the declarations of the values that the nodes make, each once.
func ValuesOf(nodes []*onnxpb.NodeProto, declared []*onnxpb.ValueInfoProto) (all []*onnxpb.ValueInfoProto) {
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
