package articulated

import "gonum.org/v1/gonum/mat"

// slope holds the quantities of a link that derivatives need, and their derivatives.
type slope struct {
	external     matrix  // sum of x force^T
	acceleration spatial // acceleration of the link
	momentum     spatial // momentum of its own masses
	inertial     spatial // inertial force of its masses
	all          spatial // sum of inertial forces less the forces on it and its descendants
	below        points  // masses of it and its descendants
	motion       spatial // derivatives of its motion, of its acceleration, and of all
	bias, force  spatial
	moves        bool // whether it moves with the joint of the derivatives
}

// move gives the links these rates and accelerations at their poses, and computes the forces
// that this motion requires.
func (c *Chain) move(rate, change []float64) {
	for i := range c.m.links {
		l, s := &c.m.links[i], &c.slopes[i]
		c.m.move(l, rate[i])
		before := &ground
		if l.parent != none {
			before = &c.m.links[l.parent].changed
		}
		l.changed.setScaled(&l.axis, change[i])
		l.changed.setSum(before, &l.changed)
		l.points.setMoved(&l.mass, &l.pose)
		s.below = l.points
		s.momentum.setMomentum(&l.points, &l.motion)
		s.acceleration.setSum(&l.bias, &l.changed)
		s.inertial.setResisting(&l.points, &l.motion, &s.acceleration)
		s.all.setPushed(l)
		s.all.setScaled(&s.all, -1)
		s.all.setSum(&s.inertial, &s.all)
		s.external.setProduct(&l.pose.turn, &l.moments)
		s.external.addOuter(l.pose.move, l.push)
	}
	for i := len(c.m.links) - 1; i >= 0; i-- {
		if l, s := &c.m.links[i], &c.slopes[i]; l.parent != none {
			before := &c.slopes[l.parent]
			before.all.add(&s.all, 1)
			before.below.addAll(&s.below)
		}
	}
}

// resist writes the mass matrix: J^T M J and the rotor inertias.
func (c *Chain) resist(inertia *mat.Dense) {
	for i := range c.m.links {
		l := &c.m.links[i]
		var momentum spatial
		momentum.setMomentum(&c.slopes[i].below, &l.axis)
		for k := i; k != none; k = c.m.links[k].parent {
			value := c.m.links[k].axis.dot(&momentum)
			inertia.Set(i, k, value)
			inertia.Set(k, i, value)
		}
		inertia.Set(i, i, inertia.At(i, i)+l.rotor)
	}
}

// slopesBy writes the derivatives of the joint loads that a motion still needs, with respect to the
// position and to the rate of joint k. Its link and all descendants move in its direction s:
//
//	dS = s x S    dv = dv' + dS rate    da = da' + dS change + (dv' x S + v' x dS) rate
//	dF = s x* F + I (da - s x a) + (dv - s x v) x* I v + v x* I (dv - s x v)
//
// where a dash marks the parent. With respect to the rate, axes and poses stay: dS is 0, dv is s,
// da begins with v' x s at joint k, and the other terms of s are 0.
func (c *Chain) slopesBy(k int, rate, change []float64, byPosition, byRate *mat.Dense) {
	s := c.m.links[k].axis
	for i := range c.slopes {
		c.slopes[i].moves = i == k || i > k && c.m.links[i].parent != none && c.slopes[c.m.links[i].parent].moves
	}
	for i := k; i < len(c.m.links); i++ {
		l, own := &c.m.links[i], &c.slopes[i]
		if !own.moves {
			continue
		}
		before, motion, bias := &ground, &ground, &ground // those of its parent
		if l.parent != none {
			before = &c.m.links[l.parent].motion
			if i != k {
				motion, bias = &c.slopes[l.parent].motion, &c.slopes[l.parent].bias
			}
		}
		var axis, turned, beside, alongMotion, alongBias, pushed spatial
		axis.setCarried(&s, &l.axis)
		turned.setCarried(motion, &l.axis)
		beside.setCarried(before, &axis)
		own.motion.setScaled(&axis, rate[i])
		own.motion.setSum(motion, &own.motion)
		own.bias.setScaled(&axis, change[i])
		own.bias.setSum(bias, &own.bias)
		own.bias.add(&turned, rate[i])
		own.bias.add(&beside, rate[i])
		alongMotion.setCarried(&s, &l.motion)
		alongBias.setCarried(&s, &own.acceleration)
		alongMotion.setDifference(&own.motion, &alongMotion)
		alongBias.setDifference(&own.bias, &alongBias)
		own.force.setCarriedForce(&s, &own.inertial)
		own.resist(l, &alongMotion, &alongBias)
		own.pushedBy(&pushed, &s, l.push)
		own.force.add(&pushed, -1)
	}
	c.collect(k, &s, byPosition)
	for i := k; i < len(c.m.links); i++ {
		l, own := &c.m.links[i], &c.slopes[i]
		if !own.moves {
			continue
		}
		switch {
		case i != k:
			var turned spatial
			turned.setCarried(&s, &l.axis)
			own.bias.setScaled(&turned, rate[i])
			own.bias.setSum(&c.slopes[l.parent].bias, &own.bias)
		case l.parent != none:
			own.bias.setCarried(&c.m.links[l.parent].motion, &s)
		default:
			own.bias = spatial{}
		}
		own.force = spatial{}
		own.resist(l, &s, &own.bias)
	}
	c.collect(k, nil, byRate)
}

// resist adds the inertial force of a link's masses due to derivatives of its motion and of its
// acceleration.
func (o *slope) resist(l *link, motion, bias *spatial) {
	var momentum, force spatial
	force.setMomentum(&l.points, bias)
	o.force.add(&force, 1)
	force.setCarriedForce(motion, &o.momentum)
	o.force.add(&force, 1)
	momentum.setMomentum(&l.points, motion)
	force.setCarriedForce(&l.motion, &momentum)
	o.force.add(&force, 1)
}

// pushedBy writes the change of the spatial force on a link if it moves by s and the forces f keep
// their directions.
func (o *slope) pushedBy(change, s *spatial, f [3]float64) {
	a, b, c, d, e, g := s[0], s[1], s[2], s[3], s[4], s[5]
	trace := o.external[0][0] + o.external[1][1] + o.external[2][2]
	x, y, z := o.external.applied(a, b, c)
	change.set(
		(float64(e*f[2])-float64(g*f[1]))+(x-float64(trace*a)),
		(float64(g*f[0])-float64(d*f[2]))+(y-float64(trace*b)),
		(float64(d*f[1])-float64(e*f[0]))+(z-float64(trace*c)),
		0, 0, 0,
	)
}

// collect writes a column of derivatives of joint loads from those of forces, with respect to
// joint k. Unless s is nil, joint k moves the axes by s.
func (c *Chain) collect(k int, s *spatial, into *mat.Dense) {
	var sum spatial
	for i := len(c.m.links) - 1; i >= k; i-- {
		l, own := &c.m.links[i], &c.slopes[i]
		if !own.moves {
			continue
		}
		value := l.axis.dot(&own.force)
		if s != nil {
			var axis spatial
			axis.setCarried(s, &l.axis)
			value += axis.dot(&own.all)
		}
		into.Set(i, k, value)
		if i == k {
			sum = own.force
		} else {
			c.slopes[l.parent].force.add(&own.force, 1)
		}
	}
	for i := c.m.links[k].parent; i != none; i = c.m.links[i].parent {
		into.Set(i, k, c.m.links[i].axis.dot(&sum))
	}
}
