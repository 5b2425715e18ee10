package export

import (
	"slices"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
)

// rowsOfAll name axes with rows of all systems. The axes of inputs, which count within
// a system, have the symbols' own names.
var rowsOfAll = map[string]string{particles: "all_particles", edges: "all_edges"}

// declareValue says the type of a value of the graph.
func (e *emitter) declareValue(name string, t ir.Type) {
	shape := slices.Clone(t.Shape)
	for i, axis := range shape {
		if other, ok := rowsOfAll[axis.Symbol]; ok && e.within {
			shape[i] = ir.Rows(other)
		}
	}
	e.graph.ValueInfo = append(e.graph.ValueInfo, valueInfo(name, "", t.DType, shape...))
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
