package articulated

// equation has the terms of the equation for the rate of a link.
type equation struct {
	points   points  // its masses at its pose
	external spatial // forces on these masses
	inertia  inertia // articulated-body inertia of it and its descendants
	momentum spatial // momentum at a unit rate
	resists  float64 // resistance to a change of the rate, apart from masses
	all      float64 // total resistance to a change of the rate
	loaded   float64 // load less damping, times the time step
	force    spatial // forces on it and its descendants, times the time step
	free     float64 // change of the rate if its parent does not change its motion
	change   float64 // change of the rate
	changed  spatial // change of the motion
}

// move computes the motion of a link from that of its parent and its own rate, and its change at
// constant rates.
func (m *mechanism) move(l *link, rate float64) {
	l.motion, l.bias = spatial{}, spatial{}
	own := l.axis.scaled(rate)
	if l.parent != none {
		before := &m.links[l.parent]
		l.motion = before.motion
		l.bias = before.motion.carried(&own)
		l.bias.add(&before.bias, 1)
	}
	l.motion.add(&own, 1)
}

// advance integrates the links from their start by a time step h, as Bodies.Step describes.
func (m *mechanism) advance(h float64) {
	for i := range m.links {
		l := &m.links[i]
		l.coarse, l.fine = l.start, l.start
	}
	m.step(h, func(l *link) *[2]float64 { return &l.coarse })
	m.step(h/2, func(l *link) *[2]float64 { return &l.fine })
	m.step(h/2, func(l *link) *[2]float64 { return &l.fine })
	for i := range m.links {
		l := &m.links[i]
		for k := range 2 {
			l.after[k] = float64(4./3*l.fine[k]) - float64(1./3*l.coarse[k])
		}
	}
}

// step makes a second-order step of the links in the chosen state.
func (m *mechanism) step(h float64, state func(l *link) *[2]float64) {
	met := false
	for i := range m.links {
		l := &m.links[i]
		s := state(l)
		s[0] += float64(h / 2 * s[1])
		m.setPose(l, s[0])
		l.points = l.mass.moved(&l.pose)
		l.external = l.pushed()
		l.resists = l.rotor + float64(h/2*l.damping)
		l.loaded, l.change = float64(h*(l.load-float64(l.damping*s[1]))), 0
		l.stopped = l.stop.Push(l.turns != 0, l.at, s[1], h)
		met = met || l.stopped.Beyond != 0
	}
	m.eliminate()
	if met {
		m.pass(h, state)
		m.applyStops()
		m.eliminate()
	}
	for range Passes {
		m.pass(h, state)
	}
	for i := range m.links {
		l := &m.links[i]
		s := state(l)
		s[1] += l.change
		s[0] += float64(h / 2 * s[1])
	}
}

// pass computes the changes of the rates from those of the previous iteration.
func (m *mechanism) pass(h float64, state func(l *link) *[2]float64) {
	for i := range m.links {
		l := &m.links[i]
		m.move(l, state(l)[1]+float64(l.change/2))
		resists := l.points.resisting(&l.motion, &l.bias)
		for k := range l.force {
			l.force[k] = h * (l.external[k] - resists[k])
		}
	}
	m.solve()
}

// applyStops applies stops to joints beyond their limits, given the changes of rates without stops.
func (m *mechanism) applyStops() {
	for i := range m.links {
		l := &m.links[i]
		if l.stopped.Acts(l.change) {
			l.resists += l.stopped.Resists
			l.loaded -= l.stopped.Load
		}
		l.change = 0
	}
}

// pushed returns the sum of the forces on the particles of a link at its pose.
func (l *link) pushed() spatial {
	turned := l.pose.turn.by(&l.moments)
	moment := cross(l.pose.move, l.push)
	for i := range 3 {
		k, c := (i+1)%3, (i+2)%3
		moment[i] += turned[k][c] - turned[c][k]
	}
	return joined(moment, l.push)
}

// eliminate removes the axes from the inertia of the links, beginning with the last.
func (m *mechanism) eliminate() {
	for i := range m.links {
		m.links[i].inertia = inertia{}
		m.links[i].inertia.addPoints(&m.links[i].points)
	}
	for i := len(m.links) - 1; i >= 0; i-- {
		l := &m.links[i]
		l.momentum = l.inertia.times(&l.axis)
		l.all = max(l.axis.dot(&l.momentum)+l.resists, smallest)
		if l.parent != none {
			l.inertia.addSquare(&l.momentum, -1/l.all)
			m.links[l.parent].inertia.add(&l.inertia)
		}
	}
}

// solve computes the changes of the rates from forces and loads.
func (m *mechanism) solve() {
	for i := len(m.links) - 1; i >= 0; i-- {
		l := &m.links[i]
		l.free = (l.loaded + l.axis.dot(&l.force)) / l.all
		if l.parent != none {
			l.force.add(&l.momentum, -l.free)
			m.links[l.parent].force.add(&l.force, 1)
		}
	}
	for i := range m.links {
		l := &m.links[i]
		l.changed = spatial{}
		if l.parent != none {
			l.changed = m.links[l.parent].changed
		}
		l.change = l.free - l.momentum.dot(&l.changed)/l.all
		l.changed.add(&l.axis, l.change)
	}
}
