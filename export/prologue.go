package export

import (
	"slices"

	"gmnc/export/onnxpb"
	"gmnc/ir"
)

// The prologue turns systems as a user has them into the rows that the
// model's graph takes.

const (
	// firstInput shows how many systems and particles there are.
	firstInput = "position"
	// senders is the model's input with the neighbours of every particle,
	// edgeMask the one that tells which of them are there. A model that has
	// it takes lists of neighbours; else everybody is everybody's.
	senders  = "senders"
	edgeMask = "edge_mask"
)

// tableColumns are the inputs that say which object a particle belongs to:
// columns of a table with one row a particle.
var tableColumns = []string{"partner", "first", "second", "joint", "kind"}

// objectKind is a kind of object: an input with the members of each object.
type objectKind struct {
	input, doc string
	// number is what "kind" is for the members.
	number int64
	// rows are the table rows of the members, as numbers of members; what
	// follows the last member stands for the kind's number.
	rows [][]int64
}

var objectKinds = []objectKind{
	{
		input: "sticks", doc: "both ends of each stick, as indices within the system", number: 1,
		rows: [][]int64{{1, 0, 1, 0, 2}, {0, 0, 1, 1, 2}},
	},
	{
		input: "hinges", doc: "joint and both ends of each hinge, as indices within the system", number: 2,
		rows: [][]int64{{0, 1, 2, 0, 3}, {0, 1, 2, 0, 3}, {0, 1, 2, 0, 3}},
	},
}

// keepZero makes an extent of 0 in a Reshape mean 0.
var keepZero = map[string]any{"allowzero": int64(1)}

func isTableColumn(input *ir.Value) bool {
	t := input.Type
	return slices.Contains(tableColumns, input.Name) &&
		(t.Equal(ir.Indices(particles, ir.Rows(particles))) || input.Name == "kind" && t.Equal(ir.Floats(ir.Rows(particles), 1)))
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
	case isTableColumn(input):
		return e.named(input.Name, func() string { return e.tableColumn(input) })
	}
	return e.named("rows/"+input.Name, func() string {
		return e.Op("Reshape", nil, e.given(input.Name), e.Ints([]int64{-1, int64(input.Type.Columns())}, 2))
	})
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

// listed tells whether the file takes lists of neighbours.
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

// tableColumn takes a column of the table of objects: int64[particles], or
// float[particles,1] for the kind.
func (e *emitter) tableColumn(input *ir.Value) string {
	column, along := int64(slices.Index(tableColumns, input.Name)), map[string]any{"axis": int64(1)}
	if input.Type.DType == ir.Index {
		return e.Op("Gather", along, e.objectTable(), e.Ints([]int64{column}))
	}
	return e.Op("Cast", map[string]any{"to": int64(onnxpb.TensorProto_FLOAT)}, e.Op("Gather", along, e.objectTable(), e.Ints([]int64{column}, 1)))
}

// objectTable is int64[particles, len(tableColumns)]. It starts as that of
// isolated particles, which are everything to themselves; then the members
// of objects get their rows.
func (e *emitter) objectTable() string {
	numbers := e.named("objects/rows", func() string { return e.count(e.Size(particles)) })
	table := e.named("objects/isolated", func() string {
		return e.Op("Mul", nil, e.unsqueeze(numbers, 1), e.Ints([]int64{1, 1, 1, 1, 0}, 1, 5))
	})
	for _, kind := range objectKinds {
		if b, baked := e.baked[kind.input]; baked && len(b.Ints) == 0 {
			continue // nothing to enter; constants have elements
		}
		table = e.named("objects/"+kind.input, func() string { return e.withObjects(table, numbers, kind) })
	}
	return table
}

// withObjects enters the objects of one kind into the table.
func (e *emitter) withObjects(table, numbers string, kind objectKind) string {
	members := e.memberRows(numbers, kind)
	known := e.Op("Pad", nil, members, e.Ints([]int64{0, 0, 0, 0, 0, 1}, 6), e.Ints([]int64{kind.number}))
	rows := e.Ints(slices.Concat(kind.rows...), int64(len(kind.rows)), int64(len(tableColumns)))
	updates := e.Op("Gather", map[string]any{"axis": int64(2)}, known, rows)
	return e.Op("ScatterND", nil, table, e.unsqueeze(members, 3), updates)
}

// memberRows turns indices within systems into rows of the batch. Looking
// them up in the rows of their own system, GatherElements fails where an
// index is outside of it; negative ones, which it would count from the end,
// are moved there first. Where repeats one system's objects for all and
// fails where there are more or fewer lists than systems.
func (e *emitter) memberRows(numbers string, kind objectKind) string {
	one := e.Ints([]int64{1}, 1)
	outside := e.named("objects/outside", func() string {
		return e.Op("Expand", nil, e.systemSize(), e.concat(e.batch(), one, one))
	})
	ownRows := e.named("objects/own_rows", func() string {
		return e.Op("Reshape", keepZero, numbers, e.concat(e.batch(), e.systemSize(), one))
	})
	members := e.given(kind.input)
	negative := e.Op("Less", nil, members, e.Ints([]int64{0}))
	indices := e.Op("Where", nil, negative, outside, members)
	lookup := e.Op("Expand", nil, ownRows, e.Ints([]int64{int64(len(kind.rows))}, 1))
	return e.named("objects/"+kind.input+"/index_within_system", func() string {
		return e.Op("GatherElements", map[string]any{"axis": int64(1)}, lookup, indices)
	})
}
