package checks

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/vector"
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

// certainMean is the number of standard errors from 0 above which a mean is not chance.
const certainMean = 6

// spansOfBlock is the number of spans within which samples of a recording begin that are not
// independent. A recording has at most fewBlocks blocks of such samples, because one motion may
// accelerate for a long time.
const spansOfBlock = 2

// block holds the sum of the deflections of samples that are not independent.
type block struct {
	samples float64
	sum     [3]float64
}

// acceleration finds a mean deflection of all particles in one direction.
func acceleration(s *subject) result {
	if !s.straight || len(s.train) < fewDriven || s.provides(system.Gravity) || s.data.WithoutHydrogens() || knownTarget(s).size > exactLine {
		return result{} // the mean of a few samples is that of their motions
	}
	var mean, speed [3]float64
	var all, count, along, square float64
	moments := s.data.Origins["train"].Moments(len(s.data.Train))
	last := int64(0)
	for _, moment := range moments {
		last = max(last, moment.Start)
	}
	length := max(int64(spansOfBlock*spanOf(s.data)), last/fewBlocks+1)
	blocks := map[datasets.Moment]block{}
	for k := range s.train {
		sample := &s.train[k]
		fraction := massFractions(sample) // forces within a system do not move its center of mass
		var center, velocity [3]float64
		for i := range sample.Position {
			off := s.strayed(sample, i)
			center[i%3] += float64(off * fraction[i/3])
			velocity[i%3] += float64(float64(sample.Velocity[i]) * fraction[i/3])
			all, count = all+float64(off*off), count+1./3
		}
		for axis, x := range center {
			mean[axis] += x
			speed[axis] += velocity[axis]
			along, square = along+float64(x*velocity[axis]), square+float64(velocity[axis]*velocity[axis])
		}
		moment := datasets.Moment{Start: int64(k)}
		if moments != nil {
			moment = moments[s.number(k)]
			moment.Start /= length
		}
		own := blocks[moment]
		blocks[moment] = block{own.samples + 1, vector.Plus(own.sum, 1, center)}
	}
	samples := float64(len(s.train))
	if square > 0 { // a part proportional to the velocities is an error of the time, as along a single trajectory
		mean = vector.Plus(mean, -along/square, speed)
	}
	mean = vector.Plus([3]float64{}, 1/samples, mean)
	size, chance := vector.Dot(mean, mean), 0.0
	for _, key := range slices.SortedFunc(maps.Keys(blocks), func(a, b datasets.Moment) int {
		return cmp.Or(cmp.Compare(a.Recording, b.Recording), cmp.Compare(a.Start, b.Start))
	}) {
		off := vector.Plus(blocks[key].sum, -blocks[key].samples, mean)
		chance += vector.Dot(off, off) / (samples * samples)
	}
	if size == 0 || size < certainMean*certainMean*chance {
		return result{}
	}
	fraction := math.Sqrt(size * count / all)
	for axis := range mean {
		mean[axis] *= 2 / (s.time * s.time)
	}
	return measure(fraction, mean[0], mean[1], mean[2])
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
	time, known, err := s.data.About.Time()
	byVelocity := system.WithoutTargetVelocity(s.train) < 0
	if !byVelocity && (!known || err != nil) || !s.straight {
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
