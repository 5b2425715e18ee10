package run

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/internal/vector"
	"gmnc/system"
)

// checkBoxes reports a box whose edges are no three lengths at right angles.
func checkBoxes(config builder.Config, s *system.Sample) error {
	weights := system.Box.Of(s)
	if weights == nil || !slices.Contains(config.Fields, system.Box.Name) {
		return nil
	}
	single := make([]bool, s.Particles())
	for i := range single {
		single[i] = true
	}
	for _, object := range s.Objects {
		for _, i := range object.Members {
			single[i] = false
		}
		if err := checkBox(s, weights, object.Members); err != nil {
			return err
		}
	}
	for i := range single {
		if single[i] && vector.At(weights, i) != [3]float64{} {
			return fmt.Errorf("particle %d, which is in no body, with %s: give it the particles of rigid bodies alone", i, system.Box.Name)
		}
	}
	return nil
}

// checkBox is checkBoxes for a body.
func checkBox(s *system.Sample, weights []float32, members []int) error {
	if !slices.ContainsFunc(members, func(i int) bool { return vector.At(weights, i) != [3]float64{} }) {
		return nil
	}
	center := centerOfMass(s, members)
	var halves [3][3]float64
	for _, i := range members {
		for k, weight := range vector.At(weights, i) {
			halves[k] = vector.Plus(halves[k], weight, vector.Plus(vector.At(s.Position, i), -1, center))
		}
	}
	for k, half := range halves {
		next := halves[(k+1)%3]
		switch size := vector.Norm(half); {
		case !(size > 0):
			return fmt.Errorf("a body of particle %d whose %s gives an edge the half length %g: expected 3 lengths above 0, or weights of 0 for a body that is no box", members[0], system.Box.Name, size)
		case math.Abs(vector.Dot(half, next)) > system.MostSkew*size*vector.Norm(next):
			return fmt.Errorf("a body of particle %d whose %s gives edges that are not at right angles: halves of them are %.4g and %.4g", members[0], system.Box.Name, half, next)
		}
	}
	return nil
}

// centerOfMass is the centre of mass of some particles.
func centerOfMass(s *system.Sample, members []int) (center [3]float64) {
	mass, total := system.Mass.Of(s), 0.
	for _, i := range members {
		m := 1.
		if mass != nil {
			m = float64(mass[i])
		}
		center, total = vector.Plus(center, m, vector.At(s.Position, i)), total+m
	}
	return vector.Plus([3]float64{}, 1/total, center)
}
