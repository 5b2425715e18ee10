package config

import (
	"cmp"
	"fmt"
	"math"

	"gmnc/system"
)

// Interval returns the time of a prediction: Time, or 1 if that is 0.
func (c Config) Interval() float64 { return cmp.Or(c.Time, 1) }

// Distance returns a typical distance of neighbors: Length, or 1 if that is 0.
func (c Config) Distance() float64 { return cmp.Or(c.Length, 1) }

// Scale is what a model divides positions and velocities by at its inputs, and multiplies its
// outputs by. Its networks then see the same numbers whatever the units of the data are. 0
// stands for 1.
type Scale struct {
	Length   float64 `json:"length,omitempty"`   // in the unit of positions
	Velocity float64 `json:"velocity,omitempty"` // in the unit of velocities
}

// None reports whether networks see the numbers of the data.
func (s Scale) None() bool { return s.LengthUnit() == 1 && s.VelocityUnit() == 1 }

// Ones returns the scale with 0 in place of 1, as configurations store it.
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

// LengthUnit returns the divisor of positions: Length, or 1 if that is 0.
func (s Scale) LengthUnit() float64 { return cmp.Or(s.Length, 1) }

// VelocityUnit returns the divisor of velocities: Velocity, or 1 if that is 0.
func (s Scale) VelocityUnit() float64 { return cmp.Or(s.Velocity, 1) }

// Squared returns the divisor of a squared position error, which converts it to the unit that
// networks see.
func (s Scale) Squared() float64 { return s.LengthUnit() * s.LengthUnit() }

// validate reports a divisor that is not a positive number.
func (s Scale) validate() error {
	for _, by := range []float64{s.LengthUnit(), s.VelocityUnit()} {
		if !(by > 0) || math.IsInf(by, 1) {
			return fmt.Errorf("a scale of %g divides nothing: it is a number above 0", by)
		}
	}
	return nil
}

// InModelUnits returns the configuration with its times and lengths in the units that the
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

// UnitOf returns the divisor of a quantity with that unit.
func (s Scale) UnitOf(unit system.Unit) float64 {
	time := s.LengthUnit() / s.VelocityUnit()
	return math.Pow(s.LengthUnit(), float64(unit.Length)) * math.Pow(time, float64(unit.Time))
}
