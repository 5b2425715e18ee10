package graph

import (
	"slices"

	"gmnc/system"
)

// candidates returns the members of every object of a kind larger than a stick whose bars are
// bonds. Members that the kind does not distinguish, such as the ends of a hinge, are sorted.
// Each object occurs once.
func candidates(kind *system.Kind, adjacent [][]int) (found [][]int) {
	members := make([]int, kind.Members())
	var assign func(open []int)
	assign = func(open []int) {
		if len(open) == 0 {
			found = append(found, inOrder(kind, members))
			return
		}
		member := open[0]
		for _, particle := range options(kind, member, open, members, adjacent) {
			members[member] = particle
			assign(open[1:])
		}
	}
	// The first member is chosen first, then the others from the last on.
	order := []int{0}
	for member := len(members) - 1; member > 0; member-- {
		order = append(order, member)
	}
	assign(order)
	return found
}

// options returns the particles that a member can be, while the members in open are not chosen
// yet. Such a particle is bonded to the particles at the other ends of the member's bars. If a
// later member is like this one, the particle comes before it among the bonded ones.
func options(kind *system.Kind, member int, open, members []int, adjacent [][]int) []int {
	isAssigned := func(other int) bool { return !slices.Contains(open, other) }
	var all []int
	for particle := range adjacent {
		all = append(all, particle)
	}
	for _, other := range partners(kind, member) {
		if isAssigned(other) {
			all = slices.Clone(adjacent[members[other]])
			break
		}
	}
	fits := func(particle int) bool {
		for other, taken := range members {
			if isAssigned(other) && taken == particle {
				return false
			}
		}
		for _, other := range partners(kind, member) {
			if isAssigned(other) && !slices.Contains(adjacent[members[other]], particle) {
				return false
			}
		}
		return true
	}
	for other, taken := range members {
		if other > member && isAssigned(other) && alike(kind, member, other) {
			if at := slices.Index(all, taken); at >= 0 {
				all = all[:at]
			}
		}
	}
	return slices.DeleteFunc(all, func(particle int) bool { return !fits(particle) })
}

// partners returns the members at the other ends of a member's bars.
func partners(kind *system.Kind, member int) (others []int) {
	for _, bar := range kind.Bars {
		switch member {
		case bar[0]:
			others = append(others, bar[1])
		case bar[1]:
			others = append(others, bar[0])
		}
	}
	return others
}

// alike reports whether two members have bars to the same other members, apart from each other.
func alike(kind *system.Kind, a, b int) bool {
	others := func(member, but int) []int {
		list := slices.DeleteFunc(partners(kind, member), func(other int) bool { return other == but })
		slices.Sort(list)
		return list
	}
	return slices.Equal(others(a, b), others(b, a))
}

// inOrder returns a copy in which members that are alike are sorted.
func inOrder(kind *system.Kind, members []int) []int {
	members = slices.Clone(members)
	for i := range members {
		for j := i + 1; j < len(members); j++ {
			if members[i] > members[j] && alike(kind, i, j) {
				members[i], members[j] = members[j], members[i]
			}
		}
	}
	return members
}
