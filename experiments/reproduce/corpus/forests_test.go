package corpus

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestReadForest: trees are kept where they are asked for, and else become hinges and sticks.
func TestReadForest(t *testing.T) {
	sample := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, Velocity: make([]float32, 12), TargetPosition: make([]float32, 12)}
	sample.Objects = system.Objects{system.TreeOf([]int{0, 1, 2, 3}, []int{-1, 0, 1, 2})}
	samples := []system.Sample{sample}
	path := filepath.Join(t.TempDir(), "tree.npz")
	require.NoError(t, datasets.Write(path, &datasets.Data{Train: samples, Valid: samples, Test: samples}))
	for tree, want := range map[bool][3]int{true: {1, 0, 0}, false: {0, 1, 0}} {
		data, err := readForest(t.Context(), DataSet{File: path, Prepared: Prepared{Tree: tree}})
		require.NoError(t, err)
		for _, split := range data.Splits() {
			s := (*split)[0]
			require.Equal(t, want, [3]int{s.Count(system.Tree), s.Count(system.Hinge), s.Count(system.Stick)})
		}
		require.Equal(t, !tree, data.About.Source == ", trees taken apart into hinges and sticks")
	}
	_, err := readForest(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorContains(t, err, "absent.npz does not exist")
}

// TestHingesOfTrees: a tree of six particles in a row becomes two hinges, where the choice of the first leaves room.
func TestHingesOfTrees(t *testing.T) {
	most := 0
	for seed := range uint64(20) {
		objects, err := apart(6, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, seed)
		require.NoError(t, err)
		most = max(most, len(objects.Of(system.Hinge)))
	}
	require.Equal(t, 2, most)
	objects, err := apart(2, [][2]int{{0, 1}}, 1)
	require.NoError(t, err)
	require.Len(t, objects.Of(system.Stick), 1)
}

// TestTreesAreTakenApartAlike: into the same numbers of hinges and sticks, which a
// binary tree leaves open.
func TestTreesAreTakenApartAlike(t *testing.T) {
	samples := make([]system.Sample, 30)
	for i := range samples {
		samples[i].Position = make([]float32, 8*3)
		samples[i].Objects = system.Objects{system.TreeOf([]int{0, 1, 2, 3, 4, 5, 6, 7}, []int{-1, 0, 0, 1, 1, 2, 2, 3})}
	}
	ways := map[string]bool{}
	for i, sample := range samples {
		objects, err := apart(8, sample.Objects.Bars(system.Tree), uint64(i))
		require.NoError(t, err)
		ways[objects.Counts()] = true
	}
	require.Greater(t, len(ways), 1)
	require.NoError(t, takeApart(samples, 1))
	for _, sample := range samples {
		require.Equal(t, samples[0].Objects.Counts(), sample.Objects.Counts())
	}
}
