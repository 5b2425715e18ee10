package config

import (
	"slices"

	"gmnc/internal/articulated"
	"gmnc/system"
)

// CellFields are the vectors of a periodic cell.
var CellFields = []*system.Field{system.CellA, system.CellB, system.CellC}

// Contacting reports whether the configuration is of systems with planes.
func (c Config) Contacting() bool { return slices.Contains(c.Fields, system.Planes.Name) }

// contactFields are the fields of systems with planes.
var contactFields = []*system.Field{
	system.Planes, system.Friction, system.Restitution, system.Gyration, system.Box,
	system.Mass, system.Gravity, system.Force,
}

// BoxEdges reports whether edges begin only at boxes. Contact needs no others, but a Radius
// uses the distances of all particles.
func (c Config) BoxEdges() bool {
	return Describe(c.Model).Law && slices.Contains(c.Fields, system.Box.Name) && c.Radius == nil
}

// ChargedEdges reports whether the product of the charges is a feature of edges.
func (c Config) ChargedEdges() bool { return !c.NoCharge && c.Charge != NodeCharge }

// Jointed reports whether the configuration is of rigid bodies with joints.
func (c Config) Jointed() bool {
	for _, name := range c.Fields {
		if name == system.TurnAxis.Name || name == system.SlideAxis.Name || name == system.JointType.Name {
			return true
		}
	}
	return false
}

// Resting returns the rates below which a joint with friction counts as at rest, for revolute
// and for prismatic joints.
func (c Config) Resting() (turns, slides float64) {
	turns = articulated.Still / c.Interval()
	return turns, float64(turns * c.Distance())
}

// limited reports whether the configuration is of joints with limits.
func (c Config) limited() bool {
	return slices.Contains(c.Fields, system.TurnLimits.Name) || slices.Contains(c.Fields, system.SlideLimits.Name)
}

// jointFields are the fields of systems with joints.
var jointFields = []*system.Field{
	system.Rest, system.JointAnchor, system.TurnAxis, system.SlideAxis, system.JointType, system.TurnDamping, system.SlideDamping,
	system.TurnFriction, system.SlideFriction, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass, system.StopInertia, system.StopMass, system.StopTime,
	system.FrictionLaw, system.FrictionMemory, system.FrictionNetwork,
	system.Torque, system.Thrust, system.Mass, system.Gravity, system.Force,
}

// TensorDegrees is the number of degrees of the features of tensor field networks: 0 to 2.
const TensorDegrees = 3
