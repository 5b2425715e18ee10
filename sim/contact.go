package sim

import (
	"math"

	"gmnc/internal/fields"
	"gmnc/system"
)

// contact moves particles and rigid bodies among planes and boxes by gmn-ode's law of contact
// with known constants (builder/contact). Impulses act on particles at the start of a step; the
// free motion that follows is of second order. Velocities lose the energy that a step in
// contact would add.
type contact struct {
	state *system.State
	Settings
	planes []ground
	bodies []contacting
}

// contacting is the state of a particle or a body. Impulses, momenta and energies are divided
// by its mass.
type contacting struct {
	piece
	weights                  [][3]float64 // of its particles in halves of edges; nil of no box
	velocity, spin, momentum vector       // the momentum is the angular one
	stored                   float64

	// These values belong to a step: the change of the velocity and of the angular momentum by
	// contact, by some of the presses and in all, and the largest energy at its end. The flags
	// say whether the body touched a plane, and whether it touches a box or is a box that is
	// touched.
	pressed        pressed
	impulse, lever vector
	most           float64
	touched, meets bool
}

func newContact(given *system.State, settings Settings) (Integrator, error) {
	if len(settings.Planes) == 0 {
		return nil, fields.Errorf("{integrator} %s moves systems with {plane}: leave {integrator} out", settings.Method.Name)
	}
	return contactOf(given, settings), nil
}

// contactOf returns the contact of a system with planes and boxes.
func contactOf(given *system.State, settings Settings) *contact {
	in := &contact{state: given, Settings: settings, planes: grounds(settings.Planes)}
	mass := make([]float64, len(given.Position))
	for i := range mass {
		mass[i] = state{given}.mass(i)
	}
	for _, members := range (state{given}).movers() {
		p := newPiece(members, 3, mass)
		p.shape = []vector{{}}
		if len(members) > 1 {
			p = newBody(given.Position, members, mass)
		}
		b := in.starting(p)
		b.weights = weightsOf(given.Box, members)
		in.bodies = append(in.bodies, b)
	}
	return in
}

// starting returns a piece with its motion.
func (in *contact) starting(p piece) contacting {
	b := contacting{piece: p}
	b.center = b.massCenter(in.state.Position)
	for k, i := range b.members {
		share := b.masses[k] / b.mass
		b.velocity = b.velocity.add(load(in.state.Velocity[i]).scale(share))
		b.momentum = b.momentum.add(b.shape[k].cross(load(in.state.Velocity[i])).scale(share))
	}
	in.place(&b)
	return b
}

// place computes what follows from the position of a body.
func (in *contact) place(b *contacting) {
	b.put(in.state.Position)
	if b.degrees == 6 {
		b.inertia = b.own(in.state.Position)
		b.inertia.factor(b.degrees)
	}
	b.spin = b.turning(b.momentum)
	b.stored = 0
	for _, p := range in.planes {
		for _, r := range b.shape {
			depth := max(0, -p.gap(b.center.add(r)))
			b.stored += float64(in.Stiffness * depth * depth / 2)
		}
	}
}

// turning returns the angular velocity for an angular momentum over the mass.
func (b *contacting) turning(momentum vector) vector {
	if b.degrees == 3 {
		return vector{}
	}
	motion := b.inertia.solve(b.degrees, join(vector{}, momentum.scale(b.mass)))
	return motion.angular()
}

// yields returns how much the velocity of the end of an arm changes along a direction for an
// impulse of 1 in that direction.
func (b *contacting) yields(arm, direction vector) float64 {
	lever := arm.cross(direction)
	return direction.dot(direction) + lever.dot(b.turning(lever))
}

// Step advances the state by one time step.
func (in *contact) Step() {
	for i := range in.bodies {
		b := &in.bodies[i]
		b.most, b.touched = b.kinetic()+b.stored, b.stored > 0
		b.impulse, b.lever, b.meets = vector{}, vector{}, false
		for _, p := range in.planes {
			j, t := in.impulse(b, p)
			b.impulse, b.lever = b.impulse.add(j), b.lever.add(t)
		}
	}
	shared := in.shared()
	in.meet()
	for i := range in.bodies {
		in.move(&in.bodies[i])
	}
	in.conserveTogether(in.shared() - shared)
	for i := range in.bodies {
		b := &in.bodies[i]
		if !b.meets && (b.touched || b.stored > 0) {
			b.conserve(b.most)
		}
		for k, i := range b.members {
			in.state.Velocity[i] = b.velocity.add(b.spin.cross(b.shape[k])).store()
		}
	}
}

// move advances a body by a step, with the impulses of contact.
func (in *contact) move(b *contacting) {
	h, gravity := in.TimeStep, load(in.Gravity)
	velocity := b.velocity.add(b.impulse)
	mean := b.momentum.add(b.lever.scale(0.5))
	spin := b.turning(mean)
	spin = spin.add(b.turning(mean.cross(spin)).scale(h / 2))
	displacement := b.velocity.add(velocity).scale(h / 2).add(gravity.scale(h * h / 2))

	b.center, b.velocity, b.momentum = b.center.add(displacement), velocity.add(gravity.scale(h)), b.momentum.add(b.lever)
	b.turn(spin.scale(h))
	in.place(b)
	b.most += gravity.dot(displacement)
}

// kinetic returns the kinetic energy of a body.
func (b *contacting) kinetic() float64 {
	return float64((b.velocity.dot(b.velocity) + b.spin.dot(b.momentum)) / 2)
}

// conserve reduces the velocities of a body so that its energy does not exceed the given one.
func (b *contacting) conserve(energy float64) {
	now := b.kinetic()
	excess := now + b.stored - energy
	if excess <= 0 || now == 0 {
		return
	}
	b.slow(math.Sqrt(max(0, 1-excess/now)))
}

// slow multiplies velocities by a factor.
func (b *contacting) slow(factor float64) {
	b.velocity, b.momentum, b.spin = b.velocity.scale(factor), b.momentum.scale(factor), b.spin.scale(factor)
}
