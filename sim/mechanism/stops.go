package mechanism

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/articulated"
)

// checkStop reports limits that leave no way between them, and stops and rotors that no
// joint has.
func (j *Joint) checkStop() error {
	s := j.Stop
	for _, value := range []float64{j.Rotor, s.Inertia, s.Time} {
		if !(value >= 0) || math.IsInf(value, 0) {
			return fmt.Errorf("its joint has a rotor of %v and a stop of the inertia %v and the time %v: want finite numbers of 0 or more", j.Rotor, s.Inertia, s.Time)
		}
	}
	switch isThere := s.Lower != 0 || s.Upper != 0; {
	case isThere && !(s.Lower < s.Upper):
		return fmt.Errorf("its joint has the limits %v and %v: want the lower one first", s.Lower, s.Upper)
	case (isThere || j.Rotor > 0) && j.axes() != 1:
		return fmt.Errorf("its joint has limits or a rotor and %d axes: want one", j.axes())
	}
	return nil
}

// StopTime [s] is the time of the stops that joints have by default, and stopShare what they
// leave of other accelerations, as MuJoCo's solref of 0.02 and solimp of 0.95 do.
const (
	StopTime  = 0.95 * 0.02
	stopShare = 0.05
)

// DefaultStops gives the joints that have limits stops, as hard for each as its inertia at
// rest is, while other joints are free.
func (m *Mechanism) DefaultStops() {
	if !slices.ContainsFunc(m.Bodies, func(b Body) bool { return b.Stop.Lower < b.Stop.Upper }) {
		return
	}
	w := newWork(m)
	w.place(m.AtRest())
	masses := w.massMatrix()
	for b, body := range m.Bodies {
		for at := m.first[b]; at < m.first[b+1]; at++ {
			masses.SetSym(at, at, masses.At(at, at)+body.Rotor)
		}
	}
	var factors mat.Cholesky
	factors.Factorize(masses) // which New has seen
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

// place is how a joint of one axis has turned, by cosine and sine, and slid.
func (s State) place(b int, joint *Joint) (turns bool, at [3]float64) {
	if len(joint.Slides) > 0 {
		return false, [3]float64{1, 0, dot(s.Slides[b], joint.Slides[0])}
	}
	q := s.Turns[b]
	along := dot(r3.Vec{X: q.Imag, Y: q.Jmag, Z: q.Kmag}, joint.Turns[0])
	return true, [3]float64{1 - float64(2*along*along), 2 * q.Real * along, 0}
}

// meet finds what stops do in a step of the time h, within one of the time whole, and
// reports whether a joint is beyond its limits.
func (in *Integrator) meet(s State, h, whole float64) (met bool) {
	for b := range in.Bodies {
		joint := &in.Bodies[b].Joint
		in.pushes[b] = articulated.Push{}
		if stop := joint.Stop; stop.Lower < stop.Upper {
			stop.Time = max(stop.Time, math.Abs(whole))
			turns, at := s.place(b, joint)
			in.pushes[b] = stop.Push(turns, at, s.Rates[in.first[b]], h)
			met = met || in.pushes[b].Beyond != 0
		}
	}
	return met
}

// hold leaves the stops that act on joints of which the changes of rates without them are
// known.
func (in *Integrator) hold() {
	for b, push := range in.pushes {
		if push.Beyond != 0 && !push.Acts(in.change[in.first[b]]) { // other joints may have no axis
			in.pushes[b] = articulated.Push{}
		}
	}
}
