package mechanics

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Bodies that trees hold. Bars feel of a body only what it does to the particle j that
// holds it, by a ball joint. With r = x - x_j the arms, p = sum m r, I = sum m (|r|^2 - r
// r^T) and d = a' - a'_j what acts on its particles beside what acts on j,
//
//	M = m_j + sum m + [p] I^-1 [p]      a = a'_j + M^-1 sum m (d - y x r - w x (w x r))
//
// are the inertia of j, over all bodies that it holds, and its acceleration without bars.
// There w is how fast a body turns, and I y = sum m r x d - w x I w. A body then obeys
// S' = sum w r x (a' - a) with the acceleration a of j that bars leave.
//
// The momentum of such a tree is not linear in its coordinates, and Runge-Kutta's methods
// keep it to their order. So states have loose particles besides, which the same forces
// move without bars: in the end trees without pins get their momentum and center of mass.

// felt returns the accelerations, [particles,3], of particles that join bodies to trees, given
// what acts on all particles. If spinning is true, it includes the pull of the bodies'
// rotation. Other particles keep their accelerations.
func (b *bodies) felt(state []*ir.Value, acting *ir.Value, spinning bool, of bars) *ir.Value {
	arm, turning := b.pose(state)
	beside := b.relative(acting, acting)
	torque := b.sum(b.Mul(b.share, b.Cross(arm, beside)))
	if spinning {
		turning = b.Bounded(graph.TurnLimit, turning, b.fastest)
		torque = b.Sub(torque, b.Cross(turning, state[3]))
		beside = b.Sub(beside, b.Cross(turning, b.Cross(turning, arm)))
	}
	pull := b.Sub(beside, b.Cross(b.spun(state[2], torque), arm))
	force := b.ScatterAdd(b.Mul(b.Mul(of.onTree, of.mass), pull), b.Inputs.Partner)
	return b.Add(acting, b.Mul(b.Sub(b.Scalar(1), of.onTree), moved(&b.Writer.Networks, force, of)))
}

// ofBars returns square roots B of the inverse inertias B B^T that act on bars: [particles,9].
// They are 0 for pinned particles and for particles that only belong to bodies.
func (b *bodies) ofBars(state []*ir.Value, of bars) *ir.Value {
	toRest := b.turned(state[2], b.Axis(0), false)
	for k := 1; k < 3; k++ {
		toRest = b.Concat(toRest, b.turned(state[2], b.Axis(k), false))
	}
	turned := b.RowMatMul(b.RowMatMul(toRest, b.load, 3, true, false), toRest, 3, false, false)
	fixed := b.ScatterAdd(b.Mul(b.Mul(of.onTree, of.mass), turned), b.Inputs.Partner)
	root := b.Select(b.isBody, b.Scalar(0), inverseRoot(b.Writer, b.Add(b.Mul(of.mass, b.IdentityMatrix(3)), fixed)))
	if of.pinned != nil {
		root = b.Select(of.pinned, b.Scalar(0), root)
	}
	return root
}

// loads returns the inertias of bodies over their masses that act on the particles that join
// them, at the start: [particles,9].
func (b *bodies) loads() *ir.Value {
	moment := b.SkewMatrix(b.sum(b.Mul(b.share, b.arm)))
	yielding := b.RowMatMul(b.RowMatMul(moment, b.mobility, 3, false, false), moment, 3, false, false)
	return b.Add(b.IdentityMatrix(3), yielding)
}

// inverseRoot returns upper triangular matrices B with B B^T = A^-1 for positive definite A,
// using A = L D L^T: [particles,9].
func inverseRoot(w *graph.Writer, a *ir.Value) *ir.Value {
	at := func(i int) *ir.Value { return w.Columns(a, i, i+1) }
	one := w.Scalar(1)
	d1 := at(0)
	l21, l31 := w.Div(at(1), d1), w.Div(at(2), d1)
	d2 := w.Sub(at(4), w.Mul(l21, at(1)))
	rest := w.Sub(at(5), w.Mul(l31, at(1)))
	l32 := w.Div(rest, d2)
	d3 := w.Sub(at(8), w.Add(w.Mul(l31, at(2)), w.Mul(l32, rest)))
	s1, s2, s3 := w.Div(one, w.Sqrt(d1)), w.Div(one, w.Sqrt(d2)), w.Div(one, w.Sqrt(d3))
	none := w.Mul(w.Scalar(0), s1)
	return w.Concat(
		s1, w.Neg(w.Mul(l21, s2)), w.Mul(w.Sub(w.Mul(l21, l32), l31), s3),
		none, s2, w.Neg(w.Mul(l32, s3)),
		none, none, s3)
}

// balanced returns a state in which each tree has the momentum and the center of mass of its
// loose particles.
func (b *bodies) balanced(state []*ir.Value, of bars) []*ir.Value {
	x, v := b.particles(state)
	inTree, root := b.Add(b.Inputs.Is[system.Tree], of.onTree), b.Inputs.Root
	mass := b.Mul(inTree, of.mass)
	total := b.Divisor(b.SumSystems(mass, root))
	if of.pinned != nil {
		isFree := b.Sub(b.Scalar(1), b.Minimum(b.SumSystems(b.Mul(inTree, of.pinned), root), b.Scalar(1)))
		inTree = b.Mul(inTree, isFree)
	}
	off := b.Concat(b.Sub(state[4], x), b.Sub(state[5], v))
	shift := b.Mul(inTree, b.Div(b.SumSystems(b.Mul(mass, off), root), total))
	return []*ir.Value{b.Add(state[0], b.Columns(shift, 0, 3)), b.Add(state[1], b.Columns(shift, 3, 6)), state[2], state[3]}
}

// dragged returns a state in which particles have moved to x, with velocities v, both close to
// their previous values, and in which bodies have followed the particles that join them.
func (b *bodies) dragged(state []*ir.Value, x, v *ir.Value) []*ir.Value {
	arm, _ := b.pose(state)
	gained := func(displacement *ir.Value) *ir.Value {
		return b.Neg(b.sum(b.Mul(b.Mul(b.onTree, b.share), b.Cross(arm, b.Gather(displacement, b.Inputs.Partner)))))
	}
	turn := b.spun(state[2], gained(b.Sub(x, state[0])))
	follow := func(value *ir.Value) *ir.Value { return b.Select(b.onTree, b.Gather(value, b.Inputs.Partner), value) }
	turned, spin := b.Add(state[2], b.turnedBy(state[2], turn)), b.Add(state[3], gained(b.Sub(v, state[1])))
	return []*ir.Value{follow(x), follow(v), turned, spin, state[4], state[5]}
}
