package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// seenInputs returns the inputs in the units that networks see.
func (w *Writer) seenInputs(inputs Inputs, scale config.Scale) Inputs {
	if scale.None() {
		return inputs
	}
	inputs.Position = w.Scaled("seen_position", inputs.Position, 1/scale.LengthUnit())
	inputs.Velocity = w.Scaled("seen_velocity", inputs.Velocity, 1/scale.VelocityUnit())
	for _, field := range system.GivenFields() {
		if value := inputs.Given[field]; value != nil {
			inputs.Given[field] = w.Scaled("seen_"+field.Name, value, 1/scale.UnitOf(field.Unit))
		}
	}
	return inputs
}

// Scaled returns a value times a number, under the given name, or the value itself if the
// number is 1.
func (w *Writer) Scaled(name string, x *ir.Value, by float64) *ir.Value {
	if by == 1 {
		return x
	}
	return w.Name(name, w.Mul(x, w.Scalar(by)))
}
