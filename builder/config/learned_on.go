package config

import "gmnc/internal/fields"

// LearnedOn is what the systems of a training had in common whose constants have values by
// particle or by joint: another system with as many particles has other constants.
type LearnedOn struct {
	// Names are the names of the particles; nil where they have none.
	Names []string `json:"names,omitempty"`
	// Objects say the kind, the members and the parents of each object of all systems, which may
	// have none; nil where systems differ in them.
	Objects []string `json:"objects,omitzero"`
	// Fields are, by name, the values that a field had in all systems.
	Fields map[string][]float32 `json:"fields,omitempty"`
	// Rest are distances in the rest pose over their mean, body by body of systems with joints;
	// nil where systems differ in them. They are from a body's first particle to its particles and
	// its joint, and from its joint to the first particle of the body that it hangs on.
	Rest []float32 `json:"rest,omitempty"`
}

// validateLearnedOn reports a description of another number of particles than the constants
// have.
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
