package native

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEvenParts: a small total has a power of two of parts, with least in each, and a large one a
// multiple of the lanes, with most in each.
func TestEvenParts(t *testing.T) {
	for _, c := range []struct{ total, want int }{
		{0, 1}, {10, 1}, {11, 2}, {20, 2}, {21, 4}, {80, 8}, {81, 16}, {1600, 16}, {2399, 16}, {2400, 32}, {4000, 48},
	} {
		require.Equal(t, c.want, evenParts(c.total, 10, 100), c.total)
	}
}

// systems returns a batch of systems with these numbers of particles and of neighbors.
func systems(particles, neighbors []int) *batch {
	b := &batch{rowAt: []int{0}, edgeAt: []int{0}, neighbors: neighbors}
	for i, n := range particles {
		b.rowAt, b.edgeAt = append(b.rowAt, b.rowAt[i]+n), append(b.edgeAt, b.edgeAt[i]+n*neighbors[i])
	}
	return b
}

// TestCut: shards end after their share of the particles and edges, where the number of neighbors
// changes, and around each system that is beyond the limit.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		particles, neighbors []int
		shards, large        [][2]int
	}{
		{nil, nil, [][2]int{{0, 0}}, nil},
		{[]int{4, 4}, []int{0, 0}, [][2]int{{0, 2}}, nil},
		{[]int{10, 10, 10, 10}, []int{0, 0, 0, 0}, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, nil},
		{[]int{5, 5, 5, 5}, []int{0, 0, 0, 0}, [][2]int{{0, 2}, {2, 4}}, nil},
		{[]int{1, 1, 1}, []int{1, 1, 2}, [][2]int{{0, 2}, {2, 3}}, nil},
		{[]int{1, 51, 1}, []int{0, 0, 0}, [][2]int{{0, 1}, {2, 3}}, [][2]int{{1, 2}}},
		{[]int{1, 50, 1}, []int{0, 0, 0}, [][2]int{{0, 1}, {1, 2}, {2, 3}}, nil},
		{[]int{51}, []int{0}, nil, [][2]int{{0, 1}}},
		{[]int{4, 4, 4, 4, 4}, []int{0, 0, 0, 0, 0}, [][2]int{{0, 3}, {3, 5}}, nil},
		{[]int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 50}, make([]int, 11), [][2]int{{0, 8}, {8, 10}, {10, 11}}, nil},
	} {
		b := systems(c.particles, c.neighbors)
		b.cut(10, 100, 50)
		spans := func(of []shard) (all [][2]int) {
			for _, s := range of {
				all = append(all, s.systems)
				require.Equal(t, b.rowAt[s.systems[1]]-b.rowAt[s.systems[0]], s.size.particles)
				require.Equal(t, b.edgeAt[s.systems[1]]-b.edgeAt[s.systems[0]], s.size.edges)
			}
			return all
		}
		require.Equal(t, c.shards, spans(b.shards), c.particles)
		require.Equal(t, c.large, spans(b.large), c.particles)
	}
}
