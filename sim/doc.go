// Package sim simulates the constrained N-body systems a Graph Mechanics
// Network learns: charged particles, of which some are the ends of rigid
// sticks, some form hinges, and some trees of bars or rigid bodies. This
// comment is the package's design.
//
// # System
//
// A system (p, s, h) has p isolated particles, s sticks of two particles and
// h hinges of three, n = p + 2s + 3h particles in all. A hinge is a joint and
// two ends, each tied to the joint by a bar. Beside them may be trees of
// bars (chains, stars, any other) and bodies, whose particles keep all their
// distances. Bars are rigid and massless, and meet in ball joints. Units are
// natural: every particle has mass 1, except for the particles of a robot, which have the
// robot's; the Coulomb strength is 1, charges are -1 or +1; lengths and times follow from
// these.
//
// # Initial state
//
// Positions are normal with standard deviation (n/5)^(1/3) + 0.1, so that density
// hardly depends on n. Velocities have norm 0.5 in a uniform direction. Which
// particle belongs to which object is a random permutation. Velocities are then made
// consistent with the rigid bars. Both ends of a stick get the mean of their
// components along it, each end of a hinge gets the joint's component along its bar.
// Trees and bodies get the nearest velocities, by the sum of squares times masses,
// that keep their bars and shapes.
//
// A robot is a tree with a pose: turned at random, it hangs on the position
// drawn for its first particle.
//
// # Dynamics
//
// The force on i is the sum over j of q_i q_j (x_i - x_j) / |x_i - x_j|^3,
// each component clamped to +-100; forces inside an object count too, its
// constraint resists them. In systems with trees or bodies the force of each pair
// is clamped to 100 in place of the sum, and pairs that a bar or body holds at a
// distance exert none: action equals reaction. Two methods integrate.
//
// # The paper's integrator
//
// With r a bar vector, w its angular velocity and f the clamped forces (the
// paper's appendix "The dynamics analyses for sticks and hinges", at unit
// mass):
//
//	isolated  a = f
//	stick     a_c = (f_1 + f_2) / 2
//	          dw/dt = (r_1 x f_1 + r_2 x f_2) / (|r_1|^2 + |r_2|^2), r from the centre
//	hinge     a_0 = (I + e_1 e_1^T + e_2 e_2^T)^-1 a                     (Eq. a0)
//	          a = f_0 + f_1 + f_2 - sum_i [w_i x (w_i x r_i) + (I - e_i e_i^T) f_i]
//	          dw_i/dt = r_i x (f_i - a_0) / |r_i|^2,  r_i from the joint, e_i = r_i/|r_i|
//
// One step is semi-implicit Euler in these generalised coordinates. All accelerations
// come from the state at the step's start. Then v += a dt, x += v dt for isolated
// particles, stick centres and joints; w += dw/dt dt; r is rotated by |w| dt about w.
// The ends follow as x = x_c + r, v = v_c + w x r with the rotated r. Lengths are
// therefore constant to rounding at any step size. At the start w = r x v / |r|^2
// with v the end's velocity relative to the centre or joint; it stays perpendicular
// to r.
//
// Momentum is conserved to rounding while no force is clamped, except the momentum of
// hinges: their ends' momentum follows from the joint and the rotations, which agree with
// the forces only to first order in dt.
//
// # Runge-Kutta
//
// Any forest moves by Gauss's principle: accelerations are the nearest to the
// forces over masses, by the sum of squares times masses, that keep bars and
// shapes.
// Lagrange multipliers of the bars are eliminated from the leaves of each
// tree to its root, the articulated-body method, in a time that grows with
// the number of particles (articulation.go). The classical method of fourth
// order takes positions and velocities along; what its error then leaves of
// lengths and shapes is put back by the least displacements, and velocities
// are projected, both with masses and by the same elimination. The corrections act along
// bars, on both ends alike, so momentum is conserved to rounding while no
// force is clamped, at any step. Nothing depends on which particle is a root.
//
// # Samples
//
// dt is 0.001. Frame k is the state at the time 0.1 k; of the paper's
// integrator, as published, the state after 100 k + 1 steps. A sample's input
// is frame 30, its target frame 40, one time unit later. The published runs
// have 5000 steps; what follows frame 40 is used by nothing, and is simulated
// where trajectories are asked for alone.
//
// Every trajectory draws from a random stream of its own, made from (seed, split,
// index, attempt). So a sample depends neither on the number of workers nor on how
// many samples are asked for, and a short training set is a prefix of a long one. A
// trajectory that leaves the finite numbers (two particles in one place) is drawn
// again with the next attempt.
//
// # Sources
//
// Huang et al., "Equivariant Graph Mechanics Networks with Constraints"
// (ICLR 2022) and what its authors' published simulator does where the paper
// is silent: step size, clamp, frames, initial state.
package sim
