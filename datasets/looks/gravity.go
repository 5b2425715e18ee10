package looks

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
	// Share is by how many times the work: 1 where gravity alone acts, whatever holds a
	// system together. It is NaN where something else acts, and without gravity. Steps in which
	// planes may act are left out.
	Share float64
	// Rest is the share of the squares of the changes that this does not explain.
	Rest float64
	// Sample and Particle are where gravity does the most work.
	Sample, Particle int
	// Vector is the gravity whose work explains the changes, with nothing along axes that no
	// particle moves along, and VectorRest the share of their squares that it does not explain;
	// 1 where samples have different gravities.
	Vector     [3]float64
	VectorRest float64
	// Stops reports whether joints have limits, whose stops take up work where they act.
	Stops bool

	steps int // that were measured
}

// pull adds up what a gravity is found by that is one of all steps: for each step the
// change of kinetic energy is its product with the moment, the masses times their ways.
type pull struct {
	moments mat.SymDense
	changes mat.VecDense
	squares float64
	gravity []float32 // of the first step
	several bool      // gravities
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

// solve is the gravity, and the share of the squares of the changes that it leaves.
func (p *pull) solve() (gravity [3]float64, rest float64) {
	const still = 1e-6 // of the trace: a direction that nothing moves along
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

// enough are the steps after which no more are measured, and mostLooked those after which none
// are looked for that planes do not act in, as where all rests on a plane.
const enough, mostLooked = 10000, 20000

// FallOf measures it from inputs to targets, and along trajectories.
func FallOf(samples []system.Sample) Fall {
	f, all := Fall{Share: math.NaN(), VectorRest: 1}, new(pull)
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
	f.Share = product / squares
	f.Rest = 1 - product*f.Share/changes
	f.Vector, f.VectorRest = all.solve()
	return f
}

// steps are the steps of a sample's trajectory, or its own.
func steps(s *system.Sample) iter.Seq[system.Sample] {
	if s.Trajectory == nil {
		return slices.Values([]system.Sample{*s})
	}
	return s.Stretches(0, 1, 1)
}

// otherActs reports whether anything else than gravity may do work on a sample, as listed
// neighbours, or anything else than its particles takes it up, as rotors do; stops are in Fall.
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

// nearPlane reports whether a plane may act in a step: a particle is nearer to it, before or
// after, than the fastest gets, or has turned back from it, and may be where it was.
func nearPlane(s *system.Sample) bool {
	planes, way := system.Planes.Of(s), 0.
	for k, x := range s.Position {
		way = max(way, math.Sqrt(3)*math.Abs(float64(s.TargetPosition[k])-float64(x)))
	}
	for number := range s.Planes() {
		plane := planes[number*system.PlaneColumns:]
		normal := vector.At(plane, 0)
		for i := range s.Particles() {
			turns := vector.Dot(normal, vector.At(s.Velocity, i)) < 0 && vector.Dot(normal, vector.At(s.TargetVelocity, i)) > 0
			if turns || min(system.Gap(plane, s.Position[3*i:]), system.Gap(plane, s.TargetPosition[3*i:])) <= way {
				return true
			}
		}
	}
	return false
}

// energyChange is that of a sample's kinetic energy, and the work of gravity.
type energyChange struct {
	change, work float64
	particle     int        // on which gravity does the most work
	most         float64    // the size of that work
	moment       [3]float64 // the sum of masses times ways
}

// GainBesideGravity is by how much the kinetic energy of a sample grows from its input to its
// target, with a target velocity, without the work of gravity.
func GainBesideGravity(s *system.Sample) float64 {
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
			way := float64(s.TargetPosition[k]) - float64(s.Position[k])
			if g != nil {
				own += float64(m * float64(g[k%3]) * way)
			}
			e.moment[k%3] += float64(m * way)
		}
		e.work += own
		if math.Abs(own) > e.most {
			e.particle, e.most = i, math.Abs(own)
		}
	}
	return e
}

const (
	// unexplained is the share of squares that other forces, friction and rounding leave at
	// most where gravity is in another unit for certain.
	unexplained = 1e-3
	// near is how far a share is from a power of ten at most to be a unit.
	near = 0.02
	// fewest steps say it.
	fewest = 10
)

// CheckGravity reports gravity that is in another unit than motions for certain: by a
// power of ten times its work kinetic energies change, to a thousandth. Stops that act
// leave more.
func CheckGravity(samples []system.Sample) error {
	f := FallOf(samples)
	unit := math.Pow(10, math.Round(math.Log10(f.Share)))
	if f.steps < fewest || unit == 1 || !(math.Abs(f.Share/unit-1) < near && f.Rest < unexplained) {
		return nil
	}
	g := system.Gravity.Of(&samples[f.Sample])
	return system.SampleError(f.Sample, func(number int) error {
		return fields.Errorf("sample %d has the gravity %.4g, and its particle %d moves as by %.4g: kinetic energies change by %.4g times its work; give it in lengths by squared times of the velocities, or say {other_gravity} allow",
			number, g[:3], f.Particle, []float64{f.Share * float64(g[0]), f.Share * float64(g[1]), f.Share * float64(g[2])}, f.Share)
	})
}
