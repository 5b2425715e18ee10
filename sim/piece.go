package sim

// piece moves as one: it is a particle with 3 degrees of freedom, or a rigid body with 6. A bar
// may connect it to a piece nearer to the root of its tree.
type piece struct {
	members []int
	masses  []float64 // of the members
	mass    float64   // of all
	degrees int
	pinned  bool     // a particle that does not move, the root of its tree
	shape   []vector // of a body, its members seen from the center of mass
	rod     *[2]int  // of a body on a line, the two particles furthest apart

	parent       int // number of the piece at the bar's other end; -1 of a root
	inner, outer int // the bar's particle in the parent, and its own
	length       float64

	// These values follow from the positions.
	center          vector
	span, direction vector // the bar, from the inner to the outer particle

	// These values belong to the articulated-body method.
	stretch    float64   // how fast the bar is to grow
	inertia    symmetric // of the piece and all that hangs on it
	load       generalized
	answer     generalized // the motion that a unit force along the bar makes
	compliance float64     // the part of the answer along the bar
	free       float64     // the motion along the bar without its force
	motion     generalized
}

// arrange updates the piece to the positions.
func (p *piece) arrange(position [][3]float64) {
	if p.degrees == 3 {
		p.center = load(position[p.members[0]])
	} else {
		p.center = p.massCenter(position)
	}
	if p.parent >= 0 {
		p.span = load(position[p.outer]).sub(load(position[p.inner]))
		p.direction = p.span.scale(1 / p.span.norm())
	}
}

// newPiece returns a piece of these members. mass holds the masses of all particles.
func newPiece(members []int, degrees int, mass []float64) piece {
	p := piece{members: members, degrees: degrees, parent: -1}
	for _, i := range members {
		p.masses = append(p.masses, mass[i])
		p.mass += mass[i]
	}
	return p
}

func (p *piece) massCenter(position [][3]float64) (sum vector) {
	for k, i := range p.members {
		sum = sum.add(load(position[i]).scale(p.masses[k]))
	}
	return sum.scale(1 / p.mass)
}

// offset returns the position of a member relative to the center. It is zero for a particle.
func (p *piece) offset(position [][3]float64, i int) vector {
	return load(position[i]).sub(p.center)
}

// at returns the linear motion at an offset from the center.
func (p *piece) at(offset vector) vector {
	if p.degrees == 3 {
		return p.motion.linear()
	}
	return p.motion.linear().add(p.motion.angular().cross(offset))
}

// force returns a force at an offset in generalized coordinates.
func force(offset, f vector) generalized { return join(f, offset.cross(f)) }

// own returns the inertia of the piece alone.
func (p *piece) own(position [][3]float64) (inertia symmetric) {
	for axis := range 3 {
		inertia[axis][axis] = p.mass
	}
	if p.degrees == 3 {
		return inertia
	}
	for k, i := range p.members {
		inertia.addTurning(p.masses[k], p.offset(position, i))
	}
	if p.rod != nil {
		// A rotation about the line moves no particle, and no force causes one, so its moment
		// of inertia is arbitrary. It is set to that of a rotation across the line.
		line := load(position[p.rod[0]]).sub(load(position[p.rod[1]]))
		angular := join(vector{}, line.scale(1/line.norm()))
		inertia.addSquare(6, inertia[3][3]+inertia[4][4]+inertia[5][5], angular)
	}
	return inertia
}

// addTurning adds mass (|r|^2 - r r^T) to the angular block.
func (m *symmetric) addTurning(mass float64, r vector) {
	square := r.dot(r)
	m[3][3] += float64(mass * (square - float64(r.x*r.x)))
	m[4][4] += float64(mass * (square - float64(r.y*r.y)))
	m[5][5] += float64(mass * (square - float64(r.z*r.z)))
	m[4][3] -= float64(mass * (r.y * r.x))
	m[5][3] -= float64(mass * (r.z * r.x))
	m[5][4] -= float64(mass * (r.z * r.y))
}
