package systems

import (
	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/system"
)

// The prologue turns systems as a user has them into the rows that the
// model's graph takes.

// WriteSizes computes the sizes. The neighbors are those listed, or all other particles.
func (e *Emitter) WriteSizes() {
	one := e.Ints([]int64{1}, 1)
	e.sizes[Particles] = e.Named("sizes/"+Particles, func() string {
		return e.Op("Mul", nil, e.Batch(), e.SystemSize())
	})
	e.sizes[Neighbors] = e.Named("sizes/"+Neighbors, func() string {
		if e.Listed() {
			return e.Extent(e.Given(Neighbors), 2)
		}
		return e.Op("Sub", nil, e.AtLeastOne(e.SystemSize()), one)
	})
}

// Batch returns the number of systems, as int64[1].
func (e *Emitter) Batch() string {
	return e.Named("sizes/batch", func() string { return e.Extent(e.State, 0) })
}

// SystemSize returns the number of particles in each system, as int64[1]. It is read from the
// positions, or known in a file in joint coordinates.
func (e *Emitter) SystemSize() string {
	if e.ParticleCount > 0 {
		return e.Ints([]int64{int64(e.ParticleCount)}, 1)
	}
	return e.Named("sizes/system", func() string { return e.Extent(system.Position.Name, 1) })
}

// Rows computes an input of the model's graph.
func (e *Emitter) Rows(input *ir.Value) string {
	switch {
	case e.Normalizer(input) != nil:
		return e.Named(input.Name, e.Normalizer(input))
	case input.Param:
		return input.Name
	case IsSenders(input) && e.Listed():
		return e.Named(system.SendersInput, e.listedGraph)
	case IsSenders(input):
		return e.Named(system.SendersInput, e.completeGraph)
	case input.Name == system.EdgeMaskInput:
		return e.Named(system.EdgeMaskInput, e.listedMask)
	case input.Name == ir.SystemInput:
		return e.Named(ir.SystemInput, e.FirstOfSystem)
	case e.IsTableColumn(input):
		return e.Named(input.Name, func() string { return e.tableColumn(input) })
	}
	return e.Named(emit.RowsOf+input.Name, func() string { return e.inRows(input) })
}

// IsSenders reports whether an input is the sender of each edge. A model whose edges lead only from
// boxes ignores the other edges of the complete graph.
func IsSenders(input *ir.Value) bool {
	return (input.Name == system.SendersInput || input.Name == system.BoxSendersInput) && input.Type.Equal(ir.Indices(Particles, ir.Rows(Edges)))
}

// inRows concatenates the rows of an input of all systems. There must be as many as the
// positions have, because a runtime need not check that axes of one name have one size.
func (e *Emitter) inRows(input *ir.Value) string {
	columns := e.Ints([]int64{int64(input.Type.Columns())}, 1)
	if input.Name == system.Position.Name {
		return e.Op("Reshape", nil, e.centered("systems/centered", system.Position.Name), e.Ints([]int64{-1, int64(input.Type.Columns())}, 2))
	}
	shape, rows := e.PerParticle(), e.Size(Particles)
	if input.Type.Rows() == ir.Rows(Edges) {
		shape, rows = e.perNeighbor(), e.Op("Mul", nil, rows, e.Size(Neighbors))
	}
	// Without allowzero, onnxruntime replaces the rows by -1, and too many would pass.
	given := e.fitted(input.Name, shape)
	if input.Name == system.TargetPosition.Name {
		given = e.centered("systems/centered_target", given)
	}
	return e.Op("Reshape", emit.KeepZero, given, e.Concat(rows, columns))
}

// centered returns positions as the graph takes them.
func (e *Emitter) centered(name, position string) string {
	if e.Times == nil {
		return position
	}
	return e.Named(name, func() string { return e.Op("Sub", nil, position, e.Centroid()) })
}

// Centroid returns the mean position of each system, float[batch,1,3]. The graph sees positions
// relative to it, so that lengths stay exact far from the origin.
func (e *Emitter) Centroid() string {
	return e.Named("systems/centroid", func() string { return e.Reduce("ReduceMean", system.Position.Name) })
}

// fitted returns an input with the axes of shape. A value for one system or one particle holds
// for all, and any other mismatch with the axes of the positions fails.
func (e *Emitter) fitted(name, shape string) string {
	if OfSystems(name) {
		return e.Named(name+"/for_each_particle", func() string { return e.Op("Expand", nil, e.Unsqueeze(e.Given(name), 1), shape) })
	}
	if _, baked := e.Baked[name]; baked {
		return e.Given(name)
	}
	return e.Named(name+"/for_each_particle", func() string { return e.Op("Expand", nil, name, shape) })
}

// PerParticle returns the shape [batch,particles,1].
func (e *Emitter) PerParticle() string {
	return e.Named("sizes/per_particle", func() string {
		return e.Concat(e.Batch(), e.SystemSize(), e.Ints([]int64{1}, 1))
	})
}

// perNeighbor returns the shape [batch,particles,neighbors,1].
func (e *Emitter) perNeighbor() string {
	return e.Named("sizes/per_neighbor", func() string {
		return e.Concat(e.Batch(), e.SystemSize(), e.Size(Neighbors), e.Ints([]int64{1}, 1))
	})
}

// FirstOfSystem returns, for each particle, the row of the first one of its system.
func (e *Emitter) FirstOfSystem() string {
	start := e.Unsqueeze(e.Op("Mul", nil, e.Count(e.Batch()), e.SystemSize()), 1)
	return e.Op("Reshape", nil, e.Op("Expand", nil, start, e.Concat(e.Batch(), e.SystemSize())), e.Ints([]int64{-1}, 1))
}

// SumWithin adds up the rows of x at the rows of the particles to which their indices point. No
// index leads out of its system. The sum is the product with a matrix of zeros and ones for
// each system, so its cost grows with particles times rows.
func (e *Emitter) SumWithin(node *ir.Node, x, index string) string {
	one, columns := e.Ints([]int64{1}, 1), int64(node.Result().Type.Columns())
	width := e.Ints([]int64{columns}, 1)
	to := e.ownRows()
	each := e.SystemSize()
	if node.Args[0].Type.Rows() == ir.Rows(Edges) {
		each = e.Op("Mul", nil, each, e.Size(Neighbors))
	}
	points := e.Op("Equal", nil, to, e.Op("Reshape", emit.KeepZero, index, e.Concat(e.Batch(), one, each)))
	ones := e.AsFloat(points)
	rows := e.Op("Reshape", emit.KeepZero, x, e.Concat(e.Batch(), each, width))
	if node.Args[0].Type.Rows() == ir.Rows(Edges) {
		// As in outer_groups, a row of zeros stands for no rows at all. A system without
		// particles has no sums.
		rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
		ones = e.Op("Pad", nil, ones, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6))
	}
	return e.Op("Reshape", nil, e.Op("MatMul", nil, ones, rows), e.Ints([]int64{-1, columns}, 2))
}

// OfSystems reports whether an input is a field with one row for each system.
func OfSystems(name string) bool {
	f := system.FieldNamed(name)
	return f != nil && f.Rows == system.OfSystem
}

// IsFixed reports whether a value belongs to no system, as a weight does.
func IsFixed(t ir.Type) bool { return t.DType == ir.Float && t.Rows().Symbol == "" }

// PerParticle reports whether a value has floats for each particle.
func PerParticle(t ir.Type) bool { return t.DType == ir.Float && t.Rows() == ir.Rows(Particles) }
