package objects

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// StickKinematics defines the half bar r = x - q of a stick, seen from one of its ends, and the
// velocity of r. q is the center of the stick. An isolated particle is its own partner and its
// own center, so r is 0.
func StickKinematics(w *graph.Writer) graph.Function {
	return w.Define("stick_kinematics", func(b *graph.Networks) {
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		partnerX, partnerV := b.VectorInput("partner_position"), b.VectorInput("partner_velocity")
		half := b.Scalar(0.5)
		b.Output("bar", b.Mul(half, b.Sub(x, partnerX)))
		b.Output("bar_velocity", b.Mul(half, b.Sub(v, partnerV)))
	})
}

// HingeKinematics defines the bar r = x - q of a hinge, seen from an end, and the velocity of
// r. q is the joint, which is the end's partner. The joint is its own partner, so its r is 0.
func HingeKinematics(w *graph.Writer) graph.Function {
	return w.Define("hinge_kinematics", func(b *graph.Networks) {
		x, v := b.VectorInput("position"), b.VectorInput("velocity")
		jointX, jointV := b.VectorInput("joint_position"), b.VectorInput("joint_velocity")
		b.Output("bar", b.Sub(x, jointX))
		b.Output("bar_velocity", b.Sub(v, jointV))
	})
}

// RigidKinematics is the forward kinematics of GMN: objects move with their generalized
// positions, and their bars rotate.
func RigidKinematics(w *graph.Writer, kinds Kinds) Kinematics {
	object, forward := objectFeatures(w, kinds), forwardKinematics(w, kinds)
	objects := func(s State, m Members) (x, v *ir.Value) {
		q, qVelocity := w.Sub(s.X, s.Bar), w.Sub(s.V, s.BarVelocity)
		factors := w.Call(object, append(m.Args(), s.H)...)
		moved := w.Call(forward, append(m.Args(), q, qVelocity, s.Bar, s.BarVelocity,
			s.Acceleration, s.Force, factors[0], factors[1])...)
		return moved[0], moved[1]
	}
	if w.Config.Depth == 0 {
		return objects
	}
	f, moves := ForestOf(w), ForestKinematics(w, learnedForest(w))
	return func(s State, m Members) (x, v *ir.Value) {
		x, v = objects(s, m)
		return OverForest(w, f, x, v, w.Call(moves, append(f.Args(), s.H, s.X, s.V, s.Force)...))
	}
}

// learnedForest returns the law with learned factors, as for sticks and hinges.
func learnedForest(w *graph.Writer) ForestLaw {
	return ForestLaw{
		Factor: func(b *graph.Networks, name string, x *ir.Value) *ir.Value {
			return b.MLP(name, x, NarrowWidth(w.Config.Hidden), 1)
		},
		Moved:  func(b *graph.Networks, before, force *ir.Value) *ir.Value { return b.Add(before, force) },
		Turned: func(_ *graph.Networks, w *ir.Value) *ir.Value { return w },
	}
}

// objectFeatures defines the factors of Eq. 7: psi for the velocity of the object and psi' for
// its angular velocity, [particles,1] each. psi of an isolated particle takes its feature h.
// psi and psi' of an object take the object's feature; in the published form, psi' of an end of
// a hinge takes the end's own h.
func objectFeatures(w *graph.Writer, kinds Kinds) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("object_features", func(b *graph.Networks) {
		m, h := DeclareMembers(b), b.FeaturesInput("features", hidden)
		sum := ObjectFeature(w, b, kinds, m, h)
		turning := sum
		if kinds.Hinges && w.Config.Form == config.Published {
			turning = b.Select(m.IsHinge, h, sum)
		}
		network := func(name string) func(x *ir.Value) *ir.Value {
			return func(x *ir.Value) *ir.Value { return b.MLP(name, x, hidden, 1) }
		}
		b.Output("velocity_factor", onObjects(b, kinds, m, b.Select(m.IsObject, sum, h), network("velocity")))
		b.Output("angular_factor", on(b, haveBars(b, m), turning, network("angular_velocity")))
	})
}

// ObjectFeature is the feature of each particle's object:
//
//	published: h_c = c(h_1) + c(h_2) over the two ends, c a perceptron
//	paper:     h_c = the sum of h over all particles of the object
//
// Where hinges are two sticks, it is the feature of an end's stick.
func ObjectFeature(w *graph.Writer, b *graph.Networks, kinds Kinds, m Members, h *ir.Value) *ir.Value {
	part := h
	if w.Config.Form == config.Published {
		center := func(h *ir.Value) *ir.Value { return b.MLP("center", h, w.Config.Hidden, w.Config.Hidden) }
		if kinds.Hinges {
			part = on(b, haveBars(b, m), h, center)
		} else {
			part = center(h)
		}
	}
	if !kinds.Hinges {
		return OverPair(b, part, m)
	}
	ends := OverEndpoints(b, part, m)
	if w.Config.Form == config.Published {
		return ends
	}
	return b.Select(m.IsHinge, b.Add(ends, b.Gather(part, m.Joint)), ends)
}

// shortBar is the smallest squared length of a bar, (1e-5)^2, by which formulas divide.
const shortBar = 1e-10

// forwardKinematics defines the update of the generalized coordinates and
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
func forwardKinematics(w *graph.Writer, kinds Kinds) graph.Function {
	return w.Define("forward_kinematics", func(b *graph.Networks) {
		m := DeclareMembers(b)
		q, velocity := b.VectorInput("coordinate"), b.VectorInput("coordinate_velocity")
		bar, barVelocity := b.VectorInput("bar"), b.VectorInput("bar_velocity")
		acceleration, force := b.VectorInput("acceleration"), b.VectorInput("force")
		psi, psiAngular := b.MaskInput("velocity_factor"), b.MaskInput("angular_factor")

		velocity = b.Add(b.Mul(psi, velocity), acceleration)
		q = b.Add(q, velocity)

		carried := b.Mul(OverPair(b, force, m), b.Scalar(0.5))
		if kinds.Hinges {
			carried = b.Select(m.IsHinge, acceleration, carried)
		}
		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(shortBar))
		push := b.Add(b.Mul(psiAngular, barVelocity), b.Sub(force, carried))
		angular := b.Div(b.Cross(bar, push), inertia)
		turned := graph.RotateAcross(b.Builder, bar, angular)
		turnedVelocity := b.Cross(angular, turned)

		if !kinds.Hinges {
			q, velocity = joined(b, m, q, turned), joined(b, m, velocity, turnedVelocity)
		}
		b.Output("position", b.Add(q, turned))
		b.Output("velocity", b.Add(velocity, turnedVelocity))
	})
}

// joined moves the two sticks of each hinge so that they meet: the joint is at the mean of
// where each stick puts it. It takes each stick's q and its bar r, and returns the new q. The
// joint is at q - r and the end at q + r, so both sticks keep their lengths. Velocities are
// joined in the same way.
func joined(n *graph.Networks, m Members, q, r *ir.Value) *ir.Value {
	joint := n.Mul(OverEndpoints(n, n.Sub(q, r), m), n.Scalar(0.5))
	return n.Select(m.IsHinge, n.Add(joint, r), q)
}

// ShortestBar returns the smallest squared length of a bar by which formulas divide. It is in
// units of the data's length, if that is below 1.
func ShortestBar(c config.Config) float64 {
	const least = 1e-36 // above 0 in float32
	unit := min(1, c.Distance())
	return max(shortBar*unit*unit, least)
}

// State is the state at the start of a layer and what acts on the particles, one row each. It
// has the features, positions and velocities, the bar x - q and its velocity, the force f, and
// the acceleration of the object's q.
type State struct {
	H, X, V             *ir.Value
	Bar, BarVelocity    *ir.Value
	Force, Acceleration *ir.Value
}

// Kinematics writes the motion of the particles in a layer: their new positions and velocities.
type Kinematics func(s State, m Members) (x, v *ir.Value)
