package sim

import (
	"math/rand/v2"
	"slices"
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
			s.Position[i] = first.add(turn.of(load(shape.Pose[k]).sub(base))).store()
			s.Mass[i] = shape.Masses[k]
		}
	}
}

// rotation has the rows of a matrix, which are an orthonormal frame.
type rotation [3]vector

// drawRotation draws one from all, alike.
func drawRotation(random *rand.Rand) (r rotation) {
	r[0] = normal(random)
	r[0] = r[0].scale(1 / r[0].norm())
	across := r[0].cross(normal(random))
	r[1] = across.scale(1 / across.norm())
	r[2] = r[0].cross(r[1])
	return r
}

func (r *rotation) of(v vector) vector {
	return vector{r[0].dot(v), r[1].dot(v), r[2].dot(v)}
}
