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
	// Parents holds, for a tree, the parents of its members, as numbers of members. The
	// first member is the root and has -1; the others come after their parents. It is nil
	// of other kinds.
	Parents []int
	// Hangs is set of a tree in a system with joints: parents say which body hangs on
	// which, and keep no distance.
	Hangs bool
}

// Objects are the objects of a system, kind by kind in the order of the
// table. Particles in none are isolated.
type Objects []Object

// Of are the members of all objects of a kind.
func (o Objects) Of(kind *Kind) (members [][]int) {
	for i := range o {
		if o[i].Kind == kind {
			members = append(members, o[i].Members)
		}
	}
	return members
}

// Count is how many objects of a kind there are.
func (o Objects) Count(kind *Kind) (count int) {
	for i := range o {
		if o[i].Kind == kind {
			count++
		}
	}
	return count
}

// Counts says how many objects of each kind there are: "sticks: 2, hinges: 1",
// and the trees and bodies if there are any.
func (o Objects) Counts() string {
	var all []string
	for _, kind := range ObjectKinds() {
		if count := o.Count(kind); count > 0 || !kind.Forest() {
			all = append(all, fmt.Sprintf("%s: %d", kind.Plural, count))
		}
	}
	return strings.Join(all, ", ")
}

// Particles is how many particles are in objects. One that joins a body to a tree
// is in both.
func (o Objects) Particles() (count int) {
	inTrees := o.inTrees()
	for i := range o {
		if count += len(o[i].Members); o[i].joint(inTrees) != none {
			count--
		}
	}
	return count
}

// Bars are the pairs of particles whose distance the objects of a kind keep.
func (o Objects) Bars(kind *Kind) (bars [][2]int) {
	for i := range o {
		if o[i].Kind == kind {
			bars = append(bars, o[i].Bars()...)
		}
	}
	return bars
}

// Bars are the pairs of particles whose distance the object keeps: of a hinge
// the joint and each end, of a tree the parent of each member and it unless it Hangs, of
// a body every two.
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
