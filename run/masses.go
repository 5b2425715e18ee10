package run

import (
	"slices"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// CheckMasses reports a data set in which particles of one object have different
// masses, the feature datasets.MassFeature, for a model whose Newton's equations take
// them as equal. Nothing is reported of free particles: how a force accelerates them
// is learned.
func CheckMasses(config builder.Config, data *datasets.Data) error {
	column := slices.Index(data.NodeFeatures, datasets.MassFeature)
	if column < 0 || !config.Describe().EqualMasses {
		return nil
	}
	mass := func(s *system.Sample, particle int) float32 {
		return s.NodeFeatures[particle*len(data.NodeFeatures)+column]
	}
	for split, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			for _, object := range s.Objects {
				first := object.Members[0]
				for _, member := range object.Members {
					if mass(s, member) != mass(s, first) {
						return fields.Errorf("%s: sample %d: particles %d and %d of a %s have the masses %v and %v, and the Newton's equations of {model} %s are those of equal masses: train it with {dynamics} %s",
							split, i, first, member, object.Kind.Name, mass(s, first), mass(s, member), config.Model, builder.LearnedDynamics)
					}
				}
			}
		}
	}
	return nil
}
