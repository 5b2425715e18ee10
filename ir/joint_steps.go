package ir

import "gmnc/internal/articulated"

// jointMotion holds the coordinates of joints relative to the start, and their rates. q is nil
// for coordinates of 0.
type jointMotion struct{ q, w *Value }

// jointSteps is the law of the steps of joints, which Builder.JointStep describes. It works element
// by element, with one column for each value, so that files can use it for rows of another shape
// (see stepEmitter). The form of the rows computes what combines joints.
type jointSteps struct {
	*Builder
	form          jointForm
	damping, load *Value
	rotor         *Value      // nil for none
	stops         *jointStops // nil for none
}

// jointForm has the equations of joints in rows of some form.
type jointForm interface {
	// equations returns the solver of the equations of joints that have moved by q, in half of the time of
	// a step. It takes the resistance to rates besides masses, the loads, and the rates w at the
	// beginning. The function that it returns takes an estimate of the rates in the middle of the step,
	// and returns a better one.
	equations(q, half *Value) func(resistance, load, w *Value) func(middle *Value) *Value
	// together makes steps of second order from the same state, of which halves holds half of
	// the times.
	together(steps jointSteps, s jointMotion, halves ...float64) []jointMotion
	// joined returns coordinates and rates as one value.
	joined(s jointMotion) *Value
}

// stepped makes a step of second order, given half of its time.
func (j jointSteps) stepped(s jointMotion, half *Value) jointMotion {
	moved := func(displacement *Value) *Value {
		if s.q == nil {
			return displacement
		}
		return j.Add(s.q, displacement)
	}
	q := moved(j.Mul(half, s.w))
	solver := j.form.equations(q, half)
	resistance, load := j.Mul(half, j.damping), j.Sub(j.load, j.Mul(j.damping, s.w))
	if j.rotor != nil {
		resistance = j.Add(resistance, j.rotor)
	}
	pass := solver(resistance, load, s.w)
	if j.stops != nil {
		resists, pushes := j.stops.acting(j.stops.beyond(q), s.w, half, j.Sub(pass(s.w), s.w))
		pass = solver(j.Add(resistance, resists), j.Sub(load, pushes), s.w)
	}
	middle := s.w
	for range articulated.Passes {
		middle = pass(middle)
	}
	twice := j.Add(middle, middle)
	return jointMotion{moved(j.Mul(half, twice)), j.Sub(twice, s.w)}
}

// extrapolated returns the state after a step of fourth order of the time h, as the form joins it.
func (j jointSteps) extrapolated(s jointMotion, h float64) *Value {
	first := j.form.together(j, s, h/2, h/4)
	second := j.form.together(j, first[1], h/4)[0]
	return j.Extrapolated(j.form.joined(second), j.form.joined(first[0]))
}
