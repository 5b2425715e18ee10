package urdf

import (
	"slices"

	"gmnc/internal/rotation"
	"gmnc/sim"
)

// part is links that fixed joints hold together, in the pose of rest.
type part struct {
	link     link // the first
	place    [3]float64
	parent   int // number of the part before; -1 of the first
	mass     float64
	moment   [3]float64 // mass times centre
	particle int
}

// parts are those of the links, each after the one before it.
func (p *parser) parts(order []place) (parts []part) {
	frames, partOf := make([]frame, len(order)), make([]int, len(order))
	for i, place := range order {
		link := p.links[place.link]
		frames[i], partOf[i] = frame{turn: rotation.Identity}, -1
		turning := true
		if place.joint >= 0 {
			joint := p.joints[place.joint]
			frames[i], partOf[i] = frames[place.parent].then(joint.origin), partOf[place.parent]
			turning = joint.kind != "fixed"
		}
		if turning {
			parts = append(parts, part{link: link, place: frames[i].place, parent: partOf[i]})
			partOf[i] = len(parts) - 1
		}
		own := &parts[partOf[i]]
		own.mass += link.mass
		for axis, x := range frames[i].at(link.center.place) {
			own.moment[axis] += link.mass * x
		}
	}
	return parts
}

// particle is one with the line of its link.
type particle struct {
	sim.RobotParticle
	line int
}

// particles are those of the parts, with their masses.
func (p *parser) particles(parts []part) ([]sim.RobotParticle, error) {
	particles := joints(parts)
	ends := make([][]int, len(parts)) // the particles of the parts that follow
	for i, part := range parts {
		if i > 0 && part.particle != parts[part.parent].particle && !slices.Contains(ends[part.parent], part.particle) {
			ends[part.parent] = append(ends[part.parent], part.particle)
		}
	}
	for i, part := range parts {
		if far := part.farEnd(); len(ends[i]) == 0 && !sim.Near(far, part.place) {
			ends[i] = []int{len(particles)}
			end := sim.RobotParticle{Name: part.link.name + " (end)", Position: far, Parent: part.particle}
			particles = append(particles, particle{end, part.link.line})
		}
		part.share(particles, ends[i])
	}
	return p.massive(particles, trim(particles))
}

// joints are the particles of the joints. A joint that is where the one before
// it is, or another that follows that one, shares its particle.
func joints(parts []part) (particles []particle) {
	following := map[int][]int{} // the particles behind each
	for i := range parts {
		own, parent := &parts[i], -1
		own.particle = len(particles)
		if own.parent >= 0 {
			parent = parts[own.parent].particle
			for _, other := range append([]int{parent}, following[parent]...) {
				if sim.Near(particles[other].Position, own.place) {
					own.particle = other
				}
			}
		}
		if own.particle == len(particles) {
			following[parent] = append(following[parent], own.particle)
			particles = append(particles, particle{sim.RobotParticle{Name: own.link.name, Position: own.place, Parent: parent}, own.link.line})
		}
	}
	return particles
}

// farEnd is the end of an even rod with the part's centre of mass.
func (p *part) farEnd() (end [3]float64) {
	end = p.place
	if p.mass > 0 {
		for axis := range end {
			end[axis] += 2 * (p.moment[axis]/p.mass - p.place[axis])
		}
	}
	return end
}

// share puts the mass on the joint and the ends by the law of the lever.
func (p *part) share(particles []particle, ends []int) {
	if p.mass == 0 {
		return
	}
	var along, square float64 // of the way to the middle of the ends
	for axis := range p.place {
		var way float64
		for _, end := range ends {
			way += (particles[end].Position[axis] - p.place[axis]) / float64(len(ends))
		}
		along += way * (p.moment[axis]/p.mass - p.place[axis])
		square += way * way
	}
	beyond := 0.0
	if square > 0 {
		beyond = max(0, min(1, along/square))
	}
	particles[p.particle].Mass += (1 - beyond) * p.mass
	for _, end := range ends {
		particles[end].Mass += beyond * p.mass / float64(len(ends))
	}
}
