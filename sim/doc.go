// Package sim simulates the constrained N-body systems that a Graph Mechanics Network learns:
// charged particles. Some of them are the ends of rigid sticks, and others form hinges, trees of
// bars or rigid bodies. This comment is the design of the package.
//
// # System
//
// A system (p, s, h) has p isolated particles, s sticks of two particles and h hinges of three
// particles, which are n = p + 2s + 3h particles in all. A hinge has a joint and two ends, and a
// bar ties each end to the joint. A system may also have trees of bars (chains, stars and others)
// and rigid bodies, whose particles keep all their distances. Bars are rigid and massless, and
// meet in ball joints. Units are dimensionless. Every particle has mass 1, except for the
// particles of a robot, which have the robot's masses. The Coulomb constant is 1, and charges are
// -1 or +1. The units of length and time follow from these.
//
// # Initial state
//
// Positions are normally distributed with the standard deviation (n/5)^(1/3) + 0.1, so that the
// density hardly depends on n. Velocities have the norm 0.5 and a uniformly distributed direction.
// A random permutation says which particle belongs to which object. Velocities are then made
// consistent with the rigid bars: both ends of a stick get the mean of their components along it,
// and each end of a hinge gets the component of the joint along its bar. Trees and bodies get the
// nearest velocities that keep their bars and shapes, by the sum of squares times masses.
//
// A robot is a tree with a pose. It is turned at random, and its first particle is at the position
// drawn for that particle.
//
// # Dynamics
//
// The force on particle i is the sum over j of q_i q_j (x_i - x_j) / |x_i - x_j|^3, with each
// component clamped to +-100. Forces between particles of one object count, too; the constraint of
// the object resists them. In systems with trees or bodies, the force of each pair is clamped to
// 100 instead of the sum, and pairs at a fixed distance exert no force, so that action equals
// reaction. There are two methods of integration.
//
// # The paper's integrator
//
// Let r be the vector of a bar, w its angular velocity and f the clamped forces (see the paper's
// appendix "The dynamics analyses for sticks and hinges", with masses of 1):
//
//	isolated  a = f
//	stick     a_c = (f_1 + f_2) / 2
//	          dw/dt = (r_1 x f_1 + r_2 x f_2) / (|r_1|^2 + |r_2|^2), r from the center
//	hinge     a_0 = (I + e_1 e_1^T + e_2 e_2^T)^-1 a                     (Eq. a0)
//	          a = f_0 + f_1 + f_2 - sum_i [w_i x (w_i x r_i) + (I - e_i e_i^T) f_i]
//	          dw_i/dt = r_i x (f_i - a_0) / |r_i|^2,  r_i from the joint, e_i = r_i/|r_i|
//
// A step is one of the semi-implicit Euler method in these generalized coordinates. All
// accelerations are those of the state at the start of the step. The velocities of isolated
// particles, centers of sticks and joints change first, v += a dt, and then their positions,
// x += v dt. Angular velocities change by w += dw/dt dt, and r is rotated by |w| dt about w. The
// ends follow as x = x_c + r and v = v_c + w x r with the rotated r. So lengths are constant to
// rounding for any size of the step. At the start, w = r x v / |r|^2, where v is the velocity of
// the end relative to the center or joint; w stays perpendicular to r.
//
// Momentum is conserved to rounding while no force is clamped, except the momentum of hinges. The
// momentum of their ends follows from the joint and the rotations, which agree with the forces
// only to first order in dt.
//
// # Runge-Kutta
//
// Any forest moves by Gauss's principle: its accelerations are those nearest to the forces over
// masses, by the sum of squares times masses, among all that keep bars and shapes. The Lagrange
// multipliers of the bars are eliminated from the leaves of each tree to its root, as in the
// articulated-body method, in a time that grows with the number of particles (articulation.go).
// The classical method of fourth order integrates positions and velocities. Its error changes
// lengths and shapes a little. The least displacements that restore them are then added, and
// velocities are projected, both with masses and by the same elimination. These corrections act
// along bars, on both ends alike. So momentum is conserved to rounding while no force is clamped,
// for any size of the step. No result depends on which particle is a root.
//
// # Samples
//
// The step dt is 0.001. Frame k is the state at the time 0.1 k; with the paper's integrator it is
// the state after 100 k + 1 steps, as published. The input of a sample is frame 30, and its target
// is frame 40, one time unit later. The published runs have 5000 steps. No sample uses the frames
// after frame 40, so they are simulated only for trajectories that need them.
//
// Every trajectory draws from a random stream of its own, made from the seed, the split, the index
// and the attempt. So a sample depends neither on the number of workers nor on the number of
// samples, and a short training set is a prefix of a long one. If a trajectory has numbers that
// are not finite, as when two particles are at one place, it is drawn again with the next attempt.
//
// # Sources
//
// Huang et al., "Equivariant Graph Mechanics Networks with Constraints" (ICLR 2022), and, where
// the paper does not say it, the published simulator of its authors: the size of the step, the
// clamp, the frames and the initial state.
package sim
