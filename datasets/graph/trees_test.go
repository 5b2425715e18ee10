package graph

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// A ring of six with a tail of two, a pair, and a particle alone.
var ringAndPair = [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {5, 6}, {6, 7}, {8, 9}}

func TestTreesSpanTheBonds(t *testing.T) {
	for seed := range uint64(20) {
		trees, err := Trees(11, ringAndPair, seed, 0)
		require.NoError(t, err)
		require.Len(t, trees, 2, "one of each part, and the last particle alone")
		require.Equal(t, 10, trees.Particles())
		for _, bar := range trees.Bars(system.Tree) {
			require.True(t, bonded(bar), bar)
		}
		require.Len(t, trees.Bars(system.Tree), 7+1)
	}
}

func TestTreesAreNoLargerThanAsked(t *testing.T) {
	for seed := range uint64(20) {
		trees, err := Trees(11, ringAndPair, seed, 3)
		require.NoError(t, err)
		seen := map[int]bool{}
		for _, tree := range trees {
			require.LessOrEqual(t, len(tree.Members), 3)
			require.GreaterOrEqual(t, len(tree.Members), 2)
			for _, member := range tree.Members {
				require.False(t, seen[member], "in two trees")
				seen[member] = true
			}
		}
	}
	again, _ := Trees(11, ringAndPair, 7, 3)
	same, _ := Trees(11, ringAndPair, 7, 3)
	require.Equal(t, again, same)
}

func TestNoBondNoTree(t *testing.T) {
	_, err := Trees(3, nil, 1, 0)
	require.EqualError(t, err, "3 particles have no bond that could be a tree's")
}

func bonded(bar [2]int) bool {
	for _, bond := range ringAndPair {
		if bond == bar || bond == [2]int{bar[1], bar[0]} {
			return true
		}
	}
	return false
}
