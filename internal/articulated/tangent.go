package articulated

import "gonum.org/v1/gonum/mat"

// Tangent holds the derivatives of the positions and rates of a chain with respect to some
// quantities, [joints,quantities] each.
type Tangent struct{ Position, Rate *mat.Dense }

// NewTangent returns the zero tangent for this many quantities.
func (c *Chain) NewTangent(quantities int) Tangent {
	joints := len(c.m.links)
	return Tangent{mat.NewDense(joints, quantities, nil), mat.NewDense(joints, quantities, nil)}
}

// State holds the positions and rates of the joints.
type State struct{ Position, Rate []float64 }

// Advance propagates a tangent over a time step h from one state to the next, which Step computed.
// by has the derivatives of the load by the last quantities; the load does not depend on the
// others. It reports whether the equations have a solution.
//
// Let r be the joint loads that a motion still needs, H the mass matrix, and s the share of its
// friction F that acts on a joint between the rates w and w'. Tangents then obey
//
//	H dw' + (dr/dq) dq + (dr/dw) dw + F ds + dr = 0
//
// This is solved by the implicit midpoint rule, which is of second order in h. v are the tangents
// of the rates at the midpoint:
//
//	(H + h/2 dr/dw + h^2/4 dr/dq + h F ds/dw') v = H dw - h/2 (dr/dq dq + F (ds/dw - ds/dw') dw + dr)
//	dq += h v    dw = 2 v - dw
func (c *Chain) Advance(t Tangent, from, to State, load *ChainLoad, by []*ChainLoad, h float64) (solved bool) {
	joints, quantities := t.Position.Dims()
	rate, change, share := make([]float64, joints), make([]float64, joints), make([]float64, joints)
	rubs, turnsBack := make([]float64, joints), make([]float64, joints)
	for i := range joints {
		of := &load.links[i]
		middle := (from.Position[i] + to.Position[i]) / 2
		rate[i], change[i] = (from.Rate[i]+to.Rate[i])/2, (to.Rate[i]-from.Rate[i])/h
		var first, last float64
		share[i], first, last = met(from.Rate[i], to.Rate[i], of.resting)
		rubs[i], turnsBack[i] = of.friction*last, of.friction*(first-last)
		c.m.setPose(&c.m.links[i], middle)
	}
	c.bear(load)
	c.move(rate, change)
	inertia := mat.NewDense(joints, joints, nil)
	c.resist(inertia)
	byPosition, byRate := mat.NewDense(joints, joints, nil), mat.NewDense(joints, joints, nil)
	for k := range joints {
		c.slopesBy(k, rate, change, byPosition, byRate)
		byRate.Set(k, k, byRate.At(k, k)+load.links[k].damping)
	}
	right := mat.NewDense(joints, quantities, nil)
	right.Mul(byPosition, t.Position)
	missing := make([]float64, joints)
	for k, of := range by {
		c.missing(missing, rate, change, share, of)
		for i, value := range missing {
			right.Set(i, quantities-len(by)+k, right.At(i, quantities-len(by)+k)+value)
		}
	}
	for i := range joints {
		for k := range quantities {
			right.Set(i, k, right.At(i, k)+float64(turnsBack[i]*t.Rate.At(i, k)))
		}
	}
	var all, scaled, pushed, middle mat.Dense
	scaled.Scale(h/2, byPosition)
	all.Add(byRate, &scaled)
	all.Scale(h/2, &all)
	all.Add(&all, inertia)
	for i := range joints {
		all.Set(i, i, all.At(i, i)+float64(h*rubs[i]))
	}
	pushed.Mul(inertia, t.Rate)
	right.Scale(-h/2, right)
	pushed.Add(&pushed, right)
	var factors mat.LU
	factors.Factorize(&all)
	if factors.SolveTo(&middle, false, &pushed) != nil {
		return false
	}
	for i := range joints {
		for k := range quantities {
			v := middle.At(i, k)
			t.Position.Set(i, k, t.Position.At(i, k)+float64(h*v))
			t.Rate.Set(i, k, float64(2*v)-t.Rate.At(i, k))
		}
	}
	return true
}

// slope holds the quantities of a link that derivatives need, and their derivatives.
type slope struct {
	external    matrix  // sum of x force^T
	momentum    spatial // momentum of its own masses
	inertial    spatial // inertial force of its masses
	all         spatial // sum of inertial forces less the forces on it and its descendants
	below       points  // masses of it and its descendants
	motion      spatial // derivatives of its motion, of its acceleration, and of all
	bias, force spatial
	moves       bool // whether it moves with the joint of the derivatives
}

// move gives the links these rates and accelerations at their poses, and computes the forces
// that this motion requires.
func (c *Chain) move(rate, change []float64) {
	for i := range c.m.links {
		l, s := &c.m.links[i], &c.slopes[i]
		c.m.move(l, rate[i])
		l.changed = spatial{}
		if l.parent != none {
			l.changed = c.m.links[l.parent].changed
		}
		l.changed.add(&l.axis, change[i])
		l.points = l.mass.moved(&l.pose)
		s.below, s.momentum = l.points, l.points.times(&l.motion)
		bias := l.accelerated()
		s.inertial = l.points.resisting(&l.motion, &bias)
		pushed := l.pushed()
		s.all = s.inertial
		s.all.add(&pushed, -1)
		turned := l.pose.turn.by(&l.moments)
		s.external = turned
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

// accelerated returns the acceleration of a link.
func (l *link) accelerated() spatial {
	bias := l.bias
	bias.add(&l.changed, 1)
	return bias
}

// resist writes the mass matrix: J^T M J and the rotor inertias.
func (c *Chain) resist(inertia *mat.Dense) {
	for i := range c.m.links {
		l := &c.m.links[i]
		momentum := c.slopes[i].below.times(&l.axis)
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
		var before spatial // motion of its parent
		own.motion, own.bias = spatial{}, spatial{}
		if l.parent != none {
			before = c.m.links[l.parent].motion
			if i != k {
				own.motion, own.bias = c.slopes[l.parent].motion, c.slopes[l.parent].bias
			}
		}
		axis := s.carried(&l.axis)
		turned, beside := own.motion.carried(&l.axis), before.carried(&axis)
		own.motion.add(&axis, rate[i])
		own.bias.add(&axis, change[i])
		own.bias.add(&turned, rate[i])
		own.bias.add(&beside, rate[i])
		motion, bias, acceleration := own.motion, own.bias, l.accelerated()
		along, alongBias := s.carried(&l.motion), s.carried(&acceleration)
		motion.add(&along, -1)
		bias.add(&alongBias, -1)
		own.force = s.carriedForce(&own.inertial)
		own.resist(l, &motion, &bias)
		pushed := own.pushedBy(&s, l.push)
		own.force.add(&pushed, -1)
	}
	c.collect(k, &s, byPosition)
	for i := k; i < len(c.m.links); i++ {
		l, own := &c.m.links[i], &c.slopes[i]
		if !own.moves {
			continue
		}
		own.bias = spatial{}
		if i == k {
			if l.parent != none {
				own.bias = c.m.links[l.parent].motion.carried(&s)
			}
		} else {
			own.bias = c.slopes[l.parent].bias
			turned := s.carried(&l.axis)
			own.bias.add(&turned, rate[i])
		}
		own.force = spatial{}
		own.resist(l, &s, &own.bias)
	}
	c.collect(k, nil, byRate)
}

// resist adds the inertial force of a link's masses due to derivatives of its motion and of its
// acceleration.
func (o *slope) resist(l *link, motion, bias *spatial) {
	momentum := l.points.times(motion)
	for _, force := range []spatial{l.points.times(bias), motion.carriedForce(&o.momentum), l.motion.carriedForce(&momentum)} {
		o.force.add(&force, 1)
	}
}

// pushedBy returns the change of the spatial force on a link if it moves by s and the forces
// keep their directions.
func (o *slope) pushedBy(s *spatial, push [3]float64) spatial {
	turn, move := s.parts()
	trace := o.external[0][0] + o.external[1][1] + o.external[2][2]
	moment := plus(cross(move, push), plus(o.external.times(turn), times(-trace, turn)))
	return joined(moment, [3]float64{})
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
			axis := s.carried(&l.axis)
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

// Motion holds the positions, the rates and the accelerations of joints.
type Motion struct{ Position, Rate, Change []float64 }

// Missing returns the joint loads that a motion still needs under each of some loads,
// [joints,loads]. The whole friction of each joint acts.
func (c *Chain) Missing(m Motion, loads []*ChainLoad) *mat.Dense {
	joints := len(c.m.links)
	share, missing := make([]float64, joints), make([]float64, joints)
	for i := range joints {
		c.m.setPose(&c.m.links[i], m.Position[i])
		share[i], _, _ = met(m.Rate[i], m.Rate[i], 0)
	}
	c.bear(loads[0])
	c.move(m.Rate, m.Change)
	all := mat.NewDense(joints, len(loads), nil)
	for k, load := range loads {
		c.missing(missing, m.Rate, m.Change, share, load)
		all.SetCol(k, missing)
	}
	return all
}

// missing writes the joint loads that the motion given to move still needs under a load:
//
//	H change + c(q, rate) + damping rate + friction share - load - J^T force
func (c *Chain) missing(missing, rate, change, share []float64, load *ChainLoad) {
	for i := range c.m.links {
		l, of := &c.m.links[i], &load.links[i]
		if l.force = (spatial{}); of.weightless() {
			continue
		}
		moved, bias := of.mass.moved(&l.pose), l.accelerated()
		l.moments, l.push = of.moments, of.push
		pushed := l.pushed()
		l.force = pushed.scaled(-1)
		resists := moved.resisting(&l.motion, &bias)
		l.force.add(&resists, 1)
	}
	for i := len(c.m.links) - 1; i >= 0; i-- {
		l, of := &c.m.links[i], &load.links[i]
		missing[i] = l.axis.dot(&l.force) + float64(of.rotor*change[i]) + float64(of.damping*rate[i]) + float64(of.friction*share[i]) - of.load
		if l.parent != none {
			c.m.links[l.parent].force.add(&l.force, 1)
		}
	}
}
