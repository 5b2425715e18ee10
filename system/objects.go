package system

import (
	"fmt"
	"strings"
)

// Object is one object of a system: its kind, and its members as indices of
// particles within the system.
type Object struct {
	Kind    *Kind
	Members []int
	// Parents holds, for a tree, the parent of each member as an index of members. The first
	// member is the root, whose parent is -1, and every other member comes after its parent. It
	// is nil for other kinds.
	Parents []int
	// Hangs is true for a tree in a system with joints. Its parents say which body hangs on
	// which, and keep no distance.
	Hangs bool
}

// Objects are the objects of a system, kind by kind in the order of the table. A particle in
// none is isolated.
type Objects []Object

// Of returns the members of all objects of a kind.
func (o Objects) Of(kind *Kind) (members [][]int) {
	for i := range o {
		if o[i].Kind == kind {
			members = append(members, o[i].Members)
		}
	}
	return members
}

// Count returns the number of objects of a kind.
func (o Objects) Count(kind *Kind) (count int) {
	for i := range o {
		if o[i].Kind == kind {
			count++
		}
	}
	return count
}

// Counts says how many objects of each kind there are, as in "sticks: 2, hinges: 1", or
// "no objects".
func (o Objects) Counts() string {
	var all []string
	for _, kind := range ObjectKinds() {
		if count := o.Count(kind); count > 0 {
			all = append(all, fmt.Sprintf("%s: %d", kind.Plural, count))
		}
	}
	if all == nil {
		return "no objects"
	}
	return strings.Join(all, ", ")
}

// Particles returns the number of particles in objects. A particle that joins a body to a tree
// counts twice.
func (o Objects) Particles() (count int) {
	inTrees := o.inTrees()
	for i := range o {
		if count += len(o[i].Members); o[i].joint(inTrees) != none {
			count--
		}
	}
	return count
}

// Bars returns the pairs of particles whose distance is kept by the objects of a kind.
func (o Objects) Bars(kind *Kind) (bars [][2]int) {
	for i := range o {
		if o[i].Kind == kind {
			bars = append(bars, o[i].Bars()...)
		}
	}
	return bars
}

// Bars returns the pairs of particles whose distance the object keeps. For a hinge these are
// the joint with each end, for a tree that does not Hang each member with its parent, and for a
// body every pair of members.
func (o Object) Bars() [][2]int {
	bars := make([][2]int, len(o.Kind.Bars))
	for i, bar := range o.Kind.Bars {
		bars[i] = [2]int{o.Members[bar[0]], o.Members[bar[1]]}
	}
	switch {
	case o.Kind == Tree && !o.Hangs:
		for member, parent := range o.Parents[1:] {
			bars = append(bars, [2]int{o.Members[parent], o.Members[member+1]})
		}
	case o.Kind == Body:
		for i, first := range o.Members {
			for _, second := range o.Members[i+1:] {
				bars = append(bars, [2]int{first, second})
			}
		}
	}
	return bars
}
