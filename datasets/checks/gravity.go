package checks

import (
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Fall compares the changes of the kinetic energies of samples with the work of gravity.
type Fall struct {
	// Ratio is the ratio of the changes to the work. It is 1 if only gravity acts, whatever
	// joins the particles of a system. It is NaN if something else acts, and without gravity.
	// Steps in which planes may act are left out.
	Ratio float64
	// Residual is the fraction of the squares of the changes that this work does not explain. It
	// is 1 if gravity does no work, as along an axis along which nothing moves.
	Residual float64
	// Sample and Particle are those on which gravity does the most work.
	Sample, Particle int
	// Vector is the gravity whose work explains the changes best. It is 0 along axes along
	// which no particle moves. VectorResidual is the fraction of the squares of the changes that its
	// work does not explain, or 1 if samples have different gravities.
	Vector         [3]float64
	VectorResidual float64
	// Stops reports whether joints have limits, whose stops take up work when they act.
	Stops bool

	steps int // number of steps that were measured
}

// pull accumulates the sums for fitting one gravity to all steps. In each step the change of
// kinetic energy is the product of gravity and the moment, which is the sum of masses times
// displacements.
type pull struct {
	moments mat.SymDense
	changes mat.VecDense
	squares float64
	gravity []float32 // of the first step
	several bool      // whether the steps have different gravities
}

func (p *pull) take(gravity []float32, change float64, moment [3]float64) {
	if p.gravity == nil {
		p.gravity = gravity[:3]
		p.moments, p.changes = *mat.NewSymDense(3, nil), *mat.NewVecDense(3, nil)
	}
	p.several = p.several || !slices.Equal(p.gravity, gravity[:3])
	of := mat.NewVecDense(3, moment[:])
	p.moments.SymRankOne(&p.moments, 1, of)
	p.changes.AddScaledVec(&p.changes, change, of)
	p.squares += float64(change * change)
}

// solve returns the gravity, and the fraction of the squares of the changes that it does not
// explain.
func (p *pull) solve() (gravity [3]float64, residual float64) {
	const still = 1e-6 // relative to the trace: nothing moves along such a direction
	trace := 0.
	if p.gravity != nil {
		trace = mat.Trace(&p.moments)
	}
	if p.several || !(trace > 0) {
		return gravity, 1
	}
	ridge := mat.NewSymDense(3, nil)
	ridge.CopySym(&p.moments)
	for axis := range 3 {
		ridge.SetSym(axis, axis, ridge.At(axis, axis)+float64(still*trace))
	}
	found := mat.NewVecDense(3, gravity[:])
	if err := found.SolveVec(ridge, &p.changes); err != nil {
		return [3]float64{}, 1
	}
	explained := 2*mat.Dot(found, &p.changes) - mat.Inner(found, &p.moments, found)
	return gravity, 1 - explained/p.squares
}

// enough is the number of steps after which no more are measured. mostLooked is the number of
// steps after which the search for steps without planes ends, as if everything rests on a
// plane.
const enough, mostLooked = 10000, 20000

// FallOf returns the comparison from inputs to targets, or along trajectories if samples have
// them.
func FallOf(samples []system.Sample) Fall {
	f, all := Fall{Ratio: math.NaN(), VectorResidual: 1}, new(pull)
	if len(samples) == 0 || system.WithoutTargetVelocity(samples) >= 0 {
		return f
	}
	var product, squares, changes, most float64
	looked := 0
	done := func() bool { return f.steps == enough || looked == mostLooked }
	for k := range samples {
		if done() {
			break
		}
		s := &samples[k]
		if system.Gravity.Of(s) == nil || otherActs(s) {
			return f
		}
		f.Stops = f.Stops || system.TurnLimits.Of(s) != nil || system.SlideLimits.Of(s) != nil
		for step := range steps(s) {
			if done() {
				break
			}
			if looked++; nearPlane(&step) {
				continue
			}
			f.steps++
			one := energiesOf(&step)
			all.take(system.Gravity.Of(&step), one.change, one.moment)
			product, squares, changes = product+float64(one.change*one.work), squares+float64(one.work*one.work), changes+float64(one.change*one.change)
			if one.most > most {
				most, f.Sample, f.Particle = one.most, k, one.particle
			}
		}
	}
	f.Ratio, f.Residual = product/squares, 1
	if squares > 0 {
		f.Residual = 1 - product*f.Ratio/changes
	}
	f.Vector, f.VectorResidual = all.solve()
	return f
}

// steps returns the steps of a sample's trajectory, or the sample itself if it has none.
func steps(s *system.Sample) iter.Seq[system.Sample] {
	if s.Trajectory == nil {
		return slices.Values([]system.Sample{*s})
	}
	return s.Stretches(0, 1, 1)
}

// otherActs reports whether anything other than gravity may do work on a sample, such as listed
// neighbors, or anything other than its particles takes up work, such as rotors. Fall reports
// stops.
func otherActs(s *system.Sample) bool {
	if s.Neighbors != nil {
		return true
	}
	for _, f := range []*system.Field{
		system.EdgeFeatures, system.Charge, system.Force, system.Torque, system.Thrust, system.Box,
		system.RotorInertia, system.RotorMass,
	} {
		if len(f.Of(s)) > 0 {
			return true
		}
	}
	return false
}

// nearPlane reports whether a plane may act in a step. It may if a particle is nearer to the
// plane, before or after the step, than the fastest particle moves, or if it has turned back
// from the plane.
func nearPlane(s *system.Sample) bool {
	planes, displacement := system.Planes.Of(s), 0.
	for k, x := range s.Position {
		displacement = max(displacement, math.Sqrt(3)*math.Abs(float64(s.TargetPosition[k])-float64(x)))
	}
	for number := range s.Planes() {
		plane := planes[number*system.PlaneColumns:]
		normal := vector.At(plane, 0)
		for i := range s.Particles() {
			reverses := vector.Dot(normal, vector.At(s.Velocity, i)) < 0 && vector.Dot(normal, vector.At(s.TargetVelocity, i)) > 0
			if reverses || min(system.Gap(plane, s.Position[3*i:]), system.Gap(plane, s.TargetPosition[3*i:])) <= displacement {
				return true
			}
		}
	}
	return false
}

// energyChange holds the change of a sample's kinetic energy and the work of gravity.
type energyChange struct {
	change, work float64
	particle     int        // the particle on which gravity does the most work
	most         float64    // the absolute value of that work
	moment       [3]float64 // the sum of masses times displacements
}

// GainWithoutGravity returns the increase of a sample's kinetic energy from its input to its
// target, minus the work of gravity. The sample must have a target velocity.
func GainWithoutGravity(s *system.Sample) float64 {
	e := energiesOf(s)
	return e.change - e.work
}

// KineticGain returns the increase of the kinetic energy from the input of a sample to its target.
func KineticGain(s *system.Sample) float64 { return energiesOf(s).change }

func energiesOf(s *system.Sample) (e energyChange) {
	mass, pinned, g := system.Mass.Of(s), system.Pinned.Of(s), system.Gravity.Of(s)
	for i := range s.Particles() {
		if pinned != nil && pinned[i] != 0 {
			continue
		}
		m, own := 1., 0.
		if mass != nil {
			m = float64(mass[i])
		}
		for k := 3 * i; k < 3*i+3; k++ {
			v, u := float64(s.Velocity[k]), float64(s.TargetVelocity[k])
			e.change += float64(m * (float64(u*u) - float64(v*v)) / 2)
			displacement := float64(s.TargetPosition[k]) - float64(s.Position[k])
			if g != nil {
				own += float64(m * float64(g[k%3]) * displacement)
			}
			e.moment[k%3] += float64(m * displacement)
		}
		e.work += own
		if math.Abs(own) > e.most {
			e.particle, e.most = i, math.Abs(own)
		}
	}
	return e
}

const (
	// unexplained is the fraction of squares below which gravity is certainly in another unit.
	// Other forces, friction and rounding leave more.
	unexplained = 1e-3
	// near is the greatest relative difference of the fraction from a power of ten that counts as
	// a unit.
	near = 0.02
	// fewest is the least number of steps.
	fewest = 10
)

// CheckGravity returns an error for gravity that is certainly in another unit than motions. Then kinetic
// energies change by a power of ten times its work, up to a thousandth of the squares. Stops
// that act leave more.
func CheckGravity(samples []system.Sample) error {
	f := FallOf(samples)
	unit := math.Pow(10, math.Round(math.Log10(f.Ratio)))
	if f.steps < fewest || unit == 1 || !(math.Abs(f.Ratio/unit-1) < near && f.Residual < unexplained) {
		return nil
	}
	g := system.Gravity.Of(&samples[f.Sample])
	return system.SampleError(f.Sample, func(number int) error {
		return fields.Errorf("sample %d has the gravity %.4g, and its particle %d moves as by %.4g: kinetic energies change by %.4g times its work; give it in lengths by squared times of the velocities, or say {other_gravity} allow",
			number, g[:3], f.Particle, []float64{f.Ratio * float64(g[0]), f.Ratio * float64(g[1]), f.Ratio * float64(g[2])}, f.Ratio)
	})
}
