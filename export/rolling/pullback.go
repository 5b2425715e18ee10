package rolling

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// cotangent returns the name of the cotangent of a step's output, and cotangents that of a file
// of many steps.
func (s state) cotangent() string { return ir.CotangentPrefix + s.input }
func (s state) cotangents() string {
	return ir.CotangentPrefix + strings.TrimPrefix(s.All, system.PredictedPrefix)
}

// Cotangents returns the name of the input of a file of many steps with the cotangents of an
// output, or "" if there is none.
func Cotangents(output string) string {
	for _, s := range AllStates {
		if s.input == output {
			return s.cotangents()
		}
	}
	return ""
}

const (
	// backScope is the prefix of the names of values of the backward pass.
	backScope = "back/"
	// carriedPrefix, followed by a state, names the gradient that the next step passes back to
	// a step.
	carriedPrefix = "carried/"
	// stepBefore is the number of the step of an iteration of the backward pass.
	stepBefore = backScope + stepNumber
	firstAxis  = emit.ConstantPrefix + "rollout/axis"
	oneNumber  = emit.ConstantPrefix + "rollout/1"
	backwards  = emit.ConstantPrefix + "rollout/backwards"
	farthest   = emit.ConstantPrefix + "rollout/farthest"
)

// RollBack makes a graph of one step with gradients into one of many, in two Loops. The first
// makes the steps and keeps their states. The second goes back through them and makes each step
// once more, with its gradients. It computes them from what the next step passes back and from
// the cotangent of the step's own output. So memory holds the states and one step.
func (r Rollout) RollBack(graph *onnxpb.GraphProto, names []string, describe func(name string) string) error {
	if r.Steps < 0 || r.Steps > MaxUnrolled {
		return fmt.Errorf("gradients through %d steps are not written: choose 1 to %d, or 0 for any number", r.Steps, MaxUnrolled)
	}
	r = r.of(graph)
	dynamic := Rollout{PerFrame: r.PerFrame, states: r.states, collected: r.collected}
	given := slices.Clone(graph.Input)
	var carried []*onnxpb.ValueInfoProto
	for _, s := range r.states {
		carried = append(carried, emit.Find(given, s.input))
	}
	nodes := dynamic.counted(graph, dynamic.gathered(graph))
	declared, outputs := graph.ValueInfo, graph.Output
	once, step := r.divide(nodes)
	graph.Node, graph.Output, graph.ValueInfo = once, nil, emit.ValuesOf(once, declared)
	var predictions []string
	for _, s := range slices.Concat(r.states, r.collected) {
		predictions = append(predictions, s.Output)
	}
	forward := needed(step, predictions...)
	dynamic.loop(graph, forward, emit.ValuesOf(forward, declared), carried, outputs)
	r.back(graph, step, emit.ValuesOf(step, declared), carried, names)
	for i, s := range r.states {
		graph.Output = append(graph.Output, dynamic.allSteps(s.All, carried[i]))
	}
	for _, s := range r.collected {
		graph.Output = append(graph.Output, dynamic.allSteps(s.All, emit.Find(outputs, s.Output)))
	}
	for _, name := range names {
		output := emit.DeclaredAs(emit.Find(given, name), ir.GradientPrefix+name)
		output.DocString = proto.String(describe(output.GetName()))
		graph.Output = append(graph.Output, output)
	}
	if r.Steps > 0 {
		r.fix(graph)
	}
	return nil
}

// fix makes the number of steps a constant.
func (r Rollout) fix(graph *onnxpb.GraphProto) {
	graph.Input = slices.DeleteFunc(graph.Input, func(v *onnxpb.ValueInfoProto) bool { return v.GetName() == StepsInput })
	const steps = emit.ConstantPrefix + "rollout/" + StepsInput
	emit.AddConstant(graph, steps, int64(r.Steps))
	for _, node := range graph.Node {
		for i, input := range node.Input {
			if input == StepsInput {
				node.Input[i] = steps
			}
		}
	}
	for _, value := range slices.Concat(graph.Input, graph.Output) {
		if dims := value.GetType().GetTensorType().Shape.Dim; len(dims) > 0 && dims[0].GetDimParam() == StepsInput {
			dims[0] = r.axis()
		}
	}
}

// counted returns the nodes with cotangents that have an axis of steps. To those of states it
// adds what the next step passes back.
func (r Rollout) counted(graph *onnxpb.GraphProto, nodes []*onnxpb.NodeProto) []*onnxpb.NodeProto {
	for i, s := range slices.Concat(r.states, r.collected) {
		own, counts := s.cotangent(), ofStep(s.cotangents())
		all, add := counts, []*onnxpb.NodeProto(nil)
		if i < len(r.states) {
			all = counts + "/all"
			add = append(add, emit.PlainNode("Add", nil, all, counts, carriedPrefix+s.input))
		}
		nodes = emit.Renamed(nodes, func(name string) string {
			if name == own {
				return all
			}
			return name
		})
		nodes = slices.Concat(r.ofStep(graph, s.cotangents(), counts), add, nodes)
		input := emit.Find(graph.Input, own)
		input.Name = proto.String(s.cotangents())
		shape := input.GetType().GetTensorType().Shape
		shape.Dim = slices.Insert(shape.Dim, 0, r.axis())
		input.DocString = proto.String("cotangent: the weight of each number of " + s.All + " in the sum that gradients are of")
	}
	return nodes
}

// needed returns the nodes from which values are computed, in their order.
func needed(nodes []*onnxpb.NodeProto, values ...string) (kept []*onnxpb.NodeProto) {
	wanted := map[string]bool{}
	for _, value := range values {
		wanted[value] = true
	}
	for _, node := range slices.Backward(nodes) {
		if wanted[node.Output[0]] {
			kept = append(kept, node)
			for _, input := range node.Input {
				wanted[input] = true
			}
		}
	}
	slices.Reverse(kept)
	return kept
}

// back writes the Loop of the backward pass. It starts with the last step. Its iterations pass
// on the gradients by the state, and it collects the other gradients.
func (r Rollout) back(graph *onnxpb.GraphProto, step []*onnxpb.NodeProto, values, carried []*onnxpb.ValueInfoProto, names []string) {
	const last = backScope + "last"
	emit.AddConstant(graph, oneNumber, 1)
	emit.AddConstant(graph, firstAxis, 0, 1)
	graph.Node = append(graph.Node, emit.PlainNode("Sub", nil, last, StepsInput, oneNumber))
	body := emit.NewTurn("step back", backScope, backScope+"round")
	body.Node = append([]*onnxpb.NodeProto{emit.PlainNode("Sub", nil, stepBefore, last, backScope+"round")}, body.Node...)
	rolling := emit.LoopNode("rollback", body, StepsInput)
	var gradients, collected []string
	for i, s := range r.states {
		gradient := ir.GradientPrefix + s.input
		gradients = append(gradients, gradient)
		graph.Node = append(graph.Node, statesBefore(s)...)
		body.Node = append(body.Node, emit.PlainNode("Gather", nil, backScope+s.input, backScope+s.All, stepBefore))
		body.Input = append(body.Input, emit.DeclaredAs(carried[i], backScope+carriedPrefix+s.input))
		body.Output = append(body.Output, emit.DeclaredAs(carried[i], backScope+gradient))
		rolling.Input = append(rolling.Input, backScope+s.input+"/nothing")
		rolling.Output = append(rolling.Output, gradient)
	}
	for _, name := range names {
		if !slices.ContainsFunc(r.states, func(s state) bool { return s.input == name }) {
			collected = append(collected, ir.GradientPrefix+name)
		}
	}
	r.writeStepBack(body, needed(step, slices.Concat(gradients, collected)...), values)
	for _, gradient := range collected {
		own := backScope + gradient + "/own"
		body.Node = append(body.Node, emit.PlainNode("Identity", nil, own, backScope+gradient))
		body.Output = append(body.Output, r.ofOneStep(graph, own, gradient))
		rolling.Output = append(rolling.Output, backScope+gradient+"/steps")
	}
	graph.Node = append(graph.Node, rolling)
	for _, gradient := range collected {
		r.collect(graph, gradient)
	}
}

// statesBefore returns nodes that make the states at the start of each step, along an axis of
// steps, and a gradient of zeros.
func statesBefore(s state) []*onnxpb.NodeProto {
	first := backScope + s.input + "/first"
	return []*onnxpb.NodeProto{
		emit.PlainNode("Unsqueeze", nil, first, s.input, firstAxis),
		emit.PlainNode("Concat", map[string]any{"axis": int64(0)}, backScope+s.All, first, s.All),
		emit.PlainNode("Sub", nil, backScope+s.input+"/nothing", s.input, s.input),
	}
}

// writeStepBack writes the nodes of a step, and the declarations of their values, under their
// own names.
func (r Rollout) writeStepBack(body *onnxpb.GraphProto, step []*onnxpb.NodeProto, values []*onnxpb.ValueInfoProto) {
	local := map[string]bool{stepNumber: true}
	for _, s := range r.states {
		local[s.input], local[carriedPrefix+s.input] = true, true
	}
	for _, node := range step {
		local[node.Output[0]] = true
	}
	body.Node = append(body.Node, emit.Renamed(step, func(value string) string {
		if local[value] {
			return backScope + value
		}
		return value
	})...)
	for _, value := range emit.ValuesOf(step, values) {
		body.ValueInfo = append(body.ValueInfo, emit.DeclaredAs(value, backScope+value.GetName()))
	}
}

// ofOneStep declares the gradient of a step. It has the type of the input without its axis of
// steps.
func (r Rollout) ofOneStep(graph *onnxpb.GraphProto, name, gradient string) *onnxpb.ValueInfoProto {
	like := emit.Find(graph.Input, strings.TrimPrefix(gradient, ir.GradientPrefix))
	one := emit.DeclaredAs(like, name)
	if shape := one.GetType().GetTensorType().Shape; slices.Contains(r.PerFrame, like.GetName()) {
		shape.Dim = shape.Dim[1:]
	}
	return one
}

// collect makes the gradient by an input from those of the steps, which are in the order of the
// backward pass. If the input has an axis of steps, it is all of them. If all steps share the
// input, it is their sum.
func (r Rollout) collect(graph *onnxpb.GraphProto, gradient string) {
	steps := backScope + gradient + "/steps"
	if !slices.Contains(r.PerFrame, strings.TrimPrefix(gradient, ir.GradientPrefix)) {
		graph.Node = append(graph.Node, emit.PlainNode("ReduceSum", map[string]any{"keepdims": int64(0)}, gradient, steps, firstAxis))
		return
	}
	emit.AddConstant(graph, backwards, -1, 1)
	emit.AddConstant(graph, farthest, math.MinInt64, 1)
	graph.Node = append(graph.Node, emit.PlainNode("Slice", nil, gradient, steps, backwards, farthest, firstAxis, backwards))
}
