package joints

import (
	"gmnc/builder/graph"
	"gmnc/ir"
)

// anyJoints holds joints of which some are ball joints, or free joints of bodies that float.
// Each has six axes at rest, three to slide along and three to turn about; the axes that it
// lacks are 0. If B is the rotation of the body before, a joint moves the pose of rest by
//
//	x -> B (R (x - anchor) + anchor + slid)
//
// Its coordinates are its displacement since the start and, as a unit quaternion, its rotation
// since then: [particles,7]. In a time h it rotates further by the sum of the rates about its
// axes, times h.
type anyJoints struct {
	*joints
	slidesAt, turnsAt *ir.Value // axes at rest: [particles,9]
	axesAt            *ir.Value // both, with a fourth coordinate that is 0: [particles,24]
	manyTurns, floats *ir.Value // marks joints without an axis, and floating ones
	turned, slid      *ir.Value // rotations and displacements in the input: [particles,9] and [particles,3]
	active            *ir.Value // marks axes that joints have, on which dampings and loads act: [particles,6]
	up                []ir.Ancestor
}

// ofAnyType returns joints with the given types.
func (j *joints) ofAnyType(types *ir.Value) *anyJoints {
	if j.stops != nil {
		j.Fail("limits and rotors of joints do not go with ball joints and bodies that float: leave them out, or hold the bodies by joints with an axis")
	}
	if j.law != nil {
		j.Fail("friction with load, memory or a network does not go with ball joints and bodies that float: leave it out, or hold the bodies by joints with an axis")
	}
	a := &anyJoints{joints: j, up: j.Ancestors(j.Inputs.Partner, j.Sub(j.isBody, j.isRoot), j.Config.Depth)}
	a.manyTurns = j.Mul(j.isBody, j.Minimum(types, j.Scalar(1)))
	a.floats = j.Mul(j.isBody, j.Maximum(j.Sub(types, j.Scalar(1)), j.Scalar(0)))
	along := func(mask *ir.Value) *ir.Value { return j.Mul(mask, j.IdentityMatrix(3)) }
	first := func(axis *ir.Value) *ir.Value { return j.Pad(axis, 0, 6) }
	a.slidesAt, a.turnsAt = j.Add(first(j.slide), along(a.floats)), j.Add(first(j.turn), along(a.manyTurns))

	columns := make([]terms, 24)
	for k := range 18 {
		columns[k/3*4+k%3] = terms{k: 1}
	}
	a.axesAt = j.combined(j.Concat(a.slidesAt, a.turnsAt), columns...)

	isTurn := j.Inner(j.turn, j.turn)
	isSlide := j.Inner(j.slide, j.slide)
	a.active = j.Concat(j.Add(isSlide, a.floats), a.floats, a.floats, j.Add(isTurn, a.manyTurns), a.manyTurns, a.manyTurns)
	// A body that floats has no damping.
	j.damping = j.Mul(j.Mul(j.damping, j.Sub(j.Scalar(1), a.floats)), a.active)
	none := j.Mul(j.Scalar(0), j.isBody)
	if j.friction != nil {
		j.friction = j.Concat(j.Mul(j.friction, isSlide), none, none, j.Mul(j.friction, isTurn), none, none)
	}
	j.load = j.Concat(j.Mul(j.load, isSlide), none, none, j.Mul(j.load, isTurn), none, none)

	// A body that floats may be far from its rest position: its tree's positions are relative
	// to its own.
	isAfloat := j.Gather(a.floats, j.Inputs.Root)
	j.origin = j.Select(isAfloat, j.Gather(j.Inputs.Position, j.Inputs.Root), j.origin)
	return a
}

// measure computes the rotations and displacements of joints in the input at x. It returns the
// coordinates of no motion since then.
func (a *anyJoints) measure(x *ir.Value) *ir.Value {
	f := a.FitBodies(a.isBody, a.Inputs.Partner, x, a.rest)
	f.Relative = a.Div(f.Relative, a.Sub(a.Scalar(1), f.IsLine)) // not finite for bodies on a line, whose rotation is unknown
	angles := a.Angles(f, a.turn, a.slide)
	about, displacement := a.about(a.Columns(angles, 0, 1), a.Columns(angles, 1, 2)), a.Columns(angles, 2, 3)
	a.turned = a.Name("turned", a.Select(a.manyTurns, a.orthogonal(f.Relative), about))
	// For a body that floats, this is the displacement of the anchor in the frame of the body
	// before.
	off := a.Sub(f.RestCenter, a.anchor)
	slid := a.Add(a.RowMatMul(f.Before, f.Displacement, 3, true, false), a.Sub(off, a.RowMatMul(a.turned, off, 3, false, false)))
	a.slid = a.Name("slid", a.Select(a.floats, slid, a.Mul(displacement, a.slide)))
	return a.Broadcast(a.Const(1, 7, 0, 0, 0, 1, 0, 0, 0), graph.Particles)
}

// about returns the rotations about the axes of joints by angles of which these are the cosines and the
// sines.
func (a *anyJoints) about(cosine, sine *ir.Value) *ir.Value {
	skew := a.SkewMatrix(a.turn)
	square := a.RowMatMul(skew, skew, 3, false, false)
	return a.Add(a.IdentityMatrix(3), a.Add(a.Mul(sine, skew), a.Mul(a.Sub(a.Scalar(1), cosine), square)))
}

// orthogonal returns the rotations nearest to matrices that are nearly rotations (Newton,
// Schulz).
func (a *anyJoints) orthogonal(m *ir.Value) *ir.Value {
	for range 2 {
		square := a.RowMatMul(m, m, 3, true, false)
		m = a.RowMatMul(m, a.Mul(a.Scalar(0.5), a.Sub(a.Mul(a.Scalar(3), a.IdentityMatrix(3)), square)), 3, false, false)
	}
	return m
}

// pose returns the positions and axes of bodies whose joints have the coordinates q.
func (a *anyJoints) pose(q *ir.Value) ir.JointPose {
	turn := a.RowMatMul(a.since(q), a.turned, 3, false, false)
	move := a.Add(a.anchor, a.Add(a.slid, a.Columns(q, 0, 3)))
	motion := a.FromGround(a.MotionMatrix(turn, a.Sub(move, a.RowMatMul(turn, a.anchor, 3, false, false))), a.up)

	before := a.Select(a.isRoot, a.Broadcast(a.IdentityMatrix(4), graph.Particles), a.Gather(motion, a.Inputs.Partner))
	directions := a.RowMatMul(a.axesAt, before, 4, false, false) // in the layout of axesAt
	// These columns are the cross products with the anchor of x, y, z and, as 0, of the last
	// coordinate.
	across := a.combined(a.Moved(a.anchor, motion), nil, terms{2: 1}, terms{1: -1}, terms{2: -1}, nil, terms{0: 1}, terms{1: 1}, terms{0: -1}, nil, nil, nil, nil)
	moments := a.RowMatMul(a.Columns(directions, 12, 24), across, 4, false, false)
	both, motions := a.Concat(directions, moments), make([]terms, 36)
	for k := range 9 {
		axis, i := k/3, k%3
		motions[6*axis+3+i] = terms{4*axis + i: 1}       // slides are velocities
		motions[18+6*axis+i] = terms{12 + 4*axis + i: 1} // the others are angular velocities
		motions[18+6*axis+3+i] = terms{24 + k: 1}
	}
	return ir.JointPose{Position: a.Moved(a.rest, a.bodyRows().Spread(motion)), Axes: a.combined(both, motions...)}
}

// since returns the rotations of the quaternions in coordinates, from products of two entries
// of the scalar s and the vector n: 1 + 2 (s [n]x + [n]x [n]x).
func (a *anyJoints) since(q *ir.Value) *ir.Value {
	const s, x, y, z = 3, 4, 5, 6
	const xx, yy, zz, xy, xz, yz, sx, sy, sz = 0, 1, 2, 3, 4, 5, 6, 7, 8
	of := func(columns ...int) *ir.Value {
		var all []terms
		for _, column := range columns {
			all = append(all, terms{column: 1})
		}
		return a.combined(q, all...)
	}
	products := a.Mul(of(x, y, z, x, x, y, s, s, s), of(x, y, z, y, z, z, x, y, z))
	return a.Add(a.IdentityMatrix(3), a.combined(products,
		terms{yy: -2, zz: -2}, terms{xy: 2, sz: -2}, terms{xz: 2, sy: 2},
		terms{xy: 2, sz: 2}, terms{xx: -2, zz: -2}, terms{yz: 2, sx: -2},
		terms{xz: 2, sy: -2}, terms{yz: 2, sx: 2}, terms{xx: -2, yy: -2}))
}
