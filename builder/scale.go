package builder

import (
	"cmp"
	"fmt"
	"math"

	"gmnc/ir"
	"gmnc/system"
)

// Scale is what a model divides positions and velocities by where they come in, and
// multiplies by what it returns: its networks see other numbers than the data have,
// and the same ones in whatever unit those are. 0 is 1, by which nothing is divided.
type Scale struct {
	Length   float64 `json:"length,omitempty"`   // in the unit of positions
	Velocity float64 `json:"velocity,omitempty"` // in the unit of velocities
}

// None reports whether networks see the data's own numbers.
func (s Scale) None() bool { return s.length() == 1 && s.velocity() == 1 }

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
	return fmt.Sprintf("networks see positions divided by %.4g and velocities divided by %.4g", s.length(), s.velocity())
}

func (s Scale) length() float64 { return cmp.Or(s.Length, 1) }

func (s Scale) velocity() float64 { return cmp.Or(s.Velocity, 1) }

// Squared is what a squared error of the model's positions is divided by in the unit
// that its networks see.
func (s Scale) Squared() float64 { return s.length() * s.length() }

// validate reports a divisor that is none.
func (s Scale) validate() error {
	for _, by := range []float64{s.length(), s.velocity()} {
		if !(by > 0) || math.IsInf(by, 1) {
			return fmt.Errorf("a scale of %g divides nothing: it is a number above 0", by)
		}
	}
	return nil
}

// seen is the configuration of what networks see: times and lengths in its units.
func (c Config) seen() Config {
	if c.Scale.None() {
		return c
	}
	c.Time = c.time() * c.Scale.velocity() / c.Scale.length()
	c.Length = c.length() / c.Scale.length()
	c.Deflection /= c.Scale.length()
	return c
}

// of is the unit of a quantity in which networks see it.
func (s Scale) of(unit system.Unit) float64 {
	time := s.length() / s.velocity()
	return math.Pow(s.length(), float64(unit.Length)) * math.Pow(time, float64(unit.Time))
}

// seenInputs are the inputs in the units that networks see.
func (w *Writer) seenInputs(inputs Inputs, scale Scale) Inputs {
	if scale.None() {
		return inputs
	}
	inputs.Position = w.times("seen_position", inputs.Position, 1/scale.length())
	inputs.Velocity = w.times("seen_velocity", inputs.Velocity, 1/scale.velocity())
	for _, field := range system.GivenFields() {
		if value := inputs.Given[field]; value != nil {
			inputs.Given[field] = w.times("seen_"+field.Name, value, 1/scale.of(field.Unit))
		}
	}
	return inputs
}

// times is a value times a number, or the value itself of 1.
func (w *Writer) times(name string, x *ir.Value, by float64) *ir.Value {
	if by == 1 {
		return x
	}
	return w.Name(name, w.Mul(x, w.Scalar(by)))
}
