package sim

import (
	"math/rand/v2"
	"slices"

	"gmnc/internal/rotation"
)

// pose puts the particles of robots where these have them, turned at random
// about the first one, which stays, and gives them their masses. shapes are on
// the particles one after the other.
func (s state) pose(shapes []Shape, particles []int, random *rand.Rand) {
	for _, shape := range shapes {
		members := particles[:shape.Size]
		particles = particles[shape.Size:]
		if shape.Pose == nil {
			continue
		}
		if s.Mass == nil {
			s.Mass = slices.Repeat([]float64{1}, len(s.Position))
		}
		turn := drawRotation(random)
		first, base := load(s.Position[members[0]]), load(shape.Pose[0])
		for k, i := range members {
			offset := turn.Turn(load(shape.Pose[k]).sub(base).store())
			s.Position[i] = first.add(load(offset)).store()
			s.Mass[i] = shape.Masses[k]
		}
	}
}

// drawRotation draws one from all, alike. Its rows are an orthonormal frame.
func drawRotation(random *rand.Rand) rotation.Matrix {
	first := normal(random)
	first = first.scale(1 / first.norm())
	second := first.cross(normal(random))
	second = second.scale(1 / second.norm())
	return rotation.Matrix{first.store(), second.store(), first.cross(second).store()}
}
