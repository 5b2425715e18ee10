package joints

import (
	"gmnc/builder/graph"
	"gmnc/ir"
)

// anyJoints are joints of which some are ball joints, or none, so that the body floats.
// Each has six axes at rest, three to slide along and three to turn about; the axes that it
// lacks are 0. With B how the body before has turned, a joint makes the motion
//
//	x -> B (R (x - anchor) + anchor + slid)
//
// of the pose of rest. Its coordinates are how far it has slid since the start and, as a
// unit quaternion, how it has turned since: [particles,7]. A time h at rates turns it on
// by the turn of their sum times h.
type anyJoints struct {
	*joints
	slidesAt, turnsAt *ir.Value // axes at rest: [particles,9]
	manyTurns, floats *ir.Value // marks joints without an axis, and floating ones
	turned, slid      *ir.Value // in the input: [particles,9] and [particles,3]
	active            *ir.Value // marks axes that joints have, on which dampings and loads act: [particles,6]
	up                []ir.Ancestor
}

// ofAnyType completes joints whose types are given.
func (j *joints) ofAnyType(types *ir.Value) *anyJoints {
	if j.stops != nil {
		j.Fail("limits and rotors of joints do not go with ball joints and bodies that float: leave them out, or hold the bodies by joints with an axis")
	}
	a := &anyJoints{joints: j, up: j.Ancestors(j.Inputs.Partner, j.Sub(j.isBody, j.isRoot), j.Config.Depth)}
	a.manyTurns = j.Mul(j.isBody, j.Minimum(types, j.Scalar(1)))
	a.floats = j.Mul(j.isBody, j.Maximum(j.Sub(types, j.Scalar(1)), j.Scalar(0)))
	along := func(mask *ir.Value) *ir.Value { return j.Mul(mask, j.IdentityMatrix(3)) }
	first := func(axis *ir.Value) *ir.Value { return j.Pad(axis, 0, 6) }
	a.slidesAt, a.turnsAt = j.Add(first(j.slide), along(a.floats)), j.Add(first(j.turn), along(a.manyTurns))

	isTurn := j.Inner(j.turn, j.turn)
	isSlide := j.Inner(j.slide, j.slide)
	a.active = j.Concat(j.Add(isSlide, a.floats), a.floats, a.floats, j.Add(isTurn, a.manyTurns), a.manyTurns, a.manyTurns)
	// Nothing damps a body that floats.
	j.damping = j.Mul(j.Mul(j.damping, j.Sub(j.Scalar(1), a.floats)), a.active)
	none := j.Mul(j.Scalar(0), j.isBody)
	if j.friction != nil {
		j.friction = j.Concat(j.Mul(j.friction, isSlide), none, none, j.Mul(j.friction, isTurn), none, none)
	}
	j.load = j.Concat(j.Mul(j.load, isSlide), none, none, j.Mul(j.load, isTurn), none, none)

	// A body that floats may be far from where it is at rest: places count from there.
	isAfloat := j.Gather(a.floats, j.Inputs.Root)
	j.origin = j.Select(isAfloat, j.Gather(j.Inputs.Position, j.Inputs.Root), j.origin)
	return a
}

// measure finds how joints have turned and slid in the input at x, and returns that they
// have not since.
func (a *anyJoints) measure(x *ir.Value) *ir.Value {
	f := a.FitBodies(a.isBody, a.Inputs.Partner, x, a.rest)
	f.Relative = a.Div(f.Relative, a.Sub(a.Scalar(1), f.IsLine)) // of which nothing is known
	angles := a.Angles(f, a.turn, a.slide)
	cosine, sine, way := a.Columns(angles, 0, 1), a.Columns(angles, 1, 2), a.Columns(angles, 2, 3)
	skew := a.SkewMatrix(a.turn)
	about := a.Add(a.IdentityMatrix(3), a.Add(a.Mul(sine, skew), a.Mul(a.Sub(a.Scalar(1), cosine), a.RowMatMul(skew, skew, 3, false, false))))
	a.turned = a.Name("turned", a.Select(a.manyTurns, a.orthogonal(f.Relative), about))
	// Of a body that floats, from the body before: how far the anchor is from where it
	// would be.
	off := a.Sub(f.RestCenter, a.anchor)
	slid := a.Add(a.RowMatMul(f.Before, f.Way, 3, true, false), a.Sub(off, a.RowMatMul(a.turned, off, 3, false, false)))
	a.slid = a.Name("slid", a.Select(a.floats, slid, a.Mul(way, a.slide)))
	return a.Broadcast(a.Const(1, 7, 0, 0, 0, 1, 0, 0, 0), graph.Particles)
}

// orthogonal are the turns next to matrices that are nearly turns (Newton, Schulz).
func (a *anyJoints) orthogonal(m *ir.Value) *ir.Value {
	for range 2 {
		square := a.RowMatMul(m, m, 3, true, false)
		m = a.RowMatMul(m, a.Mul(a.Scalar(0.5), a.Sub(a.Mul(a.Scalar(3), a.IdentityMatrix(3)), square)), 3, false, false)
	}
	return m
}

// place puts bodies where their joints have turned and slid since the start.
func (a *anyJoints) place(q *ir.Value) jointPlace {
	skew, two := a.SkewMatrix(a.Columns(q, 4, 7)), a.Scalar(2)
	squared := a.RowMatMul(skew, skew, 3, false, false)
	since := a.Add(a.IdentityMatrix(3), a.Mul(two, a.Add(a.Mul(a.Columns(q, 3, 4), skew), squared)))
	turn := a.RowMatMul(since, a.turned, 3, false, false)
	move := a.Add(a.anchor, a.Add(a.slid, a.Columns(q, 0, 3)))
	motion := a.MotionMatrix(turn, a.Sub(move, a.RowMatMul(turn, a.anchor, 3, false, false)))
	motion = a.FromGround(a.Add(motion, a.lastOne()), a.up)

	at := func(motion, point *ir.Value) *ir.Value {
		one := a.Add(a.Mul(a.Scalar(0), a.isBody), a.Scalar(1))
		return a.Columns(a.RowMatMul(motion, a.Concat(point, one), 4, false, false), 0, 3)
	}
	before := a.Select(a.isRoot, a.Broadcast(a.IdentityMatrix(4), graph.Particles), a.Gather(motion, a.Inputs.Partner))
	turnBefore := a.Concat(a.Columns(before, 0, 3), a.Columns(before, 4, 7), a.Columns(before, 8, 11))
	anchor, none := at(motion, a.anchor), a.Mul(a.Scalar(0), a.turn)
	var slides, turns []*ir.Value
	for k := 0; k < 9; k += 3 {
		axis := func(atRest *ir.Value) *ir.Value {
			return a.RowMatMul(turnBefore, a.Columns(atRest, k, k+3), 3, false, false)
		}
		about := axis(a.turnsAt)
		slides, turns = append(slides, none, axis(a.slidesAt)), append(turns, about, a.Cross(anchor, about))
	}
	return jointPlace{at(a.bodyRows().Spread(motion), a.rest), a.Concat(append(slides, turns...)...)}
}

// lastOne is what motions have in their last row: 1 at the end.
func (a *anyJoints) lastOne() *ir.Value {
	values := make([]float64, 16)
	values[15] = 1
	return a.Const(1, 16, values...)
}
