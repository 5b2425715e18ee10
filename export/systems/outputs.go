package systems

import (
	"gmnc/export/emit"
	"gmnc/ir"
)

// OutputValue returns the value of an output in rows, the shape that it gets, and the
// attributes of the Reshape. The value of a system is in the row of its first particle. There
// may be no edges.
func (e *Emitter) OutputValue(output ir.Output, value string) (rows, shape string, attrs map[string]any) {
	t := output.Value.Type
	columns := func() string { return e.Ints([]int64{int64(t.Columns())}, 1) }
	switch {
	case e.OfSystem[output.Name]:
		first := e.Op("Mul", nil, e.Count(e.Batch()), e.SystemSize())
		return e.Op("Gather", map[string]any{"axis": int64(0)}, value, first), e.Concat(e.Batch(), columns()), nil
	case t.Rows() == ir.Rows(Edges) && !e.Listed():
		return e.withItself(value, columns()), e.Concat(e.Batch(), e.SystemSize(), e.SystemSize(), columns()), nil
	case t.Rows() == ir.Rows(Edges):
		return value, e.Concat(e.Batch(), e.SystemSize(), e.Size(Neighbors), columns()), emit.KeepZero
	}
	return value, e.outputShape(t), emit.KeepZero
}

// withItself inserts a row of zeros, from each particle to itself, into the rows of the edges
// of complete systems: float[batch * particles * particles, columns].
func (e *Emitter) withItself(x, columns string) string {
	particles, others := e.Count(e.SystemSize()), e.Size(Neighbors)
	receiver := e.Unsqueeze(particles, 1)
	after := e.AsInt(e.Op("Greater", nil, particles, receiver))
	slot := e.Op("Add", nil, e.Op("Mul", nil, receiver, others), e.Op("Sub", nil, particles, after))
	edges := e.Op("Mul", nil, e.SystemSize(), others)
	slot = e.Op("Where", nil, e.Op("Equal", nil, particles, receiver), edges, slot)
	rows := e.Op("Reshape", emit.KeepZero, x, e.Concat(e.Batch(), edges, columns))
	rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
	return e.Op("Gather", map[string]any{"axis": int64(1)}, rows, slot)
}

// outputShape returns the shape [batch, particles, columns].
func (e *Emitter) outputShape(t ir.Type) string {
	return e.Named("sizes/output", func() string {
		return e.Concat(e.Batch(), e.SystemSize(), e.Ints([]int64{int64(t.Columns())}, 1))
	})
}
