package graph

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/system"
)

// State holds the inputs that a rollout takes from the previous outputs of the same names.
var State = []string{"position", "velocity"}

// Pullback returns the model with the gradients of both outputs with respect to the named
// inputs, as in ir.Pullback. The gradient with respect to a field of the system is the sum over
// its particles, repeated for each of them. A name that is not an input with a gradient is an
// error.
func (m *Model) Pullback(inputs []string) (*ir.Module, error) {
	for _, output := range State {
		if m.Module.Main.Output(output) == nil {
			return nil, fields.Errorf("the model %s has no output %s: {gradients} need a model that predicts positions and velocities", m.Config.Model, output)
		}
	}
	for _, name := range inputs {
		if err := m.checkDifferentiable(name); err != nil {
			return nil, err
		}
	}
	module, err := ir.OptimizeForKernels(m.Module)
	if err != nil {
		return nil, err
	}
	module, unreached, err := ir.Pullback(module, State, inputs)
	if err != nil {
		return nil, err
	}
	if len(unreached) > 0 {
		return nil, fields.Errorf("{gradients} %s: no prediction depends on it; leave it out", unreached[0])
	}
	return module, ir.Extend(module, func(b *ir.Builder) { sumSystemGradients(b, module.Main) })
}

// sumSystemGradients sums the gradients with respect to fields of the system over each system.
func sumSystemGradients(b *ir.Builder, main *ir.Func) {
	for i, output := range main.Outputs {
		f := system.FieldNamed(strings.TrimPrefix(output.Name, ir.GradientPrefix))
		if !strings.HasPrefix(output.Name, ir.GradientPrefix) || f == nil || f.Rows != system.OfSystem {
			continue
		}
		first := main.Input(ir.SystemInput)
		if first == nil {
			first = b.Input(ir.SystemInput, ir.Indices(Particles, ir.Rows(Particles)))
		}
		main.Outputs[i].Value = b.Name(output.Name, b.SumSystems(output.Value, first))
	}
}

// Differentiable returns the names of the inputs with respect to which there are gradients.
func (m *Model) Differentiable() (names []string) {
	for _, input := range m.Module.Main.Inputs {
		if f := system.FieldNamed(input.Name); f != nil && !f.Target && !input.Param && input.Type.DType == ir.Float {
			names = append(names, input.Name)
		}
	}
	return names
}

// checkDifferentiable reports a name that is not one of them.
func (m *Model) checkDifferentiable(name string) error {
	known := m.Differentiable()
	if slices.Contains(known, name) {
		return nil
	}
	for _, kind := range system.ObjectKinds() {
		if name == kind.Array() || name == Neighbors {
			return fields.Errorf("{gradients} %s: it holds whole numbers, by which there is no gradient; choose of %s", name, strings.Join(known, ", "))
		}
	}
	if m.Config.Learns(name) != nil {
		return fields.Errorf("{gradients} %s: the model has learned this constant, so that a file has it as weights and not as an input, and gradients are by inputs alone. "+inPlace(m.Config, name), name)
	}
	return fields.Errorf("{gradients} %s: the model has no such input; choose of %s", name, strings.Join(known, ", "))
}

// inputsOf returns the inputs that have the values of a constant which is not learned, or nil for none.
func inputsOf(c config.Config, constant string) []string {
	of, ofJoints := config.JointFields[constant]
	switch f := system.FieldNamed(constant); {
	case ofJoints && c.Jointed():
		return []string{of[0].Name, of[1].Name}
	case config.ConstantFields[constant] != nil:
		return []string{config.ConstantFields[constant].Name}
	case f != nil:
		return []string{f.Name}
	case constant == config.LearnedStiffness || constant == config.LearnedRestLength:
		return []string{system.EdgeFeatures.Name}
	}
	return nil
}

// inPlace says what to do for gradients by a learned constant, with fields in braces.
func inPlace(c config.Config, name string) string {
	inputs := inputsOf(c, name)
	if inputs == nil {
		return "No other model takes it as an input. A file of {train_step} does, and returns the loss"
	}
	return fmt.Sprintf("Write the values that gmnc inspect lists for it into the data, train a run on them without %s in {learn}, and export that run with {gradients} %s", name, strings.Join(inputs, " or {gradients} "))
}
