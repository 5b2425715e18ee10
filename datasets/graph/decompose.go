package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Choice says how to choose among bonds.
type Choice struct {
	Seed    uint64
	Hinges  int  // how many hinges to choose, before the sticks
	Maximum bool // as many sticks as there can be; else bonds in random order, as long as they fit
}

// Decompose is the paper's kinematics decomposition (Appendix D): it chooses
// disjoint objects among the bonds of n particles. First the hinges, whose
// joint is bonded to both ends, then sticks among the bonds that are left.
// Sticks and hinges are sorted. It is an error if there are fewer hinges
// than asked for, or no objects at all.
func Decompose(n int, bonds [][2]int, choice Choice) (sticks [][2]int, hinges [][3]int, err error) {
	random := rand.New(rand.NewPCG(choice.Seed, 0))
	taken := make([]bool, n)
	hinges = randomHinges(adjacency(n, bonds), choice.Hinges, taken, random)
	if len(hinges) < choice.Hinges {
		return nil, nil, fmt.Errorf("only %d disjoint hinges were found, %d are wanted: use fewer, or another seed", len(hinges), choice.Hinges)
	}
	var free [][2]int
	for _, bond := range bonds {
		if !taken[bond[0]] && !taken[bond[1]] {
			free = append(free, [2]int{min(bond[0], bond[1]), max(bond[0], bond[1])})
		}
	}
	if choice.Maximum {
		sticks = maximumSticks(n, free)
	} else {
		sticks = randomSticks(free, taken, random)
	}
	if len(sticks)+len(hinges) == 0 {
		return nil, nil, fmt.Errorf("%d particles have no bond that could be a stick", n)
	}
	slices.SortFunc(sticks, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	slices.SortFunc(hinges, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return sticks, hinges, nil
}

// randomHinges goes through all pairs of bonds with a common particle in
// random order and takes those that fit, up to a number of them.
func randomHinges(adjacent [][]int, wanted int, taken []bool, random *rand.Rand) (hinges [][3]int) {
	var candidates [][3]int
	for joint, ends := range adjacent {
		for i, second := range ends {
			for _, first := range ends[:i] {
				candidates = append(candidates, [3]int{joint, min(first, second), max(first, second)})
			}
		}
	}
	for _, i := range random.Perm(len(candidates)) {
		if c := candidates[i]; len(hinges) < wanted && !taken[c[0]] && !taken[c[1]] && !taken[c[2]] {
			taken[c[0]], taken[c[1]], taken[c[2]] = true, true, true
			hinges = append(hinges, c)
		}
	}
	return hinges
}

// randomSticks goes through the bonds in random order and takes those that
// fit.
func randomSticks(bonds [][2]int, taken []bool, random *rand.Rand) (sticks [][2]int) {
	for _, i := range random.Perm(len(bonds)) {
		if bond := bonds[i]; !taken[bond[0]] && !taken[bond[1]] {
			taken[bond[0]], taken[bond[1]] = true, true
			sticks = append(sticks, bond)
		}
	}
	return sticks
}

func maximumSticks(n int, bonds [][2]int) (sticks [][2]int) {
	for v, partner := range maximumMatching(n, bonds) {
		if partner > v {
			sticks = append(sticks, [2]int{v, partner})
		}
	}
	return sticks
}
