package sim

// rodShare is how small the least moment of inertia of a body may be beside
// the others before its particles count as on a line: they are then off it by
// a millionth of its length.
const rodShare = 1e-12

// newBody takes a rigid body over as its particles are.
func newBody(position [][3]float64, members []int, mass []float64) piece {
	p := newPiece(members, 6, mass)
	p.center = p.massCenter(position)
	for _, i := range members {
		p.shape = append(p.shape, p.offset(position, i))
	}
	p.rod = line(position, members)
	return p
}

// line is the pair of particles furthest apart, if all are on the line
// through them; else nil.
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

// spin is the angular velocity of a body by least squares, at the positions
// of the last arrange.
func (p *piece) spin(position, velocity [][3]float64) vector {
	inertia, momentum := p.own(position), generalized{}
	for k, i := range p.members {
		momentum = momentum.add(p.masses[k], force(p.offset(position, i), load(velocity[i])))
	}
	inertia.factor(p.degrees)
	momentum = inertia.solve(p.degrees, momentum)
	return momentum.angular()
}

// settle turns the body's shape to where its particles are nearest, and puts
// them there. Each turn leaves the third power of the angle before.
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

// mostTurns and smallestTurn, in radians, end settling: a step turns a body
// by far less than a radian, and four turns then reach rounding.
const (
	mostTurns    = 8
	smallestTurn = 1e-9
)

// turn turns the shape about its centre.
func (p *piece) turn(angle vector) {
	for k, r := range p.shape {
		p.shape[k] = r.turn(angle)
	}
}

// put puts the particles where centre and shape say.
func (p *piece) put(position [][3]float64) {
	for k, i := range p.members {
		position[i] = p.center.add(p.shape[k]).store()
	}
}
