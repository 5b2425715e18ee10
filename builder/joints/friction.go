package joints

import (
	"gmnc/internal/articulated"
	"gmnc/ir"
)

// grip is the damping coefficient s by which friction acts on joints in a step of the time h, from
// a rate w to w':
//
//	(H + s) (w' - w) = h load - (1 + before) s w        s = h friction / (|w'| + before |w|)    before = articulated.RateBefore
//
// A joint that goes on loses the impulse h friction. One that turns back within the step loses
// it for the time before and gets it for the time after; one that friction holds comes to rest.
// after are the rates w' of the pass before.
func (j *joints) grip(w, after *ir.Value, h float64) *ir.Value {
	turns, slides := j.Config.Resting()
	slow := j.Square(j.Add(j.Scalar(turns), j.Mul(j.isSlide, j.Scalar(slides-turns))))
	size := func(rate *ir.Value) *ir.Value { return j.Sqrt(j.Add(j.Square(rate), slow)) }
	return j.Div(j.Mul(j.Scalar(h), j.friction), j.Add(size(after), j.Mul(j.Scalar(articulated.RateBefore), size(w))))
}

// gripped is the load over a step of the time h less what the grip takes with the rate w.
func (j *joints) gripped(load, grip, w *ir.Value) *ir.Value {
	return j.Sub(load, j.Mul(j.Scalar(1+articulated.RateBefore), j.Mul(grip, w)))
}

// advanced is the state after a step of the time h: without friction first, and from there with
// it, in passes.
func (j *joints) advanced(bodies ir.JointBodies, loads ir.JointLoads, state *ir.Value, h float64) (after *ir.Value) {
	if loads.Stops == nil {
		after = j.JointStep(bodies, loads, state, h)
	} else {
		after = j.JointStopStep(bodies, loads, state, h)
	}
	if j.friction == nil {
		return after
	}
	w, load := j.Columns(state, 1, 2), j.Mul(j.Scalar(h), loads.Load)
	for range articulated.FrictionPasses {
		grip, held := j.grip(w, j.Columns(after, 1, 2), h), loads
		held.Load = j.Mul(j.Scalar(1/h), j.gripped(load, grip, w))
		held.Stops = grip
		if loads.Stops != nil {
			held.Stops = j.Add(loads.Stops, j.Pad(grip, 0, loads.Stops.Type.Columns()-1))
		}
		after = j.JointStopStep(bodies, held, state, h)
	}
	return after
}
