package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/system"
)

// Trees returns spanning trees of the bonds of n particles. A tree has at most largest
// particles, or any number if largest is 0. Each tree grows by breadth-first search from a
// random particle that is not in a tree yet. It is an error if no particle has a bond.
func Trees(n int, bonds [][2]int, seed uint64, largest int) (system.Objects, error) {
	if largest <= 0 {
		largest = n
	}
	random := rand.New(rand.NewPCG(seed, 0))
	adjacent := adjacency(n, bonds)
	taken := make([]bool, n)
	var trees system.Objects
	for _, root := range random.Perm(n) {
		if taken[root] {
			continue
		}
		members, parents := spanningTree(root, adjacent, taken, largest)
		if len(members) > 1 {
			trees = append(trees, system.TreeOf(members, parents))
		}
	}
	if trees == nil {
		return nil, fmt.Errorf("%d particles have no bond that could be a tree's", n)
	}
	slices.SortFunc(trees, func(a, b system.Object) int { return a.Members[0] - b.Members[0] })
	return trees, nil
}

// spanningTree adds bonded particles to the root until there are none left or the tree is full.
func spanningTree(root int, adjacent [][]int, taken []bool, largest int) (members, parents []int) {
	members, parents = []int{root}, []int{-1}
	taken[root] = true
	for at := 0; at < len(members); at++ {
		for _, next := range adjacent[members[at]] {
			if !taken[next] && len(members) < largest {
				taken[next] = true
				members, parents = append(members, next), append(parents, members[at])
			}
		}
	}
	return members, parents
}
