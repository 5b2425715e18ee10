package mechanics

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// rungeKutta is an explicit Runge-Kutta method. Stage i begins after the sum of
// Stages[i][j] times the slope of each stage j before it. A step takes the sum of
// Weights[i] times all slopes (Hairer, Nørsett and Wanner, Solving Ordinary
// Differential Equations I, 1993, section II.1).
type rungeKutta struct {
	stages  [][]float64
	weights []float64
}

// methods holds the methods of second and fourth order by the names of integrators.
var methods = map[string]rungeKutta{
	config.Midpoint:    {stages: [][]float64{{}, {1. / 2}}, weights: []float64{0, 1}},
	config.RungeKutta4: {stages: [][]float64{{}, {1. / 2}, {0, 1. / 2}, {0, 0, 1}}, weights: []float64{1. / 6, 1. / 3, 1. / 3, 1. / 6}},
}

// step advances a state by a step of the time h. The function slopes returns the derivative of
// the state in a stage.
func step(w *graph.Writer, m rungeKutta, h float64, state []*ir.Value, slopes func(stage int, state []*ir.Value) []*ir.Value) []*ir.Value {
	all := make([][]*ir.Value, len(state)) // of each value, the slopes of the stages
	after := func(factors []float64) []*ir.Value {
		next := make([]*ir.Value, len(state))
		for k, value := range state {
			next[k] = combined(w, value, h, factors, all[k])
		}
		return next
	}
	for i, factors := range m.stages {
		for k, slope := range slopes(i, after(factors)) {
			all[k] = append(all[k], slope)
		}
	}
	return after(m.weights)
}

// combined returns x, where nil stands for 0, plus h times the weighted sum of the slopes.
func combined(w *graph.Writer, x *ir.Value, h float64, factors []float64, slopes []*ir.Value) *ir.Value {
	var terms []*ir.Value
	for i, factor := range factors {
		if factor != 0 {
			terms = append(terms, w.Mul(slopes[i], w.Scalar(h*factor)))
		}
	}
	switch sum := w.SumOf(terms); {
	case sum == nil:
		return x
	case x == nil:
		return sum
	default:
		return w.Add(x, sum)
	}
}
