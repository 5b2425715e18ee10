package sysid

import (
	"math"

	"gmnc/system"
)

// Friction is the friction of a joint, as system.FrictionLaw has it beside a damping and a Coulomb
// friction of 0 or more.
type Friction struct {
	Damping, Coulomb float64
	Law              [system.FrictionColumns]float64
	Memory           [2]float64 // as system.FrictionMemory has it; zeros without memory
}

// Frictions are those of the joints, all that was found of them but for their networks.
func (m *Model) Frictions() (all []Friction) {
	for j := range m.fit.tree.Links {
		c := m.fit.constants[m.fit.of(j, 0):][:perJoint]
		f := Friction{Damping: max(c[viscous], 0), Coulomb: max(c[coulomb], 0)}
		f.Law = [...]float64{min(c[viscous], 0), c[root], min(c[coulomb], 0), c[load], c[loadRoot], c[stribeck], c[loadStribeck], math.Exp(c[logSlow])}
		if m.fit.has["memory"] {
			f.Memory = [2]float64{math.Exp(c[logWay]), math.Exp(c[logCreep])}
		}
		all = append(all, f)
	}
	return all
}

// Has reports whether a term was learned.
func (m *Model) Has(term string) bool { return m.fit.has[term] }

// Offsets are the torques [N m; N] that are always there, by joint, and Delays [s] are how long the
// motion is behind the torque. They are 0 where they were not learned.
func (m *Model) Offsets() []float64 { return m.ofJoints(offset) }

// Delays are documented at Offsets.
func (m *Model) Delays() []float64 { return m.ofJoints(delay) }

// ofJoints is a constant of all joints.
func (m *Model) ofJoints(of int) (values []float64) {
	for j := range m.fit.tree.Links {
		values = append(values, m.fit.constants[m.fit.of(j, of)])
	}
	return values
}
