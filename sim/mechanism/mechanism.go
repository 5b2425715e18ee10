package mechanism

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Joint describes the motion of a body relative to the one before it, or to the ground. The
// body slides along axes, then turns about axes through its anchor. It has none, one or three
// of each, given in the pose of rest. Damping [N m s or N s/m] and friction [N m or N] act on
// every axis.
type Joint struct {
	Slides, Turns     []r3.Vec
	Damping, Friction float64
	// Rotor is the inertia, or mass, that the joint moves in addition to the bodies. Stop keeps
	// a joint with one axis between its limits.
	Rotor float64
	Stop  Stop
	// Range holds the limits that the joint's maker specifies, relative to the pose of rest. It
	// serves to check recordings and has no effect on the motion. Both limits are 0 if nothing
	// is known.
	Range [2]float64
	// Follows says which joint this one follows in the maker's file. It serves as Range does,
	// and is nil if the joint follows none.
	Follows *Follows
}

// Follows says that a coordinate is that of the joint of the body called Joint, times Times,
// plus Offset.
type Follows struct {
	Joint         string
	Times, Offset float64
}

var basis = []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}

// Revolute, Prismatic, Ball and Free return the kinds of joints.
func Revolute(axis r3.Vec) Joint  { return Joint{Turns: []r3.Vec{axis}} }
func Prismatic(axis r3.Vec) Joint { return Joint{Slides: []r3.Vec{axis}} }
func Ball() Joint                 { return Joint{Turns: basis} }
func Free() Joint                 { return Joint{Slides: basis, Turns: basis} }

// axes returns the number of axes.
func (j Joint) axes() int { return len(j.Slides) + len(j.Turns) }

// Body is a rigid body.
type Body struct {
	Name string
	Joint
	Parent  int    // index of the parent, which is smaller than its own; -1 for the ground
	Anchor  r3.Vec // position in the pose of rest
	Members []int  // indices of its particles
}

// Mechanism consists of bodies, their particles in the pose of rest [n] with their masses [n],
// and gravity.
type Mechanism struct {
	Bodies  []Body
	Rest    []r3.Vec
	Mass    []float64
	Gravity r3.Vec

	owner []int // body of each particle
	first []int // index of the first rate of each body, and the number of all rates
}

// singular is the condition number of the mass matrix above which a joint counts as moving no
// mass.
const singular = 1e13

// New completes a mechanism, and scales its axes to length 1. It returns an error for arrays of
// unequal length, and for numbers that are not finite or not positive. Parents must come before
// their children, and each particle must belong to exactly one body. Axes must have a length,
// and joints must move a mass of their own.
func New(m Mechanism) (*Mechanism, error) {
	if len(m.Rest) != len(m.Mass) {
		return nil, fmt.Errorf("mechanism: has %d positions and %d masses, expected equal numbers", len(m.Rest), len(m.Mass))
	}
	m.owner, m.first = make([]int, len(m.Rest)), make([]int, 1, len(m.Bodies)+1)
	for i := range m.owner {
		m.owner[i] = -1
		if !(m.Mass[i] > 0) || math.IsInf(m.Mass[i], 0) || !finite(m.Rest[i]) {
			return nil, fmt.Errorf("mechanism: particle %d has the mass %v at %v, expected a positive number and finite ones", i, m.Mass[i], m.Rest[i])
		}
	}
	bodies := m.Bodies
	m.Bodies = nil
	for b, body := range bodies {
		if err := m.take(body); err != nil {
			return nil, fmt.Errorf("mechanism: body %d, %.40q: %w", b, body.Name, err)
		}
	}
	for i, owner := range m.owner {
		if owner < 0 {
			return nil, fmt.Errorf("mechanism: particle %d is in no body", i)
		}
	}
	return &m, m.checkInertia()
}

// take adds a body.
func (m *Mechanism) take(body Body) error {
	number := len(m.Bodies)
	if body.Parent < -1 || body.Parent >= number {
		return fmt.Errorf("its parent is %d: expected one before it, or -1", body.Parent)
	}
	for _, i := range body.Members {
		if i < 0 || i >= len(m.owner) || m.owner[i] >= 0 {
			return fmt.Errorf("particle %d is not there, or in another body too", i)
		}
		m.owner[i] = number
	}
	if !finite(body.Anchor) {
		return errors.New("its anchor is not finite")
	}
	if !(body.Damping >= 0 && body.Friction >= 0) || math.IsInf(body.Damping+body.Friction, 0) {
		return fmt.Errorf("its joint has the damping %v and the friction %v: expected numbers of 0 or more", body.Damping, body.Friction)
	}
	if err := body.checkStop(); err != nil {
		return err
	}
	slides, err := unit(body.Slides)
	if err != nil {
		return err
	}
	turns, err := unit(body.Turns)
	if err != nil {
		return err
	}
	body.Slides, body.Turns = slides, turns
	m.Bodies = append(m.Bodies, body)
	m.first = append(m.first, m.first[number]+body.axes())
	return nil
}

// unit returns axes scaled to length 1.
func unit(axes []r3.Vec) (all []r3.Vec, err error) {
	for _, axis := range axes {
		length := norm(axis)
		if !(length > 0) || math.IsInf(length, 0) {
			return nil, fmt.Errorf("its joint has the axis %v: expected one with a length", axis)
		}
		all = append(all, scale(1/length, axis))
	}
	return all, nil
}

func finite(v r3.Vec) bool { return !math.IsInf(r3.Norm(v), 0) && !math.IsNaN(r3.Norm(v)) }

// checkInertia returns an error if a joint moves no mass of its own at rest. Its rate would be
// undetermined.
func (m *Mechanism) checkInertia() error {
	rates := m.Rates()
	if rates == 0 {
		return errors.New("mechanism: has no joint that moves")
	}
	w := newWork(m)
	w.place(m.AtRest())
	w.weigh()
	h := w.massMatrix()
	var factors mat.Cholesky
	if factors.Factorize(h) && factors.Cond() < singular {
		return nil
	}
	weakest, least := 0, math.Inf(1)
	for b := range m.Bodies {
		for d := m.first[b]; d < m.first[b+1]; d++ {
			if h.At(d, d) < least {
				weakest, least = b, h.At(d, d)
			}
		}
	}
	return fmt.Errorf("mechanism: a joint moves no mass, or the same as others, likely the one of body %d, %.40q: give the body an inertia, or hold the joint", weakest, m.Bodies[weakest].Name)
}

// Rates returns the number of all rates.
func (m *Mechanism) Rates() int { return m.first[len(m.Bodies)] }

// RatesOf returns the indices at which the rates of a body's joint begin and end.
func (m *Mechanism) RatesOf(body int) (first, end int) { return m.first[body], m.first[body+1] }

// State is the position and motion of a mechanism. It holds the displacement of each joint, in
// the frame of the body before, its rotation, and the rates of its axes.
type State struct {
	Slides []r3.Vec
	Turns  []quat.Number
	Rates  []float64
}

// AtRest returns the pose of rest without motion.
func (m *Mechanism) AtRest() State {
	s := State{make([]r3.Vec, len(m.Bodies)), make([]quat.Number, len(m.Bodies)), make([]float64, m.Rates())}
	for b := range s.Turns {
		s.Turns[b] = still
	}
	return s
}

// Clone returns a deep copy.
func (s State) Clone() State {
	return State{slices.Clone(s.Slides), slices.Clone(s.Turns), slices.Clone(s.Rates)}
}

// copyFrom copies another state into this one.
func (s *State) copyFrom(other State) {
	copy(s.Slides, other.Slides)
	copy(s.Turns, other.Turns)
	copy(s.Rates, other.Rates)
}

// SetAngle sets the angle of a joint that turns about one axis, or the displacement of one that
// slides.
func (m *Mechanism) SetAngle(s State, body int, angle float64) {
	joint := m.Bodies[body].Joint
	if len(joint.Turns) > 0 {
		s.Turns[body] = turnBy(angle, joint.Turns[0])
	} else {
		s.Slides[body] = scale(angle, joint.Slides[0])
	}
}

// drift moves the joints for a time at constant rates.
func (m *Mechanism) drift(s State, time float64) {
	for b := range m.Bodies {
		body, rates := &m.Bodies[b], s.Rates[m.first[b]:]
		for k, axis := range body.Slides {
			s.Slides[b] = r3.Add(s.Slides[b], scale(time*rates[k], axis))
		}
		var spin r3.Vec
		for k, axis := range body.Turns {
			spin = r3.Add(spin, scale(rates[len(body.Slides)+k], axis))
		}
		if speed := norm(spin); speed > 0 {
			s.Turns[b] = compose(turnBy(time*speed, spin), s.Turns[b])
		}
	}
}
