package sim

import (
	"math"

	"gmnc/internal/fields"
	"gmnc/system"
)

// creeping is the speed up to which contact does not tell sliding or bouncing from rest.
const creeping = 1e-4

// contact moves particles and rigid bodies among planes and boxes by the law of gmn-ode with
// known constants (builder/contact_law.go): impulses of its particles at the start of a
// step, then free motion, of second order. Velocities lose the energy that a step in
// contact would add.
type contact struct {
	state *system.State
	Settings
	planes []ground
	bodies []contacting
}

// contacting is a particle or a body under way. Impulses, momenta and energies are over
// its mass.
type contacting struct {
	piece
	weights                  [][3]float64 // of its particles in halves of edges; nil of no box
	velocity, spin, momentum vector       // the momentum is the angular one
	stored                   float64

	// These are of a step: what contact does to the velocity and the angular momentum, by
	// some presses and so far, and the energy that it may end with. The rest is whether it
	// touched a plane, and whether it touches a box or is one that is touched.
	pressed        pressed
	impulse, lever vector
	most           float64
	touched, meets bool
}

// pressed are sums over the presses on a body.
type pressed struct {
	impulse, lever         vector
	inward, outward, press float64
}

// pressing is what a surface, of a plane or of another body's box, does to a particle in a
// step: it presses with elastic, or up to in on the way in and down to out on the way out.
// Presses are over the reduced mass of both bodies, whose parts get the shares of it.
type pressing struct {
	parts                   []part // the body of the particle, then the body of the box
	normal, slide           vector
	start, away, sliding    float64 // speeds at the start, and at the end without contact
	elastic, in, out, press float64
	along, yields, moves    float64 // how much a press moves it
}

// part is a body that is pressed at the end of an arm, by a share of a press.
type part struct {
	*contacting
	arm   vector
	share float64
}

func newContact(given *system.State, settings Settings) (Integrator, error) {
	if len(settings.Planes) == 0 {
		return nil, fields.Errorf("{integrator} %s moves systems with {plane}: leave {integrator} out", settings.Method.Name)
	}
	return contactOf(given, settings), nil
}

// contactOf is the contact of a system with planes and boxes.
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

// starting is a piece with its motion.
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

// place sets what follows from where a body is.
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

// turning is the spin of an angular momentum over the mass.
func (b *contacting) turning(momentum vector) vector {
	if b.degrees == 3 {
		return vector{}
	}
	motion := b.inertia.solve(b.degrees, join(vector{}, momentum.scale(b.mass)))
	return motion.angular()
}

// yields is how much the end of an arm moves along a direction by an impulse that way.
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

// move moves a body by a step, with what contact does to it.
func (in *contact) move(b *contacting) {
	h, gravity := in.TimeStep, load(in.Gravity)
	velocity := b.velocity.add(b.impulse)
	mean := b.momentum.add(b.lever.scale(0.5))
	spin := b.turning(mean)
	spin = spin.add(b.turning(mean.cross(spin)).scale(h / 2))
	way := b.velocity.add(velocity).scale(h / 2).add(gravity.scale(h * h / 2))

	b.center, b.velocity, b.momentum = b.center.add(way), velocity.add(gravity.scale(h)), b.momentum.add(b.lever)
	b.turn(spin.scale(h))
	in.place(b)
	b.most += gravity.dot(way)
}

// kinetic is the energy of a body's motion.
func (b *contacting) kinetic() float64 {
	return float64((b.velocity.dot(b.velocity) + b.spin.dot(b.momentum)) / 2)
}

// conserve takes off the velocities what energy a body has beyond an energy.
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

// impulse returns what a plane does to a body's velocity and angular momentum in a step.
func (in *contact) impulse(b *contacting, p ground) (impulse, lever vector) {
	b.pressed = pressed{}
	in.press(in.touching(b, p))
	return b.pressed.impulse, b.pressed.lever
}

// press decides presses and adds them to the bodies of the particles, and of the boxes.
func (in *contact) press(all []pressing) {
	for _, one := range all { // by elastic presses
		one.push(one.normal.scale(one.elastic))
		for _, part := range one.parts {
			part.pressed.inward += float64((one.in - one.elastic) * one.moves)
			part.pressed.outward += float64((one.elastic - one.out) * one.moves)
		}
	}
	for i := range all {
		one := &all[i]
		sums := one.sums()
		away := one.lifted()
		inwards, outwards := away+max(0, one.start), away+min(0, one.start)
		one.press = one.elastic +
			float64(max(0, min(1, -inwards/(float64(one.along*sums.inward)+creeping)))*(one.in-one.elastic)) -
			float64(max(0, min(1, outwards/(float64(one.along*sums.outward)+creeping)))*(one.elastic-one.out))
	}
	for _, one := range all {
		for _, part := range one.parts {
			part.pressed.impulse, part.pressed.lever = vector{}, vector{}
			part.pressed.press += one.press
		}
	}
	for _, one := range all {
		ends := in.Friction * one.sums().press * one.yields
		one.push(one.normal.scale(one.press).sub(one.slide.scale(in.Friction * one.press / max(one.sliding, ends))))
	}
}

// push adds what a press does to both bodies.
func (p pressing) push(j vector) {
	for number, part := range p.parts {
		own := j.scale(part.share)
		if number > 0 {
			own = j.scale(-part.share)
		}
		all := &part.pressed
		all.impulse, all.lever = all.impulse.add(own), all.lever.add(part.arm.cross(own))
	}
}

// lifted is the speed away from the surface at the end of the step, with presses so far.
func (p pressing) lifted() float64 {
	away, sign := p.away, 1.
	for _, part := range p.parts {
		away += float64(sign * p.normal.dot(part.pressed.impulse))
		away += float64(sign * p.normal.dot(part.turning(part.pressed.lever).cross(part.arm)))
		sign = -1
	}
	return away
}

// sums are the sums of presses, in the mean over both bodies.
func (p pressing) sums() (mean pressed) {
	share := 1 / float64(len(p.parts))
	for _, part := range p.parts {
		mean.inward += float64(share * part.pressed.inward)
		mean.outward += float64(share * part.pressed.outward)
		mean.press += float64(share * part.pressed.press)
	}
	return mean
}

// yield is how much the particle moves along a direction by an impulse that way.
func (p pressing) yield(direction vector) (sum float64) {
	for _, part := range p.parts {
		sum += float64(part.share * part.contacting.yields(part.arm, direction))
	}
	return sum
}

// touching are the particles of a body that a plane presses in a step.
func (in *contact) touching(b *contacting, p ground) (all []pressing) {
	n, h := p.normal, in.TimeStep
	for _, r := range b.shape {
		u := b.velocity.add(b.spin.cross(r))
		depth := -p.gap(b.center.add(r)) - float64(n.dot(u)*h/2)
		if depth > 0 {
			free := u.add(load(in.Gravity).scale(h))
			all = append(all, in.pressing([]part{{b, r, 1}}, n, depth, u, free))
		}
	}
	return all
}

// pressing is what a surface with a normal does to a particle that is as deep in it. start
// and free are its velocities, beside the surface's, as a step starts and, without contact, as
// it ends.
func (in *contact) pressing(parts []part, n vector, depth float64, start, free vector) pressing {
	one := pressing{parts: parts, normal: n, start: n.dot(start), away: n.dot(free), elastic: in.TimeStep * in.Stiffness * depth}
	one.along = math.Sqrt(one.yield(n))
	one.in, one.out = one.elastic/in.Restitution, one.elastic*in.Restitution
	one.slide = free.sub(n.scale(one.away))
	one.sliding = math.Sqrt(one.slide.dot(one.slide) + creeping*creeping)
	one.yields = one.yield(one.slide.scale(1 / one.sliding))
	one.moves = one.along + float64(in.Friction*math.Sqrt(one.yields))
	return one
}
