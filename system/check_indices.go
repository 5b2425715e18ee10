package system

func (c *Checker) checkIndices(s *Sample, report Report) error {
	n := s.Particles()
	c.owners, c.seen = resized(c.owners, n), resized(c.seen, n)
	clear(c.owners)
	if err := c.checkObjects(s.Objects, report); err != nil {
		return err
	}
	for i, bond := range s.Bonds {
		if min(bond[0], bond[1]) < 0 || max(bond[0], bond[1]) >= n || bond[0] == bond[1] {
			return report("bonds", ", bond %d: (%d, %d) does not join two different particles of 0 to %d", i, bond[0], bond[1], n-1)
		}
	}
	return c.checkNeighbors(s, report)
}

func (c *Checker) checkNeighbors(s *Sample, report Report) error {
	clear(c.seen)
	for slot, neighbor := range s.Neighbors {
		particle := slot / s.Slots()
		switch {
		case neighbor == -1:
			continue
		case neighbor < 0 || neighbor >= int64(len(c.seen)):
			return report("neighbors", ", particle %d: neighbour %d is out of range, expected 0 to %d, or -1 for none", particle, neighbor, len(c.seen)-1)
		case neighbor == int64(particle):
			return report("neighbors", ", particle %d is its own neighbour: expected others only", particle)
		case c.seen[neighbor] == particle+1:
			return report("neighbors", ", particle %d: neighbour %d is listed twice", particle, neighbor)
		}
		c.seen[neighbor] = particle + 1
	}
	return nil
}

// owner is the object that a particle belongs to; the zero value is none.
type owner struct {
	kind  *Kind
	index int // among those of the kind
}

// checkObjects checks that every member is a particle, in no other object.
func (c *Checker) checkObjects(objects Objects, report Report) error {
	index := -1
	for i, object := range objects {
		kind := object.Kind
		if i == 0 || objects[i-1].Kind != kind {
			index = -1
		}
		index++
		if len(object.Members) != kind.Members() {
			return report(kind.Plural, ", %s %d: it has %d members, expected %d", kind.Name, index, len(object.Members), kind.Members())
		}
		for _, particle := range object.Members {
			if particle < 0 || particle >= len(c.owners) {
				return report(kind.Plural, ", %s %d: particle %d is out of range, expected 0 to %d", kind.Name, index, particle, len(c.owners)-1)
			}
			if taken := c.owners[particle]; taken.kind != nil {
				return report(kind.Plural, ", %s %d: particle %d is in %s %d already, expected each particle in at most one object, once",
					kind.Name, index, particle, taken.kind.Name, taken.index)
			}
			c.owners[particle] = owner{kind, index}
		}
	}
	return nil
}
