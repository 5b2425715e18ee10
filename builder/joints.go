package builder

import (
	"fmt"

	"gmnc/ir"
	"gmnc/system"
)

// writeJoints writes GMN-ODE for rigid bodies with joints, in how far each joint has
// turned or slid, q, and its rate w. With J the velocities of particles at unit rates, M
// their masses and a0 their accelerations while rates stay, Newton's equations are
//
//	H dw/dt = J^T (f - M a0(w)) + torque - D w        H = J^T M J
//
// A step of the time h goes half of the way at the old rates, solves
//
//	(H + h D / 2) (w' - w) = h (J^T (f - M a0((w + w') / 2)) + torque - D w)
//
// there by three fixed points, and goes the other half at the new rates. It is
// symmetric and of second order, and damping is implicit; a whole step and two halves,
// extrapolated, are of fourth order (package mechanism has the same in float64).
//
// In the end positions follow from the pose of rest alone: lengths, anchors and axes
// hold to rounding after any number of predictions.
func writeJoints(w *Writer) {
	j := w.joints()
	if j.any == nil {
		j.writeOneAxis()
		return
	}
	s := j.start()
	h := w.Config.time() / float64(w.Config.Layers)
	for step := range w.Config.Layers {
		w.Scope(fmt.Sprintf("step%d", step), func() {
			s = j.extrapolated(s, h)
			end := j.any.place(s.q)
			x := j.Add(end.position, j.origin)
			w.AddLayer(Layer{nil, w.Name("position", x), w.Name("velocity", j.VelocityAt(j.motion(end, s.w), end.position))})
		})
	}
}

// Jointed reports whether the configuration is of rigid bodies with joints.
func (c Config) Jointed() bool {
	for _, name := range c.Fields {
		if name == system.TurnAxis.Name || name == system.SlideAxis.Name || name == system.JointType.Name {
			return true
		}
	}
	return false
}

// jointFields are what systems with joints are given.
var jointFields = []*system.Field{
	system.Rest, system.JointAnchor, system.TurnAxis, system.SlideAxis, system.JointType, system.TurnDamping, system.SlideDamping,
	system.Torque, system.Thrust, system.Mass, system.Gravity, system.Force,
}

// joints are the rigid bodies of systems. A body is the row of its first particle, on
// whose rows the others hang.
type joints struct {
	*Writer
	// isBody marks the rows of bodies, and isRoot those that hang on the ground.
	isBody, isRoot *ir.Value
	origin         *ir.Value  // the anchor of the root, from which all places count
	any            *anyJoints // nil where every joint has one axis
	rest, anchor   *ir.Value
	turn, slide    *ir.Value // axes at rest: [particles,3], 0 in rows of no body
	mass, force    *ir.Value // [particles,1], and the known forces [particles,3]
	// active marks the axes of bodies, on which dampings and loads act: [particles,k], 0 in
	// rows of no body.
	active, damping, load *ir.Value
	up                    []ancestor
	isTurn                *ir.Value // marks bodies that turn
}

// ancestor is the body a number of bodies before, and whether there is one.
type ancestor struct{ row, isThere *ir.Value }

// angle is the cosine and sine of how far joints have turned, and how far they
// have slid: [particles,1] each.
type angle struct{ cosine, sine, slid *ir.Value }

// jointMotion is how far joints have turned and slid since the start, and their rates.
type jointMotion struct{ q, w *ir.Value }

func (w *Writer) joints() *joints {
	in := w.Inputs
	isRoot := w.Mul(in.Is[system.Tree], w.Same(in.Partner, w.RowNumbers(Particles)))
	j := &joints{Writer: w, isBody: in.Is[system.Tree], isRoot: w.Name("is_root", isRoot)}
	anchor := w.Field(system.JointAnchor)
	j.origin = w.Name("origin", w.Gather(anchor, in.Root))
	j.rest, j.anchor = w.Sub(w.Field(system.Rest), j.origin), w.Sub(anchor, j.origin)
	ofBody := func(value *ir.Value) *ir.Value { return w.Mul(j.isBody, value) }
	j.turn, j.slide = ofBody(w.Field(system.TurnAxis)), ofBody(w.Field(system.SlideAxis))
	if learned := w.Config.Learns(LearnedMass); learned != nil {
		j.mass = w.ofParticles(learned)
	} else if j.mass = in.Given[system.Mass]; j.mass == nil {
		j.mass = w.Broadcast(w.Field(system.Mass), Particles)
	}
	gravity := w.Field(system.Gravity)
	if learned := w.Config.Learns(LearnedGravity); learned != nil {
		gravity = w.constant(learned)
	}
	j.force = w.Add(w.Mul(j.mass, gravity), w.Field(system.Force))
	j.load = ofBody(w.Add(w.Field(system.Torque), w.Field(system.Thrust)))
	damping := w.Add(w.Field(system.TurnDamping), w.Field(system.SlideDamping))
	if learned := w.Config.Learns(LearnedDamping); learned != nil {
		damping = w.ofParticles(learned)
	}
	j.active, j.damping = j.isBody, ofBody(damping)
	row, isThere := in.Partner, w.Sub(j.isBody, j.isRoot)
	for reach := 1; reach < w.Config.Depth; reach *= 2 {
		j.up = append(j.up, ancestor{row, isThere})
		isThere = w.Mul(isThere, w.Gather(isThere, row))
		row = w.Gather(row, row)
	}
	if types := in.Given[system.JointType]; types != nil {
		j.any = j.ofAnyType(types)
	} else {
		j.isTurn = w.Name("is_turn", w.Inner(j.turn, j.turn))
	}
	return j
}

// sum adds up a value over the particles of each body, in the body's row.
func (j *joints) sum(x *ir.Value) *ir.Value {
	others := j.ScatterAdd(j.Mul(j.Sub(j.Scalar(1), j.isBody), x), j.Inputs.Partner)
	return j.Mul(j.isBody, j.Add(x, others))
}

// spread gives a value of bodies to all of their particles.
func (j *joints) spread(x *ir.Value) *ir.Value {
	return j.Select(j.isBody, x, j.Gather(x, j.Inputs.Partner))
}

// outer is the product of vectors in each row: [particles,9].
func (j *joints) outer(x, y *ir.Value) *ir.Value { return j.RowMatMul(x, y, 1, false, false) }

// identity returns the identity matrix with size rows, in a row.
func (w *Writer) identity(size int) *ir.Value {
	values := make([]float64, size*size)
	for i := range size {
		values[i*size+i] = 1
	}
	return w.Const(1, len(values), values...)
}

// start finds how far joints have turned and slid in the input, and their rates with
// the least squares of velocities, by masses.
func (j *joints) start() (s jointMotion) {
	j.Scope("start", func() {
		q, nothing := j.any.start(j.Sub(j.Inputs.Position, j.origin)), j.Mul(j.Scalar(0), j.active)
		rates := j.JointRates(j.equations(j.any.place(q), nothing), j.Mul(j.mass, j.Inputs.Velocity), nothing)
		s = jointMotion{q, j.Name("rates", rates)}
	})
	return s
}

// fit is where bodies are found. By matrices, [particles,9], the body before has turned,
// and each against it; centres are of its particles, now and at rest. The way is from
// where the body before would have the centre to it.
type fit struct{ before, relative, center, restCenter, way *ir.Value }

// fit finds bodies at x. Let C be the sum of (x - mean) (rest - mean)^T over a body and A
// the sum of (rest - mean)(rest - mean)^T. Then a body has turned by R = C A^-1, and
// against the body before by M = R_p^T R.
func (j *joints) fit(x *ir.Value) (f fit) {
	share := j.Div(j.isBody, j.Maximum(j.sum(j.Broadcast(j.Scalar(1), Particles)), j.Scalar(1)))
	f.center, f.restCenter = j.Mul(share, j.sum(x)), j.Mul(share, j.sum(j.rest))
	off := j.Sub(j.rest, j.spread(f.restCenter))
	turned := j.turns(j.sum(j.outer(j.Sub(x, j.spread(f.center)), off)), j.sum(j.outer(off, off)))
	f.before = j.Select(j.isRoot, j.Broadcast(j.identity(3), Particles), j.Gather(turned, j.Inputs.Partner))
	f.relative = j.RowMatMul(f.before, turned, 3, true, false)
	origin := j.Sub(f.center, j.RowMatMul(turned, f.restCenter, 3, false, false))
	parent := j.Select(j.isRoot, j.Mul(j.Scalar(0), origin), j.Gather(origin, j.Inputs.Partner))
	f.way = j.Sub(f.center, j.Add(parent, j.RowMatMul(f.before, f.restCenter, 3, false, false)))
	return f
}

// angles returns the angles of joints about an axis, and how far others slid along theirs.
func (j *joints) angles(f fit) angle {
	at := func(i, k int) *ir.Value { return j.Columns(f.relative, 3*i+k, 3*i+k+1) }
	half := j.Scalar(0.5)
	across := j.Concat(j.Sub(at(2, 1), at(1, 2)), j.Sub(at(0, 2), at(2, 0)), j.Sub(at(1, 0), at(0, 1)))
	sine := j.Mul(half, j.Inner(j.turn, across))
	trace := j.Add(at(0, 0), j.Add(at(1, 1), at(2, 2)))
	along := j.Inner(j.RowMatMul(f.relative, j.turn, 3, false, false), j.turn)
	cosine := j.Mul(half, j.Sub(trace, along))
	norm := j.Sqrt(j.Maximum(j.Add(j.Square(sine), j.Square(cosine)), j.Scalar(smallSquare)))
	sine = j.Mul(j.isTurn, j.Div(sine, norm))
	cosine = j.Add(j.Sub(j.Scalar(1), j.isTurn), j.Mul(j.isTurn, j.Div(cosine, norm)))
	slid := j.Inner(j.RowMatMul(f.before, j.slide, 3, false, false), f.way)
	return angle{cosine, sine, slid}
}

// turns are R of C = R A, given C and A in rows of nine. The cofactors of a matrix turn as
// it does, so that with t the trace of A
//
//	C + cof(C) / t = R (A + cof(A) / t)
//
// which also has an inverse where a body is flat. On a line it has none, and what comes is
// no number.
func (j *joints) turns(c, a *ir.Value) *ir.Value {
	at := func(i int) *ir.Value { return j.Columns(a, i, i+1) }
	notBody := j.Sub(j.Scalar(1), j.isBody)
	trace := j.Add(j.Add(j.Add(at(0), at(4)), at(8)), notBody)
	isLine := j.Greater(j.SumColumns(j.Square(a)), j.Mul(j.Scalar(1-2*Straight), j.Square(trace)))
	c, a = j.Add(c, j.Div(j.cofactors(c), trace)), j.Add(a, j.Div(j.cofactors(a), trace))
	n := &Networks{Builder: j.Builder}
	solve := n.solver(symmetric{at(0), at(4), at(8), at(1), at(2), at(5)}, notBody)
	turned := j.Concat(solve(j.Columns(c, 0, 3)), solve(j.Columns(c, 3, 6)), solve(j.Columns(c, 6, 9)))
	return j.Div(turned, j.Sub(j.Scalar(1), j.Mul(j.isBody, isLine)))
}

// cofactors returns the cofactors of matrices 3 x 3: the products of the other two rows.
func (j *joints) cofactors(a *ir.Value) *ir.Value {
	x, y, z := j.Columns(a, 0, 3), j.Columns(a, 3, 6), j.Columns(a, 6, 9)
	return j.Concat(j.Cross(y, z), j.Cross(z, x), j.Cross(x, y))
}

// jointPlace is where everything is: positions and axes in space, [particles,3] and
// [particles,6].
type jointPlace struct{ position, axes *ir.Value }

// fromGround are the products of motions from the ground to each body.
func (j *joints) fromGround(motion *ir.Value) *ir.Value {
	for _, up := range j.up {
		before := j.Select(up.isThere, j.Gather(motion, up.row), j.Broadcast(j.identity(4), Particles))
		motion = j.RowMatMul(before, motion, 4, false, false)
	}
	return motion
}

// skew are the matrices of the products n x r, in rows of nine.
func (j *joints) skew(n *ir.Value) *ir.Value {
	x, y, z, none := j.Columns(n, 0, 1), j.Columns(n, 1, 2), j.Columns(n, 2, 3), j.Mul(j.Scalar(0), j.Columns(n, 0, 1))
	return j.Concat(none, j.Neg(z), y, z, none, j.Neg(x), j.Neg(y), x, none)
}

// matrix are the first three rows of a motion that turns and then moves, 4 x 4 in rows
// of 16.
func (j *joints) matrix(turn, move *ir.Value) *ir.Value {
	var parts []*ir.Value
	for i := range 3 {
		parts = append(parts, j.Columns(turn, 3*i, 3*i+3), j.Columns(move, i, i+1))
	}
	return j.Concat(append(parts, j.Broadcast(j.Const(1, 4, 0, 0, 0, 0), Particles))...)
}

// equations returns the equations of the rates at a place, with what resists them beside
// masses.
func (j *joints) equations(at jointPlace, resistance *ir.Value) ir.Joints {
	return ir.Joints{
		Axes: at.axes, Position: at.position, Mass: j.mass, Parents: j.Inputs.Partner,
		Resistance: j.Add(resistance, j.Sub(j.Scalar(1), j.active)),
		Count:      j.Config.Joints, Depth: j.Config.Depth + 1,
	}
}

// motion is how all rows move at rates w.
func (j *joints) motion(at jointPlace, w *ir.Value) *ir.Value {
	return j.Motion(j.equations(at, j.damping), w)
}

// inertial are the accelerations of particles while rates stay: with V the motion
// of a body and S w its own share of it, motions change by the sum of (V - S w) x S w.
func (j *joints) inertial(at jointPlace, w *ir.Value) *ir.Value {
	own := j.along(at.axes, w)
	motion := j.SumPaths(own, j.Inputs.Partner, j.Config.Depth+1, false)
	parts := func(m *ir.Value) (turn, move *ir.Value) { return j.Columns(m, 0, 3), j.Columns(m, 3, 6) }
	turn, move := parts(j.Sub(motion, own))
	ownTurn, ownMove := parts(own)
	move = j.Add(move, j.any.slides(at, w)) // anchors go along where they slide
	change := j.Concat(j.Cross(turn, ownTurn), j.Add(j.Cross(turn, ownMove), j.Cross(move, ownTurn)))
	bias := j.SumPaths(change, j.Inputs.Partner, j.Config.Depth+1, false)
	velocity := j.VelocityAt(motion, at.position)
	return j.Add(j.VelocityAt(bias, at.position), j.Cross(j.Columns(motion, 0, 3), velocity))
}

// along is the sum of vectors, side by side, each times its rate.
func (j *joints) along(vectors, rates *ir.Value) *ir.Value {
	return j.RowMatMul(rates, vectors, rates.Type.Columns(), false, false)
}

// anyPasses are the fixed points of a step: each takes the error by the share of a
// radian that joints turn in a step, so that the error left is of fifth order, as the
// extrapolated one.
const anyPasses = 4

// stepped is a step of second order of the time h.
func (j *joints) stepped(s jointMotion, h float64) jointMotion {
	half := j.Scalar(h / 2)
	q := j.any.drift(s.q, s.w, h/2)
	at := j.any.place(q)
	equations := j.equations(at, j.Mul(half, j.damping))
	load := j.Mul(j.Scalar(h), j.Sub(j.load, j.Mul(j.damping, s.w)))
	middle, after := s.w, s.w
	for range anyPasses {
		force := j.Mul(j.Scalar(h), j.Sub(j.force, j.Mul(j.mass, j.inertial(at, middle))))
		change := j.JointRates(equations, force, load)
		middle, after = j.Add(s.w, j.Mul(j.Scalar(0.5), change)), j.Add(s.w, change)
	}
	return jointMotion{j.any.drift(q, after, h/2), after}
}

// extrapolated is a step of fourth order.
func (j *joints) extrapolated(s jointMotion, h float64) jointMotion {
	whole := j.stepped(s, h)
	halves := j.stepped(j.stepped(s, h/2), h/2)
	better := func(fine, coarse *ir.Value) *ir.Value {
		return j.Sub(j.Mul(j.Scalar(4./3), fine), j.Mul(j.Scalar(1./3), coarse))
	}
	q := better(halves.q, whole.q)
	w := better(halves.w, whole.w)
	q, w = j.any.balanced(s, jointMotion{j.any.united(q), w}, h)
	return jointMotion{j.Name("turned", q), j.Name("rates", w)}
}
