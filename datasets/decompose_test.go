package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/graph"
	"gmnc/system"
)

// TestHowObjectsWereChosen: the source says how, and of how many particles trees are at most.
func TestHowObjectsWereChosen(t *testing.T) {
	s := sized(4)
	s.Bonds = [][2]int{{0, 1}, {1, 2}, {2, 3}}
	data := &Data{Train: []system.Sample{s}}
	for largest, want := range map[int]string{
		0: "Objects chosen anew: spanning trees from seed 3", 1: "", 2: "Objects chosen anew: spanning trees from seed 3, of at most 2 particles",
	} {
		chosen, err := DecomposeTrees(data, 3, largest)
		if want == "" {
			require.ErrorContains(t, err, "train: sample 0: 4 particles have no bond that could be a tree's")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, chosen.About.Source)
	}
	data.About.Source = "a simulation"
	chosen, err := Decompose(data, graph.Choice{Seed: 4, Maximum: true})
	require.NoError(t, err)
	require.Equal(t, "a simulation. Objects chosen anew: 0 hinges and a maximum matching from seed 4", chosen.About.Source)
	require.Len(t, chosen.Train[0].Objects, 2)
	require.Empty(t, data.Train[0].Objects)
	_, err = Decompose(&Data{Train: []system.Sample{sized(2)}}, graph.Choice{})
	require.EqualError(t, err, "the data set has no bonds to choose among: add an array bonds [bonds, 2]")
}
