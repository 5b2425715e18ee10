package builder

import "gmnc/ir"

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
	manyTurns, floats *ir.Value // marks joints without an axis, and those of them that float
	turned, slid      *ir.Value // in the input: [particles,9] and [particles,3]
}

// ofAnyType completes joints whose types are given.
func (j *joints) ofAnyType(types *ir.Value) *anyJoints {
	a := &anyJoints{joints: j}
	a.manyTurns = j.Mul(j.isBody, j.Minimum(types, j.Scalar(1)))
	a.floats = j.Mul(j.isBody, j.Maximum(j.Sub(types, j.Scalar(1)), j.Scalar(0)))
	along := func(mask *ir.Value) *ir.Value { return j.Mul(mask, j.identity(3)) }
	first := func(axis *ir.Value) *ir.Value { return j.Pad(axis, 0, 6) }
	a.slidesAt, a.turnsAt = j.Add(first(j.slide), along(a.floats)), j.Add(first(j.turn), along(a.manyTurns))

	j.isTurn = j.Inner(j.turn, j.turn)
	isSlide := j.Inner(j.slide, j.slide)
	j.active = j.Concat(j.Add(isSlide, a.floats), a.floats, a.floats, j.Add(j.isTurn, a.manyTurns), a.manyTurns, a.manyTurns)
	// Nothing damps a body that floats.
	j.damping = j.Mul(j.Mul(j.damping, j.Sub(j.Scalar(1), a.floats)), j.active)
	none := j.Mul(j.Scalar(0), j.isBody)
	j.load = j.Concat(j.Mul(j.load, isSlide), none, none, j.Mul(j.load, j.isTurn), none, none)

	// A body that floats may be far from where it is at rest: places count from there.
	isAfloat := j.Gather(a.floats, j.Inputs.Root)
	j.origin = j.Select(isAfloat, j.Gather(j.Inputs.Position, j.Inputs.Root), j.origin)
	return a
}

// start finds how joints have turned and slid in the input at x, and returns that they
// have not since.
func (a *anyJoints) start(x *ir.Value) *ir.Value {
	f := a.fit(x)
	angle := a.angles(f)
	skew := a.skew(a.turn)
	about := a.Add(a.identity(3), a.Add(a.Mul(angle.sine, skew), a.Mul(a.Sub(a.Scalar(1), angle.cosine), a.RowMatMul(skew, skew, 3, false, false))))
	a.turned = a.Name("turned", a.Select(a.manyTurns, a.orthogonal(f.relative), about))
	// Of a body that floats, from the body before: how far the anchor is from where it
	// would be.
	off := a.Sub(f.restCenter, a.anchor)
	slid := a.Add(a.RowMatMul(f.before, f.way, 3, true, false), a.Sub(off, a.RowMatMul(a.turned, off, 3, false, false)))
	a.slid = a.Name("slid", a.Select(a.floats, slid, a.Mul(angle.slid, a.slide)))
	return a.Broadcast(a.Const(1, 7, 0, 0, 0, 1, 0, 0, 0), Particles)
}

// orthogonal are the turns next to matrices that are nearly turns (Newton, Schulz).
func (a *anyJoints) orthogonal(m *ir.Value) *ir.Value {
	for range 2 {
		square := a.RowMatMul(m, m, 3, true, false)
		m = a.RowMatMul(m, a.Mul(a.Scalar(0.5), a.Sub(a.Mul(a.Scalar(3), a.identity(3)), square)), 3, false, false)
	}
	return m
}

// drift turns and slides joints on for a time at the rates w.
func (a *anyJoints) drift(q, w *ir.Value, time float64) *ir.Value {
	slid := a.Add(a.Columns(q, 0, 3), a.Mul(a.Scalar(time), a.along(a.slidesAt, a.Columns(w, 0, 3))))
	spin := a.along(a.turnsAt, a.Columns(w, 3, 6))
	speed := a.Length(spin)
	half := a.Mul(a.Scalar(time/2), speed)
	real, way := a.Cos(half), a.Mul(a.Div(a.Sin(half), speed), spin)
	// The product of the quaternions.
	before, turn := a.Columns(q, 3, 4), a.Columns(q, 4, 7)
	scalar := a.Sub(a.Mul(real, before), a.Inner(way, turn))
	vector := a.Add(a.Add(a.Mul(real, turn), a.Mul(before, way)), a.Cross(way, turn))
	return a.Concat(slid, scalar, vector)
}

// united are coordinates whose quaternions have the length 1 again.
func (a *anyJoints) united(q *ir.Value) *ir.Value {
	turn := a.Columns(q, 3, 7)
	return a.Concat(a.Columns(q, 0, 3), a.Div(turn, a.Sqrt(a.SumColumns(a.Square(turn)))))
}

// place puts bodies where their joints have turned and slid since the start.
func (a *anyJoints) place(q *ir.Value) jointPlace {
	skew, two := a.skew(a.Columns(q, 4, 7)), a.Scalar(2)
	squared := a.RowMatMul(skew, skew, 3, false, false)
	since := a.Add(a.identity(3), a.Mul(two, a.Add(a.Mul(a.Columns(q, 3, 4), skew), squared)))
	turn := a.RowMatMul(since, a.turned, 3, false, false)
	move := a.Add(a.anchor, a.Add(a.slid, a.Columns(q, 0, 3)))
	motion := a.matrix(turn, a.Sub(move, a.RowMatMul(turn, a.anchor, 3, false, false)))
	motion = a.fromGround(a.Add(motion, a.lastOne()))

	at := func(motion, point *ir.Value) *ir.Value {
		one := a.Add(a.Mul(a.Scalar(0), a.isBody), a.Scalar(1))
		return a.Columns(a.RowMatMul(motion, a.Concat(point, one), 4, false, false), 0, 3)
	}
	before := a.Select(a.isRoot, a.Broadcast(a.identity(4), Particles), a.Gather(motion, a.Inputs.Partner))
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
	return jointPlace{at(a.spread(motion), a.rest), a.Concat(append(slides, turns...)...)}
}

// balanced is the state after a step of the time h from another. Bodies afloat are moved
// along: the momentum of all that hangs on one changes by the known forces alone, and its
// centre goes where that leads.
func (a *anyJoints) balanced(before, after jointMotion, h float64) (q, w *ir.Value) {
	all := func(x *ir.Value) *ir.Value { return a.ScatterAdd(x, a.Inputs.Root) }
	mass := all(a.mass)
	mean := func(x *ir.Value) *ir.Value { return a.Div(all(a.Mul(a.mass, x)), a.orOne(mass)) }
	moves := func(s jointMotion) (center, velocity *ir.Value) {
		at := a.place(s.q)
		return mean(at.position), mean(a.VelocityAt(a.motion(at, s.w), at.position))
	}
	center, velocity := moves(before)
	centerAfter, velocityAfter := moves(after)
	push := a.Mul(a.Scalar(h), a.Div(all(a.force), a.orOne(mass)))
	faster := a.Mul(a.floats, a.Sub(a.Add(velocity, push), velocityAfter))
	way := a.Mul(a.Scalar(h), a.Add(velocity, a.Mul(a.Scalar(0.5), push)))
	farther := a.Mul(a.floats, a.Sub(a.Add(center, way), centerAfter))
	return a.Add(after.q, a.Pad(farther, 0, 4)), a.Add(after.w, a.Pad(faster, 0, 3))
}

// lastOne is what motions have in their last row: 1 at the end.
func (a *anyJoints) lastOne() *ir.Value {
	values := make([]float64, 16)
	values[15] = 1
	return a.Const(1, 16, values...)
}

// slides are the velocities with which anchors slide at rates w: [particles,3].
func (a *anyJoints) slides(at jointPlace, w *ir.Value) *ir.Value {
	return a.Columns(a.along(a.Columns(at.axes, 0, 18), a.Columns(w, 0, 3)), 3, 6)
}
