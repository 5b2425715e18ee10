package rolling

import (
	"fmt"
	"slices"

	"gmnc/export/emit"
	"gmnc/onnx/onnxpb"
)

// unroll writes the step, and the declarations of its values, r.Steps times.
func (r Rollout) unroll(graph *onnxpb.GraphProto, step []*onnxpb.NodeProto, values []*onnxpb.ValueInfoProto) {
	emit.AddConstant(graph, firstAxis, 0, 1)
	local := map[string]bool{}
	for _, node := range step {
		for _, output := range node.Output {
			local[output] = true
		}
	}
	all := slices.Concat(r.states, r.collected)
	frames := make([][]string, len(all))
	var grows *growing
	if r.Radii != nil {
		grows = r.Radii.growing(graph)
	}
	before := func(state int) string { return r.states[state].input }
	for k := range r.Steps {
		scope := fmt.Sprintf("step%d/", k+1)
		graph.Node = append(graph.Node, emit.Renamed(step, func(name string) string {
			if at := slices.IndexFunc(r.states, func(s state) bool { return s.input == name }); at >= 0 {
				return before(at)
			}
			switch {
			case name == stepNumber:
				return emit.ConstantPrefix + scope + stepNumber
			case local[name]:
				return scope + name
			}
			return name
		})...)
		if len(r.PerFrame) > 0 {
			emit.AddConstant(graph, emit.ConstantPrefix+scope+stepNumber, int64(k))
		}
		for _, value := range values {
			graph.ValueInfo = append(graph.ValueInfo, emit.DeclaredAs(value, scope+value.GetName()))
		}
		for i, s := range all {
			frame := scope + s.All
			graph.Node = append(graph.Node, emit.PlainNode("Unsqueeze", nil, frame, scope+s.Output, firstAxis))
			frames[i] = append(frames[i], frame)
		}
		if grows != nil {
			grows.step(k, scope, before(0), scope+r.states[0].Output)
		}
		before = func(state int) string { return scope + r.states[state].Output }
	}
	for i, s := range all {
		graph.Node = append(graph.Node, emit.PlainNode("Concat", map[string]any{"axis": int64(0)}, s.All, frames[i]...))
	}
	if grows != nil {
		grows.write()
	}
}
