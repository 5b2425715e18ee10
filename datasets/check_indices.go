package datasets

// checker checks the indices of samples; it is working space, too.
type checker struct {
	owners []owner
	seen   []int // the particle that last listed each as its neighbour, plus 1
}

func (c *checker) check(at place, s Sample) error {
	n := s.Particles()
	c.owners, c.seen = resized(c.owners, n), resized(c.seen, n)
	clear(c.owners)
	for i, stick := range s.Sticks {
		if err := claim(at, c.owners, "sticks", owner{"stick", i}, stick[:]); err != nil {
			return err
		}
	}
	for i, hinge := range s.Hinges {
		if err := claim(at, c.owners, "hinges", owner{"hinge", i}, hinge[:]); err != nil {
			return err
		}
	}
	for i, bond := range s.Bonds {
		if min(bond[0], bond[1]) < 0 || max(bond[0], bond[1]) >= n || bond[0] == bond[1] {
			return at.errorf("bonds", ", bond %d: (%d, %d) does not join two different particles of 0 to %d", i, bond[0], bond[1], n-1)
		}
	}
	return c.checkNeighbors(at, s)
}

func (c *checker) checkNeighbors(at place, s Sample) error {
	clear(c.seen)
	for slot, neighbor := range s.Neighbors {
		particle := slot / s.slots()
		switch {
		case neighbor == -1:
			continue
		case neighbor < 0 || neighbor >= int64(len(c.seen)):
			return at.errorf("neighbors", ", particle %d: neighbour %d is out of range, expected 0 to %d, or -1 for none", particle, neighbor, len(c.seen)-1)
		case neighbor == int64(particle):
			return at.errorf("neighbors", ", particle %d is its own neighbour: expected others only", particle)
		case c.seen[neighbor] == particle+1:
			return at.errorf("neighbors", ", particle %d: neighbour %d is listed twice", particle, neighbor)
		}
		c.seen[neighbor] = particle + 1
	}
	return nil
}

// owner is the object that a particle belongs to; the zero value is none.
type owner struct {
	kind  string
	index int
}

func claim(at place, owners []owner, array string, object owner, particles []int) error {
	for _, particle := range particles {
		if particle < 0 || particle >= len(owners) {
			return at.errorf(array, ", %s %d: particle %d is out of range, expected 0 to %d", object.kind, object.index, particle, len(owners)-1)
		}
		if taken := owners[particle]; taken != (owner{}) {
			return at.errorf(array, ", %s %d: particle %d is in %s %d already, expected each particle in at most one object, once", object.kind, object.index, particle, taken.kind, taken.index)
		}
		owners[particle] = object
	}
	return nil
}
