package articulated

// Passes is the number of fixed-point iterations in a step. Each multiplies the error by the angle,
// in radians, that joints turn in the step.
const Passes = 3

// Bodies are rigid bodies with one joint each, in rows of particles. The first particle of a body
// has the axis of its joint. Its parent is the first particle of the parent body, or the particle
// itself if the body is attached to the ground. The parent of the other particles of a body is its
// first. Particles that belong to no body are at rest.
type Bodies[F Float, I Integer] struct {
	// These describe the rest pose, [n,3] each: unit axes of revolute and of prismatic joints,
	// anchors, and positions.
	Turn, Slide, Anchor, Rest []F
	// First [n,4] has the joint coordinates at the state 0, as Measure writes them; they are NaN
	// for a body on a line, whose angle is unknown.
	First   []F
	Parents []I
}

// Loads are the masses of particles [n,1], the forces on them [n,3], and the damping coefficients
// and loads of joints, [n,1] each. Stops [n,StopColumns], or nil, has the rotor inertia of each
// joint and the fields of its Stop in their order. With one column, [n,1], it has only rotor
// inertias.
type Loads[F Float] struct{ Mass, Force, Damping, Load, Stops []F }

// Positions writes the positions and velocities [n,6] of particles for a state [n,2]: the
// coordinate of each joint and its rate.
func (b Bodies[F, I]) Positions(moved, state []F) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, state)
	for i := range m.links {
		l := &m.links[i]
		m.setPose(l, l.start[0])
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
			moved[6*i+k], moved[6*i+3+k] = F(x[k]), F(v[k])
		}
	}
}

// Start writes the state [n,2] of joints at the coordinates First for velocities [n,3] of
// particles: coordinates of 0, and the rates by least squares, weighted by masses [n,1].
func (b Bodies[F, I]) Start(state, mass, velocity []F) {
	m := mechanisms.Get().(*mechanism)
	defer mechanisms.Put(m)
	begin(m, b, nil)
	for i := range m.links {
		m.setPose(&m.links[i], 0)
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

// Step writes the state [n,2] after a time step h; it is 0 in rows without a body. One second-order
// step of length h and two of length h/2 are extrapolated to fourth order. The equations are those
// of package mechanism; ir.Builder.JointStep writes them as operators.
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
