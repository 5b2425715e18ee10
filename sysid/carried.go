package sysid

import (
	"math"

	"gmnc/system"
)

// Friction is the friction of a joint in the form of system.FrictionLaw. Its damping and its
// Coulomb friction are 0 or more; Law has their negative parts.
type Friction struct {
	Damping, Coulomb float64
	Law              [system.FrictionColumns]float64
	Memory           [2]float64 // in the form of system.FrictionMemory; zeros without memory
}

// Frictions returns the friction of each joint, without the residual networks.
func (m *Model) Frictions() (all []Friction) {
	for j := range m.fit.tree.Links {
		c := m.fit.constants[m.fit.of(j, 0):][:perJoint]
		f := Friction{Damping: max(c[viscous], 0), Coulomb: max(c[coulomb], 0)}
		f.Law = [...]float64{min(c[viscous], 0), c[root], min(c[coulomb], 0), c[load], c[loadRoot], c[stribeck], c[loadStribeck], math.Exp(c[logSlow])}
		if m.fit.has["memory"] {
			f.Memory = [2]float64{math.Exp(c[logDisplacement]), math.Exp(c[logCreep])}
		}
		all = append(all, f)
	}
	return all
}

// Has reports whether a term was learned.
func (m *Model) Has(term string) bool { return m.fit.has[term] }

// Offsets returns the constant torque of each joint [N m; N], or 0 if it was not learned.
func (m *Model) Offsets() []float64 { return m.ofJoints(offset) }

// Delays returns the time [s] by which each joint's motion lags the torque, or 0 if it was not
// learned.
func (m *Model) Delays() []float64 { return m.ofJoints(delay) }

// ofJoints returns the values of one constant for all joints.
func (m *Model) ofJoints(of int) (values []float64) {
	for j := range m.fit.tree.Links {
		values = append(values, m.fit.constants[m.fit.of(j, of)])
	}
	return values
}
