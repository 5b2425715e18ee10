package config

import (
	"cmp"
	"fmt"
	"math"

	"gmnc/system"
)

// Interval is the time of a prediction: Time, or 1 where that is 0.
func (c Config) Interval() float64 { return cmp.Or(c.Time, 1) }

// Distance is a usual distance of neighbours: Length, or 1 where that is 0.
func (c Config) Distance() float64 { return cmp.Or(c.Length, 1) }

// Scale is what a model divides positions and velocities by where they come in, and
// multiplies by what it returns: its networks see other numbers than the data have,
// and the same ones in whatever unit those are. 0 is 1, by which nothing is divided.
type Scale struct {
	Length   float64 `json:"length,omitempty"`   // in the unit of positions
	Velocity float64 `json:"velocity,omitempty"` // in the unit of velocities
}

// None reports whether networks see the data's own numbers.
func (s Scale) None() bool { return s.LengthUnit() == 1 && s.VelocityUnit() == 1 }

// Ones is the scale with 0 for 1, as configurations have it.
func (s Scale) Ones() Scale {
	for _, by := range []*float64{&s.Length, &s.Velocity} {
		if *by == 1 {
			*by = 0
		}
	}
	return s
}

// String says in a line what networks see.
func (s Scale) String() string {
	if s.None() {
		return "networks see positions and velocities as they are"
	}
	return fmt.Sprintf("networks see positions divided by %.4g and velocities divided by %.4g", s.LengthUnit(), s.VelocityUnit())
}

// LengthUnit is what positions are divided by: Length, or 1 where that is 0.
func (s Scale) LengthUnit() float64 { return cmp.Or(s.Length, 1) }

// VelocityUnit is what velocities are divided by: Velocity, or 1 where that is 0.
func (s Scale) VelocityUnit() float64 { return cmp.Or(s.Velocity, 1) }

// Squared is what a squared error of the model's positions is divided by in the unit
// that its networks see.
func (s Scale) Squared() float64 { return s.LengthUnit() * s.LengthUnit() }

// validate reports a divisor that is none.
func (s Scale) validate() error {
	for _, by := range []float64{s.LengthUnit(), s.VelocityUnit()} {
		if !(by > 0) || math.IsInf(by, 1) {
			return fmt.Errorf("a scale of %g divides nothing: it is a number above 0", by)
		}
	}
	return nil
}

// InModelUnits is the configuration with its times and lengths in the units that the
// networks see.
func (c Config) InModelUnits() Config {
	if c.Scale.None() {
		return c
	}
	c.Time = c.Interval() * c.Scale.VelocityUnit() / c.Scale.LengthUnit()
	c.Length = c.Distance() / c.Scale.LengthUnit()
	c.Deflection /= c.Scale.LengthUnit()
	return c
}

// UnitOf is what the networks see a quantity of that unit divided by.
func (s Scale) UnitOf(unit system.Unit) float64 {
	time := s.LengthUnit() / s.VelocityUnit()
	return math.Pow(s.LengthUnit(), float64(unit.Length)) * math.Pow(time, float64(unit.Time))
}
