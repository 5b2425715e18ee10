package reproduce

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/sim"
	"gmnc/system"
)

// TestTreesAreTakenApart: what models without trees are told is a part of the
// bars, in disjoint hinges and sticks; the data are the same.
func TestTreesAreTakenApart(t *testing.T) {
	composition, shapes, err := sim.ParseSystem("1 particle, 1 chain(4), 1 star(4)")
	require.NoError(t, err)
	whole, _, err := nbody.Simulate(t.Context(), nbody.Config{System: composition, Shapes: shapes, Train: 3, Valid: 1, Test: 1, Seed: 1}, nil)
	require.NoError(t, err)
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "trees"), 0o755))
	require.NoError(t, datasets.Write(filepath.Join(folder, "trees", "chains_and_stars.npz"), whole))

	table := Table{Rows: forests(), Columns: articulated("chains_and_stars")}
	read := func(row Row) *datasets.Data {
		t.Helper()
		c := table.cell(row, table.Columns[0], 1)
		r := corpus.NewRecordings(folder)
		require.NoError(t, r.Locate(&c.Data))
		data, err := c.Data.Prepare(t.Context())
		require.NoError(t, err)
		return data
	}
	first := read(asTree(gmn)).First()
	require.Equal(t, 2, first.Count(system.Tree))
	apart := read(told(gmn))
	for i, sample := range apart.Train {
		require.Equal(t, whole.Train[i].Position, sample.Position)
		require.Zero(t, sample.Count(system.Tree))
		require.Equal(t, 2, sample.Count(system.Hinge), "of the chain and of the star")
		bars := whole.Train[i].Objects.Bars(system.Tree)
		for _, bar := range append(sample.Objects.Bars(system.Hinge), sample.Objects.Bars(system.Stick)...) {
			require.True(t, contains(bars, bar), bar)
		}
	}
}

func contains(bars [][2]int, bar [2]int) bool {
	for _, known := range bars {
		if known == bar || known == [2]int{bar[1], bar[0]} {
			return true
		}
	}
	return false
}

// TestRowsOfForestsAreTrainedAlike: only the model and what it is told differ.
func TestRowsOfForestsAreTrainedAlike(t *testing.T) {
	for _, table := range Tables {
		if table.Name != "trees" && table.Name != "skeleton" {
			continue
		}
		trained := slices.DeleteFunc(slices.Clone(table.Rows), func(r Row) bool { return r.Regression != "" })
		for _, row := range trained {
			require.Equal(t, trained[0].Training, row.Training, row.Name)
			require.Contains(t, builder.Models(), row.Model.Model)
		}
	}
}
