// Package mechanism simulates trees of rigid bodies with joints by Newton's equations, in
// float64. This comment is the package's design.
//
// # Mechanism
//
// A body is a set of particles with fixed distances, which give its mass and its inertia. A
// joint connects it to the body before it or to the ground: it slides along axes and turns about
// axes through its anchor, a point of both bodies. Axes and anchors are given in the pose of rest
// and move with the body before. A body that is connected to nothing slides along and turns about
// all three axes of the ground.
//
// # Coordinates
//
// A joint has a displacement and, as a unit quaternion, a rotation, both in the frame of the body
// before, and a rate for each axis. Joints therefore hold by construction: no step moves a body
// off its anchor or bends it.
//
// Let J be the velocities of all particles at unit rates, M their masses, and a0 their
// accelerations at constant rates. The rates w follow
//
//	H dw/dt = J^T (f - M a0(w)) + torque - D w,    H = J^T M J
//
// for forces f on particles, including gravity, and torques and dampings D at joints, in N m and
// N m s, or in N and N s/m at sliding axes. Friction is a damping of friction / sqrt(w^2 +
// slow^2), where slow is 1e-5 radians or lengths per second. A joint that friction stops creeps
// below that rate. The equations are solved as a dense matrix.
//
// The package judges how models treat joints: it shares no routine with their kernels and
// operators, and package internal/test/mujoco compares it with MuJoCo.
//
// # Steps
//
// A step of length h moves for half of the time at the old rates, there solves
//
//	(H + h D/2) (w' - w) = h (J^T (f - M a0((w + w')/2)) + torque - D w)
//
// by fixed-point iteration, and moves for the other half at the new rates. It is symmetric in time
// and of second order, and damping enters implicitly: joints of little inertia are damped in less
// than a millisecond. Two half steps and a whole one, extrapolated, are of fourth order (Hairer,
// Lubich, Wanner, Geometric Numerical Integration, 2006, II.4 and V).
//
// If a joint reverses under friction, or friction brings it to rest, the force jumps within a
// step. Such steps are divided until friction changes by less than a sixteenth in each part, or
// until the parts are a 1024th of the step.
package mechanism
