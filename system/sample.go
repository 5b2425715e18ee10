// Package system describes systems of particles: a
// sample, its objects, the batch in which models take systems, trajectories.
package system

import "slices"

// Sample is one system of n particles at two times: the input and, a
// prediction interval later, the target.
type Sample struct {
	Position, Velocity []float32 // [n*3] row-major
	TargetPosition     []float32 // [n*3]
	TargetVelocity     []float32 // [n*3] or nil
	Charge             []float32 // [n] or nil
	// Given are the other fields that the system has; a Field reads and sets them.
	Given Given
	// Trajectory is how the system moves on, if that is known: frame 0 is the
	// input, frame 1 the target, and so on.
	Trajectory *Trajectory
	Objects    Objects // particles in none are isolated

	// Bonds join particles whose distance hardly changes; objects are chosen
	// among them. May be nil.
	Bonds [][2]int
	// Neighbors lists, for each particle, the particles it receives messages
	// from, in K slots: [n*K], -1 in slots left over. nil is everybody else.
	Neighbors []int64
	// NodeFeatures [n*F] and EdgeFeatures [n*K*F], a row for each slot of
	// Neighbors, have the columns that the data set names; nil for none.
	NodeFeatures, EdgeFeatures []float32
	// Potential is what a model of energies is trained on; nil if not known.
	Potential *Potential
}

// RestLengthFeature and StiffnessFeature name the features of edges that laws of motion take
// for springs'.
const RestLengthFeature, StiffnessFeature = "rest_length", "stiffness"

// Potential is the energy of a system and the forces that follow from it.
type Potential struct {
	Energy float32
	Forces []float32 // [n*3]
}

// WithoutTargetVelocity is the place of the first sample that has none; -1 where
// all have one.
func WithoutTargetVelocity(samples []Sample) int {
	return slices.IndexFunc(samples, func(s Sample) bool { return s.TargetVelocity == nil })
}

// Forces returns the forces of the sample's Potential; nil if they are not known.
func (s *Sample) Forces() []float32 {
	if s.Potential == nil {
		return nil
	}
	return s.Potential.Forces
}

// Particles returns n.
func (s *Sample) Particles() int { return len(s.Position) / 3 }

// Isolated returns how many particles are in no object.
func (s *Sample) Isolated() int { return s.Particles() - s.Objects.Particles() }

// Count returns how many objects of a kind the sample has; of isolated
// particles, how many are in none.
func (s *Sample) Count(kind *Kind) int {
	if kind == Isolated {
		return s.Isolated()
	}
	return s.Objects.Count(kind)
}

// Edges returns how many messages the particles receive, n K.
func (s *Sample) Edges() int { return s.Particles() * s.Slots() }

// Slots returns K, the number of neighbour slots of each particle.
func (s *Sample) Slots() int {
	if s.Neighbors == nil {
		return s.Particles() - 1
	}
	return len(s.Neighbors) / s.Particles()
}

// Neighbor is the particle from which a slot of another takes messages, -1 of a slot
// left over.
func (s *Sample) Neighbor(particle, slot int) int {
	switch {
	case s.Neighbors != nil:
		return int(s.Neighbors[particle*s.Slots()+slot])
	case slot < particle:
		return slot
	}
	return slot + 1
}
