package sim

import "math"

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
			square := r.dot(r)
			f := r.scale(qi * charges[j] / (square * math.Sqrt(square)))
			sum = sum.add(f)
			reaction[j] = reaction[j].sub(f)
		}
		force[i] = force[i].add(sum).clamp(limit)
	}
}
