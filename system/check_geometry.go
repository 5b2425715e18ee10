package system

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/vector"
)

// OffCorners is how far the particles of a box may be from its corners. Along each edge a
// corner has the coordinate 1 or -1 in units of half the edge; the measure is the root mean
// square of the squared coordinates minus 1.
const OffCorners = 0.25

// CheckGeometry reports a sample whose fields contradict the positions of its particles. Its
// bodies are off their joints or deformed, in the input or in the target, or its boxes have no
// corners where the particles are. Models predict no numbers for such a state.
func (s *Sample) CheckGeometry(report Report) error {
	if err := s.checkBoxes(report); err != nil {
		return err
	}
	for i, x := range [][]float32{s.Position, s.TargetPosition} {
		if len(x) != len(s.Position) {
			continue
		}
		if gap := s.JointGap(x); gap.TooWide() {
			return report(Rest.Array(), ": by its %s, %s: expected positions, %s and %s of one robot in one unit, and its parents and bodies",
				[...]*Field{Position, TargetPosition}[i].Array(), gap, Rest.Name, JointAnchor.Name)
		}
	}
	return nil
}

// checkBoxes reports a box whose edges are not at right angles, or whose particles are not at
// its corners.
func (s *Sample) checkBoxes(report Report) error {
	weights := Box.Of(s)
	if weights == nil {
		return nil
	}
	inBody := make([]bool, s.Particles())
	for number, members := range s.Objects.Of(Body) {
		for _, i := range members {
			inBody[i] = true
		}
		if wrong := s.wrongBox(weights, members); wrong != "" {
			return report(Box.Array(), ", body %d, of particle %d: %s", number, members[0], wrong)
		}
	}
	for i, is := range inBody {
		if !is && vector.At(weights, i) != [3]float64{} {
			return report(Box.Array(), ", particle %d is in no body: give weights to the particles of rigid bodies alone", i)
		}
	}
	return nil
}

// wrongBox says what is wrong with the box of a body. It returns "" if nothing is, and if the
// body is no box.
func (s *Sample) wrongBox(weights []float32, members []int) string {
	if !slices.ContainsFunc(members, func(i int) bool { return vector.At(weights, i) != [3]float64{} }) {
		return ""
	}
	center := s.centerOfMass(members)
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
			return fmt.Sprintf("an edge has the half length %g: expected 3 lengths above 0, or weights of 0 for a body that is no box", size)
		case math.Abs(vector.Dot(half, next)) > MostSkew*size*vector.Norm(next):
			return fmt.Sprintf("its edges are not at right angles: halves of them are %.4g and %.4g", half, next)
		}
	}
	for _, half := range halves {
		var off, along float64
		square := vector.Dot(half, half)
		for _, i := range members {
			at := vector.Dot(vector.Plus(vector.At(s.Position, i), -1, center), half) / square
			off += float64((float64(at*at)-1)*(float64(at*at)-1)) / float64(len(members))
			along += float64(at*at) / float64(len(members))
		}
		if off > OffCorners*OffCorners {
			return fmt.Sprintf("half of an edge is %.4g, and its particles are %.4g from its middle along this edge: expected the particles of a box at its corners, and weights that give its size in their unit",
				math.Sqrt(square), math.Sqrt(along*square))
		}
	}
	return ""
}

// centerOfMass returns the center of mass of the given particles.
func (s *Sample) centerOfMass(members []int) (center [3]float64) {
	mass, total := Mass.Of(s), 0.
	for _, i := range members {
		m := 1.
		if mass != nil {
			m = float64(mass[i])
		}
		center, total = vector.Plus(center, m, vector.At(s.Position, i)), total+m
	}
	return vector.Plus([3]float64{}, 1/total, center)
}
