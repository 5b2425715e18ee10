package sim

import "math"

// creeping is the speed below which contact does not distinguish sliding or bouncing from rest.
const creeping = 1e-4

// pressed holds sums over the presses on a body.
type pressed struct {
	impulse, lever         vector
	inward, outward, press float64
}

// pressing describes the contact of a particle with a surface, a plane or a face of another
// body's box, in a step. The surface presses with elastic, with up to in while the particle
// approaches, and down to out while it leaves. Presses are over the reduced mass of both
// bodies.
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

// impulse returns the changes of a body's velocity and angular momentum by a plane in a step.
func (in *contact) impulse(b *contacting, p ground) (impulse, lever vector) {
	b.pressed = pressed{}
	in.press(in.touching(b, p))
	return b.pressed.impulse, b.pressed.lever
}

// press computes presses and adds them to the bodies of the particles and of the boxes.
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

// push adds the effect of a press to both bodies.
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

// lifted returns the speed away from the surface at the end of the step, with the presses so
// far.
func (p pressing) lifted() float64 {
	away, sign := p.away, 1.
	for _, part := range p.parts {
		away += float64(sign * p.normal.dot(part.pressed.impulse))
		away += float64(sign * p.normal.dot(part.turning(part.pressed.lever).cross(part.arm)))
		sign = -1
	}
	return away
}

// sums returns the sums of presses, averaged over both bodies.
func (p pressing) sums() (mean pressed) {
	share := 1 / float64(len(p.parts))
	for _, part := range p.parts {
		mean.inward += float64(share * part.pressed.inward)
		mean.outward += float64(share * part.pressed.outward)
		mean.press += float64(share * part.pressed.press)
	}
	return mean
}

// yield returns how much the velocity of the particle changes along a direction for an impulse
// of 1 in that direction.
func (p pressing) yield(direction vector) (sum float64) {
	for _, part := range p.parts {
		sum += float64(part.share * part.contacting.yields(part.arm, direction))
	}
	return sum
}

// touching returns the contacts of a body's particles with a plane in a step.
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

// pressing returns the contact of a particle at this depth with a surface with this normal.
// start and free are its velocities relative to the surface, at the start of the step and,
// without contact, at its end.
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
