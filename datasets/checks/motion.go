package checks

import (
	"math"
	"slices"

	"gmnc/system"
)

// resting is the greatest displacement of a particle at rest, relative to a typical length and
// to the longest displacement.
const resting = 1e-6

// stillParticle finds particles that move in no training sample while others move.
func stillParticle(s *subject) result {
	if len(s.train) == 0 || s.provides(system.Pinned) || s.train[0].Jointed() {
		return result{} // joints fix particles on their axes
	}
	n := s.train[0].Particles()
	most := make([]float64, n) // the longest displacement of each particle
	var longest float64
	for k := range s.train {
		sample := &s.train[k]
		if sample.Particles() != n {
			return result{}
		}
		for i := range n {
			displacement := across(sample.TargetPosition, sample.Position, i, i)
			most[i], longest = max(most[i], displacement), max(longest, displacement)
		}
	}
	var still []int
	for i, displacement := range most {
		if displacement <= resting*min(s.length, longest) {
			still = append(still, i)
		}
	}
	if len(still) == 0 || len(still) == n {
		return result{}
	}
	return measure(float64(len(still)), plural("particle", len(still)), join(still), moves(len(still)), len(s.train))
}

// hydrogens finds molecules that slow down because hydrogens were left out.
func hydrogens(s *subject) result {
	if !s.data.WithoutHydrogens() {
		return result{}
	}
	return slowing(s)
}

// damping finds systems that slow down for other reasons.
func damping(s *subject) result {
	if s.data.WithoutHydrogens() {
		return result{}
	}
	return slowing(s)
}

// slowing measures the fraction of their velocity that centers of systems lose, which no force
// within a system changes. It uses target velocities or, if there are none, the displacement
// over the data's interval.
func slowing(s *subject) result {
	time, known, _ := s.data.About.Time()
	byVelocity := system.WithoutTargetVelocity(s.train) < 0
	if !byVelocity && !known || !s.straight {
		return result{}
	}
	var lost, square, squares, particles float64
	for k := range s.train {
		sample := &s.train[k]
		fraction := massFractions(sample)
		var before, after [3]float64
		for i, v := range sample.Velocity {
			particles += float64(float64(v) * float64(v) * fraction[i/3])
			before[i%3] += float64(float64(v) * fraction[i/3])
			if byVelocity {
				after[i%3] += float64(float64(sample.TargetVelocity[i]) * fraction[i/3])
			} else {
				after[i%3] += float64((float64(sample.TargetPosition[i]) - float64(sample.Position[i])) / time * fraction[i/3])
			}
		}
		var product float64
		for axis, v := range before {
			product += float64((v - after[axis]) * v)
			square += float64(v * v)
		}
		lost, squares = lost+product, squares+float64(product*product)
	}
	if !(square > standing*standing*particles && lost > certainMean*math.Sqrt(squares)) {
		return result{}
	}
	return measure(lost/square, 100*lost/square)
}

// standing is the speed of centers relative to that of particles below which nothing is
// reported.
const standing = 1e-3

// massFractions returns each particle's fraction of the mass of its system. The fractions are equal if no
// finite masses are given.
func massFractions(sample *system.Sample) []float64 {
	all, sum := make([]float64, sample.Particles()), 0.0
	mass := system.Mass.Of(sample)
	for i := range all {
		if all[i] = 1; len(mass) == len(all) {
			all[i] = float64(mass[i])
		}
		sum += all[i]
	}
	for i := range all {
		if all[i] /= sum; math.IsInf(sum, 1) {
			all[i] = 1 / float64(len(all))
		}
	}
	return all
}

// driven reports whether the data have something that acts on systems from outside.
func (s *subject) driven() bool {
	return slices.ContainsFunc([]*system.Field{system.Gravity, system.Force, system.Torque, system.Thrust}, s.provides)
}

// energy finds kinetic energy that increases or decreases on average, unless something such as
// gravity explains it.
func energy(s *subject) result {
	if system.WithoutTargetVelocity(s.train) >= 0 || len(s.train) == 0 || !s.straight || acceleration(s).size > plain || s.driven() {
		return result{}
	}
	var before, change, squares float64
	for k := range s.train {
		sample := &s.train[k]
		var d float64
		for i, v := range sample.Velocity {
			u := float64(sample.TargetVelocity[i])
			before += float64(float64(v) * float64(v))
			d += float64(u*u) - float64(float64(v)*float64(v))
		}
		change, squares = change+d, squares+float64(d*d)
	}
	if before == 0 || math.Abs(change) < certainMean*math.Sqrt(squares) {
		return result{}
	}
	verb := "win"
	if change < 0 {
		verb = "lose"
	}
	return measure(math.Abs(change)/before, verb, 100*math.Abs(change)/before)
}
