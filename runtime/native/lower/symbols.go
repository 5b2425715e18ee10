package lower

import (
	"fmt"

	"gmnc/ir"
)

// Symbols holds the names of a module's extents, or "" for those that it does not have.
type Symbols struct {
	Particles, Neighbors, Edges string
	Chosen                      []string // of the rows that masks choose
}

// SymbolsOf returns the symbols of a module. It is an error if the module's batches cannot be
// divided into shards, because it has more than one kind of rows or of neighbors.
func SymbolsOf(m *ir.Module) (Symbols, error) {
	var s Symbols
	for _, dim := range m.Dims {
		symbol := &s.Neighbors
		switch {
		case isChosen(m, dim):
			s.Chosen = append(s.Chosen, dim.Symbol)
			continue
		case dim.Number != 0:
			continue
		case dim.Outer != "":
			symbol = &s.Edges
		case dim.Rows:
			symbol = &s.Particles
		}
		if *symbol != "" {
			return s, fmt.Errorf("module %s has the dimensions %s and %s; one kind of rows, one count of neighbors "+
				"and their product are what this runtime cuts into shards", m.Name, *symbol, dim.Symbol)
		}
		*symbol = dim.Symbol
	}
	if dim, _ := m.Dim(s.Edges); s.Edges != "" && (dim.Outer != s.Particles || dim.Inner != s.Neighbors || !dim.Rows) {
		return s, fmt.Errorf("module %s declares %s; rows that are the product of rows and a count are what this runtime knows",
			m.Name, dim)
	}
	return s, nil
}

// isChosen reports whether rows are those that a mask chooses.
func isChosen(m *ir.Module, dim ir.Dimension) bool {
	each, _ := m.Dim(dim.Inner)
	return each.Number == 1
}
