package builder

import (
	"gmnc/builder/graph"
)

// firstTime is the initial value of the learned time, in prediction intervals.
const firstTime = 0.7

// writeLinear writes the linear prediction x + v t.
func writeLinear(w *graph.Writer) {
	time := w.Param(graph.Param{Name: "time", Rows: 1, Columns: 1, Mean: firstTime})
	position := w.Add(w.Inputs.Position, w.Mul(w.Inputs.Velocity, time))
	w.AddLayer(graph.Layer{Position: position})
}
