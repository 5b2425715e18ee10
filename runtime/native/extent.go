package native

import (
	"slices"

	"gmnc/runtime/native/lower"
)

// extent says what the rows of a value stand for.
type extent uint8

const (
	fixed     extent = iota // a number
	particles               // rows of systems
	edges                   // neighbors rows for each row of systems
	chosen                  // and from here on: of rows of systems, those that a mask chooses
)

func extentOf(s lower.Symbols, symbol string) extent {
	switch symbol {
	case "":
		return fixed
	case s.Edges:
		return edges
	}
	if at := slices.Index(s.Chosen, symbol); at >= 0 {
		return chosen + extent(at)
	}
	return particles
}

// size holds how many rows of each extent a batch or a shard has. There are at most as many
// chosen rows as particles, and a call sets their number.
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

// within reports whether a size has no more rows of any extent than limit.
func (s size) within(limit size) bool {
	return s.particles <= limit.particles && s.edges <= limit.edges
}

// or returns the larger of two sizes, in each extent.
func (s size) or(other size) size {
	return size{max(s.particles, other.particles), max(s.edges, other.edges)}
}
