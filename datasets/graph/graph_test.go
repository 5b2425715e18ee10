package graph

import (
	"math/rand/v2"
	"testing"

	"gmnc/system"

	"github.com/stretchr/testify/require"
)

// chain is 0-1-2-...
func chain(n int) (bonds [][2]int) {
	for i := range n - 1 {
		bonds = append(bonds, [2]int{i, i + 1})
	}
	return bonds
}

func TestTwoHop(t *testing.T) {
	neighbors, hops := TwoHop(5, append(chain(4), [2]int{1, 0})) // 4 is alone, a bond is there twice
	require.Equal(t, []int64{1, 2, -1, 0, 2, 3, 0, 1, 3, 1, 2, -1, -1, -1, -1}, neighbors)
	require.Equal(t, []float32{1, 2, 0, 1, 1, 2, 2, 1, 1, 2, 1, 0, 0, 0, 0}, hops)

	triangle, hops := TwoHop(3, [][2]int{{0, 1}, {1, 2}, {2, 0}})
	require.Equal(t, []int64{1, 2, 0, 2, 0, 1}, triangle)
	require.Equal(t, []float32{1, 1, 1, 1, 1, 1}, hops)

	none, _ := TwoHop(3, nil)
	require.Empty(t, none)
}

// TestMaximumMatching compares with trying everything, on random graphs of
// every density.
func TestMaximumMatching(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	shrunk := 0
	for trial := range 3000 {
		n := 1 + random.IntN(10)
		edges := randomGraph(random, n, float64(trial%10+1)/10)
		partner := maximumMatching(n, edges)
		require.Equal(t, largest(edges, make([]bool, n)), requireMatching(t, edges, partner), "%d vertices, edges %v", n, edges)
		if n%2 == 0 && hasOddCycle(n, edges) {
			shrunk++
		}
	}
	require.Greater(t, shrunk, 500, "graphs with odd cycles")
}

func randomGraph(random *rand.Rand, n int, density float64) (edges [][2]int) {
	for i := range n {
		for j := range i {
			if random.Float64() < density {
				edges = append(edges, [2]int{i, j})
			}
		}
	}
	random.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return edges
}

// requireMatching returns the number of edges of a matching.
func requireMatching(t *testing.T, edges [][2]int, partner []int) (size int) {
	t.Helper()
	for v, w := range partner {
		if w >= 0 {
			require.Equal(t, v, partner[w])
			require.True(t, containsEither(edges, v, w), "(%d, %d) is no edge", v, w)
			size++
		}
	}
	return size / 2
}

func containsEither(edges [][2]int, v, w int) bool {
	for _, e := range edges {
		if e == [2]int{v, w} || e == [2]int{w, v} {
			return true
		}
	}
	return false
}

// largest tries every edge in and out.
func largest(edges [][2]int, taken []bool) int {
	if len(edges) == 0 {
		return 0
	}
	best, e := largest(edges[1:], taken), edges[0]
	if !taken[e[0]] && !taken[e[1]] && best < len(taken)/2 {
		taken[e[0]], taken[e[1]] = true, true
		best = max(best, 1+largest(edges[1:], taken))
		taken[e[0]], taken[e[1]] = false, false
	}
	return best
}

// hasOddCycle reports whether two colors do not suffice.
func hasOddCycle(n int, edges [][2]int) bool {
	adjacent, color := adjacency(n, edges), make([]int, n)
	for v := range n {
		if color[v] == 0 && !colors(adjacent, color, v, 1) {
			return true
		}
	}
	return false
}

func colors(adjacent [][]int, color []int, v, c int) bool {
	color[v] = c
	for _, w := range adjacent[v] {
		if color[w] == c || color[w] == 0 && !colors(adjacent, color, w, -c) {
			return false
		}
	}
	return true
}

func TestDecompose(t *testing.T) {
	const n = 12
	bonds := append(chain(n), [2]int{n - 1, 0}) // a ring
	different := map[[2]int]bool{}
	for seed := range uint64(50) {
		for hinges := range 4 {
			for _, maximum := range []bool{false, true} {
				choice := Choice{seed, system.CountOf(system.Hinge, hinges), maximum}
				found, err := Decompose(n, bonds, choice)
				require.NoError(t, err)
				require.Equal(t, hinges, found.Count(system.Hinge))
				requireDisjoint(t, bonds, found)
				again, _ := Decompose(n, bonds, choice)
				require.Equal(t, found, again)
				sticks := found.Bars(system.Stick)
				if maximum && hinges == 0 {
					require.Len(t, sticks, n/2)
				}
				if hinges == 0 {
					different[sticks[0]] = true
				}
			}
		}
	}
	require.Greater(t, len(different), 2, "first sticks (0,1), (0,11) and, where 0 is free, (1,2)")
}

func requireDisjoint(t *testing.T, bonds [][2]int, objects system.Objects) {
	t.Helper()
	seen := map[int]bool{}
	use := func(particle int) {
		require.False(t, seen[particle], "particle %d is in two objects", particle)
		seen[particle] = true
	}
	for _, object := range objects {
		for _, bar := range object.Bars() {
			require.True(t, containsEither(bonds, bar[0], bar[1]))
		}
		for _, member := range object.Members {
			use(member)
		}
	}
	for _, b := range bonds {
		require.True(t, seen[b[0]] || seen[b[1]], "the bond %v would fit, too", b)
	}
}

func TestDecomposeErrors(t *testing.T) {
	_, err := Decompose(4, nil, Choice{})
	require.EqualError(t, err, "4 particles have no bond that could be a stick")
	_, err = Decompose(5, chain(5), Choice{Objects: system.CountOf(system.Hinge, 2)})
	require.EqualError(t, err, "only 1 disjoint hinges were found, 2 are wanted: use fewer, or another seed")
}
