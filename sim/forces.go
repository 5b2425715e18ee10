package sim

import (
	"math"
	"slices"

	"gmnc/system"
)

// Potential returns the energy of the Coulomb forces between all particles at positions [n],
// the sum of q_i q_j / r over pairs. Together with the kinetic energy it is conserved, up to
// the error of integration, while no force is clamped.
func Potential(position [][3]float64, charge []float64) (energy float64) {
	for i := range position {
		for j := range i {
			energy += charge[i] * charge[j] / load(position[i]).sub(load(position[j])).norm()
		}
	}
	return energy
}

// charges computes the forces between the charges of a system.
type charges struct {
	charge []float64
	limit  float64
	// constrained lists, for each particle [n], the later particles that keep their distance to
	// it, in ascending order. It is nil for the paper's systems.
	constrained [][]int
}

// newCharges returns the charges of a state. In the paper's systems each component of the total
// force on a particle is clamped to +-limit, as published. In other systems the force of each
// pair is limited, so that action equals reaction. Pairs whose distance a bar or body keeps
// exert no force, because the constraint would balance it.
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

// repulsion returns the force at the end of r between two charges with this product.
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
