package export

import (
	"slices"

	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// The prologue turns systems as a user has them into the rows that the
// model's graph takes.

const (
	// firstInput shows how many systems and particles there are.
	firstInput = "position"
	// senders is the model's input with the neighbours of every particle,
	// edgeMask the one that says which of them are there. A model that has
	// it takes lists of neighbours; else everybody is everybody's.
	senders  = "senders"
	edgeMask = "edge_mask"
)

// tableColumns are what says which object a particle belongs to: columns of a
// table with one row a particle. All but the kind's number are inputs of
// models.
var tableColumns = []string{"partner", "first", "second", "joint", kindColumn}

// kindColumn has the kind's number in the table of kinds. Models take masks
// and edge types, which follow from it.
const kindColumn = "kind"

// tableRows are the rows of a kind's members, as numbers of members; what
// follows the last member stands for the kind's number.
func tableRows(kind *system.Kind) []int64 {
	var rows []int64
	for _, place := range kind.Places {
		for _, member := range []int{place.Partner, place.First, place.Second, place.Joint, kind.Members()} {
			rows = append(rows, int64(member))
		}
	}
	return rows
}

// keepZero makes an extent of 0 in a Reshape mean 0.
var keepZero = map[string]any{"allowzero": int64(1)}

// isTableColumn reports whether an input is a column of the table, or follows
// from the kind.
func isTableColumn(input *ir.Value) bool {
	if ofKinds(input) != nil {
		return true
	}
	return input.Name != kindColumn && slices.Contains(tableColumns, input.Name) && input.Type.Equal(ir.Indices(particles, ir.Rows(particles)))
}

// ofKinds are the values of an input for the particles of each kind, in the
// order of the table of kinds: those of the edge type or of a mask; nil for
// another input.
func ofKinds(input *ir.Value) []float64 {
	if !input.Type.Equal(ir.Floats(ir.Rows(particles), 1)) {
		return nil
	}
	kinds := append([]*system.Kind{system.Isolated}, system.ListedKinds()...)
	values, known := make([]float64, len(kinds)), input.Name == system.EdgeTypeInput
	for i, kind := range kinds {
		switch input.Name {
		case system.EdgeTypeInput:
			values[i] = kind.EdgeType
		case kind.Mask():
			values[i], known = 1, true
		}
	}
	if !known {
		return nil
	}
	return values
}

// systems computes the sizes: neighbours are those listed, or all other
// particles.
func (e *emitter) systems() {
	one := e.Ints([]int64{1}, 1)
	e.sizes[particles] = e.named("sizes/"+particles, func() string {
		return e.Op("Mul", nil, e.batch(), e.systemSize())
	})
	e.sizes[neighbors] = e.named("sizes/"+neighbors, func() string {
		if e.listed() {
			return e.extent(e.given(neighbors), 2)
		}
		return e.Op("Max", nil, e.Op("Sub", nil, e.systemSize(), one), e.Ints([]int64{0}, 1))
	})
}

// batch is the number of systems and systemSize that of the particles of
// each, as int64[1].
func (e *emitter) batch() string {
	return e.named("sizes/batch", func() string { return e.extent(firstInput, 0) })
}

func (e *emitter) systemSize() string {
	return e.named("sizes/system", func() string { return e.extent(firstInput, 1) })
}

// rows computes an input of the model's graph.
func (e *emitter) rows(input *ir.Value) string {
	switch {
	case input.Param:
		return input.Name
	case input.Name == senders && e.listed():
		return e.named(senders, e.listedGraph)
	case input.Name == senders:
		return e.named(senders, e.completeGraph)
	case input.Name == edgeMask:
		return e.named(edgeMask, e.listedMask)
	case input.Name == ir.SystemInput:
		return e.named(ir.SystemInput, e.firstOfSystem)
	case isTableColumn(input):
		return e.named(input.Name, func() string { return e.tableColumn(input) })
	}
	return e.named("rows/"+input.Name, func() string {
		return e.Op("Reshape", nil, e.given(input.Name), e.Ints([]int64{-1, int64(input.Type.Columns())}, 2))
	})
}

// firstOfSystem is, for each particle, the row of the first one of its system.
func (e *emitter) firstOfSystem() string {
	start := e.unsqueeze(e.Op("Mul", nil, e.count(e.batch()), e.systemSize()), 1)
	return e.Op("Reshape", nil, e.Op("Expand", nil, start, e.concat(e.batch(), e.systemSize())), e.Ints([]int64{-1}, 1))
}

// sumWithin adds up the rows of x at the rows of particles that their indices
// point at, none of which leads out of its system: for each system the product
// with a matrix of zeros and ones. Its cost grows with particles times rows.
func (e *emitter) sumWithin(node *ir.Node, x, index string) string {
	one, minus := e.Ints([]int64{1}, 1), e.Ints([]int64{-1}, 1)
	width := e.Ints([]int64{int64(node.Result().Type.Columns())}, 1)
	to := e.Op("Reshape", keepZero, e.count(e.Size(particles)), e.concat(e.batch(), e.systemSize(), one))
	from := e.Size(particles)
	if node.Args[0].Type.Rows() == ir.Rows(edges) {
		from = e.Op("Mul", nil, from, e.Size(neighbors))
	}
	each := e.Op("Div", nil, from, e.Op("Max", nil, e.batch(), one))
	points := e.Op("Equal", nil, to, e.Op("Reshape", keepZero, index, e.concat(e.batch(), one, each)))
	ones := e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, points)
	rows := e.Op("Reshape", keepZero, x, e.concat(e.batch(), each, width))
	// As in outer_groups, a row of zeros stands for no rows at all.
	rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
	ones = e.Op("Pad", nil, ones, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6))
	return e.Op("Reshape", nil, e.Op("MatMul", nil, ones, rows), e.concat(minus, width))
}

// outputValue is the value of an output in rows and the shape that it gets: that of
// a system is in the row of its first particle.
func (e *emitter) outputValue(output ir.Output, value string) (rows, shape string) {
	t := output.Value.Type
	columns := func() string { return e.Ints([]int64{int64(t.Columns())}, 1) }
	switch {
	case e.ofSystem[output.Name]:
		first := e.Op("Mul", nil, e.count(e.batch()), e.systemSize())
		return e.Op("Gather", map[string]any{"axis": int64(0)}, value, first), e.concat(e.batch(), columns())
	case t.Rows() == ir.Rows(edges) && !e.listed():
		return e.withItself(value, columns()), e.concat(e.batch(), e.systemSize(), e.systemSize(), columns())
	case t.Rows() == ir.Rows(edges):
		return value, e.concat(e.batch(), e.systemSize(), e.Size(neighbors), columns())
	}
	return value, e.outputShape(t)
}

// withItself puts a row of zeros, from each particle to itself, among the rows of
// the edges of complete systems: float[batch * particles * particles, columns].
func (e *emitter) withItself(x, columns string) string {
	particles, others := e.count(e.systemSize()), e.Size(neighbors)
	receiver := e.unsqueeze(particles, 1)
	after := e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_INT64)}, e.Op("Greater", nil, particles, receiver))
	slot := e.Op("Add", nil, e.Op("Mul", nil, receiver, others), e.Op("Sub", nil, particles, after))
	edges := e.Op("Mul", nil, e.systemSize(), others)
	slot = e.Op("Where", nil, e.Op("Equal", nil, particles, receiver), edges, slot)
	rows := e.Op("Reshape", keepZero, x, e.concat(e.batch(), edges, columns))
	rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
	return e.Op("Gather", map[string]any{"axis": int64(1)}, rows, slot)
}

// outputShape is [batch, particles, columns].
func (e *emitter) outputShape(t ir.Type) string {
	return e.named("sizes/output", func() string {
		return e.concat(e.batch(), e.systemSize(), e.Ints([]int64{int64(t.Columns())}, 1))
	})
}

func (e *emitter) concat(parts ...string) string {
	return e.Op("Concat", map[string]any{"axis": int64(0)}, parts...)
}

// completeGraph lists, for each particle, all others of its system in
// ascending order: neighbour k of particle i is k, or k+1 from i on.
func (e *emitter) completeGraph() string {
	slot := e.count(e.Size(neighbors))
	receiver := e.unsqueeze(e.count(e.systemSize()), 1)
	skip := e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_INT64)}, e.Op("GreaterOrEqual", nil, slot, receiver))
	within := e.Op("Add", nil, slot, skip)
	start := e.unsqueeze(e.Op("Mul", nil, e.count(e.batch()), e.systemSize()), 1, 2)
	return e.Op("Reshape", nil, e.Op("Add", nil, start, within), e.Ints([]int64{-1}, 1))
}

// listed reports whether the file takes lists of neighbours.
func (e *emitter) listed() bool { return e.module.Main.Input(edgeMask) != nil }

// listedGraph turns the listed indices within systems into rows of the
// batch; -1 becomes the receiver. As in memberRows, an index outside of the
// system fails.
func (e *emitter) listedGraph() string {
	one := e.Ints([]int64{1}, 1)
	own := e.unsqueeze(e.count(e.systemSize()), 1)
	listed := e.given(neighbors)
	negative := e.Op("Less", nil, listed, e.Ints([]int64{0}))
	other := e.Op("Where", nil, negative, e.systemSize(), listed)
	none := e.Op("Equal", nil, listed, e.Ints([]int64{-1}))
	indices := e.Op("Where", nil, none, own, other)
	rows := e.Op("Reshape", keepZero, e.count(e.Size(particles)), e.concat(e.batch(), e.systemSize(), one))
	lookup := e.Op("Expand", nil, rows, e.concat(one, one, e.Size(neighbors)))
	found := e.named(neighbors+"/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, lookup, indices)
	})
	return e.Op("Reshape", nil, found, e.Ints([]int64{-1}, 1))
}

// listedMask is float[edges,1]: 1 for a neighbour, 0 for none.
func (e *emitter) listedMask() string {
	there := e.Op("GreaterOrEqual", nil, e.given(neighbors), e.Ints([]int64{0}))
	mask := e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, there)
	return e.Op("Reshape", nil, mask, e.Ints([]int64{-1, 1}, 2))
}

func (e *emitter) unsqueeze(x string, axes ...int64) string {
	return e.Op("Unsqueeze", nil, x, e.Ints(axes, int64(len(axes))))
}

// tableColumn takes a column of the table of objects, int64[particles], or
// what follows from the kind, float[particles,1].
func (e *emitter) tableColumn(input *ir.Value) string {
	column := func(name string, shape ...int64) string {
		number := int64(slices.Index(tableColumns, name))
		return e.Op("Gather", map[string]any{"axis": int64(1)}, e.objectTable(), e.Ints([]int64{number}, shape...))
	}
	values := ofKinds(input)
	if values == nil {
		return column(input.Name)
	}
	kinds := e.named("objects/"+kindColumn, func() string { return column(kindColumn, 1) })
	return e.Op("Gather", nil, e.Floats(values, int64(len(values))), kinds)
}

// objectTable is int64[particles, len(tableColumns)]. It starts as that of
// isolated particles, which are everything to themselves; then the members
// of objects get their rows.
func (e *emitter) objectTable() string {
	numbers := e.named("objects/rows", func() string { return e.count(e.Size(particles)) })
	table := e.named("objects/isolated", func() string {
		return e.Op("Mul", nil, e.unsqueeze(numbers, 1), e.Ints([]int64{1, 1, 1, 1, 0}, 1, 5))
	})
	for _, kind := range system.ListedKinds() {
		if b, baked := e.baked[kind.Plural]; baked && len(b.Ints) == 0 {
			continue // nothing to enter; constants have elements
		}
		table = e.named("objects/"+kind.Plural, func() string { return e.withObjects(table, numbers, kind) })
	}
	return table
}

// withObjects enters the objects of one kind into the table.
func (e *emitter) withObjects(table, numbers string, kind *system.Kind) string {
	members := e.memberRows(numbers, kind)
	known := e.Op("Pad", nil, members, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6), e.Ints([]int64{int64(kind.Number())}))
	rows := e.Ints(tableRows(kind), int64(kind.Members()), int64(len(tableColumns)))
	updates := e.Op("Gather", map[string]any{"axis": int64(2)}, known, rows)
	return e.Op("ScatterND", nil, table, e.unsqueeze(members, 3), updates)
}

// memberRows turns indices within systems into rows of the batch. Looking
// them up in the rows of their own system, GatherElements fails where an
// index is outside of it; negative ones, which it would count from the end,
// are moved there first. Where repeats one system's objects for all and
// fails where there are more or fewer lists than systems.
func (e *emitter) memberRows(numbers string, kind *system.Kind) string {
	one := e.Ints([]int64{1}, 1)
	outside := e.named("objects/outside", func() string {
		return e.Op("Expand", nil, e.systemSize(), e.concat(e.batch(), one, one))
	})
	ownRows := e.named("objects/own_rows", func() string {
		return e.Op("Reshape", keepZero, numbers, e.concat(e.batch(), e.systemSize(), one))
	})
	members := e.given(kind.Plural)
	negative := e.Op("Less", nil, members, e.Ints([]int64{0}))
	indices := e.Op("Where", nil, negative, outside, members)
	lookup := e.Op("Expand", nil, ownRows, e.Ints([]int64{int64(kind.Members())}, 1))
	return e.named("objects/"+kind.Plural+"/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, lookup, indices)
	})
}
