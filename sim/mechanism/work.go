package mechanism

import "gonum.org/v1/gonum/spatial/r3"

// work is a mechanism at a configuration, with the memory for its equations.
type work struct {
	pose
	bias  []twist // for each body
	force []r3.Vec
	equations
}

func newWork(m *Mechanism) *work {
	n := len(m.Rest)
	w := &work{pose: newPose(m), bias: make([]twist, len(m.Bodies)), force: make([]r3.Vec, n), equations: newEquations(m.Rates())}
	for d := range w.moving {
		w.moving[d] = make([]r3.Vec, n)
	}
	return w
}

// findBias computes the bias: the rate of change of the bodies' motion at constant rates.
func (w *work) findBias() {
	for b, body := range w.Bodies {
		var motion, bias twist
		if body.Parent >= 0 {
			motion, bias = w.motion[body.Parent], w.bias[body.Parent]
		}
		for _, own := range w.own[b] {
			bias, motion = bias.add(1, motion.change(own)), motion.add(1, own)
		}
		w.bias[b] = bias
	}
}

// inertial returns the acceleration of a particle at constant rates.
func (w *work) inertial(i int) r3.Vec {
	owner := w.owner[i]
	return r3.Add(w.bias[owner].at(r3.Sub(w.position[i], w.origin)), cross(w.motion[owner].turn, w.velocity[i]))
}
