package graph

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestAdjacency: particles come in the order of the bonds, each once.
func TestAdjacency(t *testing.T) {
	require.Equal(t, [][]int{{3, 1}, {0}, nil, {0}}, adjacency(4, [][2]int{{3, 0}, {0, 3}, {0, 1}, {3, 0}, {1, 0}}))
}

// TestOrderOfCandidates: they come in the order of bonds, and of one bond with each before it.
func TestOrderOfCandidates(t *testing.T) {
	require.Equal(t, [][]int{{3, 0, 2}, {3, 1, 2}, {3, 0, 1}}, candidates(system.Hinge, adjacency(4, [][2]int{{3, 2}, {3, 0}, {3, 1}})))
}

// TestCandidatesOfLargerKinds: a triangle has a bond for each bar, and a path has each particle once.
func TestCandidatesOfLargerKinds(t *testing.T) {
	triangle := &system.Kind{Name: "triangle", Relations: make([]system.Relation, 3), Bars: [][2]int{{0, 1}, {1, 2}, {0, 2}}}
	path := &system.Kind{Name: "path", Relations: make([]system.Relation, 4), Bars: [][2]int{{0, 1}, {1, 2}, {2, 3}}}
	ring := adjacency(4, [][2]int{{0, 1}, {1, 2}, {2, 0}, {2, 3}})
	for _, found := range candidates(triangle, ring) {
		require.Equal(t, []int{0, 1, 2}, found)
	}
	require.ElementsMatch(t, [][]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {3, 2, 0, 1}, {3, 2, 1, 0}}, candidates(path, ring))
	require.True(t, alike(triangle, 0, 2))
	require.Equal(t, []int{3, 5, 9}, inOrder(triangle, []int{9, 5, 3}))
}

// TestOrderOfComponents: particles are in ascending order, whatever the bonds are in.
func TestOrderOfComponents(t *testing.T) {
	require.Equal(t, [][]int{{0, 1, 2, 4}, {3}}, Components(5, [][2]int{{0, 4}, {4, 2}, {2, 1}}))
}

// TestSpanningTree: a tree begins at its root, which has no parent, and goes on by the bonds in their order.
func TestSpanningTree(t *testing.T) {
	adjacent := adjacency(5, [][2]int{{2, 4}, {2, 0}, {4, 1}})
	members, parents := spanningTree(2, adjacent, make([]bool, 5), 5)
	require.Equal(t, []int{2, 4, 0, 1}, members)
	require.Equal(t, []int{-1, 2, 2, 4}, parents)
	members, _ = spanningTree(2, adjacent, make([]bool, 5), 3)
	require.Equal(t, []int{2, 4, 0}, members)
}

// TestOrderOfObjects: trees, sticks and hinges are sorted, and a number of sticks says nothing.
func TestOrderOfObjects(t *testing.T) {
	bonds := append(chain(12), [2]int{11, 0})
	inOrder := func(objects system.Objects) {
		require.True(t, slices.IsSortedFunc(objects, func(a, b system.Object) int { return slices.Compare(a.Members, b.Members) }), "%v", objects)
	}
	for seed := range uint64(10) {
		found, err := Decompose(12, bonds, Choice{Seed: seed, Objects: system.CountOf(system.Hinge, 2)})
		require.NoError(t, err)
		sticks := len(found.Of(system.Stick))
		inOrder(found[:sticks])
		inOrder(found[sticks:])
		require.Equal(t, 2, len(found)-sticks)
		trees, err := Trees(12, bonds, seed, 3)
		require.NoError(t, err)
		require.True(t, slices.IsSortedFunc(trees, func(a, b system.Object) int { return a.Members[0] - b.Members[0] }))
	}
	same, err := Decompose(12, bonds, Choice{Objects: system.CountOf(system.Stick, 9)})
	require.NoError(t, err)
	plain, err := Decompose(12, bonds, Choice{})
	require.NoError(t, err)
	require.Equal(t, plain, same)
}

// TestDrawsOfASeed: what is drawn from a seed stays the same, as files name it.
func TestDrawsOfASeed(t *testing.T) {
	bonds := append(chain(12), [2]int{11, 0})
	found, err := Decompose(12, bonds, Choice{Seed: 1, Objects: system.CountOf(system.Hinge, 1)})
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 11}, {1, 2}, {7, 8}, {9, 10}}, found.Of(system.Stick))
	require.Equal(t, [][]int{{5, 4, 6}}, found.Of(system.Hinge))
	trees, err := Trees(12, bonds, 1, 4)
	require.NoError(t, err)
	require.Equal(t, [][]int{{1, 0, 2, 11}, {5, 4, 6, 3}, {8, 7, 9, 10}}, trees.Of(system.Tree))
}

// TestNoSprings: without springs particles have no neighbors.
func TestNoSprings(t *testing.T) {
	neighbors, features, err := new(Springs).Neighbors(2)
	require.NoError(t, err)
	require.Empty(t, neighbors)
	require.Empty(t, features)
}

// TestShrink: in a cycle of five, which an edge between two outer vertices closes, all become outer, with
// the root as their base.
func TestShrink(t *testing.T) {
	m := &matcher{
		partner: []int{-1, 2, 1, 4, 3}, before: []int{-1, 0, -1, 0, -1},
		base: []int{0, 1, 2, 3, 4}, outer: []bool{true, false, true, false, true},
	}
	require.Equal(t, 0, m.commonBase(2, 4))
	m.shrink(2, 4)
	require.Equal(t, []int{0, 0, 0, 0, 0}, m.base)
	require.Equal(t, []bool{true, true, true, true, true}, m.outer)
	require.Equal(t, []int{-1, 0, 4, 0, 2}, m.before)
	require.Equal(t, []int{1, 3}, m.queue)
}
