package sim

import (
	"math"

	"gmnc/system"
)

// faces describes the faces of a box by the directions of its edges and half of their lengths.
type faces struct {
	axes  [3]vector
	sizes [3]float64
}

// facesOf returns the faces of a box from the arms of its particles and their weights.
func facesOf(arms []vector, weights [][3]float64) (f faces) {
	for k := range f.axes {
		var half vector
		for i, r := range arms {
			half = half.add(r.scale(weights[i][k]))
		}
		f.sizes[k] = half.norm()
		f.axes[k] = half.scale(1 / f.sizes[k])
	}
	return f
}

// nearest returns the normal of the face that a point is farthest in front of, or least behind,
// and the distance. The point is relative to the center of the box.
func (f faces) nearest(r vector) (normal vector, gap float64) {
	gap = math.Inf(-1)
	for k, axis := range f.axes {
		along, side := axis.dot(r), -1.
		if along > 0 {
			side = 1
		}
		if ahead := float64(side*along) - f.sizes[k]; ahead > gap {
			normal, gap = axis.scale(side), ahead
		}
	}
	return normal, gap
}

// weightsOf returns the weights of particles in half edges, or nil if the body is no box.
func weightsOf(box [][3]float64, members []int) (weights [][3]float64) {
	isBox := false
	for _, i := range members {
		if box != nil {
			weights, isBox = append(weights, box[i]), isBox || box[i] != [3]float64{}
		}
	}
	if !isBox {
		return nil
	}
	return weights
}

// placement is the center of a body and the positions of its particles relative to it.
type placement struct {
	center vector
	arms   []vector
}

// reach is the largest distance of a particle from the center.
func (p placement) reach() (most float64) {
	for _, r := range p.arms {
		most = max(most, r.norm())
	}
	return most
}

// eachDeep calls found for each particle that is in the box of another body. It passes the
// number of the particle in its body, its position relative to the center of the box, the
// normal of the nearest face, and the depth.
func (in *contact) eachDeep(placements []placement, found func(body, number, box int, from, normal vector, depth float64)) {
	for box := range in.bodies {
		if in.bodies[box].weights == nil {
			continue
		}
		there := placements[box]
		f, reach := facesOf(there.arms, in.bodies[box].weights), there.reach()
		for body, here := range placements {
			apart := here.center.sub(there.center)
			if body == box || apart.norm() > reach+here.reach() {
				continue
			}
			for number, r := range here.arms {
				from := apart.add(r)
				if normal, gap := f.nearest(from); gap < 0 {
					found(body, number, box, from, normal, -gap)
				}
			}
		}
	}
}

// inBox returns the first particle of a body that may be in the box of another, because the
// spheres around them overlap, or -1.
func (s state) inBox() int {
	if s.Box == nil {
		return -1
	}
	movers := s.movers()
	var placements []placement
	for _, members := range movers {
		place := placement{}
		for _, i := range members {
			place.center = place.center.add(load(s.Position[i]).scale(1 / float64(len(members))))
		}
		for _, i := range members {
			place.arms = append(place.arms, load(s.Position[i]).sub(place.center))
		}
		placements = append(placements, place)
	}
	for box, there := range placements {
		if weightsOf(s.Box, movers[box]) == nil {
			continue
		}
		for body, here := range placements {
			if body != box && here.center.sub(there.center).norm() < here.reach()+there.reach() {
				return movers[body][0]
			}
		}
	}
	return -1
}

// now returns the present placements of all bodies.
func (in *contact) now() (placements []placement) {
	for i := range in.bodies {
		placements = append(placements, placement{in.bodies[i].center, in.bodies[i].shape})
	}
	return placements
}

// shared returns the energy of contacts with boxes, and marks the bodies that have such
// contacts.
func (in *contact) shared() (energy float64) {
	in.eachDeep(in.now(), func(body, _, box int, _, _ vector, depth float64) {
		one, other := &in.bodies[body], &in.bodies[box]
		one.meets, other.meets = true, true
		energy += float64(in.Stiffness * reduced(one.mass, other.mass) * depth * depth / 2)
	})
	return energy
}

// reduced is the reduced mass of two bodies.
func reduced(one, other float64) float64 { return one * other / (one + other) }

// meet adds the impulses between particles and boxes of other bodies in a step, after those of
// planes. They act in the middle of the step, so that the changes of both angular momenta are
// opposite.
func (in *contact) meet() {
	h := in.TimeStep
	var placements []placement
	var free []contacting // as the step ends without boxes
	for i := range in.bodies {
		b := &in.bodies[i]
		place := placement{center: b.center.add(b.velocity.scale(h / 2))}
		for _, r := range b.shape {
			place.arms = append(place.arms, r.turn(b.spin.scale(h/2)))
		}
		placements = append(placements, place)
		free = append(free, contacting{velocity: b.velocity.add(b.impulse), spin: b.turning(b.momentum.add(b.lever))})
		b.pressed = pressed{}
	}
	at := func(b *contacting, r vector) vector { return b.velocity.add(b.spin.cross(r)) }
	var all []pressing
	in.eachDeep(placements, func(body, number, box int, from, normal vector, depth float64) {
		one, other, arm := &in.bodies[body], &in.bodies[box], placements[body].arms[number]
		one.meets, other.meets = true, true
		both := one.mass + other.mass
		parts := []part{{one, arm, other.mass / both}, {other, from, one.mass / both}}
		all = append(all, in.pressing(parts, normal, depth,
			at(one, arm).sub(at(other, from)), at(&free[body], arm).sub(at(&free[box], from))))
	})
	in.press(all)
	for i := range in.bodies {
		b := &in.bodies[i]
		b.impulse, b.lever = b.impulse.add(b.pressed.impulse), b.lever.add(b.pressed.lever)
	}
}

// conserveTogether removes the energy that a step has created from the velocities of the bodies
// in contact with each other. got is what they have gained in contacts with boxes. It first
// reduces their velocities relative to each other, which does not change the momentum.
func (in *contact) conserveTogether(got float64) {
	var all []*contacting
	excess := got
	for i := range in.bodies {
		if b := &in.bodies[i]; b.meets {
			all = append(all, b)
			excess += float64(b.mass * (b.kinetic() + b.stored - b.most))
		}
	}
	if excess <= 0 { // such as 0 if no bodies meet
		return
	}
	against := asOne(all)
	energy, now := 0., 0.
	for i, b := range all {
		energy += float64(b.mass * against[i].kinetic())
	}
	factor := 0.
	if energy > 0 {
		factor = math.Sqrt(max(0, 1-excess/energy))
	}
	for i, b := range all {
		off := against[i]
		off.slow(1 - factor)
		b.velocity, b.momentum, b.spin = b.velocity.sub(off.velocity), b.momentum.sub(off.momentum), b.spin.sub(off.spin)
		now += float64(b.mass * b.kinetic())
	}
	if excess -= float64(energy * (1 - float64(factor*factor))); excess > 0 && now > 0 {
		for _, b := range all {
			b.slow(math.Sqrt(max(0, 1-excess/now)))
		}
	}
}

// asOne returns the motions of bodies relative to the motion of all of them as one rigid body.
func asOne(all []*contacting) (against []contacting) {
	var mass float64
	var center, velocity, momentum vector
	for _, b := range all {
		mass += b.mass
		center, velocity = center.add(b.center.scale(b.mass)), velocity.add(b.velocity.scale(b.mass))
	}
	center, velocity = center.scale(1/mass), velocity.scale(1/mass)
	var inertia symmetric
	for axis := range 3 {
		inertia[axis][axis] = mass
	}
	for _, b := range all {
		off := b.center.sub(center)
		momentum = momentum.add(b.momentum.add(off.cross(b.velocity.sub(velocity))).scale(b.mass))
		for k, r := range b.shape {
			inertia.addTurning(b.masses[k], off.add(r))
		}
	}
	inertia.factor(6)
	motion := inertia.solve(6, join(vector{}, momentum))
	spin := motion.angular()
	for _, b := range all {
		relative := contacting{velocity: b.velocity.sub(velocity).sub(spin.cross(b.center.sub(center)))}
		if b.degrees == 6 {
			relative.spin, relative.momentum = b.spin.sub(spin), b.momentum.sub(b.turned(spin))
		}
		against = append(against, relative)
	}
	return against
}

// turned returns the angular momentum, over the mass, of a body with an angular velocity.
func (b *contacting) turned(spin vector) (momentum vector) {
	for k, r := range b.shape {
		momentum = momentum.add(r.cross(spin.cross(r)).scale(b.masses[k] / b.mass))
	}
	return momentum
}

// shared returns the energy of contacts of particles with boxes.
func (m Mechanics) shared(given system.State) float64 {
	if len(m.Planes) == 0 || given.Box == nil {
		return 0
	}
	clone := given.Clone()
	return contactOf(&clone, Settings{Mechanics: m}).shared()
}
