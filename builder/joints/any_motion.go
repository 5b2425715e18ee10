package joints

import (
	"gmnc/builder/graph"
	"gmnc/ir"
)

// jointMotion holds the displacements and rotations of joints since the start, [particles,7],
// and the rates along and about their axes, [particles,6].
type jointMotion struct{ q, w *ir.Value }

// write writes the law of ir.Builder.JointStep with six rates for each joint and anyPasses
// fixed-point iterations.
func (a *anyJoints) write() {
	s := a.start()
	at := a.pose(s.q)
	mark := a.contradiction(at.Position, a.VelocityAt(a.motion(at, s.w), at.Position))
	a.inSteps(func(h float64) {
		s = a.extrapolated(s, h)
		end := a.pose(s.q)
		x := a.Add(end.Position, a.Add(a.origin, mark))
		v := a.VelocityAt(a.motion(end, s.w), end.Position)
		a.AddLayer(graph.Layer{Position: a.Name("position", x), Velocity: a.Name("velocity", a.Add(v, mark))})
	})
}

// start returns the motion in the input. The rates are the least-squares fit to velocities,
// weighted by mass.
func (a *anyJoints) start() (s jointMotion) {
	a.Scope("start", func() {
		q, nothing := a.measure(a.Sub(a.Inputs.Position, a.origin)), a.Mul(a.Scalar(0), a.active)
		rates := a.JointRates(a.jointsAt(a.pose(q), nothing), a.Mul(a.mass, a.Inputs.Velocity), nothing)
		s = jointMotion{q, a.Name("rates", rates)}
	})
	return s
}

// jointsAt returns the joints at a pose. resistance resists the rates in addition to masses.
func (a *anyJoints) jointsAt(pose ir.JointPose, resistance *ir.Value) ir.Joints {
	all := ir.Joints{Mass: a.mass, Parents: a.Inputs.Partner, Count: a.Config.Joints, Depth: a.Config.Depth + 1}
	return all.At(a.Builder, pose, a.active, resistance)
}

// motion returns the motion of all rows at rates w.
func (a *anyJoints) motion(at ir.JointPose, w *ir.Value) *ir.Value {
	return a.Motion(a.jointsAt(at, a.damping), w)
}

// along returns the sum of vectors, which are side by side, times their rates.
func (a *anyJoints) along(vectors, rates *ir.Value) *ir.Value {
	return a.RowMatMul(rates, vectors, rates.Type.Columns(), false, false)
}

// anyPasses is the number of fixed-point iterations of a step. Each multiplies the error by the
// angle, in radians, that joints turn in a step. The remaining error is of fifth order, like
// that of the extrapolated step.
const anyPasses = 4

// stepped returns the state after a second-order step of length h.
func (a *anyJoints) stepped(s jointMotion, h float64) jointMotion {
	half := a.Scalar(h / 2)
	q := a.drift(s.q, s.w, h/2)
	at := a.pose(q)
	equations := a.jointsAt(at, a.Mul(half, a.damping))
	load := a.Mul(a.Scalar(h), a.Sub(a.load, a.Mul(a.damping, s.w)))
	resistance, adjusted := equations.Resistance, load
	inertial := func(w *ir.Value) *ir.Value {
		return a.Inertial(at.Position, a.along(at.Axes, w), a.Inputs.Partner, a.Config.Depth+1)
	}
	middle, after := s.w, s.w
	for pass := range anyPasses {
		if a.friction != nil && pass > 0 {
			grip := a.grip(a.friction, s.w, after, h)
			equations.Resistance, adjusted = a.Add(resistance, grip), a.gripped(load, grip, s.w, 1)
		}
		force := a.Mul(a.Scalar(h), a.Sub(a.force, a.Mul(a.mass, inertial(middle))))
		change := a.Add(a.JointRates(equations, force, adjusted), a.carried(middle, h))
		middle, after = a.Add(s.w, a.Mul(a.Scalar(0.5), change)), a.Add(s.w, change)
	}
	return jointMotion{a.drift(q, after, h/2), after}
}

// carried returns the change, in a time h, of rates w that Inertial leaves out. A joint that
// slides and turns moves its anchor. At constant slide rates l and turn rates u, everything
// attached to it has the acceleration l x u. Only the slide rates compensate for it, and change
// by u x l.
func (a *anyJoints) carried(w *ir.Value, h float64) *ir.Value {
	u := a.combined(w, terms{4: 1}, terms{5: 1}, terms{3: 1}, terms{5: 1}, terms{3: 1}, terms{4: 1})
	l := a.combined(w, terms{2: 1}, terms{0: 1}, terms{1: 1}, terms{1: 1}, terms{2: 1}, terms{0: 1})
	return a.combined(a.Mul(u, l), terms{0: h, 3: -h}, terms{1: h, 4: -h}, terms{2: h, 5: -h}, nil, nil, nil)
}

// drift turns and slides joints for a time at the rates w.
func (a *anyJoints) drift(q, w *ir.Value, time float64) *ir.Value {
	slid := a.Add(a.Columns(q, 0, 3), a.Mul(a.Scalar(time), a.along(a.slidesAt, a.Columns(w, 0, 3))))
	spin := a.along(a.turnsAt, a.Columns(w, 3, 6))
	speed := a.Length(spin)
	half := a.Mul(a.Scalar(time/2), speed)
	real, displacement := a.Cos(half), a.Mul(a.Div(a.Sin(half), speed), spin)
	// This is the product of the quaternions.
	before, turn := a.Columns(q, 3, 4), a.Columns(q, 4, 7)
	scalar := a.Sub(a.Mul(real, before), a.Inner(displacement, turn))
	vector := a.Add(a.Add(a.Mul(real, turn), a.Mul(before, displacement)), a.Cross(displacement, turn))
	return a.Concat(slid, scalar, vector)
}

// united returns coordinates whose quaternions are scaled to length 1.
func (a *anyJoints) united(q *ir.Value) *ir.Value {
	turn := a.Columns(q, 3, 7)
	return a.Concat(a.Columns(q, 0, 3), a.Div(turn, a.Sqrt(a.SumColumns(a.Square(turn)))))
}

// extrapolated returns the state after a fourth-order step.
func (a *anyJoints) extrapolated(s jointMotion, h float64) jointMotion {
	whole := a.stepped(s, h)
	halves := a.stepped(a.stepped(s, h/2), h/2)
	better := jointMotion{a.united(a.Extrapolated(halves.q, whole.q)), a.Extrapolated(halves.w, whole.w)}
	q, w := a.balanced(s, better, h)
	return jointMotion{a.Name("turned", q), a.Name("rates", w)}
}

// balanced corrects the state after a step of length h from another. It translates floating
// bodies and changes their velocities. The total momentum of each tree then changes by the
// known forces alone, and its center moves accordingly.
func (a *anyJoints) balanced(before, after jointMotion, h float64) (q, w *ir.Value) {
	all := func(x *ir.Value) *ir.Value { return a.ScatterAdd(x, a.Inputs.Root) }
	mass := all(a.mass)
	mean := func(x *ir.Value) *ir.Value { return a.Div(all(a.Mul(a.mass, x)), a.Divisor(mass)) }
	moves := func(s jointMotion) (center, velocity *ir.Value) {
		at := a.pose(s.q)
		return mean(at.Position), mean(a.VelocityAt(a.motion(at, s.w), at.Position))
	}
	center, velocity := moves(before)
	centerAfter, velocityAfter := moves(after)
	push := a.Mul(a.Scalar(h), a.Div(all(a.force), a.Divisor(mass)))
	faster := a.Mul(a.floats, a.Sub(a.Add(velocity, push), velocityAfter))
	displacement := a.Mul(a.Scalar(h), a.Add(velocity, a.Mul(a.Scalar(0.5), push)))
	farther := a.Mul(a.floats, a.Sub(a.Add(center, displacement), centerAfter))
	return a.Add(after.q, a.Pad(farther, 0, 4)), a.Add(after.w, a.Pad(faster, 0, 3))
}
