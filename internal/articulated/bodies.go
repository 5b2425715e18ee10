package articulated

// Passes are the fixed points of a step: each takes the error by the share of a radian
// that joints turn in a step.
const Passes = 3

// Bodies are rigid bodies with a joint each, in rows of particles. The first particle of
// a body has an axis, its others hang on that row, and it hangs on the first of the body
// before, or on itself where that is the ground. Particles of no body are at rest.
type Bodies[F Float, I Integer] struct {
	// In the pose of rest: axes, of the length 1, about which joints turn or along which
	// they slide, anchors and positions, [n,3] each.
	Turn, Slide, Anchor, Rest []F
	// First [n,4] is where joints are while the state is 0, as Measure writes it; of a body on a
	// line nothing is known, and it has no numbers.
	First   []F
	Parents []I
}

// Loads are what moves bodies: masses of particles [n,1], forces on them [n,3], and at
// joints dampings and loads, [n,1] each. Stops [n,StopColumns], nil for none, has the
// inertia of the joint's rotor, and the fields of its Stop in their order. With one column, [n,1],
// it has rotors alone.
type Loads[F Float] struct{ Mass, Force, Damping, Load, Stops []F }

// Place writes, for how far joints have turned or slid and their rates, state [n,2],
// positions and velocities: [n,6].
func (b Bodies[F, I]) Place(placed, state []F) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, state)
	for i := range m.links {
		l := &m.links[i]
		m.place(l, l.start[0])
		m.move(l, l.start[1])
	}
	for i, owner := range m.owner {
		x, v := vector(b.Rest, i), [3]float64{}
		if owner != none {
			l := &m.links[owner]
			x = l.pose.point(x)
			v = l.motion.at(x)
		}
		for k := range 3 {
			placed[6*i+k], placed[6*i+3+k] = F(x[k]), F(v[k])
		}
	}
}

// Start writes the state [n,2] of joints that are where they were first, for velocities
// [n,3] of particles: the least squares, by masses [n,1].
func (b Bodies[F, I]) Start(state, mass, velocity []F) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, nil)
	for i := range m.links {
		m.place(&m.links[i], 0)
		m.links[i].force = spatial{}
	}
	for i, owner := range m.owner {
		if owner != none {
			l, v := &m.links[owner], vector(velocity, i)
			x := l.pose.point(vector(b.Rest, i))
			l.points.add(float64(mass[i]), x)
			momentum := joined(cross(x, v), v)
			l.force.add(&momentum, float64(mass[i]))
		}
	}
	m.eliminate()
	m.solve()
	clear(state)
	for i := range m.links {
		state[2*m.links[i].row+1] = F(m.links[i].change)
	}
}

// Step writes the state [n,2] after a step of the time h, 0 in rows of no body: from a
// step of second order and two of half the time, extrapolated to fourth. The equations
// are package mechanism's; ir.Builder.JointStep has them in operators.
func (b Bodies[F, I]) Step(after, state []F, loads Loads[F], h float64) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, state)
	weigh(m, b, loads)
	meetStops(m, loads, h)
	m.advance(h)
	clear(after)
	for i := range m.links {
		l := &m.links[i]
		for k := range 2 {
			after[2*l.row+k] = F(l.after[k])
		}
	}
}
