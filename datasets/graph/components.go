package graph

import "slices"

// Components returns the connected components of the particles under the bonds, each with its
// particles in ascending order.
func Components(n int, bonds [][2]int) (all [][]int) {
	adjacent := adjacency(n, bonds)
	reached := make([]bool, n)
	for first := range n {
		if reached[first] {
			continue
		}
		reached[first] = true
		members := []int{first}
		for at := 0; at < len(members); at++ {
			for _, other := range adjacent[members[at]] {
				if !reached[other] {
					reached[other], members = true, append(members, other)
				}
			}
		}
		slices.Sort(members)
		all = append(all, members)
	}
	return all
}
