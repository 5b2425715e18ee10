package articulated

import "gonum.org/v1/gonum/mat"

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
		var moved points
		var bias, pushed, resists spatial
		moved.setMoved(&of.mass, &l.pose)
		bias.setSum(&l.bias, &l.changed)
		l.moments, l.push = of.moments, of.push
		pushed.setPushed(l)
		l.force.setScaled(&pushed, -1)
		resists.setResisting(&moved, &l.motion, &bias)
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
