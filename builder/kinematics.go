package builder

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// stickKinematics defines the half bar r = x - q of a stick seen from one of
// its ends, q being its center, and the velocity of r. An isolated particle
// is its own partner and so its own center, without a bar.
func stickKinematics(w *graph.Writer) graph.Function {
	return w.Define("stick_kinematics", func(b *graph.Networks) {
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		partnerX, partnerV := b.VectorInput("partner_position"), b.VectorInput("partner_velocity")
		half := b.Scalar(0.5)
		b.Output("bar", b.Mul(half, b.Sub(x, partnerX)))
		b.Output("bar_velocity", b.Mul(half, b.Sub(v, partnerV)))
	})
}

// hingeKinematics defines the bar r = x - q of a hinge seen from an end, q
// being its joint, the end's partner, and the velocity of r. The joint is
// its own partner, without a bar.
func hingeKinematics(w *graph.Writer) graph.Function {
	return w.Define("hinge_kinematics", func(b *graph.Networks) {
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		jointX, jointV := b.VectorInput("joint_position"), b.VectorInput("joint_velocity")
		b.Output("bar", b.Sub(x, jointX))
		b.Output("bar_velocity", b.Sub(v, jointV))
	})
}

// rigidKinematics is the forward kinematics of GMN: objects move with their
// generalised position, and their bars turn.
func rigidKinematics(w *graph.Writer, kinds objectKinds) kinematics {
	object, forward := objectFeatures(w, kinds), forwardKinematics(w, kinds)
	objects := func(s state, m members) (x, v *ir.Value) {
		q, qVelocity := w.Sub(s.x, s.bar), w.Sub(s.v, s.barVelocity)
		factors := w.Call(object, append(m.args(), s.h)...)
		moved := w.Call(forward, append(m.args(), q, qVelocity, s.bar, s.barVelocity,
			s.acceleration, s.force, factors[0], factors[1])...)
		return moved[0], moved[1]
	}
	if w.Config.Depth == 0 {
		return objects
	}
	f, moves := newForest(w), forestKinematics(w, learnedForest(w))
	return func(s state, m members) (x, v *ir.Value) {
		x, v = objects(s, m)
		return overForest(w, f, x, v, w.Call(moves, append(f.args(), s.h, s.x, s.v, s.force)...))
	}
}

// learnedForest has factors of any size, as sticks and hinges have.
func learnedForest(w *graph.Writer) forestLaw {
	return forestLaw{
		factor: func(b *graph.Networks, name string, x *ir.Value) *ir.Value {
			return b.MLP(name, x, narrow(w.Config.Hidden), 1)
		},
		moved:  func(b *graph.Networks, before, force *ir.Value) *ir.Value { return b.Add(before, force) },
		turned: func(_ *graph.Networks, w *ir.Value) *ir.Value { return w },
	}
}

// objectFeatures defines the factors of Eq. 7: psi for the velocity of the
// object and psi' for its angular velocity, [particles,1] each. An isolated
// particle's psi acts on its h, an object's psi and psi' on the object's
// feature; in the published form, psi' of a hinge end acts on the end's own h.
func objectFeatures(w *graph.Writer, kinds objectKinds) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("object_features", func(b *graph.Networks) {
		m, h := declareMembers(b), b.FeaturesInput("features", hidden)
		sum := objectFeature(w, b, kinds, m, h)
		turning := sum
		if kinds.hinges && w.Config.Form == config.Published {
			turning = b.Select(m.isHinge, h, sum)
		}
		network := func(name string) func(x *ir.Value) *ir.Value {
			return func(x *ir.Value) *ir.Value { return b.MLP(name, x, hidden, 1) }
		}
		b.Output("velocity_factor", onObjects(b, kinds, m, b.Select(m.isObject, sum, h), network("velocity")))
		b.Output("angular_factor", on(b, haveBars(b, m), turning, network("angular_velocity")))
	})
}

// objectFeature is the feature of each particle's object:
//
//	published: h_c = c(h_1) + c(h_2) over the two ends, c a perceptron
//	paper:     h_c = the sum of h over all particles of the object
//
// Where hinges are two sticks, it is the feature of an end's stick.
func objectFeature(w *graph.Writer, b *graph.Networks, kinds objectKinds, m members, h *ir.Value) *ir.Value {
	part := h
	if w.Config.Form == config.Published {
		center := func(h *ir.Value) *ir.Value { return b.MLP("center", h, w.Config.Hidden, w.Config.Hidden) }
		if kinds.hinges {
			part = on(b, haveBars(b, m), h, center)
		} else {
			part = center(h)
		}
	}
	if !kinds.hinges {
		return overPair(b, part, m)
	}
	ends := overEnds(b, part, m)
	if w.Config.Form == config.Published {
		return ends
	}
	return b.Select(m.isHinge, b.Add(ends, b.Gather(part, m.joint)), ends)
}

// shortBar floors the squared length of a bar, (1e-5)^2.
const shortBar = 1e-10

// forwardKinematics defines the update of the generalised coordinates and
// the way back to particles (Eq. 7 to 9):
//
//	q'' = psi q' + a            q = q + q'
//	w   = r x (psi' u + t) / |r|^2
//	x   = q + rot(w) r          v = q' + w x (rot(w) r)
//
// with u the velocity of the bar r and t the force that turns it: f_i less
// the mean of both ends' for a stick, f_i - a for a hinge's end. The angular
// acceleration of a stick, total torque over total inertia, is the acceleration of either
// end by itself: both have the same bar and turning force up to sign. Since w is
// perpendicular to r, rot(w) r = cos|w| r + sin|w|/|w| w x r: lengths are kept exactly,
// and without a bar x is q.
func forwardKinematics(w *graph.Writer, kinds objectKinds) graph.Function {
	return w.Define("forward_kinematics", func(b *graph.Networks) {
		m := declareMembers(b)
		q, velocity := b.VectorInput("coordinate"), b.VectorInput("coordinate_velocity")
		bar, barVelocity := b.VectorInput("bar"), b.VectorInput("bar_velocity")
		acceleration, force := b.VectorInput("acceleration"), b.VectorInput("force")
		psi, psiAngular := b.MaskInput("velocity_factor"), b.MaskInput("angular_factor")

		velocity = b.Add(b.Mul(psi, velocity), acceleration)
		q = b.Add(q, velocity)

		carried := b.Mul(overPair(b, force, m), b.Scalar(0.5))
		if kinds.hinges {
			carried = b.Select(m.isHinge, acceleration, carried)
		}
		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(shortBar))
		push := b.Add(b.Mul(psiAngular, barVelocity), b.Sub(force, carried))
		angular := b.Div(b.Cross(bar, push), inertia)
		turned := graph.RotateAcross(b.Builder, bar, angular)
		turnedVelocity := b.Cross(angular, turned)

		if !kinds.hinges {
			q, velocity = joined(b, m, q, turned), joined(b, m, velocity, turnedVelocity)
		}
		b.Output("position", b.Add(q, turned))
		b.Output("velocity", b.Add(velocity, turnedVelocity))
	})
}

// joined moves the two sticks of each hinge so that they meet at the mean of
// where each of them puts the joint: a stick's new q, from its old q and its
// bar r. With r the joint is at q - r, and the end at q + r, so both sticks
// stay as long as they were. Velocities are joined in the same way.
func joined(n *graph.Networks, m members, q, r *ir.Value) *ir.Value {
	joint := n.Mul(overEnds(n, n.Sub(q, r), m), n.Scalar(0.5))
	return n.Select(m.isHinge, n.Add(joint, r), q)
}
