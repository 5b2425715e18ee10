package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/system"
)

// Choice says how objects are chosen among bonds.
type Choice struct {
	Seed uint64
	// Objects holds the number of objects of each kind that are chosen before the sticks. Its
	// numbers of isolated particles and sticks are ignored.
	Objects system.Composition
	Maximum bool // whether to choose as many sticks as possible; otherwise bonds are taken in random order if they fit
}

// Decompose is the paper's kinematics decomposition (Appendix D). It chooses disjoint objects
// of n particles whose bars are bonds. First it chooses the kinds of which a number is wanted,
// in the order of the table of kinds, and then sticks among the remaining bonds. The objects of
// a kind are sorted. It is an error if there are fewer than wanted, or none at all.
func Decompose(n int, bonds [][2]int, choice Choice) (system.Objects, error) {
	random := rand.New(rand.NewPCG(choice.Seed, 0))
	taken := make([]bool, n)
	var larger system.Objects
	for _, kind := range system.ListedKinds() {
		if kind == system.Stick {
			continue
		}
		wanted := choice.Objects.Count(kind)
		chosen := randomObjects(kind, adjacency(n, bonds), wanted, taken, random)
		if len(chosen) < wanted {
			return nil, fmt.Errorf("only %d disjoint %s were found, %d are wanted: use fewer, or another seed", len(chosen), kind.Plural, wanted)
		}
		larger = append(larger, sorted(chosen)...)
	}
	var free [][2]int
	for _, bond := range bonds {
		if !taken[bond[0]] && !taken[bond[1]] {
			free = append(free, [2]int{min(bond[0], bond[1]), max(bond[0], bond[1])})
		}
	}
	var sticks system.Objects
	if choice.Maximum {
		sticks = maximumSticks(n, free)
	} else {
		sticks = randomSticks(free, taken, random)
	}
	if len(sticks)+len(larger) == 0 {
		return nil, fmt.Errorf("%d particles have no bond that could be a stick", n)
	}
	return append(sorted(sticks), larger...), nil
}

// sorted sorts the objects by their members, and returns them.
func sorted(objects system.Objects) system.Objects {
	slices.SortFunc(objects, func(a, b system.Object) int { return slices.Compare(a.Members, b.Members) })
	return objects
}

// randomObjects goes through all objects of a kind whose bars are bonds in random order. It
// takes those that fit until there are as many as wanted.
func randomObjects(kind *system.Kind, adjacent [][]int, wanted int, taken []bool, random *rand.Rand) (objects system.Objects) {
	candidates := candidates(kind, adjacent)
	for _, i := range random.Perm(len(candidates)) {
		members := candidates[i]
		if len(objects) == wanted || slices.ContainsFunc(members, func(member int) bool { return taken[member] }) {
			continue
		}
		for _, member := range members {
			taken[member] = true
		}
		objects = append(objects, kind.Of(members...))
	}
	return objects
}

// randomSticks goes through the bonds in random order and takes those that fit.
func randomSticks(bonds [][2]int, taken []bool, random *rand.Rand) (sticks system.Objects) {
	for _, i := range random.Perm(len(bonds)) {
		if bond := bonds[i]; !taken[bond[0]] && !taken[bond[1]] {
			taken[bond[0]], taken[bond[1]] = true, true
			sticks = append(sticks, system.Stick.Of(bond[0], bond[1]))
		}
	}
	return sticks
}

func maximumSticks(n int, bonds [][2]int) (sticks system.Objects) {
	for v, partner := range maximumMatching(n, bonds) {
		if partner > v {
			sticks = append(sticks, system.Stick.Of(v, partner))
		}
	}
	return sticks
}
