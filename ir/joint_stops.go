package ir

import (
	"math"

	"gmnc/internal/articulated"
)

// jointStops are what stops do to joints in a step, [rows,1] each: by how much joints are
// beyond their limits, and of the load times the step what a change of the rate makes, and
// what is there without. Package articulated has the law.
type jointStops struct {
	*Builder
	beyond, resists, pushes *Value
}

// stops are the stops of joints at a place and the rates before a step of the time h, within
// one of the time whole.
func (j *jointLaw) stops(at jointPlace, w *Value, h, whole float64) jointStops {
	column := func(i int) *Value { return j.Columns(j.Stops, i, i+1) }
	s := jointStops{Builder: j.Builder, beyond: j.beyond(at)}
	time := j.Maximum(column(4), j.Scalar(whole))
	pace, off := j.Div(j.Scalar(h), time), s.size(s.beyond)
	soft := j.Mul(j.Scalar(articulated.Soft), j.Mul(time, s.size(w)))
	inertia := j.Div(j.Mul(column(3), off), j.Maximum(j.Add(off, soft), j.Scalar(smallestStop)))
	s.resists = j.Mul(inertia, j.Square(j.Add(j.Scalar(1), j.Mul(j.Scalar(0.5), pace))))
	s.pushes = j.Mul(inertia, j.Mul(pace, j.Add(j.Mul(j.Scalar(2), w), j.Div(s.beyond, time))))
	return s
}

// beyond is by how much joints are beyond their limits.
func (j *jointLaw) beyond(at jointPlace) *Value {
	lower, upper := j.Columns(j.Stops, 1, 2), j.Columns(j.Stops, 2, 3)
	isThere := j.Mul(j.IsBody, j.Greater(upper, lower))
	slides := j.Add(j.Minimum(j.Sub(at.slid, lower), j.Scalar(0)), j.Maximum(j.Sub(at.slid, upper), j.Scalar(0)))
	return j.Mul(isThere, j.Select(j.isTurn, jointStops{Builder: j.Builder}.turns(at, lower, upper), slides))
}

// JointBeyond is by how much joints in a state [rows,2] are beyond the limits of their
// stops, of turns the sine, and 0 where they are within: [rows,1].
func (b *Builder) JointBeyond(bodies JointBodies, loads JointLoads, state *Value) *Value {
	j := newJointLaw(b, bodies, loads)
	return j.beyond(j.place(j.Columns(state, 0, 1)))
}

// smallestStop is what a divisor is at least that is 0 where a stop does nothing.
const smallestStop = 1e-30

// turns are by how much joints have turned beyond limits.
func (s jointStops) turns(at jointPlace, lower, upper *Value) *Value {
	both := func(sign float64) *Value { return s.Mul(s.Scalar(0.5), s.Add(upper, s.Mul(s.Scalar(sign), lower))) }
	mid, half := both(1), both(-1)
	cosMid, sinMid, cosHalf, sinHalf := s.Cos(mid), s.Sin(mid), s.Cos(half), s.Sin(half)
	sine := s.Sub(s.Mul(at.sine, cosMid), s.Mul(at.cosine, sinMid))
	cosine := s.Add(s.Mul(at.cosine, cosMid), s.Mul(at.sine, sinMid))
	isBeyond := s.Mul(s.Greater(s.Scalar(math.Pi), half), s.Greater(cosHalf, cosine))
	size := s.Sub(s.Mul(s.size(sine), cosHalf), s.Mul(cosine, sinHalf))
	return s.Mul(s.Mul(isBeyond, s.sign(sine)), size)
}

// size is the absolute value.
func (s jointStops) size(x *Value) *Value { return s.Maximum(x, s.Neg(x)) }

// sign is -1 of numbers below 0, else 1.
func (s jointStops) sign(x *Value) *Value {
	return s.Sub(s.Scalar(1), s.Mul(s.Scalar(2), s.Greater(s.Scalar(0), x)))
}

// acting are the stops that push back where rates would change by so much without them;
// others are 0.
func (s jointStops) acting(change *Value) jointStops {
	push := s.Add(s.Mul(s.resists, change), s.pushes)
	acts := s.Greater(s.Mul(push, s.beyond), s.Scalar(0))
	s.resists, s.pushes = s.Mul(acts, s.resists), s.Mul(acts, s.pushes)
	return s
}
