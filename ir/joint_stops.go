package ir

import (
	"math"

	"gmnc/internal/articulated"
)

// jointStops is the law of the stops of joints, as in package articulated, with one column for
// each value. It works element by element, so that files can use it for rows of another shape
// (see stepEmitter).
type jointStops struct {
	*Builder
	first                       [3]*Value // the first cosine, sine and displacement
	isTurn                      *Value    // 1 for joints that rotate
	lower, upper, inertia, time *Value    // as in articulated.Stop
}

// displaced returns the cosine and the sine of the angle, and the displacement, of joints that
// have moved by q.
func (s jointStops) displaced(q *Value) (cosine, sine, displacement *Value) {
	angle := s.Mul(q, s.isTurn)
	sin, cos := s.Sin(angle), s.Cos(angle)
	cosine, sine = s.first[0], s.first[1]
	return s.Sub(s.Mul(cosine, cos), s.Mul(sine, sin)), s.Add(s.Mul(sine, cos), s.Mul(cosine, sin)), s.Add(s.first[2], s.Sub(q, angle))
}

// beyond returns by how much joints that have moved by q exceed their limits.
func (s jointStops) beyond(q *Value) *Value {
	cosine, sine, slid := s.displaced(q)
	slides := s.Sub(slid, s.Minimum(s.Maximum(slid, s.lower), s.upper))
	return s.Select(s.Greater(s.upper, s.lower), s.Select(s.isTurn, s.angleExcess(cosine, sine), slides), s.Scalar(0))
}

// angleExcess returns by how much the angles of joints exceed their limits.
func (s jointStops) angleExcess(cosine, sine *Value) *Value {
	zero := s.Scalar(0)
	mid, half := s.Mul(s.Scalar(0.5), s.Add(s.upper, s.lower)), s.Mul(s.Scalar(0.5), s.Sub(s.upper, s.lower))
	cosMid, sinMid, cosHalf, sinHalf := s.Cos(mid), s.Sin(mid), s.Cos(half), s.Sin(half)
	sine, cosine = s.Sub(s.Mul(sine, cosMid), s.Mul(cosine, sinMid)), s.Add(s.Mul(cosine, cosMid), s.Mul(sine, sinMid))
	size := s.Sub(s.Mul(s.Abs(sine), cosHalf), s.Mul(cosine, sinHalf))
	excess := s.Select(s.Greater(zero, sine), s.Neg(size), size)
	return s.Select(s.Greater(s.Scalar(math.Pi), half), s.Select(s.Greater(cosHalf, cosine), excess, zero), zero)
}

// smallestStop is the lower bound of a divisor that is 0 if a stop has no effect.
const smallestStop = 1e-30

// acting returns the effect of stops in a step on joints that exceed their limits by beyond and
// move at rates w. half is half of the time of the step. resists is the resistance against changes
// of the rate, and pushes is the load without a change. Stops only push back: change is half of
// the change of the rate without them, and stops that would not push back have no effect.
func (s jointStops) acting(beyond, w, half, change *Value) (resists, pushes *Value) {
	off := s.Abs(beyond)
	soft := s.Mul(s.Scalar(articulated.Soft), s.Mul(s.time, s.Abs(w)))
	inertia := s.Div(s.Mul(s.inertia, off), s.Maximum(s.Add(off, soft), s.Scalar(smallestStop)))
	resists = s.Mul(inertia, s.Square(s.Add(s.Scalar(1), s.Div(half, s.time))))
	pushes = s.Mul(s.Div(inertia, s.time), s.Add(s.Add(w, w), s.Div(beyond, s.time)))
	push := s.Add(s.Mul(resists, change), s.Mul(half, pushes))
	acts := s.Greater(s.Mul(push, beyond), s.Scalar(0))
	return s.Mul(acts, resists), s.Mul(acts, pushes)
}

// stopsOf returns the stops of joints in rows of particles, in a step of the time whole or half
// of it.
func (j *jointLaw) stopsOf(whole float64) *jointStops {
	column := func(i int) *Value { return j.Columns(j.Stops, i, i+1) }
	start := j.motions.start
	first := [3]*Value{j.Columns(start, 0, 1), j.Columns(start, 1, 2), j.Columns(start, 2, 3)}
	return &jointStops{j.Builder, first, j.motions.isTurn, column(1), column(2), column(3), j.Maximum(column(4), j.Scalar(whole))}
}

// JointBeyond returns by how much joints in a state [rows,2] exceed the limits of their stops,
// [rows,1]: the sine of the excess for revolute joints, and 0 within the limits.
func (b *Builder) JointBeyond(bodies JointBodies, loads JointLoads, state *Value) *Value {
	j := newJointLaw(b, bodies, loads)
	return j.Mul(j.IsBody, j.stopsOf(0).beyond(j.Columns(state, 0, 1)))
}
