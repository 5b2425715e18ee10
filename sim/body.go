package sim

// rodShare is the ratio of the least moment of inertia to the others below which the particles
// of a body count as on a line. They are then off the line by at most a millionth of its
// length.
const rodShare = 1e-12

// newBody returns the piece of a rigid body with the shape that its particles have.
func newBody(position [][3]float64, members []int, mass []float64) piece {
	p := newPiece(members, 6, mass)
	p.center = p.massCenter(position)
	for _, i := range members {
		p.shape = append(p.shape, p.offset(position, i))
	}
	p.rod = line(position, members)
	return p
}

// line returns the two particles that are farthest apart if all are on the line through them,
// and nil otherwise.
func line(position [][3]float64, members []int) *[2]int {
	furthest := func(from int) (far int) {
		var largest float64
		far = from
		for _, i := range members {
			r := load(position[i]).sub(load(position[from]))
			if square := r.dot(r); square > largest {
				largest, far = square, i
			}
		}
		return far
	}
	one := furthest(members[0])
	other := furthest(one)
	axis := load(position[other]).sub(load(position[one]))
	for _, i := range members {
		across := axis.cross(load(position[i]).sub(load(position[one])))
		if across.dot(across) > rodShare*axis.dot(axis)*axis.dot(axis) {
			return nil
		}
	}
	return &[2]int{one, other}
}

// spin returns the least-squares angular velocity of a body at the positions of the last
// arrange.
func (p *piece) spin(position, velocity [][3]float64) vector {
	inertia, momentum := p.own(position), generalized{}
	for k, i := range p.members {
		momentum = momentum.add(p.masses[k], force(p.offset(position, i), load(velocity[i])))
	}
	inertia.factor(p.degrees)
	momentum = inertia.solve(p.degrees, momentum)
	return momentum.angular()
}

// settle rotates the body's shape to fit its particles best, and moves the particles there. The
// error of each rotation is of third order in the angle before it.
func (p *piece) settle(position [][3]float64) {
	p.center = p.massCenter(position)
	for range mostTurns {
		inertia, torque := p.own(position), generalized{}
		for k, i := range p.members {
			torque = torque.add(p.masses[k], force(p.shape[k], p.offset(position, i)))
		}
		inertia.factor(p.degrees)
		turn := inertia.solve(p.degrees, torque)
		p.turn(turn.angular())
		if turn.angular().norm() < smallestTurn {
			break
		}
	}
	p.put(position)
}

// mostTurns and smallestTurn, in radians, end settling. A step rotates a body by far less than
// a radian, after which four rotations reach rounding.
const (
	mostTurns    = 8
	smallestTurn = 1e-9
)

// turn rotates the shape about its center.
func (p *piece) turn(angle vector) {
	for k, r := range p.shape {
		p.shape[k] = r.turn(angle)
	}
}

// put moves the particles to where the center and the shape have them.
func (p *piece) put(position [][3]float64) {
	for k, i := range p.members {
		position[i] = p.center.add(p.shape[k]).store()
	}
}
