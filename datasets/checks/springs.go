package checks

import (
	"slices"

	"gmnc/system"
)

// InSprings returns the energy of a sample's springs at positions [n*3]. Each spring is listed
// by two neighbors with these edge features. Without rest lengths these are 0.
func InSprings(s *system.Sample, features []string, position []float32) (energy float64) {
	stiffness, restLength := slices.Index(features, system.StiffnessFeature), slices.Index(features, system.RestLengthFeature)
	for edge, j := range s.Neighbors {
		i := edge / s.Slots()
		if int(j) <= i {
			continue
		}
		own := s.EdgeFeatures[edge*len(features):][:len(features)]
		over := system.Distance(position, i, int(j))
		if restLength >= 0 {
			over -= float64(own[restLength])
		}
		energy += float64(float64(own[stiffness]) * float64(over*over) / 2)
	}
	return energy
}
