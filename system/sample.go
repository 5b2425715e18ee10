// Package system describes systems of particles: a
// sample, its objects, the batch in which models take systems, trajectories.
package system

import "slices"

// Sample is a system of n particles at two times: the input, and the target one prediction
// interval later.
type Sample struct {
	Position, Velocity []float32 // [n*3] row-major
	TargetPosition     []float32 // [n*3]
	TargetVelocity     []float32 // [n*3] or nil
	Charge             []float32 // [n] or nil
	// Given holds the other fields of the system. Field.Of and Field.Set read and write them.
	Given Given
	// Trajectory is how the system moves on, if that is known. Frame 0 is the input, and frame
	// 1 is the target.
	Trajectory *Trajectory
	Objects    Objects // particles in none are isolated

	// Bonds are pairs of particles whose distance hardly changes, from which objects are
	// chosen. It may be nil.
	Bonds [][2]int
	// Neighbors lists, for each particle, the particles from which it receives messages, in K
	// slots: [n*K], with -1 in empty slots. If it is nil, every particle receives messages from
	// all others.
	Neighbors []int64
	// NodeFeatures [n*F] and EdgeFeatures [n*K*F], which has a row for each slot of Neighbors,
	// have the columns that the data set names. They are nil if there are none.
	NodeFeatures, EdgeFeatures []float32
	// Potential is what a model of energies is trained on. It is nil if not known.
	Potential *Potential
}

// RestLengthFeature and StiffnessFeature name the features of edges that laws of motion take as
// those of springs.
const RestLengthFeature, StiffnessFeature = "rest_length", "stiffness"

// Potential is the energy of a system and the forces that follow from it.
type Potential struct {
	Energy float32
	Forces []float32 // [n*3]
}

// WithoutTargetVelocity returns the index of the first sample without a target velocity, or -1.
func WithoutTargetVelocity(samples []Sample) int {
	return slices.IndexFunc(samples, func(s Sample) bool { return s.TargetVelocity == nil })
}

// Forces returns the forces of the sample's Potential, or nil if they are not known.
func (s *Sample) Forces() []float32 {
	if s.Potential == nil {
		return nil
	}
	return s.Potential.Forces
}

// Particles returns n.
func (s *Sample) Particles() int { return len(s.Position) / 3 }

// Isolated returns the number of particles in no object.
func (s *Sample) Isolated() int { return s.Particles() - s.Objects.Particles() }

// Count returns the number of objects of a kind, or of particles in no object if the kind is
// Isolated.
func (s *Sample) Count(kind *Kind) int {
	if kind == Isolated {
		return s.Isolated()
	}
	return s.Objects.Count(kind)
}

// Edges returns the number of messages that the particles receive, n K.
func (s *Sample) Edges() int { return s.Particles() * s.Slots() }

// Slots returns K, the number of neighbor slots of each particle.
func (s *Sample) Slots() int {
	if s.Neighbors == nil {
		return s.Particles() - 1
	}
	return len(s.Neighbors) / s.Particles()
}

// Neighbor returns the particle from which a slot of a particle receives messages, or -1 if the
// slot is empty.
func (s *Sample) Neighbor(particle, slot int) int {
	switch {
	case s.Neighbors != nil:
		return int(s.Neighbors[particle*s.Slots()+slot])
	case slot < particle:
		return slot
	}
	return slot + 1
}
