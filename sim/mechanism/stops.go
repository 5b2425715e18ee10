package mechanism

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/rotation"
)

// Stop keeps a joint between limits; there are none if Upper is not above Lower. If the joint
// exceeds a limit by e, the stop exerts the load
//
//	-s Inertia (dw/dt + 2 w / Time + e / Time^2)      s = |e| / (|e| + softness Time |w|)
//
// as long as that points back: the joint returns like a critically damped spring. For a revolute
// joint, e is the sine of the excess, and whole turns do not count.
type Stop struct{ Lower, Upper, Inertia, Time float64 }

// softness is the fraction of a stop's time over which its load rises when a joint reaches the
// limit.
const softness = 1. / 16

// push is the effect of a stop on a joint in a step of length h. It resists a change of the
// rate, and exerts a load against the rate, times h.
type push struct{ beyond, resists, load, h float64 }

// push returns the effect of the stop on a joint with this angle or displacement and this rate.
func (s Stop) push(turns bool, at, rate, h float64) push {
	e := s.excess(turns, at)
	if e == 0 {
		return push{}
	}
	inertia := s.Inertia * math.Abs(e) / (math.Abs(e) + float64(softness*s.Time*math.Abs(rate)))
	// In the middle of the step the joint is farther by h dw / 4, where dw is the change of the
	// rate.
	share := 1 + float64(h/(2*s.Time))
	return push{e, inertia * float64(share*share), inertia * h / s.Time * (float64(2*rate) + e/s.Time), h}
}

// excess returns the amount by which the angle or displacement of a joint exceeds a limit. It
// is negative below the lower one.
func (s Stop) excess(turns bool, at float64) float64 {
	half := float64((s.Upper - s.Lower) / 2)
	off := at - float64((s.Upper+s.Lower)/2)
	if turns {
		off = math.Remainder(off, 2*math.Pi)
	}
	over := math.Abs(off) - half
	if !(half > 0 && over > 0) {
		return 0
	}
	if turns {
		over, _ = rotation.Sincos(over)
	}
	return math.Copysign(over, off)
}

// acts reports whether the stop pushes back, if the rate would change by this much without it.
// A step may also go back in time: then h is negative.
func (p push) acts(change float64) bool {
	return (float64(p.resists*change)+p.load)*p.beyond*p.h > 0
}

// checkStop returns an error for limits with no room between them, and for limits and rotors of
// a joint that does not have exactly one axis.
func (j *Joint) checkStop() error {
	s := j.Stop
	for _, value := range []float64{j.Rotor, s.Inertia, s.Time} {
		if !(value >= 0) || math.IsInf(value, 0) {
			return fmt.Errorf("its joint has a rotor of %v and a stop of the inertia %v and the time %v: expected finite numbers of 0 or more", j.Rotor, s.Inertia, s.Time)
		}
	}
	switch isThere := s.Lower != 0 || s.Upper != 0; {
	case isThere && !(s.Lower < s.Upper):
		return fmt.Errorf("its joint has the limits %v and %v: expected the lower one first", s.Lower, s.Upper)
	case (isThere || j.Rotor > 0) && j.axes() != 1:
		return fmt.Errorf("its joint has limits or a rotor and %d axes: expected one", j.axes())
	}
	return nil
}

// StopTime [s] is the default time of stops. stopShare is the fraction of other accelerations
// that default stops leave. They correspond to MuJoCo's solref of 0.02 and solimp of 0.95.
const (
	StopTime  = 0.95 * 0.02
	stopShare = 0.05
)

// DefaultStops gives stops to the joints that have limits. The hardness of each is relative to
// the joint's inertia at rest while other joints are free.
func (m *Mechanism) DefaultStops() {
	if !slices.ContainsFunc(m.Bodies, func(b Body) bool { return b.Stop.Lower < b.Stop.Upper }) {
		return
	}
	w := newWork(m)
	w.place(m.AtRest())
	w.weigh()
	masses := w.massMatrix()
	for b, body := range m.Bodies {
		for at := m.first[b]; at < m.first[b+1]; at++ {
			masses.SetSym(at, at, masses.At(at, at)+body.Rotor)
		}
	}
	var factors mat.Cholesky
	factors.Factorize(masses) // New has checked that this succeeds
	var inverse mat.SymDense
	if factors.InverseTo(&inverse) != nil {
		return
	}
	for b := range m.Bodies {
		if s := &m.Bodies[b].Stop; s.Lower < s.Upper {
			at := m.first[b]
			s.Time, s.Inertia = StopTime, (1/stopShare-1)/inverse.At(at, at)
		}
	}
}

// coordinate returns the angle or displacement of a joint with one axis, and whether it is an angle.
func (s State) coordinate(b int, joint *Joint) (turns bool, at float64) {
	if len(joint.Slides) > 0 {
		return false, dot(s.Slides[b], joint.Slides[0])
	}
	q := s.Turns[b]
	return true, 2 * math.Atan2(dot(r3.Vec{X: q.Imag, Y: q.Jmag, Z: q.Kmag}, joint.Turns[0]), q.Real)
}

// meet computes the effects of stops in a step of length h, which is a part of one of length
// whole. It reports whether a joint is beyond its limits.
func (in *Integrator) meet(s State, h, whole float64) (met bool) {
	for b := range in.Bodies {
		joint := &in.Bodies[b].Joint
		if stop := joint.Stop; stop.Lower < stop.Upper {
			stop.Time = max(stop.Time, math.Abs(whole))
			turns, at := s.coordinate(b, joint)
			in.pushes[b] = stop.push(turns, at, s.Rates[in.first[b]], h)
			met = met || in.pushes[b].beyond != 0
		}
	}
	return met
}

// removeStops removes the stops that do not act, given the changes of rates without stops.
func (in *Integrator) removeStops() {
	for b, of := range in.pushes {
		if of.beyond != 0 && !of.acts(in.change[in.first[b]]) { // joints without a stop may have no axis
			in.pushes[b] = push{}
		}
	}
}
