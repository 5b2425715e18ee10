package native

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// extent is what the rows of a value count.
type extent uint8

const (
	fixed     extent = iota // a number
	particles               // rows of systems
	edges                   // neighbors rows for each row of systems
	chosen                  // and from here on: of rows of systems, those that a mask chooses
)

// symbols are the names that a module has for its extents; "" for none.
type symbols struct {
	particles, neighbors, edges string
	chosen                      []string
}

// symbolsOf refuses modules whose batches cannot be cut: with more than one
// kind of rows, or of neighbors.
func symbolsOf(m *ir.Module) (symbols, error) {
	var s symbols
	for _, dim := range m.Dims {
		place := &s.neighbors
		switch {
		case isChosen(m, dim):
			s.chosen = append(s.chosen, dim.Symbol)
			continue
		case dim.Number != 0:
			continue
		case dim.Outer != "":
			place = &s.edges
		case dim.Rows:
			place = &s.particles
		}
		if *place != "" {
			return s, fmt.Errorf("module %s has the dimensions %s and %s; one kind of rows, one count of neighbors "+
				"and their product are what this runtime cuts into shards", m.Name, *place, dim.Symbol)
		}
		*place = dim.Symbol
	}
	if dim, _ := m.Dim(s.edges); s.edges != "" && (dim.Outer != s.particles || dim.Inner != s.neighbors || !dim.Rows) {
		return s, fmt.Errorf("module %s declares %s; rows that are the product of rows and a count are what this runtime knows",
			m.Name, dim)
	}
	return s, nil
}

func (s symbols) extent(symbol string) extent {
	switch symbol {
	case "":
		return fixed
	case s.edges:
		return edges
	}
	if at := slices.Index(s.chosen, symbol); at >= 0 {
		return chosen + extent(at)
	}
	return particles
}

// size is how many rows of each extent a batch or a shard has. Of chosen rows there
// are at most as many as particles, and a call says how many.
type size struct{ particles, edges int }

func (s size) rows(e extent, number int) int {
	switch e {
	case fixed:
		return number
	case edges:
		return s.edges
	}
	return s.particles
}

// within reports whether a size has no more rows of any extent.
func (s size) within(limit size) bool {
	return s.particles <= limit.particles && s.edges <= limit.edges
}

// or is the larger of two sizes, in each extent.
func (s size) or(other size) size {
	return size{max(s.particles, other.particles), max(s.edges, other.edges)}
}
