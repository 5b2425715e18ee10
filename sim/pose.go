package sim

import (
	"math/rand/v2"
	"slices"

	"gmnc/internal/rotation"
)

// pose moves the particles of robots and boxes to their poses, rotated at random about the
// first particle, which stays. It also sets the masses of robots. Shapes are on the particles
// one after another.
func (s state) pose(shapes []Shape, particles []int, random *rand.Rand) {
	for _, shape := range shapes {
		members := particles[:shape.Size]
		particles = particles[shape.Size:]
		if shape.Pose == nil {
			continue
		}
		if s.Mass == nil && shape.Masses != nil {
			s.Mass = slices.Repeat([]float64{1}, len(s.Position))
		}
		turn := drawRotation(random)
		first, base := load(s.Position[members[0]]), load(shape.Pose[0])
		for k, i := range members {
			offset := turn.Turn(load(shape.Pose[k]).sub(base).store())
			s.Position[i] = first.add(load(offset)).store()
			if shape.Masses != nil {
				s.Mass[i] = shape.Masses[k]
			}
		}
		if shape.isBox() {
			s.mark(members)
		}
	}
}

// mark makes particles the corners of a box.
func (s state) mark(members []int) {
	if s.Box == nil {
		s.Box = make([][3]float64, len(s.Position))
	}
	for corner, i := range members {
		for k, sign := range signs(corner) {
			s.Box[i][k] = sign / float64(len(members))
		}
	}
}

// drawRotation draws a rotation uniformly. Its rows are an orthonormal frame.
func drawRotation(random *rand.Rand) rotation.Matrix {
	first := normal(random)
	first = first.scale(1 / first.norm())
	second := first.cross(normal(random))
	second = second.scale(1 / second.norm())
	return rotation.Matrix{first.store(), second.store(), first.cross(second).store()}
}
