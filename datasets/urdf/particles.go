package urdf

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/internal/rotation"
	"gmnc/sim"
)

// part is a group of links that fixed joints connect, in the pose of rest.
type part struct {
	link     link   // the first link
	joint    string // name of the joint that moves the part; "" for the first part
	moves    joint  // the joint itself
	position [3]float64
	turn     rotation.Matrix // orientation of the first link
	links    []string        // names of all of its links
	axis     [3]float64      // axis of the joint
	parent   int             // index of the part before; -1 for the first part
	mass     float64
	moment   [3]float64      // mass times center
	second   rotation.Matrix // integral of x x^T over the mass
	particle int
}

// name returns the joint that moves the part or, for the first part, the name of its link.
func (p *part) name() string { return cmp.Or(p.joint, p.link.name) }

// maxFollowing is the largest number of parts that may follow one. Distributing masses over
// more would take long.
const maxFollowing = 100

// parts returns the parts of the links, each after the one before it, with the joints at the
// given coordinates. moves reports whether a joint begins a part.
func (p *parser) parts(order []node, positions []float64, moves func(joint) bool) (parts []part, err error) {
	following := map[int]int{} // number of parts that follow each
	frames, partOf := make([]frame, len(order)), make([]int, len(order))
	for i, next := range order {
		link := p.links[next.link]
		frames[i], partOf[i] = frame{turn: rotation.Identity}, -1
		own := part{link: link, parent: -1}
		turning := true
		if next.joint >= 0 {
			joint := p.joints[next.joint]
			moved, err := p.moved(joint, positions[next.joint])
			if err != nil {
				return nil, err
			}
			frames[i], partOf[i] = frames[next.parent].then(moved), partOf[next.parent]
			turning = moves(joint)
			own.moves, own.joint, own.axis, own.parent = joint, joint.name, frames[i].turn.Turn(joint.axis), partOf[next.parent]
		}
		if turning {
			if following[own.parent]++; own.parent >= 0 && following[own.parent] > maxFollowing {
				return nil, p.at(link.line).Errorf("more than %d joints follow the link %.40q, which is too many", maxFollowing, parts[own.parent].link.name)
			}
			own.position, own.turn = frames[i].position, frames[i].turn
			parts = append(parts, own)
			partOf[i] = len(parts) - 1
		}
		parts[partOf[i]].add(link, frames[i])
	}
	return parts, nil
}

// add adds the mass of a link with the given frame.
func (p *part) add(link link, at frame) {
	center := at.at(link.center.position)
	turn := at.turn.Times(link.center.turn)
	inertia := turn.Times(link.inertia).Times(turn.Transposed())
	half := float64((inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2)
	p.mass += link.mass
	p.links = append(p.links, link.name)
	for i := range 3 {
		p.moment[i] += float64(link.mass * center[i])
		p.second[i][i] += half
		for k := range 3 {
			p.second[i][k] += float64(link.mass*center[i]*center[k]) - inertia[i][k]
		}
	}
}

// particle is a particle with the line of its link.
type particle struct {
	sim.RobotParticle
	line int
}

// particles returns the particles of the parts, with their masses. The note counts the links
// whose center of mass is not reproduced.
func particles(parts []part) (particles []particle, note string) {
	particles = joints(parts)
	ends := make([][]int, len(parts)) // particles of the parts that follow
	for i, part := range parts {
		if i > 0 && part.particle != parts[part.parent].particle && !slices.Contains(ends[part.parent], part.particle) {
			ends[part.parent] = append(ends[part.parent], part.particle)
		}
	}
	off, farthest, name := 0, 0.0, ""
	for i, part := range parts {
		if far := part.farEnd(); len(ends[i]) == 0 && !sim.Near(far, part.position) {
			ends[i] = []int{len(particles)}
			end := sim.RobotParticle{Name: part.link.name + " (end)", Position: far, Parent: part.particle}
			particles = append(particles, particle{end, part.link.line})
		}
		if distance, size := part.share(particles, ends[i]); distance > centerOff*size {
			if off++; distance > farthest {
				farthest, name = distance, part.link.name
			}
		}
	}
	if off > 0 {
		note = fmt.Sprintf("%d of %d links have their center of mass elsewhere than bars with masses at their ends can, farthest %.40s, by %.3g m", off, len(parts), name, farthest)
	}
	return particles, note
}

// joints returns the particles of the joints. A joint at the position of the one before it, or
// of another that follows that one, shares its particle.
func joints(parts []part) (particles []particle) {
	following := map[int][]int{} // particles that follow each
	for i := range parts {
		own, parent := &parts[i], -1
		own.particle = len(particles)
		if own.parent >= 0 {
			parent = parts[own.parent].particle
			for _, other := range append([]int{parent}, following[parent]...) {
				if sim.Near(particles[other].Position, own.position) {
					own.particle = other
				}
			}
		}
		if own.particle == len(particles) {
			following[parent] = append(following[parent], own.particle)
			particles = append(particles, particle{sim.RobotParticle{Name: own.link.name, Position: own.position, Parent: parent}, own.link.line})
		}
	}
	return particles
}

// farEnd returns the end of a uniform rod with the part's center of mass.
func (p *part) farEnd() (end [3]float64) {
	end = p.position
	if p.mass > 0 {
		for axis := range end {
			end[axis] += 2 * (p.moment[axis]/p.mass - p.position[axis])
		}
	}
	return end
}
