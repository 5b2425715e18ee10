package contact

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// boxes are the contacts of particles with the boxes of other bodies, by the law of planes.
// They are rows of edges i <- j, from the first particle j of a box to a particle i of
// another body; other edges count nothing. The face that i is farthest ahead of, or the least
// behind, is its plane. It moves with the box, which gets the opposite impulse at the same
// point. Forces are over the reduced mass of both bodies, so one that is much heavier than
// the other is to it as a plane.
//
// An impulse acts in the middle of the step, so that what it does to the angular momenta of
// both, about their centres there, is opposite too.
type boxes struct {
	*contact
	law     contactLaw // on edges
	isThere *ir.Value  // [edges,1]
	hasSize *ir.Value  // [particles,1], whether a particle has weights in edges
	// reduced is the reduced mass, and of and by its shares in the masses of the body of
	// the particle and of the box: [edges,1].
	reduced, of, by *ir.Value
}

// boxes returns nil where no body is a box.
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

// nearest is where particles are beside a box, [edges,.]: from its centre, its nearest
// face's normal, the gap, and how deep they are in its reach.
type nearest struct{ from, normal, gap, depth *ir.Value }

// halves are half of each edge of the boxes of bodies, side by side: [particles,9].
func (b *boxes) halves(arm *ir.Value) *ir.Value {
	weights := b.Inputs.Given[system.Box]
	var parts []*ir.Value
	for k := range 3 {
		parts = append(parts, b.Mul(b.Columns(weights, k, k+1), arm))
	}
	return b.contact.sum(b.Concat(parts...))
}

// nearest returns it for bodies with these centres and arms.
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

// stored is the gap of particles to boxes, and the energy in these contacts: [edges,1] each.
func (b *boxes) stored(s rigid) (gap, energy *ir.Value) {
	n := b.nearest(s.center, s.arm)
	squares := b.Mul(b.reduced, b.Square(n.depth))
	return n.gap, b.Mul(b.Mul(b.law.stiffness, b.Scalar(0.5)), squares)
}

// impulses are what contact with each other does to the velocities and angular momenta of
// bodies in a step, [particles,3] each, after what all else does to them in it, and how deep
// particles are in boxes then.
func (b *boxes) impulses(s rigid, velocity, momentum *ir.Value) (impulse, turn, depth *ir.Value) {
	half := b.Scalar(b.h / 2)
	arm := b.Rotate(s.arm, b.Mul(half, s.spin))
	n := b.nearest(b.Add(s.center, b.Mul(half, s.velocity)), arm)
	own := b.Repeat(arm, graph.Neighbors)
	// other is the body of the box, seen from the particle that touches it.
	mobility := b.SymmetricColumns(b.mobility(s))
	mine, other := b.turnedBy(b.Repeat(mobility, graph.Neighbors)), b.turnedBy(b.Gather(mobility, b.Inputs.Senders))
	// between is how particles move beside boxes, and the means over both bodies of more.
	between := func(velocity, spin *ir.Value, more ...*ir.Value) (relative, means *ir.Value) {
		mine := b.Repeat(b.Concat(append([]*ir.Value{b.Add(velocity, b.Cross(spin, arm))}, more...)...), graph.Neighbors)
		box := b.Gather(b.Concat(append([]*ir.Value{velocity, spin}, more...)...), b.Inputs.Senders)
		relative = b.Sub(b.Columns(mine, 0, 3), b.Add(b.Columns(box, 0, 3), b.Cross(b.Columns(box, 3, 6), n.from)))
		if columns := mine.Type.Columns(); columns > 3 {
			means = b.mean(b.Columns(mine, 3, columns), b.Columns(box, 6, columns+3))
		}
		return relative, means
	}
	// both adds up pushes on each body and their turning, with the opposite on boxes, and more
	// values of its contacts.
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

// mobility is the spin that each angular momentum of a body has: the inverse of its inertia.
func (b *boxes) mobility(s rigid) graph.Symmetric {
	of := func(x, y, z float64) *ir.Value {
		return s.turning(b.Broadcast(b.Const(1, 3, x, y, z), graph.Particles))
	}
	x, y, z := of(1, 0, 0), of(0, 1, 0), of(0, 0, 1)
	at := func(v *ir.Value, i int) *ir.Value { return b.Columns(v, i, i+1) }
	return graph.Symmetric{XX: at(x, 0), YY: at(y, 1), ZZ: at(z, 2), XY: at(x, 1), XZ: at(x, 2), YZ: at(y, 2)}
}

// turnedBy are bodies of these mobilities, [rows,6].
func (b *boxes) turnedBy(mobility *ir.Value) rigid {
	a := b.SymmetricOf(mobility)
	return rigid{turning: func(z *ir.Value) *ir.Value { return b.product(a, z) }}
}

// overContacts adds up values of the contacts of each body: those that it has by its own
// particles, and by its box.
func (b *boxes) overContacts(own, box *ir.Value) *ir.Value {
	return b.contact.sum(b.Add(b.OverNeighbors(own), b.ScatterAdd(box, b.Inputs.Senders)))
}

// conserved takes off the velocities of the bodies of a system that touch each other what
// energy a step has created: first off those by which they move against each other, which
// leaves their momenta as they are. depth is how deep they were in the middle of the step
// and created what each has got, over its mass. excess becomes what of it is left, over
// the energy now of their motion.
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

// against are the motions of bodies beside the motion of all of them as if they were one.
// sums are over the system, of masses and of these times centres and velocities; total
// adds up values times masses.
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
