package sim

import (
	"math"
	"slices"

	"gmnc/system"
)

// Potential is the energy of the Coulomb forces between all particles at
// positions [n], as long as no force is clamped: the sum of q_i q_j / r over pairs.
// With the kinetic energy it is kept, as far as integration goes.
func Potential(position [][3]float64, charge []float64) (energy float64) {
	for i := range position {
		for j := range i {
			energy += charge[i] * charge[j] / load(position[i]).sub(load(position[j])).norm()
		}
	}
	return energy
}

// charges are the forces between the charges of a system.
type charges struct {
	charge []float64
	limit  float64
	// constrained are, of a system that is not the paper's, the particles after each [n]
	// that keep their distance to it, in ascending order; nil of the paper's.
	constrained [][]int
}

// newCharges returns the charges of a state. In the paper's systems each component of the
// sum on a particle is clamped to +-limit, as published. Elsewhere the force of each pair
// has the limit, so that action equals reaction whatever acts, and pairs that a bar or
// body holds at a distance exert none: it would resist them.
func newCharges(given *system.State, settings Settings) charges {
	c := charges{charge: given.Charge, limit: settings.ForceLimit}
	if settings.published(given) {
		return c
	}
	c.constrained = make([][]int, len(given.Charge))
	for _, object := range given.Objects {
		for _, bar := range object.Bars() {
			first, second := min(bar[0], bar[1]), max(bar[0], bar[1])
			c.constrained[first] = append(c.constrained[first], second)
		}
	}
	for i, others := range c.constrained {
		slices.Sort(others)
		c.constrained[i] = slices.Compact(others)
	}
	return c
}

// act sets force [n] to the forces at positions [n].
func (c charges) act(position [][3]float64, force []vector) {
	if c.constrained == nil {
		coulomb(position, c.charge, c.limit, force)
		return
	}
	clear(force)
	for i := range force {
		xi, constrained := load(position[i]), c.constrained[i]
		for j := i + 1; j < len(force); j++ {
			if len(constrained) > 0 && constrained[0] == j {
				constrained = constrained[1:]
				continue
			}
			f := repulsion(xi.sub(load(position[j])), c.charge[i]*c.charge[j])
			if size := f.norm(); size > c.limit {
				f = f.scale(c.limit / size)
			}
			force[i], force[j] = force[i].add(f), force[j].sub(f)
		}
	}
}

// repulsion is the force of two charges with this product at the end of r on each
// other.
func repulsion(r vector, product float64) vector {
	square := r.dot(r)
	return r.scale(product / (square * math.Sqrt(square)))
}

// coulomb sets force [n] to the Coulomb forces between all particles, each
// component clamped to +-limit.
func coulomb(position [][3]float64, charge []float64, limit float64, force []vector) {
	clear(force)
	for i := range force {
		xi, qi := load(position[i]), charge[i]
		others, charges := position[i+1:], charge[i+1:]
		reaction := force[i+1:]
		var sum vector
		for j := range reaction {
			r := xi.sub(load(others[j]))
			f := repulsion(r, qi*charges[j])
			sum = sum.add(f)
			reaction[j] = reaction[j].sub(f)
		}
		force[i] = force[i].add(sum).clamp(limit)
	}
}
