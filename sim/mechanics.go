package sim

import (
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"

	"gmnc/internal/fields"
	"gmnc/system"
)

// Mechanics describes what acts on systems besides the forces between charges, and their
// constraints. The zero value is the paper's: nothing more, and masses of 1.
type Mechanics struct {
	Gravity [3]float64 // acceleration of all particles
	Damping float64    // force against the motion of each particle, over its speed
	// LeastMass and MostMass bound the masses, which are drawn uniformly. 0 stands for masses
	// of 1.
	LeastMass, MostMass float64
	// Hang pins the first particle of every chain, star and tree.
	Hang bool
	// Neutral says that systems have no charges.
	Neutral bool
	// Springs connect particles, by their numbers in every system.
	Springs []Spring
	// Planes are what particles and bodies hit. Friction is the force against sliding over the
	// force along the normal. Restitution is the ratio of the speeds after and before a bounce.
	// Stiffness is the force over the depth and the mass of the body.
	Planes                           []Plane
	Friction, Restitution, Stiffness float64
}

// IsZero reports whether m is that of the paper's systems.
func (m Mechanics) IsZero() bool { return reflect.ValueOf(m).IsZero() }

// validate reports numbers out of range.
func (m Mechanics) validate() error {
	for _, g := range m.Gravity {
		if !(math.Abs(g) <= largestNumber) {
			return fields.Errorf("{gravity} %v: expected numbers up to %g", m.Gravity, largestNumber)
		}
	}
	if !(m.Damping >= 0 && m.Damping <= largestNumber) {
		return fields.Errorf("{damping} %v: expected 0 to %g", m.Damping, largestNumber)
	}
	drawn := m.LeastMass > 0 && m.LeastMass <= m.MostMass && m.MostMass <= largestNumber
	if !drawn && (m.LeastMass != 0 || m.MostMass != 0) {
		return fields.Errorf("{mass} from %v to %v: expected numbers above 0 and up to %g, the smaller one first", m.LeastMass, m.MostMass, largestNumber)
	}
	return nil
}

// acts reports whether anything besides charges accelerates particles.
func (m Mechanics) acts() bool {
	return m.Gravity != [3]float64{} || m.Damping != 0 || len(m.Springs) > 0 || len(m.Planes) > 0
}

// validateMechanics reports shapes that do not go with the mechanics.
func (c Config) validateMechanics() error {
	trees := false
	for _, shape := range c.Shapes {
		if shape.Masses != nil && c.MostMass != 0 {
			return fields.Errorf("{mass}: %s has masses of its own: leave {mass} out", shape.Name)
		}
		trees = trees || shape.Parents != nil
	}
	if c.Hang && !trees {
		return fields.Errorf("{hang} pins the first particle of each chain, star and tree, and {system} has none")
	}
	return cmp.Or(c.Mechanics.validate(), c.validateSprings(), c.validatePlanes())
}

// give draws masses, removes charges and pins particles. Trees are on these particles one after
// another.
func (s state) give(c Config, particles []int, random *rand.Rand) {
	if c.Neutral {
		clear(s.Charge)
	}
	if c.MostMass != 0 {
		s.Mass = make([]float64, len(s.Position))
		for i := range s.Mass {
			s.Mass[i] = c.LeastMass + float64(random.Float64()*(c.MostMass-c.LeastMass))
		}
		s.even(c.Shapes, particles)
	}
	if !c.Hang {
		return
	}
	s.Pinned = make([]bool, len(s.Position))
	for _, shape := range c.Shapes {
		if shape.Parents != nil {
			s.Pinned[particles[0]] = true
		}
		particles = particles[shape.Size:]
	}
}

// even gives all particles of a box the mass of the first one.
func (s state) even(shapes []Shape, particles []int) {
	for _, shape := range shapes {
		members := particles[:shape.Size]
		particles = particles[shape.Size:]
		if shape.isBox() {
			for _, i := range members {
				s.Mass[i] = s.Mass[members[0]]
			}
		}
	}
}

// Energy returns the kinetic energy of a state plus its potential energy in the field of its
// charges, in springs, planes, boxes and gravity. It is conserved without damping, friction and
// losses of bounces, while no force is clamped.
func (m Mechanics) Energy(s system.State) float64 {
	energy := Potential(s.Position, s.Charge) + m.stretched(s) + m.pressed(s) + m.shared(s)
	for i := range s.Position {
		if s.Pinned != nil && s.Pinned[i] {
			continue
		}
		mass := 1.
		if s.Mass != nil {
			mass = s.Mass[i]
		}
		x, v, g := load(s.Position[i]), load(s.Velocity[i]), load(m.Gravity)
		energy += float64(mass * (float64(v.dot(v)/2) - g.dot(x)))
	}
	return energy
}
