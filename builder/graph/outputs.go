package graph

import (
	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/ir"
)

// outputs writes the position and the velocity after the last layer, if there is a layer.
func (w *Writer) outputs() {
	if w.Config.TrueVelocity && !w.model.CarriesVelocity() {
		w.Fail("%w", fields.Errorf("{velocity} does not go with {model} %s, which carries no velocity from layer to layer: take another model, such as gmn-ode, gmn or gmn-l, or {velocity} 0", w.Config.Model))
	}
	if len(w.model.Layers) == 0 && len(w.model.Module.Main.Outputs) > 0 {
		return // results alone
	}
	if len(w.model.Layers) == 0 || w.model.Layers[len(w.model.Layers)-1].Position == nil {
		w.Fail("the model %s has no last position: its writer ends with AddLayer, or has an Energy or another Result", w.Config.Model)
	}
	last := w.model.Layers[len(w.model.Layers)-1]
	velocity := last.Velocity
	if velocity == nil {
		velocity = w.Name("displacement", w.Sub(last.Position, w.Inputs.Position))
	}
	if w.Config.TrueVelocity {
		velocity = w.trueVelocity(velocity)
	}
	scale := w.model.Config.Scale
	unit := scale.LengthUnit() // of a displacement
	if w.Config.TrueVelocity || config.Describe(w.Config.Model).Scaled {
		unit = scale.VelocityUnit()
	}
	position, velocity := w.Scaled("own_position", last.Position, scale.LengthUnit()), w.Scaled("own_velocity", velocity, unit)
	if mark := w.anotherSystem(); mark != nil {
		position, velocity = w.Add(position, mark), w.Add(velocity, mark)
	}
	w.Output("position", position)
	w.Output("velocity", velocity)
	w.spreads(scale.LengthUnit(), unit)
}

// trueVelocity returns the velocity of the last layer in the unit of the input velocity. In a
// model that is not Scaled, a layer's velocity is its displacement, and each layer has an equal
// share of the time.
func (w *Writer) trueVelocity(last *ir.Value) *ir.Value {
	if config.Describe(w.Config.Model).Scaled {
		return last
	}
	return w.Name("true_velocity", w.Mul(last, w.Scalar(float64(len(w.model.Layers))/w.Config.Interval())))
}
