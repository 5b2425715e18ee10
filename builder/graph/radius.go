package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// These are the outputs of a model with a Radius.
const (
	PositionRadius = "position_radius" // of each particle
	VelocityRadius = "velocity_radius" // of each particle, where velocities are true
	SystemRadius   = "system_radius"   // of each system
	// RadiusFeatures holds the squares of features, which a Radius without linear functions
	// returns: [particles,len(Config.RadiusFeatures())].
	RadiusFeatures = "radius_features"
)

const (
	// mostRadiusStates is the largest number of intermediate states from which changes of
	// velocities are computed. With more states the changes are mostly rounding.
	mostRadiusStates = 8
	// touching is the softening of closeness, in squares of the data's length.
	touching = 1e-3
	// mostLog bounds logarithms of radii, so that float32 can hold their squares.
	mostLog = 40
)

// radius writes the outputs of a Radius, if the model has one.
func (w *Writer) radius() {
	r := w.Config.Radius
	if r == nil {
		return
	}
	if len(w.model.Layers) == 0 {
		w.Fail("the model %s has no layers, from which a radius would follow", w.Config.Model)
	}
	w.Scope("radius", func() {
		squares := w.Name("squares", w.Concat(w.radiusSquares(r.Time)...))
		if r.Position == nil {
			w.Output(RadiusFeatures, squares)
			return
		}
		clipped, beyond := w.radiusFeatures(r.Features, squares)
		of := func(head *config.RadiusHead) *ir.Value {
			line := w.MatMul(clipped, w.Const(len(head.Weights), 1, head.Weights...), false, false)
			log := w.Add(w.Add(line, beyond), w.Scalar(head.Offset))
			return w.Exp(w.Minimum(log, w.Scalar(mostLog)))
		}
		position := w.Name("position", of(r.Position))
		w.Output(PositionRadius, position)
		if r.Velocity != nil {
			w.Output(VelocityRadius, w.Name("velocity", of(r.Velocity)))
		}
		count := w.particleCount()
		mean := w.Div(w.SumSystem(w.Square(position)), count)
		w.SystemResult(SystemRadius, w.Div(w.Mul(w.Sqrt(mean), w.Scalar(r.System)), count))
	})
}

// radiusFeatures returns the features, clipped to their ranges [particles,n], and how far all
// of them together are outside [particles,1].
func (w *Writer) radiusFeatures(of []config.RadiusFeature, squares *ir.Value) (clipped, beyond *ir.Value) {
	var soft, low, high []float64
	for _, f := range of {
		soft, low, high = append(soft, f.Soft), append(low, f.Low), append(high, f.High)
	}
	row := func(values []float64) *ir.Value { return w.Const(1, len(values), values...) }
	x := w.Mul(w.Log(w.Add(squares, row(soft))), w.Scalar(0.5))
	clipped = w.Minimum(w.Maximum(x, row(low)), row(high))
	return w.Name("features", clipped), w.SumColumns(w.Abs(w.Sub(x, clipped)))
}

// radiusSquares returns the squares of the features, [particles,1] each, in the units that
// networks see. time is in the units of the data.
func (w *Writer) radiusSquares(time float64) []*ir.Value {
	in, scale := w.Inputs, w.model.Config.Scale
	last := w.model.Layers[len(w.model.Layers)-1].Position
	square := func(x *ir.Value) *ir.Value { return w.SumColumns(w.Square(x)) }
	straight := w.Mul(in.Velocity, w.Scalar(time*scale.VelocityUnit()/scale.LengthUnit()))
	acceleration, jerk := w.Broadcast(w.Scalar(0), Particles), w.Broadcast(w.Scalar(0), Particles)
	if states := w.radiusStates(); len(states) > 1 {
		change := differences(w.Builder, w.Concat(states...))
		acceleration = square(change)
		if len(states) > 2 {
			jerk = square(differences(w.Builder, change))
		}
	}
	offset := w.EdgeOffset(last)
	length := w.Config.Distance()
	apart := w.Add(w.Mul(w.Inner(offset, offset), w.Scalar(1/(length*length))), w.Scalar(touching))
	count := w.particleCount()
	squares := []*ir.Value{
		square(w.Sub(w.Sub(last, in.Position), straight)),
		acceleration, jerk,
		square(in.Velocity),
		w.OverNeighbors(w.Div(w.Scalar(1), w.Square(apart))),
		w.Square(count),
	}
	if w.states != nil {
		squares = append(squares, w.spreadSquare(Layer.position))
	}
	return squares
}

// radiusStates returns up to mostRadiusStates velocities between the input and the output, or
// positions if the model carries no velocity. The input is among them if it is in the same
// unit.
func (w *Writer) radiusStates() (states []*ir.Value) {
	layers, carries := w.model.Layers, w.model.CarriesVelocity()
	switch {
	case !carries:
		states = append(states, w.Inputs.Position)
	case config.Describe(w.Config.Model).Scaled:
		states = append(states, w.Inputs.Velocity)
	}
	count := min(mostRadiusStates, len(layers))
	for i := range count {
		layer := layers[(i+1)*len(layers)/count-1]
		switch {
		case carries:
			states = append(states, layer.Velocity)
		case layer.Position != nil:
			states = append(states, layer.Position)
		}
	}
	return states
}

// differences returns the differences of vectors that follow each other in a row:
// [rows,3n] becomes [rows,3(n-1)].
func differences(b *ir.Builder, x *ir.Value) *ir.Value {
	columns := x.Type.Columns()
	return b.Sub(b.Columns(x, 3, columns), b.Columns(x, 0, columns-3))
}

// particleCount returns the number of particles of each particle's system: [particles,1].
func (w *Writer) particleCount() *ir.Value {
	return w.SumSystem(w.Broadcast(w.Scalar(1), Particles))
}
