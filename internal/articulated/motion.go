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
	var own spatial
	own.setScaled(&l.axis, rate)
	if l.parent == none {
		l.motion.setSum(&ground, &own)
		l.bias = spatial{}
		return
	}
	before := &m.links[l.parent]
	l.motion.setSum(&before.motion, &own)
	l.bias.setCarried(&before.motion, &own)
	l.bias.add(&before.bias, 1)
}

// ground is the motion of what does not move.
var ground spatial

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
		l.points.setMoved(&l.mass, &l.pose)
		l.external.setPushed(l)
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
		var resists spatial
		resists.setResisting(&l.points, &l.motion, &l.bias)
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

// setPushed sets s to the sum of the forces on the particles of a link at its pose.
func (s *spatial) setPushed(l *link) {
	var turned matrix
	turned.setProduct(&l.pose.turn, &l.moments)
	x, f := &l.pose.move, &l.push
	s.set(
		float64(x[1]*f[2])-float64(x[2]*f[1])+(turned[1][2]-turned[2][1]),
		float64(x[2]*f[0])-float64(x[0]*f[2])+(turned[2][0]-turned[0][2]),
		float64(x[0]*f[1])-float64(x[1]*f[0])+(turned[0][1]-turned[1][0]),
		f[0], f[1], f[2],
	)
}

// eliminate removes the axes from the inertia of the links, beginning with the last.
func (m *mechanism) eliminate() {
	for i := range m.links {
		m.links[i].inertia = inertia{}
		m.links[i].inertia.addPoints(&m.links[i].points)
	}
	for i := len(m.links) - 1; i >= 0; i-- {
		l := &m.links[i]
		l.momentum.setProduct(&l.inertia, &l.axis)
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
		l, before := &m.links[i], &ground
		if l.parent != none {
			before = &m.links[l.parent].changed
		}
		l.change = l.free - l.momentum.dot(before)/l.all
		l.changed.setScaled(&l.axis, l.change)
		l.changed.setSum(before, &l.changed)
	}
}
