package train

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/articulated"
	"gmnc/system"
	"gmnc/train/shooting"
)

// bodies returns the equations of motion of the model's bodies as functions of the moving
// parameters. They are nil for other systems and for joints of several axes. They are also nil
// for joints with limits, unless the recordings are taken without the steps in which stops act.
func (t *training) bodies(moving []parameter) *shooting.Bodies {
	cfg := t.model.Config
	given := func(f *system.Field) bool { return slices.Contains(cfg.Fields, f.Name) }
	if !cfg.Jointed() || !cfg.Scale.None() || given(system.JointType) || t.limited() && t.unstopped() == nil {
		return nil
	}
	if slices.ContainsFunc(cfg.Learn, func(c config.Constant) bool { return c.By == config.ByType }) {
		return nil
	}
	turns, slides := cfg.Resting()
	loads := func(at []float64, s *system.Sample) articulated.ChainLoads {
		learned := func(name string) []float64 {
			c := cfg.Learns(name)
			if c == nil {
				return nil
			}
			values := slices.Clone(c.Start)
			for k, p := range moving {
				if p.name == c.Param() {
					values[p.number] = c.ValueAt(p.number, at[k])
				}
			}
			return ofRows(c, values, s.Particles())
		}
		either := func(name string, given ...*system.Field) []float64 {
			if values := learned(name); values != nil {
				return values
			}
			return sumOf(s, given...)
		}
		own := articulated.ChainLoads{
			Rotor:    either(config.LearnedRotor, system.RotorInertia, system.RotorMass),
			Friction: either(config.LearnedFriction, system.TurnFriction, system.SlideFriction),
			Resting:  slices.Repeat([]float64{turns}, s.Particles()),
		}
		if along := system.SlideAxis.Of(s); along != nil {
			for i := range own.Resting {
				if along[3*i] != 0 || along[3*i+1] != 0 || along[3*i+2] != 0 {
					own.Resting[i] = slides
				}
			}
		}
		own.Damping = either(config.LearnedDamping, system.TurnDamping, system.SlideDamping)
		own.Load = driving(s)
		own.Mass = learned(config.LearnedMass)
		if own.Mass == nil && system.Mass.Of(s) != nil {
			own.Mass = sumOf(s, system.Mass)
		} else if own.Mass == nil {
			own.Mass = slices.Repeat([]float64{1}, s.Particles())
		}
		own.Force = make([]float64, 3*s.Particles())
		gravity := learned(config.LearnedGravity)
		if given := system.Gravity.Of(s); gravity == nil && given != nil {
			gravity = []float64{float64(given[0]), float64(given[1]), float64(given[2])}
		}
		force := system.Force.Of(s)
		for i := range own.Force {
			if gravity != nil {
				own.Force[i] = float64(own.Mass[i/3] * gravity[i%3])
			}
			if force != nil {
				own.Force[i] += float64(force[i])
			}
		}
		return own
	}
	return &shooting.Bodies{Loads: loads, Drive: driving, Steps: cfg.Layers}
}

// fitsFromItsStart reports whether the fit after the epochs begins with linear equations. Then
// the epochs need not come close, and one step in each is enough to see that the model trains.
func (t *training) fitsFromItsStart() bool {
	moving := t.moving()
	return len(moving) > 0 && t.constantsAlone() && t.bodies(moving) != nil
}

// driving returns the driving torques and thrusts at the joints of a system.
func driving(s *system.Sample) []float64 { return sumOf(s, system.Torque, system.Thrust) }

// sumOf returns the sum of fields that have one value for each particle. A field that the
// system lacks counts as 0.
func sumOf(s *system.Sample, fields ...*system.Field) []float64 {
	sum := make([]float64, s.Particles())
	for _, f := range fields {
		for i, value := range f.Of(s) {
			sum[i] += float64(value)
		}
	}
	return sum
}

// ofRows returns the values of a constant for each row of particles, as the model has them. The
// mass of a body is divided equally among its rows. Gravity and values by particle stay as they
// are.
func ofRows(c *config.Constant, values []float64, particles int) []float64 {
	switch {
	case c.By == config.BySystem && c.Name != config.LearnedGravity:
		return slices.Repeat(values, particles)
	case c.By != config.ByJoint:
		return values
	}
	rows, members := make([]float64, particles), make([]float64, len(values))
	for _, joint := range c.Joints {
		members[joint]++
	}
	for i, joint := range c.Joints {
		rows[i] = values[joint]
		if c.Name == config.LearnedMass {
			rows[i] /= members[joint]
		}
	}
	return rows
}
