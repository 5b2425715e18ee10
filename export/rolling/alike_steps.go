package rolling

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/export/outline"
	"gmnc/onnx/onnxpb"
)

// AlikeSteps returns an error that names the first step of a file of unrolled steps that
// computes something else than step number pattern, counted from 1. Steps are alike if they
// have the same operators, and read the same values of the previous step and of what is outside
// the steps. The numbers by which radii grow are each step's own and are not compared. If the
// file passes, the later steps do what the pattern does, to the bit. The pattern needs a step
// before it.
func AlikeSteps(file []byte, pattern int) error {
	model := &onnxpb.ModelProto{}
	if err := proto.Unmarshal(file, model); err != nil {
		return err
	}
	if pattern < 2 {
		return fmt.Errorf("step %d has no step before it that later steps could be compared with", pattern)
	}
	steps := newUnrolled(model.GetGraph(), pattern)
	for _, node := range steps.nodes {
		if step := outline.StepOf(node.Output[0]); step > pattern {
			if err := steps.alike(node, step); err != nil {
				return fmt.Errorf("step %d is not as step %d: %w", step, pattern, err)
			}
		}
	}
	for _, output := range model.GetGraph().GetOutput() {
		frames, err := framesOf(model.GetGraph(), output.GetName())
		if err != nil {
			return fmt.Errorf("output %q: %w", output.GetName(), err)
		}
		for k, frame := range frames.Input {
			if step := k + 1; step > pattern && frame != steps.in(frames.Input[pattern-1], step) {
				return fmt.Errorf("output %q takes %s for step %d", output.GetName(), frame, step)
			}
		}
	}
	return nil
}

// unrolled holds the nodes of successive steps, and those of the pattern by what they make.
type unrolled struct {
	pattern int
	nodes   []*onnxpb.NodeProto
	like    map[string]*onnxpb.NodeProto
	within  map[string]bool                // values that steps make, and constants that belong to one step
	numbers map[string]*onnxpb.TensorProto // these constants
}

// ownConstant is the prefix of the names of constants that belong to one step.
const ownConstant = emit.ConstantPrefix + "step"

// newUnrolled finds the nodes of the steps: all that depend on the state, or on a constant of a
// step.
func newUnrolled(graph *onnxpb.GraphProto, pattern int) unrolled {
	u := unrolled{pattern: pattern, like: map[string]*onnxpb.NodeProto{}, within: map[string]bool{}, numbers: map[string]*onnxpb.TensorProto{}}
	varies := map[string]bool{}
	for _, s := range AllStates {
		varies[s.input] = true
	}
	for _, constant := range graph.GetInitializer() {
		if name := constant.GetName(); strings.HasPrefix(name, ownConstant) && outline.StepOf(strings.TrimPrefix(name, emit.ConstantPrefix)) > 0 {
			varies[name], u.within[name], u.numbers[name] = true, true, constant
		}
	}
	for _, node := range graph.GetNode() {
		if outline.StepOf(node.Output[0]) < 0 || !slices.ContainsFunc(emit.Reads(node), func(name string) bool { return varies[name] }) {
			continue
		}
		u.nodes = append(u.nodes, node)
		for _, output := range node.Output {
			varies[output], u.within[output] = true, true
		}
		if outline.StepOf(node.Output[0]) == pattern {
			u.like[node.Output[0]] = node
		}
	}
	return u
}

// in returns the name in another step of a value of the pattern, or of the step before it.
func (u unrolled) in(value string, step int) string {
	if !u.within[value] {
		return value
	}
	name, isConstant := strings.CutPrefix(value, emit.ConstantPrefix)
	of := outline.StepOf(name)
	if of != u.pattern && of != u.pattern-1 {
		return value
	}
	name = outline.ScopeOf(step-u.pattern+of) + strings.TrimPrefix(name, outline.ScopeOf(of))
	if isConstant {
		return emit.ConstantPrefix + name
	}
	return name
}

// alike returns an error that says how a node of a step differs from that of the pattern, or
// nil.
func (u unrolled) alike(node *onnxpb.NodeProto, step int) error {
	made := node.Output[0]
	like := u.like[outline.ScopeOf(u.pattern)+strings.TrimPrefix(made, outline.ScopeOf(step))]
	switch {
	case like == nil:
		return fmt.Errorf("%s is made there alone", made)
	case like.GetOpType() != node.GetOpType() || like.GetDomain() != node.GetDomain():
		return fmt.Errorf("%s is made by %s, not by %s", made, node.GetOpType(), like.GetOpType())
	case !slices.EqualFunc(like.Attribute, node.Attribute, func(a, b *onnxpb.AttributeProto) bool { return proto.Equal(a, b) }):
		return fmt.Errorf("%s is made with other attributes", made)
	case len(like.Input) != len(node.Input) || len(like.Output) != len(node.Output):
		return fmt.Errorf("%s is made of %d values, not of %d", made, len(node.Input), len(like.Input))
	}
	for i, output := range like.Output {
		if node.Output[i] != u.in(output, step) {
			return fmt.Errorf("%s is made beside %s", made, node.Output[i])
		}
	}
	for i, input := range like.Input {
		if want := u.in(input, step); node.Input[i] != want {
			return fmt.Errorf("%s is made of %s, not of %s", made, node.Input[i], want)
		}
		if err := u.counts(node.Input[i], step); err != nil {
			return err
		}
	}
	return nil
}

// counts returns an error if a constant is a step number but not that of this step. Step
// numbers select the inputs of a frame and count from 0.
func (u unrolled) counts(constant string, step int) error {
	number := u.numbers[constant]
	if number == nil || !strings.HasSuffix(constant, stepNumber) {
		return nil
	}
	want := emit.IntTensor([]int64{int64(step - 1)}, nil)
	want.Name = proto.String(constant)
	if !proto.Equal(number, want) {
		return errors.New("it takes the inputs of another frame")
	}
	return nil
}
