// Package graph works on graphs of bonds. It finds neighbors along bonds, and chooses the
// bonds that become the sticks and hinges of a system.
package graph

// adjacency returns, for each of n particles, the particles that it is bonded to, in the order
// of the bonds and each once.
func adjacency(n int, bonds [][2]int) [][]int {
	adjacent := make([][]int, n)
	known := map[[2]int]bool{}
	for _, bond := range bonds {
		a, b := bond[0], bond[1]
		if known[[2]int{a, b}] {
			continue
		}
		known[[2]int{a, b}], known[[2]int{b, a}] = true, true
		adjacent[a], adjacent[b] = append(adjacent[a], b), append(adjacent[b], a)
	}
	return adjacent
}

// TwoHop returns the neighbors of each particle, to which one or two bonds lead, in ascending
// order. They are in K slots for each particle, [n*K], where K is the length of the longest
// list. Slots that are left over hold -1. hops holds the smallest number of bonds to each
// neighbor, or 0 in slots that are left over.
func TwoHop(n int, bonds [][2]int) (neighbors []int64, hops []float32) {
	adjacent := adjacency(n, bonds)
	lists := make([][]float32, n) // number of bonds to every particle
	slots := 0
	for i := range lists {
		lists[i] = hopsFrom(i, adjacent)
		slots = max(slots, n-count(lists[i], 0))
	}
	for _, list := range lists {
		free := slots
		for j, hop := range list {
			if hop > 0 {
				neighbors, hops = append(neighbors, int64(j)), append(hops, hop)
				free--
			}
		}
		for range free {
			neighbors, hops = append(neighbors, -1), append(hops, 0)
		}
	}
	return neighbors, hops
}

// hopsFrom returns 1 for the particles that are bonded to particle i, 2 for those that are
// bonded to them, and 0 for the others.
func hopsFrom(i int, adjacent [][]int) []float32 {
	hops := make([]float32, len(adjacent))
	for _, j := range adjacent[i] {
		for _, k := range adjacent[j] {
			hops[k] = 2
		}
	}
	for _, j := range adjacent[i] {
		hops[j] = 1
	}
	hops[i] = 0
	return hops
}

func count(values []float32, wanted float32) (n int) {
	for _, value := range values {
		if value == wanted {
			n++
		}
	}
	return n
}
