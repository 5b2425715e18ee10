package systems

import (
	"gmnc/export/emit"
	"gmnc/system"
)

// completeGraph lists, for each particle, all others of its system in ascending order.
// Neighbor k of particle i is k, or k+1 if k is i or more.
func (e *Emitter) completeGraph() string {
	slot := e.Count(e.Size(Neighbors))
	after := e.Op("LessOrEqual", nil, e.firstRows(), slot) // every runtime infers as many rows as positions have
	within := e.Op("Add", nil, slot, e.AsInt(after))
	rows := e.Op("Gather", map[string]any{"axis": int64(1)}, e.ownRows(), within)
	return e.Op("Reshape", nil, rows, e.Ints([]int64{-1}, 1))
}

// receivers returns, for each edge, the particle to which it leads.
func (e *Emitter) receivers() string {
	return e.Op("Reshape", nil, e.ownRowsOfEdges(), e.Ints([]int64{-1}, 1))
}

// ownRows returns the rows of the particles of each system, int64[batch,particles,1].
func (e *Emitter) ownRows() string {
	return e.Named("systems/rows", func() string {
		return e.Op("Reshape", emit.KeepZero, e.Count(e.Size(Particles)), e.PerParticle())
	})
}

// firstRows returns the numbers of the particles within a system, int64[particles,1].
func (e *Emitter) firstRows() string {
	return e.Unsqueeze(e.Count(e.SystemSize()), 1)
}

// ownRowsOfEdges repeats the rows for each neighbor, int64[batch,particles,neighbors]. rten
// 0.27.0 ends the process if a shape to expand to has fewer axes than the value.
func (e *Emitter) ownRowsOfEdges() string {
	return e.Named("systems/receivers", func() string {
		return e.Op("Expand", nil, e.ownRows(), e.Concat(e.Ints([]int64{1, 1}, 2), e.Size(Neighbors)))
	})
}

// Listed reports whether the file takes lists of neighbors.
func (e *Emitter) Listed() bool { return e.Module.Main.Input(system.EdgeMaskInput) != nil }

// listedNeighbors returns the input with a list for every particle of every system.
func (e *Emitter) listedNeighbors() string { return e.fitted(Neighbors, e.PerParticle()) }

// listedGraph turns the listed indices within systems into rows of the batch. An index of -1
// becomes the receiver. As in memberRows, an index outside the system fails.
func (e *Emitter) listedGraph() string {
	own := e.firstRows()
	listed := e.listedNeighbors()
	negative := e.Op("Less", nil, listed, e.Ints([]int64{0}))
	other := e.Op("Where", nil, negative, e.SystemSize(), listed)
	none := e.Op("Equal", nil, listed, e.Ints([]int64{-1}))
	indices := e.Op("Where", nil, none, own, other)
	if _, baked := e.Baked[Neighbors]; !baked {
		e.faultyIndices(indices)
		e.faultyNeighbors(listed)
	}
	found := e.Named(Neighbors+"/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, e.ownRowsOfEdges(), indices)
	})
	return e.Op("Reshape", nil, found, e.Ints([]int64{-1}, 1))
}

// faultyNeighbors adds the check that no particle is its own neighbor or lists one twice. It
// compares all pairs in each list, which in large systems are fewer than pairs of particles.
func (e *Emitter) faultyNeighbors(listed string) {
	defer e.InScope("valid")()
	same := e.AsFloat(e.Op("Equal", nil, e.Unsqueeze(listed, 3), e.Unsqueeze(listed, 2)))
	times := e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, same, e.Ints([]int64{3}, 1))
	itself := e.AsFloat(e.Op("Equal", nil, listed, e.firstRows()))
	again := e.Op("Sub", nil, e.Op("Add", nil, times, itself), e.Floats([]float64{1}))
	e.faulty(e.AsInt(e.Op("Less", nil, e.Floats([]float64{0}), e.perSystem(e.Op("Mul", nil, e.listedThere(), again)))))
}

// listedThere returns float[batch,particles,neighbors]: 1 for a neighbor, 0 for none.
func (e *Emitter) listedThere() string {
	return e.AsFloat(e.Op("Greater", nil, e.listedNeighbors(), e.Ints([]int64{-1})))
}

// listedMask returns float[edges,1]: 1 for a neighbor, 0 for none. IREE takes a Reshape of
// three open axes to [-1, 1] for one of only the first axis.
func (e *Emitter) listedMask() string {
	return e.Unsqueeze(e.Flat(e.listedThere()), 1)
}
