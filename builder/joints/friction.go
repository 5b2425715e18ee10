package joints

import (
	"gmnc/internal/articulated"
	"gmnc/ir"
)

// grip returns the damping coefficient s by which friction acts on joints in a step of length h,
// from a rate w to w':
//
//	(H + s) (w' - w) = h load - (1 + before) s w        s = h friction / (|w'| + before |w|)    before = articulated.RateBefore
//
// A joint that keeps its direction loses the impulse h friction. One that reverses within the
// step loses it for the time before and gains it for the time after. One that friction stops
// comes to rest. after has the rates w' of the previous iteration.
func (j *joints) grip(friction, w, after *ir.Value, h float64) *ir.Value {
	slow := j.slowest()
	size := func(rate *ir.Value) *ir.Value { return j.Sqrt(j.Add(j.Square(rate), slow)) }
	return j.Div(j.Mul(j.Scalar(h), friction), j.Add(size(after), j.Mul(j.Scalar(articulated.RateBefore), size(w))))
}

// slowest returns the square of the rate below which joints count as resting.
func (j *joints) slowest() *ir.Value {
	turns, slides := j.Config.Resting()
	return j.Square(j.Add(j.Scalar(turns), j.Mul(j.isSlide, j.Scalar(slides-turns))))
}

// gripped returns the load on joints, less what the grip takes at the rate w in a step of length
// h. For the length 1, load is that over the whole step.
func (j *joints) gripped(load, grip, w *ir.Value, h float64) *ir.Value {
	return j.Sub(load, j.Mul(grip, j.Mul(j.Scalar((1+articulated.RateBefore)/h), w)))
}

// advanced returns the state after a step of length h. It computes the step without friction
// first, and then with it, by fixed-point iteration.
func (j *joints) advanced(bodies ir.JointBodies, loads ir.JointLoads, state *ir.Value, h float64) (after *ir.Value) {
	if loads.Stops == nil {
		after = j.JointStep(bodies, loads, state, h)
	} else {
		after = j.JointStopStep(bodies, loads, state, h)
	}
	if j.friction == nil && j.law == nil {
		return after
	}
	w, load := j.Columns(state, 1, 2), j.Mul(j.Scalar(h), loads.Load)
	passes, met := articulated.FrictionPasses, (*ir.Value)(nil) // impulse of friction in the previous iteration
	if j.law != nil {
		passes, met = lawPasses, j.Scalar(0)
	}
	for range passes {
		rate, adjusted := j.Columns(after, 1, 2), loads
		var grip, push *ir.Value
		if j.law == nil {
			grip = j.grip(j.friction, w, rate, h)
		} else {
			links := j.Mul(j.Scalar(1/h), j.Sub(load, j.Add(met, j.resisted(loads, w, rate, h))))
			grip, push = j.law.grip(state, rate, links, h)
		}
		adjusted.Load = j.gripped(loads.Load, grip, w, h)
		if push != nil {
			adjusted.Load = j.Sub(adjusted.Load, j.Mul(j.Scalar(1/h), push))
		}
		adjusted.Stops = grip
		if loads.Stops != nil {
			adjusted.Stops = j.Add(loads.Stops, j.Pad(grip, 0, loads.Stops.Type.Columns()-1))
		}
		after = j.JointStopStep(bodies, adjusted, state, h)
		if push != nil {
			met = j.Add(push, j.Mul(grip, j.Add(j.Columns(after, 1, 2), j.Mul(j.Scalar(articulated.RateBefore), w))))
		}
	}
	if j.law != nil {
		j.law.remember(w, j.Columns(after, 1, 2), h)
	}
	return after
}

// resisted returns the impulse that dampings and rotors take in a step of length h from a rate
// w to another.
func (j *joints) resisted(loads ir.JointLoads, w, after *ir.Value, h float64) *ir.Value {
	impulse := j.Mul(j.Scalar(h/2), j.Mul(loads.Damping, j.Add(w, after)))
	if loads.Stops != nil {
		impulse = j.Add(impulse, j.Mul(j.Columns(loads.Stops, 0, 1), j.Sub(after, w)))
	}
	return impulse
}
