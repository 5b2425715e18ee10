package run

import (
	"slices"

	"gmnc/builder/graph"
	"gmnc/system"
)

// GradientInputs are the inputs of a model that names stand for. The name of an input stands for that input. A constant
// of config.Learnable stands for the fields in whose place it is learned, if the model takes them: a damping for that
// of joints that turn and that of joints that slide. A stiffness or a rest length stands for the features of edges
// that hold it. Other names stay, for the model to refuse.
func GradientInputs(model *graph.Model, names []string) (inputs []string) {
	known := model.Differentiable()
	for _, name := range names {
		var of []string
		for _, input := range known {
			f := system.FieldNamed(input)
			if ofJointConstants[f] == name || f == system.EdgeFeatures && slices.Contains(model.Config.EdgeFeatures, name) {
				of = append(of, input)
			}
		}
		if of == nil || slices.Contains(known, name) {
			of = []string{name}
		}
		for _, input := range of {
			if name == input || !slices.Contains(inputs, input) && !slices.Contains(names, input) {
				inputs = append(inputs, input)
			}
		}
	}
	return inputs
}
