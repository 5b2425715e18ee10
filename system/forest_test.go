package system_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/distinct"
	"gmnc/system"
)

// told is a report that keeps what it is told.
func told(array, format string, arguments ...any) error {
	return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
}

func TestTreesOfParents(t *testing.T) {
	trees, err := system.Tree.Numbered([]int64{4, -1, 4, 5, -1, 0, 4, -1, 7}, told)
	require.NoError(t, err)
	require.Equal(t, system.Objects{
		system.TreeOf([]int{4, 0, 2, 6, 5, 3}, []int{-1, 4, 4, 4, 0, 5}),
		system.TreeOf([]int{7, 8}, []int{-1, 7}),
	}, trees)
	require.Equal(t, []int{-1, 0, 0, 0, 1, 4}, trees[0].Parents)
	require.Equal(t, [][2]int{{4, 0}, {4, 2}, {4, 6}, {0, 5}, {5, 3}}, trees[0].Bars())
	require.Equal(t, 3, trees.Depth())
	require.Equal(t, 1, trees[1].Depth())
	require.True(t, trees.Forest())
	require.Equal(t, 8, trees.Particles(), "particle 1 is in none")
	require.Equal(t, []int64{4, -1, 4, 5, -1, 0, 4, -1, 7}, trees.Numbers(system.Tree, 9))
	require.Equal(t, slices.Repeat([]int64{-1}, 9), trees.Numbers(system.Body, 9))
}

func TestBodiesOfNumbers(t *testing.T) {
	bodies, err := system.Body.Numbered([]int64{7, -1, 1 << 40, 7, 1 << 40, 7}, told)
	require.NoError(t, err)
	require.Equal(t, system.Objects{system.Body.Of(0, 3, 5), system.Body.Of(2, 4)}, bodies)
	require.Equal(t, [][2]int{{0, 3}, {0, 5}, {3, 5}}, bodies[0].Bars())
	require.Equal(t, []int64{0, -1, 1, 0, 1, 0}, bodies.Numbers(system.Body, 6))
	require.Zero(t, bodies.Depth())
}

// TestForestsThereAndBack: random parents make trees that have these parents.
func TestForestsThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(40)
		parents, order := make([]int64, n), random.Perm(n)
		for i, particle := range order {
			if parents[particle] = -1; i > 0 && random.IntN(5) > 0 {
				parents[particle] = int64(order[random.IntN(i)])
			}
		}
		trees, err := system.Tree.Numbered(parents, told)
		require.NoError(t, err)
		require.Equal(t, parents, trees.Numbers(system.Tree, n))
		sample := distinct.Sample(n, 1, trees...)
		require.NoError(t, system.CheckInputs([]system.Sample{sample}))
	}
}

func TestNumbersRefused(t *testing.T) {
	for want, c := range map[string]struct {
		kind    *system.Kind
		numbers []int64
	}{
		"parents, particle 1: its parents lead in a circle, expected a way to a particle without a parent": {system.Tree, []int64{-1, 3, 0, 1}},
		"parents, particle 2: the parent 3 is not in its system, expected 0 to 2, or -1 for none":          {system.Tree, []int64{-1, 0, 3}},
		"parents, particle 0: the parent -2 is not in its system, expected 0 to 1, or -1 for none":         {system.Tree, []int64{-2, 0}},
		"parents, particle 1 is its own parent: expected another particle, or -1 for none":                 {system.Tree, []int64{-1, 1}},
		"bodies, particle 1: there is no body -2, expected 0 or more, or -1 for none":                      {system.Body, []int64{0, -2}},
	} {
		_, err := c.kind.Numbered(c.numbers, told)
		require.EqualError(t, err, want)
	}
}

func TestCheckForests(t *testing.T) {
	chain := system.TreeOf([]int{2, 0, 1}, []int{-1, 2, 0})
	for want, objects := range map[string]system.Objects{
		"bodies: sample 0, body 0: its particles 1 and 0 are both in trees, expected one at most, which joins the body to a tree":                                                                                                               {chain, system.Body.Of(3, 1, 0)},
		"bodies: sample 0, body 1: particle 1 is in tree 0 already, expected each particle in at most one object, once (a body may be joined to a tree at one particle, other objects to none: what hangs together is one tree, or one body)":   {chain, system.Body.Of(1, 3), system.Body.Of(1, 4)},
		"sticks: sample 0, stick 1: particle 4 is in stick 0 already, expected each particle in at most one object, once (two bars that meet in a particle are a hinge, and more bars are a tree)":                                              {system.Stick.Of(3, 4), system.Stick.Of(4, 5)},
		"parents: sample 0, tree 0: particle 4 is in stick 0 already, expected each particle in at most one object, once (a body may be joined to a tree at one particle, other objects to none: what hangs together is one tree, or one body)": {system.Stick.Of(4, 5), system.TreeOf([]int{3, 4}, []int{-1, 3})},
		"parents: sample 0, tree 1: particle 2 is in tree 0 already, expected each particle in at most one object, once":                                                                                                                        {chain, system.TreeOf([]int{3, 2}, []int{-1, 3})},
		"bodies: sample 0, body 0 (particles [4]): a body has two particles or more":                                                                                                                                                            {system.Body.Of(4)},
		"bodies: sample 0, body 0: particle 6 is out of range, expected 0 to 5":                                                                                                                                                                 {system.Body.Of(4, 6)},
		"parents: sample 0, tree 0: it has 0 parents for 2 members":                                                                                                                                                                             {system.Tree.Of(1, 2)},
		"parents: sample 0, tree 0, particle 1: its parent is the member 1, expected one before it, and -1 of the root alone, the first":                                                                                                        {{Kind: system.Tree, Members: []int{0, 1}, Parents: []int{-1, 1}}},
		"parents: sample 0, tree 0, particle 1: its parent is the member -1, expected one before it, and -1 of the root alone, the first":                                                                                                       {{Kind: system.Tree, Members: []int{0, 1}, Parents: []int{-1, -1}}},
	} {
		require.EqualError(t, system.CheckInputs([]system.Sample{distinct.Sample(6, 1, objects...)}), want)
	}
	coincident := distinct.Sample(6, 1, system.Body.Of(5, 3, 4))
	for _, particle := range []int{3, 4} {
		copy(coincident.Position[3*particle:], coincident.Position[15:18])
	}
	require.EqualError(t, system.CheckInputs([]system.Sample{coincident}),
		"bodies: sample 0, body 0: all its particles, from 5 to 4, are at one place, expected a body that can turn")
}

func TestBatchOfForests(t *testing.T) {
	b := system.NewBatch([]system.Sample{
		distinct.Sample(2, 1, system.Stick.Of(0, 1)),
		distinct.Sample(6, 2, system.TreeOf([]int{4, 1, 0}, []int{-1, 4, 1}), system.Body.Of(2, 5)),
	})
	require.True(t, b.Forest)
	// Particles:             0  1  2  3  4  5  6  7
	require.Equal(t, []int64{1, 0, 3, 6, 4, 5, 6, 7}, b.Partner)
	require.Equal(t, []int64{0, 1, 6, 6, 4, 5, 6, 4}, b.Root)
	require.Equal(t, []int64{0, 0, 2, 3, 4, 5, 6, 4}, b.First)
	require.Equal(t, []float32{0, 0, 1, 1, 0, 0, 1, 0}, b.Masks[system.Tree.Number()])
	require.Equal(t, []float32{0, 0, 0, 0, 1, 0, 0, 1}, b.Masks[system.Body.Number()])
	require.Equal(t, []float32{0, 0, 0, 0, 0, 1, 0, 0}, b.Masks[system.Isolated.Number()])
	require.Equal(t, []float32{1, 1, 3, 3, 4, 0, 3, 4}, b.EdgeTypes)

	b.Fill([]system.Sample{distinct.Sample(2, 1)})
	require.False(t, b.Forest)
	require.Equal(t, []int64{0, 1}, b.Root)
}

// TestBodiesOfTrees: the particle that joins a body to a tree is one of the tree,
// and the partner of the body's others.
func TestBodiesOfTrees(t *testing.T) {
	tree := system.TreeOf([]int{4, 1, 0}, []int{-1, 4, 1})
	sample := distinct.Sample(8, 2, tree, system.Body.Of(0, 2, 5), system.Body.Of(3, 6))
	require.NoError(t, system.CheckInputs([]system.Sample{sample}))
	require.Equal(t, 3, sample.Objects.Depth())
	require.Equal(t, 1, sample.Isolated())
	b := system.NewBatch([]system.Sample{distinct.Sample(1, 1), sample})
	// Particles:                0  0  1  2  3  4  5  6  7
	require.Equal(t, []int64{0, 2, 5, 1, 4, 5, 1, 7, 8}, b.Partner)
	require.Equal(t, []int64{0, 5, 5, 5, 4, 5, 5, 4, 8}, b.Root)
	require.Equal(t, []int64{0, 1, 2, 3, 4, 5, 3, 4, 8}, b.First)
	require.Equal(t, []float32{0, 1, 1, 0, 0, 1, 0, 0, 0}, b.Masks[system.Tree.Number()])
	require.Equal(t, []float32{0, 0, 0, 1, 1, 0, 1, 1, 0}, b.Masks[system.Body.Number()])
}
