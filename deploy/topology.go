package deploy

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/system"
)

// commonTopology returns the topology of all samples; if they differ there is none.
func commonTopology(data *datasets.Data) (artifact.Topology, error) {
	samples := slices.Concat(data.Train, data.Valid, data.Test)
	t := artifact.TopologyOf(samples[0])
	if t.Neighbors != nil && len(t.Neighbors) == 0 {
		return t, fields.Errorf("the samples have no neighbours (no slots for any): there is no topology to bake in, leave {topology} out")
	}
	for i, sample := range samples {
		if what, others, own := t.Other(artifact.TopologyOf(sample)); what != "" {
			return t, fmt.Errorf("sample %d of all has %s than sample 0 (%s; sample 0: %s): a topology to bake in is the same in all", i, what, others, own)
		}
	}
	return t, nil
}

// baked are the inputs that a file of this topology has inside, the inputs of trees and
// bodies among them if the model takes some.
func baked(t artifact.Topology, forests bool) []export.Baked {
	var all []export.Baked
	samples := []system.Sample{t.Sample()}
	inputs := predict.SystemInputs(samples)
	if forests {
		maps.Copy(inputs, predict.ForestInputs(samples))
	}
	for name, input := range inputs {
		if name != system.Position.Name && name != system.Velocity.Name {
			all = append(all, export.Baked{Input: name, Shape: input.Shape[1:], Ints: input.Index, Floats: input.Float})
		}
	}
	return all
}
