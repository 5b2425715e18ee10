package urdf

import (
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/sim"
)

// apart returns an error if two particles that are not left out have the same position. The
// error names the joint whose rotation separates them.
func (p *parser) apart(particles []particle, left []bool, parts []part) error {
	for i, own := range particles {
		for k, other := range particles[:i] {
			if left[i] || left[k] || !sim.Near(own.Position, other.Position) {
				continue
			}
			joint := ""
			for at := own.Parent; at >= 0 && joint == ""; at = particles[at].Parent {
				joint = turning(parts, at, particles[at].Position, own.Position)
			}
			advice := fields.Errorf("turn a joint between them, such as with {pose} %s=0.5 (radians)", joint)
			if joint == "" {
				advice = fields.Errorf("no joint between them takes them apart, so fix one there with {hold}, such as {hold} %s", between(parts, own.Parent))
			}
			return p.at(own.line).Errorf("%.40q is at the place of %.40q in this pose: %w", own.Name, other.Name, advice)
		}
	}
	return nil
}

// turning returns the joint at a particle whose rotation moves a point the most, or "" if none
// moves it.
func turning(parts []part, particle int, position, point [3]float64) (joint string) {
	var most float64
	for _, part := range parts {
		if part.particle != particle || part.joint == "" {
			continue
		}
		moved := vector.Cross(part.axis, vector.Plus(point, -1, position))
		if displacement := vector.Norm(moved); displacement > 1e-6 && displacement > most {
			joint, most = part.joint, displacement
		}
	}
	return joint
}

// between returns the name of a joint at a particle.
func between(parts []part, particle int) (joint string) {
	for _, part := range parts {
		if part.particle == particle {
			joint = part.joint
		}
	}
	return joint
}
