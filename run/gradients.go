package run

import (
	"slices"

	"gmnc/builder/graph"
	"gmnc/system"
)

// GradientInputs returns the inputs of a model that the given names denote. The name of an
// input denotes that input. A learnable constant denotes the fields that it would replace, if
// the model takes them: a damping denotes those of revolute and prismatic joints. A stiffness
// or a rest length denotes the features of edges that contain it. Other names stay, so that the
// model rejects them.
func GradientInputs(model *graph.Model, names []string) (inputs []string) {
	known := model.Differentiable()
	for _, name := range names {
		var of []string
		for _, input := range known {
			f := system.FieldNamed(input)
			if ofJoint(f, name) || f == system.EdgeFeatures && slices.Contains(model.Config.EdgeFeatures, name) {
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
