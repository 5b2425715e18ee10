package run

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// startFields maps a learned constant to the fields of the data that give its initial values.
var startFields = map[string][]*system.Field{
	config.LearnedMass: {system.Mass}, config.LearnedGravity: {system.Gravity},
	config.LearnedFriction: {system.Friction, system.TurnFriction, system.SlideFriction}, config.LearnedRestitution: {system.Restitution},
	config.LearnedRotor: {system.RotorInertia, system.RotorMass}, config.LearnedStop: {system.StopInertia, system.StopMass},
}

// ConstantNotes returns a note for each learned constant that has other values in some training
// sample than in the first. Learning begins from the first sample's values and finds one value
// for all samples.
func ConstantNotes(cfg config.Config, data *datasets.Data) (notes []string) {
	first := data.First()
	for _, c := range cfg.Learn {
		if c.By == config.ByType {
			continue // particles of a type may have any index
		}
		for _, f := range startFields[c.Name] {
			begin := f.Of(&first)
			i := slices.IndexFunc(data.Train, func(s system.Sample) bool { return !slices.Equal(f.Of(&s), begin) })
			if i >= 0 {
				notes = append(notes, fmt.Sprintf("training sample %d has another %s than the first, from which learning begins: all systems get one learned %s; leave it out of what is learned, and each keeps its own", i, f.Name, c.Name))
			}
		}
	}
	return notes
}
