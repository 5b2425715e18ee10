// Package contact implements the law of motion of particles and free rigid bodies among planes and
// boxes.
package contact

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Write writes GMN-ODE for particles and free rigid bodies among planes. In a step
// of the time h a body, or a particle by itself, gets the forces of contact f_i at its
// particles, over its mass, and then moves freely:
//
//	p = sum f_i     c = c + h v + h^2/2 (p + a)     v = v + h (p + a)
//	t = sum r_i x f_i     r_i = rot(h w) r_i     L = L + h t     w = I^-1 L
//
// with c the center of mass, r_i = x_i - c, L the angular momentum and I the inertia over
// the mass, a what gravity and known forces accelerate it by, and w in the middle of the
// step. So lengths hold, and a free flight is exact but for the turning of a body with
// different moments, which is of second order. contactLaw has the forces. Energy that a
// step of a body in contact would create, with the energy of planes, is taken off its
// velocities: contact creates none beyond rounding.
func Write(w *graph.Writer) {
	c := newContact(w)
	s := c.start()
	for step := range w.Config.Layers {
		w.Scope(fmt.Sprintf("step%d", step), func() {
			s = c.step(s)
			x := w.Name("position", w.Add(s.center, s.arm))
			w.AddLayer(graph.Layer{Position: x, Velocity: w.Name("velocity", w.Add(s.velocity, w.Cross(s.spin, s.arm)))})
		})
	}
}

// contact holds what acts on particles and free rigid bodies. Values of a body are the same in
// the rows of all its particles.
type contact struct {
	*graph.Writer
	h     float64
	body  *ir.Value // the first particle of the body, or the particle itself
	total *ir.Value // the mass of the body: [particles,1]
	share *ir.Value // of the particle in it: [particles,1]
	// acceleration and turning are caused by gravity and known forces: [particles,3]. turning
	// is nil if there is none. force is the known force over the body's mass.
	acceleration, force *ir.Value
	planes              []plane
	law                 contactLaw
	between             *boxes // nil where the data have no boxes
}

// plane is a plane for all particles: its normal, of length 1 or 0, and its offset.
type plane struct{ normal, offset, isThere *ir.Value }

// rigid is the state of bodies, [particles,3] each. The angular momentum and the moments are
// divided by the mass.
type rigid struct {
	center, arm, velocity, spin, momentum *ir.Value
	second                                graph.Symmetric             // moments of where the mass is
	turning                               func(z *ir.Value) *ir.Value // the spin of a momentum
	stored                                *ir.Value                   // energy in planes over the mass: [particles,1]
	// gap is the gap to boxes, and shared the energy of contacts with them: [edges,1]. Both are
	// nil without boxes.
	gap, shared *ir.Value
}

func newContact(w *graph.Writer) *contact {
	c := &contact{Writer: w, h: w.Config.Interval() / float64(w.Config.Layers), body: w.Inputs.First}
	mass := w.Inputs.Given[system.Mass]
	if mass == nil {
		mass = w.Broadcast(w.Field(system.Mass), graph.Particles)
	}
	c.total = w.Name("body_mass", w.SumSystems(mass, c.body))
	c.share = w.Name("share", w.Div(mass, c.total))
	gravity := w.Field(system.Gravity)
	if learned := w.Config.Learns(config.LearnedGravity); learned != nil {
		gravity = w.LearnedConstant(learned)
	}
	c.acceleration = w.Add(gravity, w.Broadcast(w.Const(1, 3, 0, 0, 0), graph.Particles))
	if given := w.Inputs.Given[system.Force]; given != nil {
		c.force = w.Div(given, c.total)
		c.acceleration = w.Add(c.acceleration, w.SumSystems(c.force, c.body))
	}
	planes := w.Field(system.Planes)
	for number := range max(1, w.Config.Planes) {
		at := number * system.PlaneColumns
		normal, offset := w.Columns(planes, at, at+3), w.Columns(planes, at+3, at+4)
		square := w.Inner(normal, normal)
		isThere := w.Greater(square, w.Scalar(0))
		length := w.Sqrt(w.Maximum(square, w.Scalar(graph.SmallSquare)))
		c.planes = append(c.planes, plane{w.Div(normal, length), offset, isThere})
	}
	c.law = newContactLaw(w, c.h)
	c.between = c.boxes()
	return c
}

// sum sums a value over the particles of each body.
func (c *contact) sum(x *ir.Value) *ir.Value { return c.SumSystems(x, c.body) }

// start computes the motion of bodies from the motion of their particles. The angular velocity
// is a least-squares fit to all particles, whether or not they have mass.
func (c *contact) start() (s rigid) {
	c.Scope("start", func() {
		x, v := c.Inputs.Position, c.Inputs.Velocity
		ones := c.Broadcast(c.Scalar(1), graph.Particles)
		weighted := c.sum(c.Concat(c.Mul(c.share, x), c.Mul(c.share, v), x, v, ones))
		at := func(i int) *ir.Value { return c.Columns(weighted, 3*i, 3*i+3) }
		s.center, s.velocity = at(0), at(1)
		count := c.Columns(weighted, 12, 13)
		s.arm = c.Sub(x, s.center)
		off, u := c.Sub(x, c.Div(at(2), count)), c.Sub(v, c.Div(at(3), count))
		s.spin = c.InertiaSolver(c.moments(off, nil), c.FloorAtZero)(c.sum(c.Cross(off, u)))
		s = c.placed(s)
		s.momentum = c.turned(s.second, s.spin)
		if c.between != nil {
			mark := c.between.contradiction(s.arm)
			s.center, s.velocity = c.Add(s.center, mark), c.Add(s.velocity, mark)
		}
	})
	return s
}

// turned returns the angular momentum of bodies with these second moments and angular
// velocities.
func (c *contact) turned(second graph.Symmetric, spin *ir.Value) *ir.Value {
	return c.Sub(c.Mul(c.Add(c.Add(second.XX, second.YY), second.ZZ), spin), c.product(second, spin))
}

// product multiplies matrices by vectors.
func (c *contact) product(a graph.Symmetric, v *ir.Value) *ir.Value {
	return c.Concat(c.Inner(c.Concat(a.XX, a.XY, a.XZ), v), c.Inner(c.Concat(a.XY, a.YY, a.YZ), v), c.Inner(c.Concat(a.XZ, a.YZ, a.ZZ), v))
}

// moments returns the sums of r r^T over the particles of each body, each times a weight unless
// that is nil.
func (c *contact) moments(r, weight *ir.Value) graph.Symmetric {
	parts := c.Concat(c.OuterProduct(r)...)
	if weight != nil {
		parts = c.Mul(weight, parts)
	}
	return c.SymmetricOf(c.sum(parts))
}

// placed completes a state with what follows from the positions: the second moments, from
// masses or from the field gyration, and the energy in planes.
func (c *contact) placed(s rigid) rigid {
	s.stored = c.stored(s)
	if c.between != nil {
		s.gap, s.shared = c.between.stored(s)
	}
	weights := c.Inputs.Given[system.Gyration]
	if weights == nil {
		s.second = c.moments(s.arm, c.share)
	} else {
		var parts []*ir.Value
		for k := range 3 {
			parts = append(parts, c.Mul(c.Columns(weights, k, k+1), s.arm))
		}
		p, q, r := c.ThreeVectors(c.sum(c.Concat(parts...)))
		square := func(r *ir.Value) *ir.Value { return c.Concat(c.OuterProduct(r)...) }
		s.second = c.SymmetricOf(c.Add(c.Add(square(p), square(q)), square(r)))
	}
	s.turning = c.InertiaSolver(s.second, c.FloorAtZero)
	return s
}

// step advances bodies by a step.
func (c *contact) step(s rigid) rigid {
	half, h := c.Scalar(c.h/2), c.Scalar(c.h)
	impulse, turn := c.impulses(s)
	if c.force != nil {
		turn = c.Add(turn, c.Mul(h, c.sum(c.Cross(s.arm, c.force))))
	}
	velocity, momentum := c.Add(s.velocity, impulse), c.Add(s.momentum, turn)
	var depth *ir.Value
	if c.between != nil {
		var more *ir.Value
		impulse, more, depth = c.between.impulses(s, velocity, momentum)
		velocity, momentum, turn = c.Add(velocity, impulse), c.Add(momentum, more), c.Add(turn, more)
	}
	// Bodies move with the mean of their momenta before and after the forces.
	mean := c.Add(s.momentum, c.Mul(c.Scalar(0.5), turn))
	spin := s.turning(mean)
	spin = c.slow(c.Add(spin, c.Mul(half, s.turning(c.Cross(mean, spin)))))
	displacement := c.Add(c.Mul(half, c.Add(s.velocity, velocity)), c.Mul(c.Scalar(c.h*c.h/2), c.acceleration))
	moved := rigid{
		center: c.Add(s.center, displacement), arm: c.Rotate(s.arm, c.Mul(h, spin)),
		velocity: c.Add(velocity, c.Mul(h, c.acceleration)), momentum: momentum,
	}
	moved = c.placed(moved)
	moved.spin = c.slow(moved.turning(moved.momentum))
	return c.conserved(s, moved, displacement, depth)
}

// slow limits angular velocities to graph.MostTurn per step, which no valid input exceeds.
func (c *contact) slow(spin *ir.Value) *ir.Value {
	return c.Bounded(graph.TurnLimit, spin, graph.MostTurn/c.h)
}

// conserved removes the energy that a step has created from the velocities of bodies in
// contact. depth is how deep they were in boxes in the middle of the step.
func (c *contact) conserved(before, after rigid, displacement, depth *ir.Value) rigid {
	now := c.kinetic(after)
	created := c.Sub(c.Add(now, after.stored), c.Add(c.Add(c.kinetic(before), before.stored), c.Inner(c.acceleration, displacement)))
	touches := c.Greater(c.Add(before.stored, after.stored), c.Scalar(0))
	excess := c.Mul(touches, c.ReLU(created))
	if c.between != nil {
		after, now, excess = c.between.conserved(before, after, depth, created, excess)
	}
	factor := c.left(excess, now)
	after.velocity, after.momentum, after.spin = c.Mul(factor, after.velocity), c.Mul(factor, after.momentum), c.Mul(factor, after.spin)
	return after
}

// left returns the factor of velocities that removes an excess from their kinetic energy.
func (c *contact) left(excess, energy *ir.Value) *ir.Value {
	left := c.Sub(c.Scalar(1), c.Div(excess, c.Maximum(energy, c.Scalar(graph.SmallSquare))))
	return c.Sqrt(c.Maximum(left, c.Scalar(graph.SmallSquare)))
}

// kinetic returns the kinetic energy of bodies over their masses.
func (c *contact) kinetic(s rigid) *ir.Value {
	return c.Mul(c.Scalar(0.5), c.Add(c.Inner(s.velocity, s.velocity), c.Inner(s.spin, s.momentum)))
}
