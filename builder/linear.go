package builder

// firstTime is the learned time of a new linear model, in prediction
// intervals.
const firstTime = 0.7

// writeLinear writes the linear prediction x + v t.
func writeLinear(w *writer) {
	time := w.weight(Param{Name: "time", Rows: 1, Columns: 1, Mean: firstTime})
	position := w.Add(w.inputs.Position, w.Mul(w.inputs.Velocity, time))
	w.model.Layers = []Layer{{Position: position}}
}
