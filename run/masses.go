package run

import (
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// CheckMasses returns an error if particles of one object have different masses and the model's
// equations of motion assume equal ones. Free particles may differ: their acceleration by a
// force is learned.
func CheckMasses(c config.Config, data *datasets.Data) error {
	if !data.Has(system.Mass) || !c.Describe().EqualMasses {
		return nil
	}
	for split, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			mass := system.Mass.Of(s)
			for _, object := range s.Objects {
				first := object.Members[0]
				for _, member := range object.Members {
					if mass[member] != mass[first] {
						return fields.Errorf("%s: sample %d: particles %d and %d of a %s have the masses %v and %v, and the Newton's equations of {model} %s are for equal masses: train it with {dynamics} %s",
							split, i, first, member, object.Kind.Name, mass[first], mass[member], c.Model, config.LearnedDynamics)
					}
				}
			}
		}
	}
	return nil
}
