package config

import "gmnc/internal/fields"

// LearnedOn is what all systems had in common on which constants by particle or by joint were
// learned. Another system with the same number of particles has other constants.
type LearnedOn struct {
	// Names are the names of the particles, or nil if they have none.
	Names []string `json:"names,omitempty"`
	// Objects describes the kind, the members and the parents of each object, if all systems
	// have the same objects. It is nil if they differ, and empty if there are none.
	Objects []string `json:"objects,omitzero"`
	// Fields holds, by name, the values of the fields that were the same in all systems.
	Fields map[string][]float32 `json:"fields,omitempty"`
	// Rest holds RestColumns distances of each particle in the pose of rest, divided by their mean, for
	// systems with joints. It is nil if systems differ. The first distance is from the particle to the
	// joint of its body. The second is from that joint to the first particle of the previous body, or
	// of the same body if there is no previous one; it is 0 for all particles of a body but the first.
	Rest []float32 `json:"rest,omitempty"`
}

// RestColumns is how many numbers of a particle are in LearnedOn.Rest.
const RestColumns = 2

// Two values count as the same if they differ by no more than these shares of the larger one. Fields
// differ by rounding, and shapes by measurement and by the choice of the pose of rest.
const (
	SameValue = 1e-4
	SameShape = 0.02
)

// validateLearnedOn reports a description whose number of particles is not that of the
// constants.
func (c Config) validateLearnedOn() error {
	on, particles := c.LearnedOn, c.Particles()
	switch {
	case on == nil:
		return nil
	case particles == 0:
		return fields.Errorf("learned_on describes the system of constants by particle or joint, and there are none ({learn})")
	case on.Names != nil && len(on.Names) != particles:
		return fields.Errorf("learned_on has %d names, and {learn} has constants of %d particles", len(on.Names), particles)
	}
	return nil
}
