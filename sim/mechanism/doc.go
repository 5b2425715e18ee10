// Package mechanism moves trees of rigid bodies with joints by Newton's
// equations, in float64. This comment is the package's design.
//
// # Mechanism
//
// A body is particles that keep their distances; they give its mass and its inertia. A
// joint ties it to the body before it or to the ground: it slides along axes and turns
// about axes through its anchor, which both bodies have. Axes and anchors are given in
// the pose of rest and move with the body before. A body that is tied to nothing slides
// and turns along all three axes of the ground.
//
// # Coordinates
//
// A joint has how far it has slid and, as a unit quaternion, how it has turned, both
// in the frame of the body before, and a rate for each axis. So joints hold by
// construction: no step takes a body off its anchor or bends it.
//
// With J the velocities of all particles at unit rates, M their masses and a0
// their accelerations while all rates stay, the rates w follow
//
//	H dw/dt = J^T (f - M a0(w)) + torque - D w,    H = J^T M J
//
// for forces f on particles, gravity among them, and torques and dampings D at
// joints, in N m and N m s (at sliding axes N and N s/m). Friction is damping of
// the size friction / sqrt(w^2 + slow^2), where slow is 1e-5 radians or lengths a second: a
// joint that friction holds creeps below that. The equations are solved as a dense matrix.
//
// The package judges what models do with joints: it shares no routine with their kernels
// and operators, and package internal/test/mujoco holds it against MuJoCo.
//
// # Steps
//
// A step of the time h goes half of the way at the old rates, finds
//
//	(H + h D/2) (w' - w) = h (J^T (f - M a0((w + w')/2)) + torque - D w)
//
// there by fixed points, and goes the other half at the new rates. It is symmetric
// in time and of second order, and damping enters implicitly: joints of
// little inertia are damped in less than a millisecond. Two half steps and a
// whole one, extrapolated, are of fourth order (Hairer, Lubich, Wanner, Geometric
// Numerical Integration, 2006, II.4 and V).
//
// Where a joint turns back under friction, or friction brings it to rest, the force jumps within
// a step. Such steps are divided until friction changes by less than a sixteenth in each part, or
// by 1024.
package mechanism
