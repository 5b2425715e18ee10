package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// These outputs [particles,1] belong to a model with several Runs. They are the root mean
// square distance of the runs' predictions from their mean.
const (
	PositionSpread = "position_spread"
	VelocitySpread = "velocity_spread" // where velocities are true
)

// sideBySide writes a model once for each of its Runs, with separate weights. Later passes
// share everything that depends on no weight. The layers are the means of the runs' layers.
func sideBySide(writeModel func(w *Writer)) func(w *Writer) {
	return func(w *Writer) {
		count := w.Config.Runs
		if count == 0 {
			writeModel(w)
			return
		}
		w.functions = map[string]Function{}
		var all [][]Layer
		for run := 1; run <= count; run++ {
			w.model.Layers = nil
			w.Scope(config.RunScope(run), func() { writeModel(w) })
			if len(w.model.Module.Main.Outputs) > 0 || len(w.model.Layers) == 0 {
				w.Fail("the model %s has outputs besides positions and velocities, of which there is no mean: export its runs one by one", w.Config.Model)
			}
			all = append(all, w.model.Layers)
		}
		w.functions = nil
		w.model.Layers = nil
		for i := range all[0] {
			var states []Layer
			for _, layers := range all {
				states = append(states, layers[i])
			}
			w.states = states
			w.AddLayer(Layer{Position: w.meanOf(states, Layer.position), Velocity: w.meanOf(states, Layer.velocity)})
		}
	}
}

func (l Layer) position() *ir.Value { return l.Position }

func (l Layer) velocity() *ir.Value { return l.Velocity }

// meanOf returns the mean of a value over states, computed as the first value plus the mean
// difference from it. It returns nil if the states do not have the value.
func (w *Writer) meanOf(states []Layer, of func(Layer) *ir.Value) *ir.Value {
	first := of(states[0])
	if first == nil {
		return nil
	}
	var differences []*ir.Value
	for _, state := range states[1:] {
		differences = append(differences, w.Sub(of(state), first))
	}
	return w.Add(first, w.Mul(w.SumOf(differences), w.Scalar(1/float64(len(states)))))
}

// spreads writes the spreads of runs, in the units of the outputs.
func (w *Writer) spreads(position, velocity float64) {
	if w.states == nil {
		return
	}
	w.Output(PositionSpread, w.Scaled("own_spread", w.Name("spread", w.Sqrt(w.spreadSquare(Layer.position))), position))
	if w.Config.TrueVelocity {
		spread := w.trueVelocity(w.Sqrt(w.spreadSquare(Layer.velocity)))
		w.Output(VelocitySpread, w.Scaled("own_velocity_spread", spread, velocity))
	}
}

// spreadSquare returns the mean squared distance of the runs' last states from their mean,
// [particles,1]. Its root has a finite slope.
func (w *Writer) spreadSquare(of func(Layer) *ir.Value) *ir.Value {
	mean := of(w.model.Layers[len(w.model.Layers)-1])
	var squares []*ir.Value
	for _, state := range w.states {
		off := w.Sub(of(state), mean)
		squares = append(squares, w.Inner(off, off))
	}
	return w.Maximum(w.Mul(w.SumOf(squares), w.Scalar(1/float64(len(squares)))), w.Scalar(SmallSquare))
}
