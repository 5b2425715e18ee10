package mechanism

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Integrator advances a state in place.
type Integrator struct {
	*work
	State         State
	whole, halves State
	begin         State // the state before the step
	// These are by rate: the change in a step, by this iteration and by the last, and the value
	// in the middle of the step.
	change, last, middle []float64
	// These are the free bodies, and their momenta before a step.
	free   []afloat
	before []momenta
	pushes []push // effects of the joints' stops in a step
}

// NewIntegrator returns an Integrator that advances the given state.
func (m *Mechanism) NewIntegrator(state State) *Integrator {
	free := m.afloats()
	return &Integrator{
		free: free, before: make([]momenta, len(free)),
		work: newWork(m), State: state, whole: m.AtRest(), halves: m.AtRest(), begin: m.AtRest(),
		change: make([]float64, m.Rates()), last: make([]float64, m.Rates()),
		middle: make([]float64, m.Rates()), pushes: make([]push, len(m.Bodies)),
	}
}

// Step advances the state by a time h. torque [rates], unless nil, acts at the axes of joints:
// in N m at revolute axes, and in N at sliding ones. A body on a free joint without torque,
// damping or force conserves both momenta to rounding, apart from the effect of gravity.
//
// If a joint reverses under friction, or friction brings it to rest, the step is divided until
// friction changes little within each part.
func (in *Integrator) Step(h float64, torque []float64) { in.divided(h, torque, mostHalvings) }

// divided is like Step, and halves the step at most the given number of times.
func (in *Integrator) divided(h float64, torque []float64, halvings int) {
	in.begin.copyFrom(in.State)
	in.extrapolated(h, torque)
	if halvings > 0 && in.rubsOtherwise() {
		in.State.copyFrom(in.begin)
		in.divided(h/2, torque, halvings-1)
		in.divided(h/2, torque, halvings-1)
	}
}

// rubsOtherwise reports whether the friction of a joint changed by too large a fraction in the
// step. It also checks the whole step from which the result is extrapolated, in which a joint
// at rest would oscillate.
func (in *Integrator) rubsOtherwise() bool {
	for b := range in.Bodies {
		if in.Bodies[b].Friction == 0 {
			continue
		}
		for d := in.first[b]; d < in.first[b+1]; d++ {
			before, after, whole := rubbing(in.begin.Rates[d]), rubbing(in.State.Rates[d]), rubbing(in.whole.Rates[d])
			if max(math.Abs(after-before), math.Abs(whole-before)) > steadyFriction {
				return true
			}
		}
	}
	return false
}

// rubbing returns the fraction of its friction that acts on a joint at a rate, with the sign of
// the rate.
func rubbing(rate float64) float64 { return rate / math.Sqrt(float64(rate*rate)+slow*slow) }

// extrapolated makes a step of fourth order.
func (in *Integrator) extrapolated(h float64, torque []float64) {
	in.remember()
	in.whole.copyFrom(in.State)
	in.halves.copyFrom(in.State)
	in.step(in.whole, h, h, torque)
	in.step(in.halves, h/2, h, torque)
	in.step(in.halves, h/2, h, torque)
	for b := range in.Bodies {
		in.State.Slides[b] = r3.Sub(scale(4./3, in.halves.Slides[b]), scale(1./3, in.whole.Slides[b]))
		in.State.Turns[b] = unitTurn(quat.Sub(scaledTurn(4./3, in.halves.Turns[b]), scaledTurn(1./3, in.whole.Turns[b])))
	}
	for d := range in.State.Rates {
		in.State.Rates[d] = (float64(4*in.halves.Rates[d]) - in.whole.Rates[d]) / 3
	}
	in.restore(h, torque)
}

const (
	// mostPasses is the largest number of fixed-point iterations in a step. Each multiplies the
	// error by about the angle, in radians, that bodies turn in the step.
	mostPasses = 40
	// settled is the change of rates, relative to the largest, at which the iteration ends.
	settled = 1e-15
	// slow is the rate below which friction decreases, in radians or lengths per second.
	slow = 1e-5
	// steadyFriction is the largest fraction of a joint's friction by which it may change in a
	// step that is not divided.
	steadyFriction = 1. / 16
	// mostHalvings is the largest number of times that a step is halved, for friction that is
	// large compared with a joint's inertia.
	mostHalvings = 10
)

// step advances s by the symmetric step of second order. whole is the length of the step that
// it is a part of.
func (in *Integrator) step(s State, h, whole float64, torque []float64) {
	in.drift(s, h/2)
	in.place(s)
	in.weigh()
	clear(in.change)
	if in.meet(s, h, whole) {
		pushes := slices.Clone(in.pushes)
		clear(in.pushes)
		in.accelerate(s.Rates, h, torque)
		in.pushes = pushes
		in.removeStops()
		clear(in.change)
	}
	for range mostPasses {
		copy(in.last, in.change)
		in.accelerate(s.Rates, h, torque)
		var most, largest float64
		for d, change := range in.change {
			most, largest = max(most, math.Abs(change-in.last[d])), max(largest, math.Abs(s.Rates[d]), math.Abs(change))
		}
		if !(most > settled*largest) {
			break
		}
	}
	for d, change := range in.change {
		s.Rates[d] += change
	}
	in.drift(s, h/2)
}

// accelerate sets change to the change of the rates in a time h, given a guess of it.
func (in *Integrator) accelerate(rates []float64, h float64, torque []float64) {
	middle := in.middle
	for d, rate := range rates {
		middle[d] = rate + float64(in.change[d]/2)
	}
	in.move(middle)
	in.findBias()
	for i := range in.force {
		in.force[i] = scale(in.Mass[i], r3.Sub(in.Gravity, in.inertial(i)))
	}
	for b, body := range in.Bodies {
		for d := in.first[b]; d < in.first[b+1]; d++ {
			damping := body.Damping + body.Friction/math.Sqrt(float64(middle[d]*middle[d])+slow*slow)
			load := -float64(damping * rates[d])
			if torque != nil {
				load += torque[d]
			}
			push := in.pushes[b]
			in.resistance[d] = float64(h/2*damping) + (body.Rotor + push.resists)
			in.load[d] = float64(h*load) - push.load
		}
	}
	for i, f := range in.force {
		in.force[i] = scale(h, f)
	}
	in.solve(in.change, in.force)
}

// Particles sets the positions and velocities [n] of the particles in the state.
func (in *Integrator) Particles(position, velocity []r3.Vec) {
	in.place(in.State)
	in.move(in.State.Rates)
	copy(position, in.position)
	copy(velocity, in.velocity)
}

// Energy returns the kinetic energy of the state, including that of rotors, and its potential
// energy in gravity.
func (in *Integrator) Energy() (kinetic, potential float64) {
	in.place(in.State)
	in.move(in.State.Rates)
	for i, mass := range in.Mass {
		kinetic += float64(mass / 2 * dot(in.velocity[i], in.velocity[i]))
		potential -= float64(mass * dot(in.Gravity, in.position[i]))
	}
	for b, body := range in.Bodies {
		if body.Rotor > 0 {
			rate := in.State.Rates[in.first[b]]
			kinetic += float64(body.Rotor / 2 * float64(rate*rate))
		}
	}
	return kinetic, potential
}
