package contact

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// boxes holds the contacts of particles with the boxes of other bodies, which follow the law of
// contact with planes. They are in rows of edges i <- j from the first particle j of a box to a
// particle i of another body; other edges do not count. The face that i is farthest in front
// of, or the least behind, acts as the plane. It moves with the box, which gets the opposite
// impulse at the same point. Forces are divided by the reduced mass of the two bodies, so a
// body that is much heavier than the other acts on it as a plane does.
//
// An impulse acts in the middle of the step, so that the changes of both angular momenta, about
// the centers at that time, are also opposite.
type boxes struct {
	*contact
	law     contactLaw // on edges
	isThere *ir.Value  // [edges,1]
	hasSize *ir.Value  // [particles,1], whether a particle has weights in edges
	// reduced is the reduced mass. of and by are its ratios to the masses of the particle's
	// body and of the box: [edges,1].
	reduced, of, by *ir.Value
}

// boxes returns nil if no body is a box.
func (c *contact) boxes() *boxes {
	if c.Inputs.Given[system.Box] == nil {
		return nil
	}
	b := &boxes{contact: c, law: c.law.onEdges()}
	c.Scope("boxes", func() {
		in := c.Inputs
		b.hasSize = c.Greater(c.SumColumns(c.Square(in.Given[system.Box])), c.Scalar(0))
		isBox := c.Mul(c.Same(c.body, c.RowNumbers(graph.Particles)), c.Greater(c.sum(b.hasSize), c.Scalar(0)))
		sameBody := c.Same(c.Repeat(c.body, graph.Neighbors), c.Gather(c.body, in.Senders))
		b.isThere = c.Mul(c.Gather(isBox, in.Senders), c.Sub(c.Scalar(1), sameBody))
		mine, other := c.Repeat(c.total, graph.Neighbors), c.Gather(c.total, in.Senders)
		both := c.Add(mine, other)
		b.of, b.by = c.Div(other, both), c.Div(mine, both)
		b.reduced = c.Mul(mine, b.of)
	})
	return b
}

// nearest holds, for each edge, the displacement of the particle from the center of the box,
// the normal of the nearest face, the gap to it, and the depth within the reach of contact.
type nearest struct{ from, normal, gap, depth *ir.Value }

// halves returns the three half edges of each body's box, side by side: [particles,9].
func (b *boxes) halves(arm *ir.Value) *ir.Value {
	weights := b.Inputs.Given[system.Box]
	var parts []*ir.Value
	for k := range 3 {
		parts = append(parts, b.Mul(b.Columns(weights, k, k+1), arm))
	}
	return b.contact.sum(b.Concat(parts...))
}

// nearest finds the nearest faces for bodies with these centers and arms.
func (b *boxes) nearest(center, arm *ir.Value) nearest {
	var sizes, axes []*ir.Value
	first, second, third := b.ThreeVectors(b.halves(arm))
	for _, half := range []*ir.Value{first, second, third} {
		size := b.Length(half)
		sizes, axes = append(sizes, size), append(axes, b.Div(half, size))
	}
	box := b.Gather(b.Concat(append(axes, append(sizes, center)...)...), b.Inputs.Senders)
	n := nearest{from: b.Sub(b.Repeat(b.Add(center, arm), graph.Neighbors), b.Columns(box, 12, 15))}

	x, y, z := b.ThreeVectors(b.Columns(box, 0, 9))
	along := b.Concat(b.Inner(x, n.from), b.Inner(y, n.from), b.Inner(z, n.from))
	sides := b.Sub(b.Mul(b.Scalar(2), b.Greater(along, b.Scalar(0))), b.Scalar(1))
	toX, toY, toZ := b.Components(b.Sub(b.Mul(sides, along), b.Columns(box, 9, 12)))
	n.gap = b.Maximum(toX, b.Maximum(toY, toZ))
	isZ := b.Greater(toZ, b.Maximum(toX, toY))
	isY := b.Mul(b.Sub(b.Scalar(1), isZ), b.Greater(toY, toX))
	isX := b.Sub(b.Sub(b.Scalar(1), isZ), isY)
	sideX, sideY, sideZ := b.Components(sides)
	n.normal = b.Writer.SumOf([]*ir.Value{b.Mul(b.Mul(isX, sideX), x), b.Mul(b.Mul(isY, sideY), y), b.Mul(b.Mul(isZ, sideZ), z)})
	n.depth = b.Mul(b.isThere, b.ReLU(b.Sub(b.law.offset, n.gap)))
	return n
}

// stored returns the gaps of particles to boxes, and the energy of these contacts: [edges,1]
// each.
func (b *boxes) stored(s rigid) (gap, energy *ir.Value) {
	n := b.nearest(s.center, s.arm)
	squares := b.Mul(b.reduced, b.Square(n.depth))
	return n.gap, b.Mul(b.Mul(b.law.stiffness, b.Scalar(0.5)), squares)
}

// impulses returns the changes of the velocities and the angular momenta of bodies in a step by
// contact with each other, [particles,3] each, after all other changes in the step. It also
// returns how deep particles then are in boxes.
func (b *boxes) impulses(s rigid, velocity, momentum *ir.Value) (impulse, turn, depth *ir.Value) {
	half := b.Scalar(b.h / 2)
	arm := b.Rotate(s.arm, b.Mul(half, s.spin))
	n := b.nearest(b.Add(s.center, b.Mul(half, s.velocity)), arm)
	own := b.Repeat(arm, graph.Neighbors)
	// other returns a value of the box's body, in the row of the edge.
	mobility := b.SymmetricColumns(b.mobility(s))
	mine, other := b.turnedBy(b.Repeat(mobility, graph.Neighbors)), b.turnedBy(b.Gather(mobility, b.Inputs.Senders))
	// between returns the velocities of particles relative to boxes, and the means of further
	// values over both bodies.
	between := func(velocity, spin *ir.Value, more ...*ir.Value) (relative, means *ir.Value) {
		mine := b.Repeat(b.Concat(append([]*ir.Value{b.Add(velocity, b.Cross(spin, arm))}, more...)...), graph.Neighbors)
		box := b.Gather(b.Concat(append([]*ir.Value{velocity, spin}, more...)...), b.Inputs.Senders)
		relative = b.Sub(b.Columns(mine, 0, 3), b.Add(b.Columns(box, 0, 3), b.Cross(b.Columns(box, 3, 6), n.from)))
		if columns := mine.Type.Columns(); columns > 3 {
			means = b.mean(b.Columns(mine, 3, columns), b.Columns(box, 6, columns+3))
		}
		return relative, means
	}
	// both sums pushes and their torques on each body, with the opposite signs for boxes, and
	// further values of the contacts.
	both := func(push *ir.Value, more ...*ir.Value) *ir.Value {
		onMine := b.Mul(b.of, b.Concat(push, b.Cross(own, push)))
		onBox := b.Mul(b.Neg(b.by), b.Concat(push, b.Cross(n.from, push)))
		return b.overContacts(b.Concat(append([]*ir.Value{onMine}, more...)...), b.Concat(append([]*ir.Value{onBox}, more...)...))
	}
	start, _ := between(s.velocity, s.spin)
	free, _ := between(b.Add(velocity, b.Mul(b.Scalar(b.h), b.acceleration)), s.turning(momentum))
	given := b.law.impulse(touch{
		normal: n.normal, gap: s.gap, depth: n.depth,
		start: start, free: free,
		yields: func(direction *ir.Value) *ir.Value {
			return b.Add(b.Mul(b.of, b.yields(mine, own, direction)), b.Mul(b.by, b.yields(other, n.from, direction)))
		},
		lifted: func(push *ir.Value, more ...*ir.Value) (lifted, sums *ir.Value) {
			moved := both(push, more...)
			var all []*ir.Value
			for i := range more {
				all = append(all, b.Columns(moved, 6+i, 7+i))
			}
			return between(b.Columns(moved, 0, 3), s.turning(b.Columns(moved, 3, 6)), all...)
		},
		sum: func(x *ir.Value) *ir.Value {
			all := b.overContacts(x, x)
			return b.mean(b.Repeat(all, graph.Neighbors), b.Gather(all, b.Inputs.Senders))
		},
	})
	moved := both(given)
	return b.Columns(moved, 0, 3), b.Columns(moved, 3, 6), n.depth
}

// mean is the mean of two values.
func (b *boxes) mean(x, y *ir.Value) *ir.Value { return b.Mul(b.Scalar(0.5), b.Add(x, y)) }

// mobility returns the inverse of each body's inertia, which maps angular momenta to angular
// velocities.
func (b *boxes) mobility(s rigid) graph.Symmetric {
	of := func(x, y, z float64) *ir.Value {
		return s.turning(b.Broadcast(b.Const(1, 3, x, y, z), graph.Particles))
	}
	x, y, z := of(1, 0, 0), of(0, 1, 0), of(0, 0, 1)
	at := func(v *ir.Value, i int) *ir.Value { return b.Columns(v, i, i+1) }
	return graph.Symmetric{XX: at(x, 0), YY: at(y, 1), ZZ: at(z, 2), XY: at(x, 1), XZ: at(x, 2), YZ: at(y, 2)}
}

// turnedBy returns bodies with these mobilities, [rows,6].
func (b *boxes) turnedBy(mobility *ir.Value) rigid {
	a := b.SymmetricOf(mobility)
	return rigid{turning: func(z *ir.Value) *ir.Value { return b.product(a, z) }}
}

// overContacts sums values over the contacts of each body: those of its own particles, and
// those of its box.
func (b *boxes) overContacts(own, box *ir.Value) *ir.Value {
	return b.contact.sum(b.Add(b.OverNeighbors(own), b.ScatterAdd(box, b.Inputs.Senders)))
}

// conserved removes the energy that a step has created from the velocities of bodies that touch
// each other. It first reduces their velocities relative to each other, which does not change
// the momentum of the system. depth is how deep they were in the middle of the step, and
// created is the energy that each has gained, over its mass. excess is what remains of it,
// relative to the present kinetic energy.
func (b *boxes) conserved(before, after rigid, depth, created, excess *ir.Value) (rigid, *ir.Value, *ir.Value) {
	shared := b.Add(before.shared, after.shared)
	in := b.Add(shared, depth)
	touches := b.Greater(b.overContacts(in, in), b.Scalar(0))
	mass := b.Mul(b.Mul(b.Same(b.body, b.RowNumbers(graph.Particles)), touches), b.total)
	total := func(x *ir.Value) *ir.Value { return b.SumSystem(b.Mul(mass, x)) }
	got := b.OverNeighbors(b.Sub(after.shared, before.shared))
	all := b.SumSystem(b.Concat(b.Add(b.Mul(mass, created), got), mass, b.Mul(mass, b.Concat(after.center, after.velocity))))
	too := b.ReLU(b.Columns(all, 0, 1))

	against, moved := b.against(after, b.Columns(all, 1, 8), total), after
	energy := total(b.kinetic(against))
	left := b.left(too, energy)
	slower := func(v, rest *ir.Value) *ir.Value {
		return b.Sub(v, b.Mul(b.Mul(touches, b.Sub(b.Scalar(1), left)), rest))
	}
	moved.velocity, moved.momentum = slower(after.velocity, against.velocity), slower(after.momentum, against.momentum)
	moved.spin = slower(after.spin, against.spin)
	too = b.Sub(too, b.Mul(energy, b.Sub(b.Scalar(1), b.Square(left))))
	return moved, b.Select(touches, total(b.kinetic(moved)), b.kinetic(after)), b.Select(touches, b.ReLU(too), excess)
}

// against returns the motions of bodies relative to the motion of all of them as one rigid
// body. sums are the sums over the system of masses and of masses times centers and velocities.
// total sums values times masses.
func (b *boxes) against(s rigid, sums *ir.Value, total func(x *ir.Value) *ir.Value) rigid {
	mass := b.Divisor(b.Columns(sums, 0, 1))
	mean := b.Div(b.Columns(sums, 1, 7), mass)
	off, velocity := b.Sub(s.center, b.Columns(mean, 0, 3)), b.Sub(s.velocity, b.Columns(mean, 3, 6))
	all := b.Div(total(b.Concat(b.Add(b.SymmetricColumns(s.second), b.Concat(b.OuterProduct(off)...)), b.Add(s.momentum, b.Cross(off, velocity)))), mass)
	spin := b.contact.InertiaSolver(b.SymmetricOf(all), b.FloorAtZero)(b.Columns(all, 6, 9))
	return rigid{
		velocity: b.Sub(velocity, b.Cross(spin, off)),
		spin:     b.Sub(s.spin, spin), momentum: b.Sub(s.momentum, b.turned(s.second, spin)),
	}
}
