package reproduce

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
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

	table := protocol.Table{Rows: protocol.Forests(), Columns: protocol.Articulated("chains_and_stars")}
	read := func(row protocol.Row) *datasets.Data {
		t.Helper()
		c := table.Cell(row, table.Columns[0], 1)
		r := corpus.NewRecordings(folder)
		require.NoError(t, r.Locate(&c.Data))
		data, err := c.Data.Prepare(t.Context())
		require.NoError(t, err)
		return data
	}
	first := read(protocol.AsTree(protocol.GMN)).First()
	require.Equal(t, 2, first.Count(system.Tree))
	apart := read(protocol.WithListedObjects(protocol.GMN))
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
