package builder

import "gmnc/ir"

// stickKinematics defines the half bar r = x - q of a stick seen from one of
// its ends, q being its center, and the velocity of r. An isolated particle
// is its own partner and so its own center, without a bar.
func (w *writer) stickKinematics() function {
	return w.define("stick_kinematics", func(b *networks) {
		x, v := b.vector("position"), b.vector("velocity")
		partnerX, partnerV := b.vector("partner_position"), b.vector("partner_velocity")
		half := b.Scalar(0.5)
		b.Output("bar", b.Mul(half, b.Sub(x, partnerX)))
		b.Output("bar_velocity", b.Mul(half, b.Sub(v, partnerV)))
	})
}

// hingeKinematics defines the bar r = x - q of a hinge seen from an end, q
// being its joint, the end's partner, and the velocity of r. The joint is
// its own partner, without a bar.
func (w *writer) hingeKinematics() function {
	return w.define("hinge_kinematics", func(b *networks) {
		x, v := b.vector("position"), b.vector("velocity")
		jointX, jointV := b.vector("joint_position"), b.vector("joint_velocity")
		b.Output("bar", b.Sub(x, jointX))
		b.Output("bar_velocity", b.Sub(v, jointV))
	})
}

// stickInverseDynamics defines the acceleration of a stick's center
// (Eq. 6), the mean [paper: the sum] of phi2(f) over both ends, and the
// force that turns the stick, f_i less the mean of both. An isolated
// particle's acceleration is its force.
func (w *writer) stickInverseDynamics() function {
	return w.define("stick_inverse_dynamics", func(b *networks) {
		force, partner, isObject := b.vector("force"), b.member("partner"), b.mask("is_object")
		sum := b.Add(force, b.Gather(force, partner))
		mean := b.Mul(b.Scalar(0.5), sum)
		total := mean
		if w.config.Form == Paper {
			total = sum
		}
		learned := b.equivariant("stick_force", total, w.config.Hidden, 1)
		b.Output("acceleration", b.Select(isObject, learned, mean))
		b.Output("turning_force", b.Sub(force, mean))
	})
}

// hingeInverseDynamics defines the acceleration of a hinge's joint (Eq. 6),
// the mean [paper: the sum] over its particles of
//
//	phi2(f_i, x_i - x_0, v_i - v_0),
//
// and the force that turns an end about the joint, f_i less that
// acceleration.
func (w *writer) hingeInverseDynamics() function {
	return w.define("hinge_inverse_dynamics", func(b *networks) {
		force, bar, barVelocity := b.vector("force"), b.vector("bar"), b.vector("bar_velocity")
		first, second, joint := b.member("first"), b.member("second"), b.member("joint")
		part := b.equivariant("hinge_force", b.Concat(force, bar, barVelocity), w.config.Hidden, 1)
		acceleration := b.Add(b.Add(b.Gather(part, first), b.Gather(part, second)), b.Gather(part, joint))
		if w.config.Form == Published {
			acceleration = b.Mul(acceleration, b.Scalar(1.0/3))
		}
		b.Output("acceleration", acceleration)
		b.Output("turning_force", b.Sub(force, acceleration))
	})
}

const (
	// shortBar floors the squared length of a bar, (1e-5)^2.
	shortBar = 1e-10
	// smallAngle floors a squared angle: below it sin t / t is 1 in float64.
	smallAngle = 1e-16
)

// forwardKinematics defines the update of the generalised coordinates and
// the way back to particles (Eq. 7 to 9):
//
//	q'' = psi q' + a            q = q + q'
//	w   = r x (psi' u + f) / |r|^2
//	x   = q + rot(w) r          v = q' + w x (rot(w) r)
//
// with u the velocity and f the turning force of the bar r. The angular
// acceleration of a stick, total torque over total inertia, is that of
// either end by itself: both have the same bar and turning force up to
// sign. Since w is perpendicular to r, rot(w) r = cos|w| r + sin|w|/|w| w x r:
// lengths are kept exactly, and without a bar x is q.
func (w *writer) forwardKinematics() function {
	return w.define("forward_kinematics", func(b *networks) {
		q, qVelocity := b.vector("coordinate"), b.vector("coordinate_velocity")
		bar, barVelocity := b.vector("bar"), b.vector("bar_velocity")
		acceleration, turning := b.vector("acceleration"), b.vector("turning_force")
		psi, psiAngular := b.mask("velocity_factor"), b.mask("angular_factor")

		newVelocity := b.Add(b.Mul(psi, qVelocity), acceleration)
		newCoordinate := b.Add(q, newVelocity)

		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(shortBar))
		push := b.Add(b.Mul(psiAngular, barVelocity), turning)
		angular := b.Div(b.Cross(bar, push), inertia)
		turned := rotate(b.Builder, bar, angular)

		b.Output("position", b.Add(newCoordinate, turned))
		b.Output("velocity", b.Add(newVelocity, b.Cross(angular, turned)))
	})
}

// rotate turns r about w, to which it is perpendicular, by the angle |w|.
func rotate(b *ir.Builder, r, w *ir.Value) *ir.Value {
	angle := b.Sqrt(b.Maximum(b.Inner(w, w), b.Scalar(smallAngle)))
	sine := b.Div(b.Sin(angle), angle)
	return b.Add(b.Mul(b.Cos(angle), r), b.Mul(sine, b.Cross(w, r)))
}
