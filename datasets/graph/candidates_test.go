package graph

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestCandidates: each hinge occurs once, with its ends sorted.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		bonds [][2]int
		want  [][]int
	}{
		{"no bond", 3, nil, nil},
		{"one bond", 3, [][2]int{{0, 1}}, nil},
		{"a path", 3, [][2]int{{0, 2}, {2, 1}}, [][]int{{2, 0, 1}}},
		{"a triangle", 3, [][2]int{{0, 1}, {1, 2}, {2, 0}}, [][]int{{0, 1, 2}, {1, 0, 2}, {2, 0, 1}}},
		{"a star", 4, [][2]int{{3, 0}, {3, 1}, {3, 2}}, [][]int{{3, 0, 1}, {3, 0, 2}, {3, 1, 2}}},
		{"a path of four", 4, [][2]int{{0, 1}, {1, 2}, {2, 3}}, [][]int{{1, 0, 2}, {2, 1, 3}}},
	} {
		require.ElementsMatch(t, c.want, candidates(system.Hinge, adjacency(c.n, c.bonds)), c.name)
	}
}

// TestAlike: the ends of sticks and hinges are alike, and the joint is not.
func TestAlike(t *testing.T) {
	require.True(t, alike(system.Stick, 0, 1))
	require.True(t, alike(system.Hinge, 1, 2))
	require.False(t, alike(system.Hinge, 0, 1))
	require.Equal(t, []int{1, 2}, partners(system.Hinge, 0))
	require.Equal(t, []int{0}, partners(system.Hinge, 2))
	require.Equal(t, []int{7, 3, 9}, inOrder(system.Hinge, []int{7, 9, 3}))
}
