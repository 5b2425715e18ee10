package builder

import (
	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// seenInputs are the inputs in the units that networks see.
func (w *Writer) seenInputs(inputs Inputs, scale config.Scale) Inputs {
	if scale.None() {
		return inputs
	}
	inputs.Position = w.times("seen_position", inputs.Position, 1/scale.LengthUnit())
	inputs.Velocity = w.times("seen_velocity", inputs.Velocity, 1/scale.VelocityUnit())
	for _, field := range system.GivenFields() {
		if value := inputs.Given[field]; value != nil {
			inputs.Given[field] = w.times("seen_"+field.Name, value, 1/scale.UnitOf(field.Unit))
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
