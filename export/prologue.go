package export

import (
	"gmnc/ir"
	"gmnc/system"
)

// The prologue turns systems as a user has them into the rows that the
// model's graph takes.

// systems computes the sizes: neighbours are those listed, or all other
// particles.
func (e *systemsEmitter) systems() {
	one := e.Ints([]int64{1}, 1)
	e.sizes[particles] = e.named("sizes/"+particles, func() string {
		return e.Op("Mul", nil, e.batch(), e.systemSize())
	})
	e.sizes[neighbors] = e.named("sizes/"+neighbors, func() string {
		if e.listed() {
			return e.extent(e.given(neighbors), 2)
		}
		return e.Op("Sub", nil, e.atLeastOne(e.systemSize()), one)
	})
}

// batch is the number of systems and systemSize the number of particles of each, which
// positions show, as int64[1]. Of a file in joint coordinates the latter is known.
func (e *systemsEmitter) batch() string {
	return e.named("sizes/batch", func() string { return e.extent(e.state, 0) })
}

func (e *systemsEmitter) systemSize() string {
	if e.particleCount > 0 {
		return e.Ints([]int64{int64(e.particleCount)}, 1)
	}
	return e.named("sizes/system", func() string { return e.extent(system.Position.Name, 1) })
}

// rows computes an input of the model's graph.
func (e *systemsEmitter) rows(input *ir.Value) string {
	switch {
	case e.normalizer(input) != nil:
		return e.named(input.Name, e.normalizer(input))
	case input.Param:
		return input.Name
	case isSenders(input) && e.listed():
		return e.named(system.SendersInput, e.listedGraph)
	case isSenders(input):
		return e.named(system.SendersInput, e.completeGraph)
	case input.Name == system.EdgeMaskInput:
		return e.named(system.EdgeMaskInput, e.listedMask)
	case input.Name == ir.SystemInput:
		return e.named(ir.SystemInput, e.firstOfSystem)
	case e.isTableColumn(input):
		return e.named(input.Name, func() string { return e.tableColumn(input) })
	}
	return e.named(rowsOf+input.Name, func() string { return e.inRows(input) })
}

// isSenders reports whether an input is the sender of each edge: where the model says that
// edges are from boxes alone, the others of the complete graph count nothing in it.
func isSenders(input *ir.Value) bool {
	return (input.Name == system.SendersInput || input.Name == system.BoxSendersInput) && input.Type.Equal(ir.Indices(particles, ir.Rows(edges)))
}

// inRows puts the rows of an input of all systems one after the other. There must
// be as many as positions show: a runtime need not hold axes of one name to
// one size.
func (e *systemsEmitter) inRows(input *ir.Value) string {
	columns := e.Ints([]int64{int64(input.Type.Columns())}, 1)
	if input.Name == system.Position.Name {
		return e.Op("Reshape", nil, e.centered("systems/centered", system.Position.Name), e.Ints([]int64{-1, int64(input.Type.Columns())}, 2))
	}
	shape, rows := e.perParticle(), e.Size(particles)
	if input.Type.Rows() == ir.Rows(edges) {
		shape, rows = e.perNeighbor(), e.Op("Mul", nil, rows, e.Size(neighbors))
	}
	// Without allowzero, onnxruntime puts -1 in the place of the rows, and
	// more than there are would pass.
	given := e.fitted(input.Name, shape)
	if input.Name == system.TargetPosition.Name {
		given = e.centered("systems/centered_target", given)
	}
	return e.Op("Reshape", keepZero, given, e.concat(rows, columns))
}

// centered are positions as the graph takes them.
func (e *systemsEmitter) centered(name, position string) string {
	if e.times == nil {
		return position
	}
	return e.named(name, func() string { return e.Op("Sub", nil, position, e.centroid()) })
}

// centroid is the mean position of each system, float[batch,1,3]. The graph sees
// positions from there: what is far from the origin keeps its lengths.
func (e *systemsEmitter) centroid() string {
	return e.named("systems/centroid", func() string { return e.reduce("ReduceMean", system.Position.Name) })
}

// fitted is an input with the axes of shape: what is given for one system or one particle
// holds for all, and anything else than the axes of the positions fails.
func (e *systemsEmitter) fitted(name, shape string) string {
	if ofSystems(name) {
		return e.named(name+"/for_each_particle", func() string { return e.Op("Expand", nil, e.unsqueeze(e.given(name), 1), shape) })
	}
	if _, baked := e.baked[name]; baked {
		return e.given(name)
	}
	return e.named(name+"/for_each_particle", func() string { return e.Op("Expand", nil, name, shape) })
}

// perParticle is the shape [batch,particles,1].
func (e *systemsEmitter) perParticle() string {
	return e.named("sizes/per_particle", func() string {
		return e.concat(e.batch(), e.systemSize(), e.Ints([]int64{1}, 1))
	})
}

// perNeighbor is the shape [batch,particles,neighbors,1].
func (e *systemsEmitter) perNeighbor() string {
	return e.named("sizes/per_neighbor", func() string {
		return e.concat(e.batch(), e.systemSize(), e.Size(neighbors), e.Ints([]int64{1}, 1))
	})
}

// firstOfSystem is, for each particle, the row of the first one of its system.
func (e *systemsEmitter) firstOfSystem() string {
	start := e.unsqueeze(e.Op("Mul", nil, e.count(e.batch()), e.systemSize()), 1)
	return e.Op("Reshape", nil, e.Op("Expand", nil, start, e.concat(e.batch(), e.systemSize())), e.Ints([]int64{-1}, 1))
}

// sumWithin adds up the rows of x at the rows of particles that their indices
// point at, none of which leads out of its system: for each system the product
// with a matrix of zeros and ones. Its cost grows with particles times rows.
func (e *systemsEmitter) sumWithin(node *ir.Node, x, index string) string {
	one, columns := e.Ints([]int64{1}, 1), int64(node.Result().Type.Columns())
	width := e.Ints([]int64{columns}, 1)
	to := e.ownRows()
	each := e.systemSize()
	if node.Args[0].Type.Rows() == ir.Rows(edges) {
		each = e.Op("Mul", nil, each, e.Size(neighbors))
	}
	points := e.Op("Equal", nil, to, e.Op("Reshape", keepZero, index, e.concat(e.batch(), one, each)))
	ones := e.asFloat(points)
	rows := e.Op("Reshape", keepZero, x, e.concat(e.batch(), each, width))
	if node.Args[0].Type.Rows() == ir.Rows(edges) {
		// As in outer_groups, a row of zeros stands for no rows at all. A system without
		// particles has no sums.
		rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
		ones = e.Op("Pad", nil, ones, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6))
	}
	return e.Op("Reshape", nil, e.Op("MatMul", nil, ones, rows), e.Ints([]int64{-1, columns}, 2))
}

// ofSystems reports whether an input is a field with one row a system.
func ofSystems(name string) bool {
	f := system.FieldNamed(name)
	return f != nil && f.Rows == system.OfSystem
}

// isFixed reports whether a value belongs to no system, as a weight does.
func isFixed(t ir.Type) bool { return t.DType == ir.Float && t.Rows().Symbol == "" }

func perParticle(t ir.Type) bool { return t.DType == ir.Float && t.Rows() == ir.Rows(particles) }
