package system

import "slices"

// State is the state of a system of n particles in float64, for simulations.
type State struct {
	Position [][3]float64 // [n]
	Velocity [][3]float64 // [n]
	Charge   []float64    // [n]
	Mass     []float64    // [n]; nil is 1 each
	Pinned   []bool       // [n]: particles that do not move; nil is none
	// Box holds the weights of particles in halves of the edges of their box, [n], as in the
	// field Box. It is nil without a box.
	Box     [][3]float64
	Objects Objects
}

// Clone copies positions and velocities. It shares charges, masses, pins, boxes and objects,
// which never change.
func (s *State) Clone() State {
	clone := *s
	clone.Position = slices.Clone(s.Position)
	clone.Velocity = slices.Clone(s.Velocity)
	return clone
}
