package kernels

import (
	"math"

	"gmnc/internal/adam"
)

// NewAdamStep prepares a step. The number of the first step is 1.
func NewAdamStep(learnRate, weightDecay float64, decays adam.Decays, number int) AdamStep {
	decays = decays.OrDefault()
	t := float64(number)
	return AdamStep{
		decay: float32(weightDecay),
		rate:  float32(learnRate / (1 - math.Pow(decays.Beta1, t))),
		scale: float32(1 / math.Sqrt(1-math.Pow(decays.Beta2, t))),
		keep1: float32(decays.Beta1), take1: float32(1 - decays.Beta1),
		keep2: float32(decays.Beta2), take2: float32(1 - decays.Beta2),
		epsilon: adam.Epsilon,
	}
}

// Adam makes a step on the weights w with gradients g and moments m and v,
// all of the same length:
//
//	g <- g + weightDecay w
//	m <- beta1 m + (1 - beta1) g
//	v <- beta2 v + (1 - beta2) g^2
//	w <- w - learnRate m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon)
//
// The gradients stay as they are.
func Adam(w, g, m, v []float32, step AdamStep) {
	same(w, g, m, v)
	active.adam(w, g, m, v, step)
}

func adamInGo(w, g, m, v []float32, step AdamStep) {
	for i := range w {
		slope := g[i] + float32(step.decay*w[i])
		m[i] = float32(step.keep1*m[i]) + float32(step.take1*slope)
		v[i] = float32(step.keep2*v[i]) + float32(step.take2*slope*slope)
		w[i] -= step.rate * m[i] / (float32(float32(math.Sqrt(float64(v[i])))*step.scale) + step.epsilon)
	}
}

// zeros holds the zeros with which [Finite] multiplies.
var zeros [512]float32

// Finite reports whether no value is infinite or NaN: all others are 0 times 0. sums is memory
// to work in.
func Finite(x []float32, sums *[CacheLine]float32) bool {
	for len(x) > 0 {
		width := min(len(x), len(zeros))
		rows := min(len(x)/width, len(sums))
		MatMul(sums[:rows], 1, x, width, 1, zeros[:], 1, rows, 1, width, nil, false)
		for _, sum := range sums[:rows] {
			if sum != 0 {
				return false
			}
		}
		x = x[rows*width:]
	}
	return true
}
