package builder

import (
	"gmnc/ir"
	"gmnc/system"
)

// writeJoints writes GMN-ODE for rigid bodies with joints, in how far each joint has
// turned or slid and its rate; ir.Builder.JointStep says the law. An operator has a step
// where every joint has one axis, and other operators make it of joints of any type.
//
// In the end positions follow from the pose of rest alone: lengths, anchors and axes
// hold to rounding after any number of predictions.
func writeJoints(w *Writer) {
	j := w.joints()
	if types := w.Inputs.Given[system.JointType]; types != nil {
		j.ofAnyType(types).write()
	} else {
		j.writeOneAxis()
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
	origin         *ir.Value // the anchor of the root, from which all places count
	rest, anchor   *ir.Value
	turn, slide    *ir.Value // axes at rest: [particles,3], 0 in rows of no body
	mass, force    *ir.Value // [particles,1], and the known forces [particles,3]
	// damping and load are of the axes of bodies, 0 in rows of no body: [particles,1], and
	// [particles,6] of anyJoints.
	damping, load *ir.Value
	isTurn        *ir.Value // marks bodies that turn about an axis
}

// angle is the cosine and sine of how far joints have turned, and how far they
// have slid: [particles,1] each.
type angle struct{ cosine, sine, slid *ir.Value }

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
	j.damping = ofBody(damping)
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
