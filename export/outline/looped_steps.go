package outline

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// ErrNoLoop is the error of a model whose steps cannot become a Loop.
var ErrNoLoop = errors.New("the model has no four steps that compute the same: gmn-ode has, of 4 steps or more that share their weights")

// stepScope matches the start of the names of what a step of a model computes.
var stepScope = regexp.MustCompile(`^step(\d+)/`)

// patternStep is the step with which others are compared. It is the first in which values of
// the previous step are distinct from those that the first step made for all.
const patternStep = 2

// inner holds the steps within a model. Those from first to last become a Loop.
type inner struct {
	graph       *onnxpb.GraphProto
	nodes       map[int][]*onnxpb.NodeProto
	first, last int
}

// LoopSteps makes a Loop of the steps that compute the same from what the previous step
// returned. Steps that differ stay outside it, as does what only the last step computes.
func LoopSteps(graph *onnxpb.GraphProto) error {
	steps := inner{graph: graph, nodes: map[int][]*onnxpb.NodeProto{}}
	for _, node := range graph.Node {
		if k := StepOf(node.Output[0]); k >= 0 {
			steps.nodes[k] = append(steps.nodes[k], node)
		}
	}
	if len(steps.nodes) <= patternStep+1 {
		return ErrNoLoop
	}
	for steps.first = patternStep; steps.first > 1 && steps.same(steps.first-1); {
		steps.first--
	}
	for steps.last = patternStep; steps.same(steps.last + 1); {
		steps.last++
	}
	if steps.first == steps.last {
		return ErrNoLoop
	}
	steps.leaveOut(steps.nodes[steps.last])
	return steps.write()
}

// StepOf returns the step that makes a value, or -1 if there is none.
func StepOf(value string) int {
	scope := stepScope.FindStringSubmatch(value)
	if scope == nil {
		return -1
	}
	step, err := strconv.Atoi(scope[1])
	if err != nil {
		return -1
	}
	return step
}

// ScopeOf returns the prefix of the names of what belongs to a step.
func ScopeOf(step int) string { return fmt.Sprintf("step%d/", step) }

// moved returns the name in another step of a value of the pattern, or of the step before it.
func moved(value string, step int) string {
	switch of := StepOf(value); of {
	case patternStep, patternStep - 1:
		return ScopeOf(step-patternStep+of) + strings.TrimPrefix(value, ScopeOf(of))
	}
	return value
}

// same reports whether a step computes what the pattern does. The last step may lack what only
// a next step would need, and may compute what the model returns from the rest.
func (s inner) same(step int) bool {
	pattern, here := s.patternIn(step), s.nodes[step]
	isLast := s.nodes[step+1] == nil
	if len(here) == 0 || len(here) < len(pattern) && !isLast {
		return false
	}
	return !slices.ContainsFunc(here, func(node *onnxpb.NodeProto) bool {
		like := pattern[node.Output[0]]
		if like == nil {
			return !isLast
		}
		return like.GetOpType() != node.GetOpType() ||
			!slices.EqualFunc(like.Input, node.Input, func(a, b string) bool { return s.alike(a, b, step) }) ||
			!slices.EqualFunc(like.Attribute, node.Attribute, func(a, b *onnxpb.AttributeProto) bool { return proto.Equal(a, b) })
	})
}

// alike reports whether b is in a step what a is in the pattern. A value that no step makes must be
// the same, so steps with weights of their own are not alike.
func (s inner) alike(a, b string, step int) bool {
	if !slices.ContainsFunc(s.nodes[StepOf(a)], func(node *onnxpb.NodeProto) bool { return slices.Contains(node.Output, a) }) {
		return a == b
	}
	return moved(a, step) == b
}

// patternIn returns the nodes of the pattern by what they make in a step.
func (s inner) patternIn(step int) map[string]*onnxpb.NodeProto {
	pattern := map[string]*onnxpb.NodeProto{}
	for _, node := range s.nodes[patternStep] {
		pattern[moved(node.Output[0], step)] = node
	}
	return pattern
}

// leaveOut leaves the nodes of the last step that the pattern lacks outside the Loop, under
// names of no step.
func (s inner) leaveOut(nodes []*onnxpb.NodeProto) {
	pattern := s.patternIn(s.last)
	names := map[string]string{}
	for _, node := range nodes {
		if output := node.Output[0]; pattern[output] == nil {
			names[output] = "steps/last/" + strings.TrimPrefix(output, ScopeOf(s.last))
		}
	}
	for _, node := range s.graph.Node {
		emit.Rename(node, func(value string) string { return cmp.Or(names[value], value) })
		node.Name = proto.String(node.Output[0])
	}
	for _, value := range s.graph.ValueInfo {
		value.Name = proto.String(cmp.Or(names[value.GetName()], value.GetName()))
	}
}

// within reports whether a value is made by a step that the Loop replaces.
func (s inner) within(value string) bool {
	step := StepOf(value)
	return step >= s.first && step <= s.last
}

// states returns the values of the pattern that a step passes to the next.
func (s inner) states() (states []string) {
	for _, node := range s.nodes[patternStep] {
		for _, input := range node.Input {
			state := moved(input, patternStep+1)
			if StepOf(input) == patternStep-1 && !slices.Contains(states, state) {
				states = append(states, state)
			}
		}
	}
	return states
}

// taken returns the values of looped steps that the rest of the graph reads, except for the
// states after the last.
func (s inner) taken(states []string) (values []string) {
	for _, node := range s.graph.Node {
		for _, input := range node.Input {
			isState := StepOf(input) == s.last && slices.Contains(states, s.inPattern(input))
			if !s.within(node.Output[0]) && s.within(input) && !isState && !slices.Contains(values, input) {
				values = append(values, input)
			}
		}
	}
	return values
}

// inPattern returns the name that a value of a step has in the pattern.
func (s inner) inPattern(value string) string {
	return ScopeOf(patternStep) + strings.TrimPrefix(value, ScopeOf(StepOf(value)))
}

// write replaces the steps by the Loop. The Loop returns the states under their names in the
// last step, and collects the other values that are read from any step.
func (s inner) write() error {
	encoded, err := emit.Encode(s.graph)
	if err != nil {
		return err
	}
	types, err := onnx.Types(encoded)
	if err != nil {
		return err
	}
	const number, count = "steps/number", emit.ConstantPrefix + "steps"
	emit.AddConstant(s.graph, count, int64(s.last-s.first+1))
	emit.WriteAlways(s.graph)
	turn := emit.NewTurn("step", "steps/", number)
	turn.Node = append(emit.Renamed(s.nodes[patternStep], inTurn), turn.Node...)
	for _, value := range emit.ValuesOf(s.nodes[patternStep], s.graph.ValueInfo) {
		turn.ValueInfo = append(turn.ValueInfo, emit.DeclaredAs(value, inTurn(value.GetName())))
	}
	looping, states := emit.LoopNode("steps", turn, count), s.states()
	for _, state := range states {
		dtype := onnxpb.TensorProto_DataType(types[state])
		turn.Input = append(turn.Input, emit.TensorOf(inTurn(moved(state, patternStep-1)), dtype))
		turn.Output = append(turn.Output, emit.TensorOf(inTurn(state), dtype))
		looping.Input = append(looping.Input, moved(state, s.first-1))
		looping.Output = append(looping.Output, moved(state, s.last))
	}
	s.replace(looping, s.collect(looping, turn, s.taken(states), types))
	return nil
}

// collect makes the Loop collect values of all iterations, and returns the nodes that select
// each from its iteration.
func (s inner) collect(looping *onnxpb.NodeProto, turn *onnxpb.GraphProto, values []string, types map[string]onnx.DataType) (nodes []*onnxpb.NodeProto) {
	for _, value := range values {
		inside := inTurn(s.inPattern(value))
		one, all := inside+"/one", inside+"/all"
		if !slices.Contains(looping.Output, all) {
			turn.Node = append(turn.Node, emit.PlainNode("Identity", nil, one, inside))
			turn.Output = append(turn.Output, emit.TensorOf(one, onnxpb.TensorProto_DataType(types[value])))
			looping.Output = append(looping.Output, all)
		}
		at := int64(StepOf(value) - s.first)
		index := fmt.Sprintf("%ssteps/%d", emit.ConstantPrefix, at)
		emit.AddConstant(s.graph, index, at)
		nodes = append(nodes, emit.PlainNode("Gather", nil, value, all, index))
	}
	return nodes
}

// inTurn returns the name in the body of a value of the pattern, or of the step before it.
func inTurn(value string) string {
	switch of := StepOf(value); of {
	case patternStep:
		return "steps/now/" + strings.TrimPrefix(value, ScopeOf(of))
	case patternStep - 1:
		return "steps/before/" + strings.TrimPrefix(value, ScopeOf(of))
	}
	return value
}

// replace orders the graph: first what the Loop reads, then the Loop, then the nodes that
// select values of its iterations, and then the nodes that read these.
func (s inner) replace(looping *onnxpb.NodeProto, taking []*onnxpb.NodeProto) {
	after := map[string]bool{}
	for _, node := range append(taking, looping) {
		for _, output := range node.Output {
			after[output] = true
		}
	}
	var before, behind []*onnxpb.NodeProto
	for _, node := range s.graph.Node {
		switch {
		case s.within(node.Output[0]):
		case slices.ContainsFunc(node.Input, func(input string) bool { return after[input] }):
			after[node.Output[0]] = true
			behind = append(behind, node)
		default:
			before = append(before, node)
		}
	}
	s.graph.Node = slices.Concat(before, []*onnxpb.NodeProto{looping}, taking, behind)
	s.graph.ValueInfo = emit.ValuesOf(s.graph.Node, s.graph.ValueInfo)
	emit.Prune(s.graph)
}
