package articulated

import "slices"

// Chain integrates bodies over many steps in joint coordinates, and computes the derivatives of
// these steps. Positions are the joint coordinates relative to the rest pose. Positions and rates are
// in the order of Rows. The equations are those of Bodies.Step without stops, with the friction
// of the model of joints. Only one goroutine may use a Chain at a time.
type Chain struct {
	m       mechanism
	bodies  Bodies[float64, int]
	slopes  []slope // of links, while derivatives are taken
	advance advance
}

// ChainLoads are Loads in float64 without stops. Joints also have rotor inertias, Coulomb
// frictions, and rates below which they count as resting: [n,1] each, or nil.
type ChainLoads struct {
	Loads[float64]
	Rotor, Friction, Resting []float64
}

// ChainLoad has the masses, forces and joint loads of a chain, in the form that steps use. It is
// linear in all of them.
type ChainLoad struct{ links []chainLoad }

// chainLoad is a link's part of a ChainLoad.
type chainLoad struct {
	mass                                    points
	moments                                 matrix
	push                                    [3]float64
	damping, load, rotor, friction, resting float64
}

// Chain returns the chain of bodies.
func (b Bodies[F, I]) Chain() *Chain {
	n := len(b.Parents)
	own := Bodies[float64, int]{First: make([]float64, 4*n), Parents: make([]int, n)}
	for i, parent := range b.Parents {
		own.Parents[i], own.First[4*i] = int(parent), 1
	}
	for _, of := range []struct {
		to   *[]float64
		from []F
	}{{&own.Turn, b.Turn}, {&own.Slide, b.Slide}, {&own.Anchor, b.Anchor}, {&own.Rest, b.Rest}} {
		for _, x := range of.from {
			*of.to = append(*of.to, float64(x))
		}
	}
	c := &Chain{bodies: own}
	begin(&c.m, own, nil)
	c.slopes = make([]slope, len(c.m.links))
	return c
}

// Rows returns the rows of the bodies, in the order of their joints.
func (c *Chain) Rows() (rows []int) {
	for i := range c.m.links {
		rows = append(rows, c.m.links[i].row)
	}
	return rows
}

// weightless reports whether the particles of the link have neither masses nor forces in this load.
func (o *chainLoad) weightless() bool {
	return o.mass == points{} && o.moments == matrix{} && o.push == [3]float64{}
}

// Weigh computes the ChainLoad of these loads.
func (c *Chain) Weigh(loads ChainLoads) *ChainLoad {
	for i := range c.m.links {
		l := &c.m.links[i]
		l.mass, l.moments, l.push = points{}, matrix{}, [3]float64{}
	}
	weigh(&c.m, c.bodies, loads.Loads)
	own := &ChainLoad{make([]chainLoad, len(c.m.links))}
	for i := range c.m.links {
		l := &c.m.links[i]
		own.links[i] = chainLoad{l.mass, l.moments, l.push, l.damping, l.load,
			inRow(loads.Rotor, l.row), inRow(loads.Friction, l.row), inRow(loads.Resting, l.row)}
	}
	return own
}

// Drive returns a copy of a load with other loads [n,1] at the joints.
func (c *Chain) Drive(load *ChainLoad, joints []float64) *ChainLoad {
	own := &ChainLoad{slices.Clone(load.links)}
	for i := range own.links {
		own.links[i].load = joints[c.m.links[i].row]
	}
	return own
}

// inRow returns the value of a row, or 0 if there are no values.
func inRow(values []float64, row int) float64 {
	if values == nil {
		return 0
	}
	return values[row]
}

// Less returns the difference of two loads.
func (o *ChainLoad) Less(other *ChainLoad) *ChainLoad { return o.combined(1, other, -1) }

// Middle returns the mean of two loads.
func (o *ChainLoad) Middle(other *ChainLoad) *ChainLoad { return o.combined(0.5, other, 0.5) }

// combined returns a linear combination of two loads. It keeps the first load's rates below
// which joints rest.
func (o *ChainLoad) combined(share float64, other *ChainLoad, otherShare float64) *ChainLoad {
	sum := &ChainLoad{make([]chainLoad, len(o.links))}
	of := func(x, y float64) float64 { return float64(share*x) + float64(otherShare*y) }
	for i := range o.links {
		l, by, own := &o.links[i], &other.links[i], &sum.links[i]
		for k := range l.mass {
			own.mass[k] = of(l.mass[k], by.mass[k])
		}
		own.moments.add(l.moments, share)
		own.moments.add(by.moments, otherShare)
		own.push = plus(times(share, l.push), times(otherShare, by.push))
		own.damping, own.load = of(l.damping, by.damping), of(l.load, by.load)
		own.rotor, own.friction, own.resting = of(l.rotor, by.rotor), of(l.friction, by.friction), l.resting
	}
	return sum
}

// bear applies a load to the links.
func (c *Chain) bear(load *ChainLoad) {
	for i := range c.m.links {
		l, of := &c.m.links[i], &load.links[i]
		l.mass, l.moments, l.push = of.mass, of.moments, of.push
		l.damping, l.load, l.rotor = of.damping, of.load, of.rotor
	}
}

// Step advances the positions and rates of joints by a time step h. If there is friction, the step is
// first computed without it, and then with it by fixed-point iteration.
func (c *Chain) Step(position, rate []float64, load *ChainLoad, h float64) {
	c.bear(load)
	rubs := false
	for i := range c.m.links {
		c.m.links[i].start = [2]float64{position[i], rate[i]}
		rubs = rubs || load.links[i].friction != 0
	}
	c.m.advance(h)
	for pass := 0; rubs && pass < FrictionPasses; pass++ {
		for i := range c.m.links {
			l, of := &c.m.links[i], &load.links[i]
			impulse := grip(of.friction, of.resting, rate[i], l.after[1], h)
			l.rotor = of.rotor + impulse
			l.load = of.load - float64((1+RateBefore)*impulse*rate[i])/h
		}
		c.m.advance(h)
	}
	for i := range c.m.links {
		position[i], rate[i] = c.m.links[i].after[0], c.m.links[i].after[1]
	}
}
