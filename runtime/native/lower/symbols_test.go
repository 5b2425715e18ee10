package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// TestSymbols: a module has one kind of rows, one count of neighbors and their product, and rows that
// masks choose.
func TestSymbols(t *testing.T) {
	rows, count := ir.Dimension{Symbol: "particles", Rows: true}, ir.Dimension{Symbol: "neighbors"}
	edges := ir.Dimension{Symbol: "edges", Rows: true, Outer: "particles", Inner: "neighbors"}
	single, chosen := ir.Dimension{Symbol: "one", Number: 1}, ir.Dimension{Symbol: "chosen", Rows: true, Outer: "particles", Inner: "one"}
	for _, c := range []struct {
		dims  []ir.Dimension
		want  lower.Symbols
		fails string
	}{
		{[]ir.Dimension{rows, count, edges}, lower.Symbols{Particles: "particles", Neighbors: "neighbors", Edges: "edges"}, ""},
		{[]ir.Dimension{rows}, lower.Symbols{Particles: "particles"}, ""},
		{[]ir.Dimension{rows, count, edges, single, chosen}, lower.Symbols{Particles: "particles", Neighbors: "neighbors", Edges: "edges", Chosen: []string{"chosen"}}, ""},
		{[]ir.Dimension{rows, {Symbol: "atoms", Rows: true}}, lower.Symbols{}, "module m has the dimensions particles and atoms"},
		{[]ir.Dimension{rows, count, {Symbol: "others"}}, lower.Symbols{}, "module m has the dimensions neighbors and others"},
		{[]ir.Dimension{rows, count, {Symbol: "edges", Rows: true, Outer: "particles", Inner: "bonds"}}, lower.Symbols{}, "rows that are the product of rows and a count are what this runtime knows"},
		{[]ir.Dimension{rows, count, {Symbol: "edges", Rows: true, Outer: "atoms", Inner: "neighbors"}}, lower.Symbols{}, "rows that are the product of rows and a count are what this runtime knows"},
		{[]ir.Dimension{rows, count, {Symbol: "edges", Outer: "particles", Inner: "neighbors"}}, lower.Symbols{}, "rows that are the product of rows and a count are what this runtime knows"},
	} {
		got, err := lower.SymbolsOf(&ir.Module{Name: "m", Dims: c.dims})
		if c.fails != "" {
			require.ErrorContains(t, err, c.fails)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}
