package rolling

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// Rollout says how a file applies its model again and again, each time to its previous
// prediction.
type Rollout struct {
	// Steps is the number of applications that are unrolled. If it is 0, there is a Loop, and
	// the file has an input of the same name.
	Steps int
	// PerFrame names the inputs that differ from step to step. They have an axis of steps
	// before the others.
	PerFrame []string
	// Radii, if not nil, belongs to a file whose model has radii and of which Steps are
	// unrolled.
	Radii *Radii
	// states are what the graph passes from step to step. collected are other outputs of each
	// step, which have no input.
	states, collected []state
}

// MaxUnrolled is the largest number of applications that are written one by one.
const MaxUnrolled = 100

// StepsInput is the input with the number of steps.
const StepsInput = "steps"

const (
	// NextPrefix is the prefix of the names of outputs that are an input one step later.
	NextPrefix = "next_"
	// Points is the name of points of bodies in gradients and paths. PointsOutput has their
	// positions in a file in joint coordinates.
	Points       = "points"
	PointsOutput = NextPrefix + Points
)

// state is what one step passes to the next: an input of the model, the output that replaces it
// and, in a file of many steps, the output with all steps. Points are not an input, because
// nothing of them is passed on.
type state struct{ input, Output, All string }

// These are the states of a file of particles, and of one in joint coordinates, which may also
// have the points of each step.
var (
	particleStates = []state{
		{system.Position.Name, system.PredictedPrefix + system.Position.Name, system.PredictedPrefix + "positions"},
		{system.Velocity.Name, system.PredictedPrefix + system.Velocity.Name, system.PredictedPrefix + "velocities"},
	}
	jointStates = []state{
		{system.CoordinateInput, NextPrefix + system.CoordinateInput, system.CoordinateInput + pathSuffix},
		{system.RateInput, NextPrefix + system.RateInput, system.RateInput + pathSuffix},
	}
	memoryState   = state{system.MemoryInput, NextPrefix + system.MemoryInput, system.MemoryInput + pathSuffix}
	pointsOfSteps = state{Points, PointsOutput, Points + pathSuffix}
	AllStates     = slices.Concat(particleStates, jointStates, []state{memoryState, pointsOfSteps})
)

// pathSuffix is the suffix of the names of outputs in joint coordinates that have all steps.
const pathSuffix = "_path"

// of returns the rollout with the states of a graph.
func (r Rollout) of(graph *onnxpb.GraphProto) Rollout {
	r.states = particleStates
	if emit.Find(graph.Input, system.CoordinateInput) != nil {
		r.states = jointStates
		if emit.Find(graph.Input, memoryState.input) != nil {
			r.states = slices.Concat(jointStates, []state{memoryState})
		}
	}
	if emit.Find(graph.Output, pointsOfSteps.Output) != nil {
		r.collected = []state{pointsOfSteps}
	}
	return r
}

// Roll makes a graph of one step into one of many. Whatever does not depend on the state is
// computed once, and weights are there once.
func (r Rollout) Roll(graph *onnxpb.GraphProto) error {
	if r.Steps < 0 || r.Steps > MaxUnrolled {
		return fmt.Errorf("%d steps cannot be unrolled: choose 1 to %d, or 0 for a loop", r.Steps, MaxUnrolled)
	}
	r = r.of(graph)
	var carried []*onnxpb.ValueInfoProto
	for _, s := range r.states {
		if emit.Find(graph.Output, s.Output) == nil {
			return fmt.Errorf("the model has no output %s: only one that predicts positions and velocities rolls", s.Output)
		}
		carried = append(carried, emit.Find(graph.Input, s.input))
	}
	declared := graph.Output
	once, step := r.divide(r.gathered(graph))
	values := emit.ValuesOf(step, graph.ValueInfo)
	graph.Node, graph.Output, graph.ValueInfo = once, nil, emit.ValuesOf(once, graph.ValueInfo)
	if r.Steps > 0 {
		r.unroll(graph, step, values)
	} else {
		r.loop(graph, step, values, carried, declared)
	}
	for i, s := range r.states {
		graph.Output = append(graph.Output, r.allSteps(s.All, carried[i]))
	}
	for _, s := range r.collected {
		graph.Output = append(graph.Output, r.allSteps(s.All, emit.Find(declared, s.Output)))
	}
	for _, radius := range radii {
		if one := emit.Find(declared, radius.output); one != nil && r.Radii != nil {
			graph.Output = append(graph.Output, r.allSteps(radius.all, one))
		}
	}
	return nil
}

// gathered returns the nodes of the graph, which read the gathered step of inputs that differ
// from step to step.
func (r Rollout) gathered(graph *onnxpb.GraphProto) []*onnxpb.NodeProto {
	nodes := graph.Node
	for _, name := range r.PerFrame {
		input := emit.Find(graph.Input, name)
		if input == nil {
			continue // no output depends on it
		}
		now := ofStep(name)
		nodes = emit.Renamed(nodes, func(value string) string {
			if value == name {
				return now
			}
			return value
		})
		nodes = append(r.ofStep(graph, name, now), nodes...)
		shape := input.GetType().GetTensorType().Shape
		shape.Dim = slices.Insert(shape.Dim, 0, r.axis())
		input.DocString = proto.String(strings.Replace(input.GetDocString(), "[", "["+r.steps()+", ", 1))
	}
	return nodes
}

// ofStep returns nodes that select the value of an input in a step, under another name. It is
// NaN in a step that the input lacks, since runtimes differ in what they would read there.
func (r Rollout) ofStep(graph *onnxpb.GraphProto, name, now string) []*onnxpb.NodeProto {
	const none = emit.ConstantPrefix + "rollout/none"
	if r.Steps > 0 {
		return []*onnxpb.NodeProto{emit.PlainNode("Gather", nil, now, name, stepNumber)} // the declared shape has exactly these steps
	}
	if !slices.ContainsFunc(graph.Initializer, func(t *onnxpb.TensorProto) bool { return t.GetName() == none }) {
		nan := emit.FloatTensor([]float32{float32(math.NaN())}, nil)
		nan.Name = proto.String(none)
		graph.Initializer = append(graph.Initializer, nan)
	}
	count, given, gathered := name+"/steps", now+"/given", now+"/gathered"
	return []*onnxpb.NodeProto{
		emit.PlainNode("Shape", map[string]any{"start": int64(0), "end": int64(1)}, count, name),
		emit.PlainNode("Gather", nil, gathered, name, stepNumber),
		emit.PlainNode("Less", nil, given, stepNumber, count),
		emit.PlainNode("Where", nil, now, given, gathered, none),
	}
}

// ofStep returns the name of the value of an input in a step.
func ofStep(input string) string { return "now/" + input }

// divide separates the nodes that depend on the state from those that do not. The shape of the
// state never changes.
func (r Rollout) divide(nodes []*onnxpb.NodeProto) (once, step []*onnxpb.NodeProto) {
	varies := map[string]bool{stepNumber: true}
	for _, s := range r.states {
		varies[s.input] = true
	}
	for _, node := range nodes {
		ofInput := node.GetOpType() == "Shape" && slices.ContainsFunc(r.states, func(s state) bool { return s.input == node.Input[0] })
		if !ofInput && slices.ContainsFunc(emit.Reads(node), func(name string) bool { return varies[name] }) {
			for _, output := range node.Output {
				varies[output] = true
			}
			step = append(step, node)
		} else {
			once = append(once, node)
		}
	}
	return once, step
}

// allSteps declares an output with an axis of steps before the axes of a state.
func (r Rollout) allSteps(name string, like *onnxpb.ValueInfoProto) *onnxpb.ValueInfoProto {
	all := emit.DeclaredAs(like, name)
	all.DocString = proto.String(strings.Replace(like.GetDocString(), "[", "["+r.steps()+", ", 1) + "; after every step, without the input state")
	shape := all.GetType().GetTensorType().Shape
	shape.Dim = slices.Insert(shape.Dim, 0, r.axis())
	return all
}

// steps returns the axis of the steps in descriptions: their number, or its name.
func (r Rollout) steps() string {
	if r.Steps > 0 {
		return strconv.Itoa(r.Steps)
	}
	return StepsInput
}

// axis returns the axis of the steps.
func (r Rollout) axis() *onnxpb.TensorShapeProto_Dimension {
	if r.Steps > 0 {
		return &onnxpb.TensorShapeProto_Dimension{Value: &onnxpb.TensorShapeProto_Dimension_DimValue{DimValue: int64(r.Steps)}}
	}
	return &onnxpb.TensorShapeProto_Dimension{Value: &onnxpb.TensorShapeProto_Dimension_DimParam{DimParam: StepsInput}}
}

// stepNumber is the number of the step, counted from 0.
const stepNumber = "step/number"

// loop writes the step once, as the body of a Loop. The body's inputs are the number of the
// step, the condition to go on, and the state. Its outputs are the condition to go on, the
// state, and the state once more, which the Loop collects.
func (r Rollout) loop(graph *onnxpb.GraphProto, step []*onnxpb.NodeProto, values, carried, declared []*onnxpb.ValueInfoProto) {
	const scope = "step/"
	emit.WriteAlways(graph)
	body := emit.NewTurn("step", scope, stepNumber)
	body.Node = append(emit.Renamed(step, func(name string) string {
		if slices.ContainsFunc(r.states, func(s state) bool { return s.input == name }) {
			return scope + name
		}
		return name
	}), body.Node...)
	body.ValueInfo = values
	rolling := emit.LoopNode("rollout", body, StepsInput)
	var collected []*onnxpb.ValueInfoProto
	for i, s := range r.states {
		body.Input = append(body.Input, emit.DeclaredAs(carried[i], scope+s.input))
		body.Output = append(body.Output, emit.DeclaredAs(carried[i], s.Output))
		collected = append(collected, emit.DeclaredAs(carried[i], scope+s.All))
		body.Node = append(body.Node, emit.PlainNode("Identity", nil, scope+s.All, s.Output))
		rolling.Input = append(rolling.Input, s.input)
		rolling.Output = append(rolling.Output, "rollout/"+s.Output)
	}
	for _, s := range r.collected {
		collected = append(collected, emit.DeclaredAs(emit.Find(declared, s.Output), scope+s.All))
		body.Node = append(body.Node, emit.PlainNode("Identity", nil, scope+s.All, s.Output))
	}
	body.Output = append(body.Output, collected...)
	for _, s := range slices.Concat(r.states, r.collected) {
		rolling.Output = append(rolling.Output, "rollout/"+s.All)
	}
	graph.Node = append(graph.Node, rolling)
	for _, s := range r.states {
		graph.Node = append(graph.Node, shaped(s)...)
	}
	for _, s := range r.collected {
		graph.Node = append(graph.Node, emit.PlainNode("Identity", nil, s.All, "rollout/"+s.All))
	}
	emit.AddConstant(graph, oneAxis, -1, 1)
	graph.Input = append(graph.Input, emit.ValueInfo(StepsInput, "how many steps to take", ir.Index))
}

// shaped returns nodes that give the collected states the shape of the state, for the number of
// steps that was asked for. Without them, the states of zero steps would lack it.
func shaped(s state) []*onnxpb.NodeProto {
	steps, one, shape := s.All+"/steps", s.All+"/state", s.All+"/shape"
	return []*onnxpb.NodeProto{
		emit.PlainNode("Reshape", nil, steps, StepsInput, oneAxis),
		emit.PlainNode("Shape", nil, one, s.input),
		emit.PlainNode("Concat", map[string]any{"axis": int64(0)}, shape, steps, one),
		emit.PlainNode("Reshape", emit.KeepZero, s.All, "rollout/"+s.All, shape),
	}
}

// oneAxis is the constant shape of a list.
const oneAxis = emit.ConstantPrefix + "rollout/-1"

// OfStep returns the name that an output with all steps has in a file of one step, or "" for
// another output.
func OfStep(output string) string {
	for _, s := range AllStates {
		if s.All == output {
			return s.Output
		}
	}
	for _, r := range radii {
		if r.all == output {
			return r.output
		}
	}
	return ""
}
