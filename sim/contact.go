package sim

import (
	"math"

	"gmnc/internal/fields"
	"gmnc/system"
)

// creeping is the speed up to which contact does not tell sliding or bouncing from rest.
const creeping = 1e-4

// contact moves particles and rigid bodies among planes by the law of gmn-ode with known
// constants (builder/contact_law.go): impulses of its particles at the start of a step,
// then free motion, of second order. Velocities lose the energy that a step in contact
// would add.
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
	velocity, spin, momentum vector // the momentum is the angular one
	stored                   float64
}

// pressing is what a plane does to a particle in a step: it presses with elastic, or up to
// in on the way in and down to out on the way out.
type pressing struct {
	arm, slide              vector
	start, away, sliding    float64 // speeds at the start, and at the end without contact
	elastic, in, out, press float64
	along, yields, moves    float64 // how much a press moves it
}

func newContact(given *system.State, settings Settings) (Integrator, error) {
	if len(settings.Planes) == 0 {
		return nil, fields.Errorf("{integrator} %s moves systems with {plane}: leave {integrator} out", settings.Method.Name)
	}
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
		in.bodies = append(in.bodies, in.starting(p))
	}
	return in, nil
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
		in.step(b)
		for k, i := range b.members {
			in.state.Velocity[i] = b.velocity.add(b.spin.cross(b.shape[k])).store()
		}
	}
}

func (in *contact) step(b *contacting) {
	h, gravity := in.TimeStep, load(in.Gravity)
	before, touched := b.kinetic()+b.stored, b.stored > 0
	var impulse, turn vector
	for _, p := range in.planes {
		j, t := in.impulse(b, p)
		impulse, turn = impulse.add(j), turn.add(t)
	}
	velocity := b.velocity.add(impulse)
	mean := b.momentum.add(turn.scale(0.5))
	spin := b.turning(mean)
	spin = spin.add(b.turning(mean.cross(spin)).scale(h / 2))
	way := b.velocity.add(velocity).scale(h / 2).add(gravity.scale(h * h / 2))

	b.center, b.velocity, b.momentum = b.center.add(way), velocity.add(gravity.scale(h)), b.momentum.add(turn)
	b.turn(spin.scale(h))
	in.place(b)
	if touched || b.stored > 0 {
		b.conserve(before + gravity.dot(way))
	}
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
	factor := math.Sqrt(max(0, 1-excess/now))
	b.velocity, b.momentum, b.spin = b.velocity.scale(factor), b.momentum.scale(factor), b.spin.scale(factor)
}

// impulse returns what a plane does to a body's velocity and angular momentum in a step.
func (in *contact) impulse(b *contacting, p ground) (impulse, turn vector) {
	n := p.normal
	all := in.touching(b, p)
	var lift, lever vector // by elastic presses
	var inward, outward, sum float64
	for _, one := range all {
		lift, lever = lift.add(n.scale(one.elastic)), lever.add(one.arm.cross(n.scale(one.elastic)))
		inward += float64((one.in - one.elastic) * one.moves)
		outward += float64((one.elastic - one.out) * one.moves)
	}
	turned := b.turning(lever)
	for i := range all {
		one := &all[i]
		away := one.away + n.dot(lift) + n.dot(turned.cross(one.arm))
		inwards, outwards := away+max(0, one.start), away+min(0, one.start)
		one.press = one.elastic +
			float64(max(0, min(1, -inwards/(float64(one.along*inward)+creeping)))*(one.in-one.elastic)) -
			float64(max(0, min(1, outwards/(float64(one.along*outward)+creeping)))*(one.elastic-one.out))
		sum += one.press
	}
	for _, one := range all {
		ends := in.Friction * sum * one.yields
		j := n.scale(one.press).sub(one.slide.scale(in.Friction * one.press / max(one.sliding, ends)))
		impulse, turn = impulse.add(j), turn.add(one.arm.cross(j))
	}
	return impulse, turn
}

// touching are the particles of a body that a plane presses in a step.
func (in *contact) touching(b *contacting, p ground) (all []pressing) {
	n, h := p.normal, in.TimeStep
	for _, r := range b.shape {
		u := b.velocity.add(b.spin.cross(r))
		start := n.dot(u)
		depth := -p.gap(b.center.add(r)) - float64(start*h/2)
		if depth <= 0 {
			continue
		}
		free := u.add(load(in.Gravity).scale(h))
		one := pressing{arm: r, start: start, away: n.dot(free), elastic: h * in.Stiffness * depth, along: math.Sqrt(b.yields(r, n))}
		one.in, one.out = one.elastic/in.Restitution, one.elastic*in.Restitution
		one.slide = free.sub(n.scale(one.away))
		one.sliding = math.Sqrt(one.slide.dot(one.slide) + creeping*creeping)
		one.yields = b.yields(r, one.slide.scale(1/one.sliding))
		one.moves = one.along + float64(in.Friction*math.Sqrt(one.yields))
		all = append(all, one)
	}
	return all
}
