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

// keepMadeValues leaves the declarations of values that nodes of the graph make, each
// once. Outputs have their own.
func keepMadeValues(graph *onnxpb.GraphProto) {
	open := map[string]bool{}
	for _, node := range graph.Node {
		open[node.Output[0]] = true
	}
	for _, output := range graph.Output {
		delete(open, output.GetName())
	}
	graph.ValueInfo = slices.DeleteFunc(graph.ValueInfo, func(v *onnxpb.ValueInfoProto) bool {
		made := open[v.GetName()]
		delete(open, v.GetName())
		return !made
	})
}
