package run

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/system"
)

// startFields are the data's fields that constants begin from.
var startFields = map[string][]*system.Field{
	config.LearnedMass: {system.Mass}, config.LearnedGravity: {system.Gravity},
	config.LearnedFriction: {system.Friction, system.TurnFriction, system.SlideFriction}, config.LearnedRestitution: {system.Restitution},
	config.LearnedRotor: {system.RotorInertia, system.RotorMass}, config.LearnedStop: {system.StopInertia, system.StopMass},
}

// ConstantNotes say which learned constants have other values in some training sample than
// in the first, from which learning begins, a line each: what is learned is one for all.
func ConstantNotes(cfg config.Config, data *datasets.Data) (notes []string) {
	first := data.First()
	for _, c := range cfg.Learn {
		if c.By == config.ByType {
			continue // particles of a type may stand anywhere
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
