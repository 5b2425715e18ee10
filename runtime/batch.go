package runtime

import (
	"fmt"
	"slices"

	"gmnc/ir"
)

// Batch is the input of a session or a trainer.
//
// The inputs of a module are rows of particles and rows of edges. Systems says which rows
// belong to which system. Particles of one system follow those of the system before it, and so
// do its edges, which are sorted by receiver. No index leads from one system to another. All
// systems have the same number of neighbors, unless the engine takes ragged batches, as [Mode]
// says.
//
// The inputs of an exported file have an axis of systems, and Systems is nil.
type Batch struct {
	Inputs  map[string]Tensor // by name
	Systems []System
}

// System is the number of particles of a system, and of edges towards each of them.
type System struct{ Particles, Neighbors int }

// CheckSystem reports negative sizes. i is the index of the system in the batch.
func CheckSystem(i int, s System) error {
	if s.Particles < 1 || s.Neighbors < 0 {
		return fmt.Errorf("system %d of the batch has %d particles with %d neighbors each; a system has 1 particle or more, with 0 neighbors or more",
			i, s.Particles, s.Neighbors)
	}
	return nil
}

// IndexError reports an index of an input that leads out of its system, whose rows are those
// from low to high, exclusive.
func IndexError(input *ir.Value, row int, index int64, low, high int) error {
	return fmt.Errorf("input %s has the index %d in row %d; its system has the %s %d to %d",
		input.Name, index, row, input.Type.Into, low, high-1)
}

// dimensions names the row dimensions of a module that systems divide. A name is "" if there is
// none.
type dimensions struct{ particles, neighbors, edges string }

func dimensionsOf(m *ir.Module) (d dimensions) {
	for _, dim := range m.Dims {
		switch {
		case dim.Outer != "":
			d.edges, d.neighbors = dim.Symbol, dim.Inner
		case dim.Rows && d.particles == "":
			d.particles = dim.Symbol
		}
	}
	return d
}

// divides reports whether rows of a symbol belong to systems.
func (d dimensions) divides(symbol string) bool {
	return symbol != "" && (symbol == d.particles || symbol == d.edges)
}

// rows returns the number of rows of a symbol that belong to a system.
func (d dimensions) rows(symbol string, s System) int {
	if symbol == d.edges {
		return s.Particles * s.Neighbors
	}
	return s.Particles
}

// sizes returns the values of the symbols for systems that all have the same number of
// neighbors.
func (d dimensions) sizes(systems []System) (ir.Sizes, error) {
	particles, neighbors := 0, 0
	for i, s := range systems {
		if err := CheckSystem(i, s); err != nil {
			return nil, err
		}
		if i > 0 && s.Neighbors != neighbors {
			return nil, fmt.Errorf("the systems 0 and %d of the batch have %d and %d neighbors; here all have the same number, the rest of which is padding",
				i, neighbors, s.Neighbors)
		}
		particles, neighbors = particles+s.Particles, s.Neighbors
	}
	sizes := ir.Sizes{}
	for symbol, size := range map[string]int{d.particles: particles, d.neighbors: neighbors, d.edges: particles * neighbors} {
		if symbol != "" {
			sizes[symbol] = size
		}
	}
	return sizes, nil
}

// checkIndices reports an index that leads out of its system or, if rows belong to no system,
// to no row.
func (d dimensions) checkIndices(input *ir.Value, indices []int64, systems []System, sizes ir.Sizes) error {
	from, into := input.Type.Rows().Symbol, input.Type.Into
	if !d.divides(from) || !d.divides(into) {
		for row, index := range indices {
			if index < 0 || index >= int64(sizes[into]) {
				return fmt.Errorf("input %s has the index %d in row %d; it points into %d %s", input.Name, index, row, sizes[into], into)
			}
		}
		return nil
	}
	row, low := 0, 0
	for _, s := range systems {
		end, high := row+d.rows(from, s), low+d.rows(into, s)
		for ; row < end; row++ {
			if index := indices[row]; index < int64(low) || index >= int64(high) {
				return IndexError(input, row, index, low, high)
			}
		}
		low = high
	}
	return nil
}

// Clone returns a copy of a tensor in memory of its own.
func (t Tensor) Clone() Tensor {
	return Tensor{Shape: slices.Clone(t.Shape), Float: slices.Clone(t.Float), Index: slices.Clone(t.Index)}
}
