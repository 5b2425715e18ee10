package system

func (c *Checker) checkIndices(s *Sample, report Report) error {
	n := s.Particles()
	c.owners, c.seen = resized(c.owners, n), resized(c.seen, n)
	clear(c.owners)
	if err := c.checkObjects(s, report); err != nil {
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
			return report("neighbors", ", particle %d: neighbor %d is out of range, expected 0 to %d, or -1 for none", particle, neighbor, len(c.seen)-1)
		case neighbor == int64(particle):
			return report("neighbors", ", particle %d is its own neighbor: expected others only", particle)
		case c.seen[neighbor] == particle+1:
			return report("neighbors", ", particle %d: neighbor %d is listed twice", particle, neighbor)
		}
		c.seen[neighbor] = particle + 1
	}
	return nil
}

// owner is the object that a particle belongs to. The zero value is no object.
type owner struct {
	kind  *Kind
	index int // among the objects of the kind
	// joins is true if the particle is in a tree and also in a body.
	joins bool
}

// checkObjects checks that every member is a particle of no other object, and that trees and
// bodies are well formed.
func (c *Checker) checkObjects(s *Sample, report Report) error {
	index := -1
	for i := range s.Objects {
		object := &s.Objects[i]
		if i == 0 || s.Objects[i-1].Kind != object.Kind {
			index = -1
		}
		index++
		err := c.checkMembers(object, index, report)
		if err == nil && object.Kind.Forest() {
			err = s.checkForest(object, index, report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Checker) checkMembers(object *Object, index int, report Report) error {
	kind := object.Kind
	if !kind.Forest() && len(object.Members) != kind.Members() {
		return report(kind.Array(), ", %s %d: it has %d members, expected %d", kind.Name, index, len(object.Members), kind.Members())
	}
	joint := none
	for _, particle := range object.Members {
		if particle < 0 || particle >= len(c.owners) {
			return report(kind.Array(), ", %s %d: particle %d is out of range, expected 0 to %d", kind.Name, index, particle, len(c.owners)-1)
		}
		switch taken := &c.owners[particle]; {
		case taken.kind == nil:
			*taken = owner{kind: kind, index: index}
		case kind == Body && taken.kind == Tree && !taken.joins && joint == none:
			joint, taken.joins = particle, true
		case kind == Body && taken.kind == Tree && !taken.joins:
			return report(kind.Array(), ", %s %d: its particles %d and %d are both in trees, expected one at most, which joins the body to a tree", kind.Name, index, joint, particle)
		default:
			return report(kind.Array(), ", %s %d: particle %d is in %s %d already, expected each particle in at most one object, once%s",
				kind.Name, index, particle, taken.kind.Name, taken.index, joinedHint(kind, taken.kind, taken.index == index))
		}
	}
	return nil
}

// joinedHint says how to describe two objects together that share a particle, if both are sticks
// or one is a tree or a body. same says that the object names the particle twice.
func joinedHint(kind, other *Kind, same bool) string {
	if kind == Stick && other == Stick && !same {
		return " (two bars that meet in a particle are a hinge, and more bars are a tree)"
	}
	if !kind.Forest() || kind == other {
		return ""
	}
	return " (a body may be joined to a tree at one particle, other objects to none: what hangs together is one tree, or one body)"
}

// checkForest checks a tree or a body, whose members are known to be particles.
func (s *Sample) checkForest(object *Object, index int, report Report) error {
	kind, members := object.Kind, object.Members
	if len(members) < 2 && !object.Hangs {
		return report(kind.Array(), ", %s %d (particles %v): a %s has two particles or more", kind.Name, index, members, kind.Name)
	}
	if kind == Body {
		for _, member := range members {
			if Distance(s.Position, members[0], member) > 0 {
				return nil
			}
		}
		return report(kind.Array(), ", %s %d: all its particles, from %d to %d, are at one place, expected a body that can turn", kind.Name, index, members[0], members[len(members)-1])
	}
	if len(object.Parents) != len(members) {
		return report(kind.Array(), ", %s %d: it has %d parents for %d members", kind.Name, index, len(object.Parents), len(members))
	}
	for member, parent := range object.Parents {
		if parent >= member || parent < 0 && (member > 0 || parent < none) {
			return report(kind.Array(), ", %s %d, particle %d: its parent is the member %d, expected one before it, and -1 of the root alone, the first", kind.Name, index, members[member], parent)
		}
	}
	return nil
}
