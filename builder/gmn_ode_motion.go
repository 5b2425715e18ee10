package builder

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// push is a part of a step: how much of the accelerations acts, and how much of
// the displacements that follow. Late is how much of them the velocity lacks at first,
// to be that at the time of the positions.
type push struct{ kick, drift, late float64 }

// push returns the push of a step, of which a half went before with Verlet.
func (w *Writer) push(step int) push {
	switch {
	case w.Config.Integrator != config.Verlet:
		return push{kick: 1, drift: 1}
	case step == 0:
		return push{kick: 0.5, drift: 1}
	default:
		return push{kick: 1, drift: 1, late: 0.5}
	}
}

// pushArgs are the arguments of a function that has declared pushed.
func (w *Writer) pushArgs(part push) []*ir.Value {
	if w.Config.Integrator != config.Verlet {
		return nil
	}
	return []*ir.Value{w.Scalar(part.kick), w.Scalar(part.drift)}
}

// pushed declares the parts of accelerations and displacements that act, [1,1];
// they are nil, and all of them, without Verlet.
func (n *Networks) pushed(integrator string) (kick, drift *ir.Value) {
	if integrator != config.Verlet {
		return nil, nil
	}
	number := ir.Floats(ir.Fixed(1), 1)
	return n.Input("kick", number), n.Input("drift", number)
}

// partOf is a part of a value, or all of it where part is nil.
func (n *Networks) partOf(x, part *ir.Value) *ir.Value {
	if part == nil {
		return x
	}
	return n.Mul(x, part)
}

const (
	// farthest is how far particles may get from a straight line, in lengths
	// of the data.
	farthest = 3
	// mostTurn is the most a bar turns in a step, in radians.
	mostTurn = 1.5
)

// newtonDynamics defines the acceleration of each object's q for equal masses
// (the paper's appendix on the dynamics of sticks and hinges): the mean force
// of a stick, and for a hinge, with bars r_k, directions e_k and spins s_k,
//
//	A = f_0 + sum_k [e_k (e_k . f_k) - s_k x (s_k x r_k)]
//	(I + e_1 e_1^T + e_2 e_2^T) a = A
//
// of which the projections of a on e_1 and e_2 solve two equations with the
// determinant 4 - (e_1 . e_2)^2, at least 3.
func (w *Writer) newtonDynamics() Function {
	return w.Define("newton", func(b *Networks) {
		m, f, r, u := b.members(), b.vector("force"), b.vector("bar"), b.vector("bar_velocity")
		square := b.Maximum(b.Inner(r, r), b.Scalar(shortest(w.Config)))
		e := b.Div(r, b.Sqrt(square))
		spin := b.limited(TurnLimit, b.Div(b.Cross(r, u), square), mostTurn)
		along := b.Sub(b.Mul(e, b.Inner(e, f)), b.Cross(spin, b.Cross(spin, r)))
		sum := b.Add(b.Gather(f, m.joint), b.overEnds(along, m))
		e1, e2 := b.Gather(e, m.first), b.Gather(e, m.second)
		cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
		determinant, two := b.Sub(b.Scalar(4), b.Square(cosine)), b.Scalar(2)
		k1 := b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant)
		k2 := b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant)
		hinge := b.Sub(b.Sub(sum, b.Mul(e1, k1)), b.Mul(e2, k2))
		stick := b.Mul(b.overPair(f, m), b.Scalar(0.5))
		b.Output("acceleration", b.Select(m.isHinge, hinge, b.Select(m.isObject, stick, f)))
	})
}

// lawKinematics defines the new positions and displacements.
func (w *Writer) lawKinematics() Function {
	return w.Define("rigid_motion", func(b *Networks) {
		m := b.members()
		q, before, straight := b.vector("coordinate"), b.vector("coordinate_displacement"), b.vector("straight_displacement")
		bar, barVelocity := b.vector("bar"), b.vector("bar_displacement")
		acceleration, force := b.vector("acceleration"), b.vector("force")
		kick, drift := b.pushed(w.Config.Integrator)
		acceleration, force = b.partOf(acceleration, kick), b.partOf(force, kick)

		moved := w.withinReach(b, straight, b.Add(before, acceleration))
		carried := b.Select(m.isHinge, acceleration, b.Mul(b.overPair(force, m), b.Scalar(0.5)))
		push := b.Add(barVelocity, b.Sub(force, carried))
		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(shortest(w.Config)))
		angular := b.limited(TurnLimit, b.Div(b.Cross(bar, push), inertia), mostTurn)
		turned := rotate(b.Builder, bar, b.partOf(angular, drift))
		b.Output("position", b.Add(b.Add(q, b.partOf(moved, drift)), turned))
		b.Output("displacement", b.Add(moved, b.Cross(angular, turned)))
	})
}

// lawForest is the motion of trees and bodies, with the limits of lawKinematics:
// by Newton's equations, or with psi of 1 and a little.
func (w *Writer) lawForest() Function {
	law := forestLaw{
		integrator: w.Config.Integrator,
		moved: func(b *Networks, before, force *ir.Value) *ir.Value {
			straight := b.vector("straight_displacement")
			if w.Config.Order == config.FirstOrder {
				before = straight
			}
			return w.withinReach(b, straight, b.Add(before, force))
		},
		turned: func(b *Networks, angular *ir.Value) *ir.Value { return b.limited(TurnLimit, angular, mostTurn) },
	}
	if w.Config.Dynamics == config.LearnedDynamics {
		law.factor = func(b *Networks, name string, x *ir.Value) *ir.Value {
			return b.Add(b.Scalar(1), b.Gate(name, x, narrow(w.Config.Hidden)))
		}
	}
	return w.forestKinematics(law)
}

// withinReach is a displacement within reach of the straight one, to which forces of networks
// are held. Forces of a law in formulas are not: a close encounter is as fast as it is.
func (w *Writer) withinReach(b *Networks, straight, moved *ir.Value) *ir.Value {
	if len(w.Config.Law) > 0 {
		return moved
	}
	return b.Add(straight, b.limited(ForceLimit, b.Sub(moved, straight), w.reach()))
}

// reach is how far a step may get from a straight line.
func (w *Writer) reach() float64 { return farthest * w.Config.Distance() / float64(w.Config.Layers) }

// limited bounds the length of vectors smoothly: v / (1 + (|v|/most)^4)^(1/4)
// is 1.5 % shorter than v where |v| is half of most, and less below.
func (n *Networks) limited(limit Limit, v *ir.Value, most float64) *ir.Value {
	n.acts(limit, func() *ir.Value { return n.Greater(n.Inner(v, v), n.Scalar(most*most/4)) })
	square := n.Mul(n.Inner(v, v), n.Scalar(1/(most*most)))
	return n.Div(v, n.Sqrt(n.Sqrt(n.Add(n.Scalar(1), n.Square(square)))))
}
