package joints

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// These are the numbers of columns of a model in joint coordinates whose joints are of any
// type. Coordinates are a position and a unit quaternion, its scalar first. Rates are a
// velocity and an angular velocity.
const (
	anyCoordinates = 7
	anyRates       = 6
)

// CoordinateColumns returns the columns that a joint of a type uses in a model in joint
// coordinates, in the row of its body. A joint with an axis uses the first column of each
// array. A ball joint has a quaternion, which is the rotation of the body relative to the one
// before it. It also has an angular velocity in the axes of the body, as a gyroscope on it
// measures. Before these, a body that floats has the position of its anchor and a velocity,
// both in the axes of the body before, or of space. These are MuJoCo's coordinates. Torques act
// only on joints with an axis.
func CoordinateColumns(kind int) map[string][]int {
	switch kind {
	case system.OnBall:
		return map[string][]int{system.CoordinateInput: {3, 4, 5, 6}, system.RateInput: {3, 4, 5}, system.LoadInput: nil}
	case system.Floating:
		return map[string][]int{system.CoordinateInput: {0, 1, 2, 3, 4, 5, 6}, system.RateInput: {0, 1, 2, 3, 4, 5}, system.LoadInput: nil}
	}
	return map[string][]int{system.CoordinateInput: {0}, system.RateInput: {0}, system.LoadInput: {0}, system.MemoryInput: {0}}
}

// offUnit is the largest deviation from 1 of the square of a quaternion's length. Apart from
// that, the length has no effect.
const offUnit = 1e-3

// writeAnyCoordinates writes the steps of anyJoints.write from joint coordinates to joint
// coordinates.
func writeAnyCoordinates(w *graph.Writer, types *ir.Value, driven bool) {
	input := func(name string, columns int) *ir.Value {
		return w.Input(name, ir.Floats(ir.Rows(graph.Particles), columns))
	}
	q, rate := input(system.CoordinateInput, anyCoordinates), input(system.RateInput, anyRates)
	giveLoad(w, driven)
	w.Inputs.Position = w.Columns(q, 0, 3) // position of a root that floats, to which its tree's positions are relative
	c := coordinatesOfAny{anyJoints: newJoints(w).ofAnyType(types)}
	c.isTurn, c.isSlide = c.Inner(c.turn, c.turn), c.Inner(c.slide, c.slide)

	s := c.fromCoordinates(q, rate)
	turned := c.Mul(c.Scalar(0), c.isTurn)
	c.inSteps(func(h float64) {
		after := c.extrapolated(s, h)
		turned = c.Add(turned, c.Mul(c.Scalar(h/2), c.Columns(c.Add(s.w, after.w), 3, 4)))
		s = after
	})
	mark := c.offUnit(q)
	w.Output(system.CoordinateInput, w.Name("next_q", w.Add(mark, c.coordinates(q, s, turned))))
	w.Output(system.RateInput, w.Name("next_rate", w.Add(mark, c.rates(s))))
	w.Output(system.Position.Name, w.Name("next_position", w.Add(w.Add(c.pose(s.q).Position, c.origin), mark)))
}

// coordinatesOfAny holds joints of any type in joint coordinates.
type coordinatesOfAny struct {
	*anyJoints
	isTurn, isSlide *ir.Value // marks joints with an axis: [particles,1]
}

// quaternions returns the rotations of joints without an axis, and identities for others:
// [particles,4].
func (c coordinatesOfAny) quaternions(q *ir.Value) *ir.Value {
	none := c.Broadcast(c.Const(1, 4, 1, 0, 0, 0), graph.Particles)
	return c.Select(c.manyTurns, c.Columns(q, 3, 7), none)
}

// offUnit returns NaN in the rows of systems that have a quaternion whose length is not 1, and
// 0 in others.
func (c coordinatesOfAny) offUnit(q *ir.Value) *ir.Value {
	off := c.Sub(c.SumColumns(c.Square(c.quaternions(q))), c.Scalar(1))
	return c.nothingOf(c.Greater(c.Square(off), c.Scalar(offUnit*offUnit)))
}

// fromCoordinates sets the rotations of joints with an axis and the displacements of others at
// the start. It returns the state relative to them.
func (c coordinatesOfAny) fromCoordinates(q, rate *ir.Value) jointMotion {
	only := c.Columns(q, 0, 1)
	angle := c.Mul(only, c.isTurn)
	c.turned = c.Name("turned", c.about(c.Cos(angle), c.Sin(angle)))
	// The position of a root that floats is the origin.
	hangs := c.Mul(c.floats, c.Sub(c.Scalar(1), c.isRoot))
	c.slid = c.Name("slid", c.Add(c.Mul(only, c.slide), c.Mul(hangs, c.Sub(c.Columns(q, 0, 3), c.Field(system.JointAnchor)))))

	start := c.united(c.Concat(c.Mul(c.Scalar(0), c.slide), c.quaternions(q)))
	first := c.Columns(rate, 0, 1)
	along := c.Add(c.Mul(c.floats, c.Columns(rate, 0, 3)), c.Pad(c.Mul(c.isSlide, first), 0, 2))
	spin := c.Mul(c.manyTurns, c.rotated(c.Columns(start, 3, 4), c.Columns(start, 4, 7), c.Columns(rate, 3, 6)))
	return jointMotion{c.Name("start", start), c.Name("rates", c.Concat(along, c.Add(spin, c.Pad(c.Mul(c.isTurn, first), 0, 2))))}
}

// rotated returns vectors [particles,3] rotated by quaternions.
func (c coordinatesOfAny) rotated(scalar, vector, x *ir.Value) *ir.Value {
	across := c.Mul(c.Scalar(2), c.Cross(vector, x))
	return c.Add(x, c.Add(c.Mul(scalar, across), c.Cross(vector, across)))
}

// coordinates returns the coordinates of joints in a state. turned approximates the angle by
// which revolute joints have turned since the input. The exact angle follows from their
// quaternions.
func (c coordinatesOfAny) coordinates(q *ir.Value, s jointMotion, turned *ir.Value) *ir.Value {
	sine, cosine := c.Inner(c.turn, c.Columns(s.q, 4, 7)), c.Columns(s.q, 3, 4) // sine and cosine of half the angle
	for range 2 {                                                               // Newton iterations, of third order
		half := c.Mul(c.Scalar(0.5), turned)
		turned = c.Add(turned, c.Mul(c.Scalar(2), c.Sub(c.Mul(sine, c.Cos(half)), c.Mul(cosine, c.Sin(half)))))
	}
	slid := c.Columns(s.q, 0, 3)
	on := c.Add(c.Mul(c.isTurn, turned), c.Inner(c.slide, slid))
	only := c.Mul(c.Add(c.isTurn, c.isSlide), c.Add(c.Columns(q, 0, 1), on))
	position := c.Mul(c.floats, c.Add(c.Columns(q, 0, 3), slid))
	return c.Concat(c.Add(position, c.Pad(only, 0, 2)), c.Columns(s.q, 3, 7))
}

// rates returns the rates of joints in a state.
func (c coordinatesOfAny) rates(s jointMotion) *ir.Value {
	spin := c.Columns(s.w, 3, 6)
	only := c.Add(c.Columns(s.w, 0, 1), c.Mul(c.isTurn, c.Columns(s.w, 3, 4)))
	body := c.rotated(c.Columns(s.q, 3, 4), c.Neg(c.Columns(s.q, 4, 7)), spin)
	return c.Concat(only, c.Columns(s.w, 1, 3), c.Mul(c.manyTurns, body))
}
