package run

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/units"
	"gmnc/system"
)

// unitOf returns the unit of a constant, or "" if the units of the data do not determine it.
func (r *Run) unitOf(c config.Constant) string {
	data := r.Config.Data
	if data == nil || data.LengthUnit == "" {
		return ""
	}
	time := units.TimeOf(data.VelocityUnit, data.LengthUnit)
	switch {
	case c.Name == config.LearnedRestLength:
		return data.LengthUnit
	case c.Name == config.LearnedGravity && time != "":
		return data.LengthUnit + "/" + time + "^2"
	case data.LengthUnit == "m" && time == "s" && r.knowsMasses():
		return r.unitInSI(c)
	}
	return ""
}

// knowsMasses reports whether the model is given masses, forces or torques, in kg, N and N m,
// which set the scale of what it learns. Motion alone determines only ratios of masses.
func (r *Run) knowsMasses() bool {
	return slices.ContainsFunc([]*system.Field{system.Mass, system.Force, system.Torque, system.Thrust}, func(f *system.Field) bool {
		return slices.Contains(r.Config.Model.Fields, f.Name)
	})
}

// unitInSI returns the SI unit of a constant of mechanics, or "" if the constant has none or
// the unit depends on the joint.
func (r *Run) unitInSI(c config.Constant) string {
	of := map[string]system.Unit{config.LearnedMass: system.Mass.Unit, config.LearnedDamping: {Mass: 1, Time: -1}, config.LearnedStiffness: {Mass: 1, Time: -2}}
	if c.Name != config.LearnedMass && c.By == config.ByJoint {
		if slices.Contains(r.Config.Model.Fields, system.SlideAxis.Name) {
			return ""
		}
		of = map[string]system.Unit{
			config.LearnedDamping: system.TurnDamping.Unit, config.LearnedFriction: system.TurnFriction.Unit,
			config.LearnedRotor: system.RotorInertia.Unit, config.LearnedStop: system.StopInertia.Unit,
		}
	}
	unit, known := of[c.Name]
	if !known {
		return ""
	}
	return unit.SI()
}
