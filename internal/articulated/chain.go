package articulated

import "slices"

// Chain moves bodies for many steps in coordinates of their joints, and has the derivatives of
// these steps. Places are how far joints have turned or slid from the pose of rest; places and
// rates are in the order of Rows. The law is that of Bodies.Step without stops, and friction acts
// as in the model of joints. A Chain is for one goroutine at a time.
type Chain struct {
	m      mechanism
	bodies Bodies[float64, int]
	slopes []slope // of links, while derivatives are taken
}

// ChainLoads are Loads in float64, beside which joints have rotors, frictions, and rates below
// which they rest: [n,1] each, nil for none. It has no stops.
type ChainLoads struct {
	Loads[float64]
	Rotor, Friction, Resting []float64
}

// ChainLoad is what moves a chain. It is linear in masses, in forces, and in what acts at joints.
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

// Rows are the rows of bodies in the order of their joints.
func (c *Chain) Rows() (rows []int) {
	for i := range c.m.links {
		rows = append(rows, c.m.links[i].row)
	}
	return rows
}

// weightless reports whether a load has nothing of the link's particles, neither masses nor forces on them.
func (o *chainLoad) weightless() bool {
	return o.mass == points{} && o.moments == matrix{} && o.push == [3]float64{}
}

// Weigh finds what moves the chain.
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

// Drive is what moves the chain with other loads at its joints [n,1].
func (c *Chain) Drive(load *ChainLoad, joints []float64) *ChainLoad {
	own := &ChainLoad{slices.Clone(load.links)}
	for i := range own.links {
		own.links[i].load = joints[c.m.links[i].row]
	}
	return own
}

// inRow is the value of a row, 0 where there are none.
func inRow(values []float64, row int) float64 {
	if values == nil {
		return 0
	}
	return values[row]
}

// Less is what moves a chain less what another load does.
func (o *ChainLoad) Less(other *ChainLoad) *ChainLoad { return o.combined(1, other, -1) }

// Middle is the middle between what moves a chain and another load.
func (o *ChainLoad) Middle(other *ChainLoad) *ChainLoad { return o.combined(0.5, other, 0.5) }

// combined is the sum of shares of two loads. Rates at which joints rest stay.
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

// bear has a load act on the links.
func (c *Chain) bear(load *ChainLoad) {
	for i := range c.m.links {
		l, of := &c.m.links[i], &load.links[i]
		l.mass, l.moments, l.push = of.mass, of.moments, of.push
		l.damping, l.load, l.rotor = of.damping, of.load, of.rotor
	}
}

// Step moves places and rates of joints on by a step of the time h. With friction the step is
// made without it first, and from there with it, in passes.
func (c *Chain) Step(place, rate []float64, load *ChainLoad, h float64) {
	c.bear(load)
	rubs := false
	for i := range c.m.links {
		c.m.links[i].start = [2]float64{place[i], rate[i]}
		rubs = rubs || load.links[i].friction != 0
	}
	c.m.advance(h)
	for pass := 0; rubs && pass < FrictionPasses; pass++ {
		for i := range c.m.links {
			l, of := &c.m.links[i], &load.links[i]
			held := grip(of.friction, of.resting, rate[i], l.after[1], h)
			l.rotor = of.rotor + held
			l.load = of.load - float64((1+RateBefore)*held*rate[i])/h
		}
		c.m.advance(h)
	}
	for i := range c.m.links {
		place[i], rate[i] = c.m.links[i].after[0], c.m.links[i].after[1]
	}
}
