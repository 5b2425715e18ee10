package measure

import (
	"maps"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/export/systems"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/system"
)

// CommonTopology returns the topology that all samples share. It is an error if they differ.
// For samples with joints, the topology has the constants that the model takes.
func CommonTopology(config config.Config, data *datasets.Data) (artifact.Topology, error) {
	samples := slices.Concat(data.Train, data.Valid, data.Test)
	t := artifact.TopologyOf(samples[0])
	if t.Neighbors != nil && len(t.Neighbors) == 0 {
		return t, fields.Errorf("the samples have no neighbors (no slots for any): there is no topology to bake in, leave {topology} out")
	}
	t.Constants = constantsOf(config, samples)
	for i, sample := range samples {
		what, others, own := t.Other(artifact.TopologyOf(sample))
		if what == "" {
			what, others, own = t.OtherConstant(&samples[i])
		}
		if what != "" {
			return t, fields.Errorf("{topology} needs the same structure in all samples, and sample %d of all has %s than sample 0 (%s; sample 0: %s)", i, what, others, own)
		}
	}
	return t, nil
}

// constantsOf returns the fields of robots that the model takes and no frame changes, with the
// values of the first sample. Gravity is among them if all samples have the same.
func constantsOf(config config.Config, samples []system.Sample) (constants system.Given) {
	if !config.Jointed() {
		return nil
	}
	for _, f := range system.GivenFields() {
		values := f.OrDefault(&samples[0])
		other := func(s system.Sample) bool { return !slices.Equal(f.OrDefault(&s), values) }
		switch {
		case !slices.Contains(config.Fields, f.Name):
		case !f.PerFrame, f == system.Gravity && !slices.Contains(config.PerFrame, f.Name) && !slices.ContainsFunc(samples, other):
			constants = append(constants, system.Values{Field: f, Values: values})
		}
	}
	return constants
}

// BakedInputs returns the inputs that are constants in a file of this topology. If forests is
// set, the inputs of trees and bodies are among them.
func BakedInputs(t artifact.Topology, forests bool) []systems.Baked {
	var all []systems.Baked
	samples := []system.Sample{t.Sample()}
	inputs := predict.SystemInputs(samples)
	if forests {
		maps.Copy(inputs, predict.ForestInputs(samples))
	}
	for name, input := range inputs {
		if name != system.Position.Name && name != system.Velocity.Name {
			all = append(all, systems.Baked{Input: name, Shape: input.Shape[1:], Ints: input.Index, Floats: input.Float})
		}
	}
	return all
}
