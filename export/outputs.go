package export

import "gmnc/ir"

// outputValue is the value of an output in rows, the shape that it gets and the
// attributes of the Reshape: the value of a system is in the row of its first
// particle. Edges may be none.
func (e *systemsEmitter) outputValue(output ir.Output, value string) (rows, shape string, attrs map[string]any) {
	t := output.Value.Type
	columns := func() string { return e.Ints([]int64{int64(t.Columns())}, 1) }
	switch {
	case e.ofSystem[output.Name]:
		first := e.Op("Mul", nil, e.count(e.batch()), e.systemSize())
		return e.Op("Gather", map[string]any{"axis": int64(0)}, value, first), e.concat(e.batch(), columns()), nil
	case t.Rows() == ir.Rows(edges) && !e.listed():
		return e.withItself(value, columns()), e.concat(e.batch(), e.systemSize(), e.systemSize(), columns()), nil
	case t.Rows() == ir.Rows(edges):
		return value, e.concat(e.batch(), e.systemSize(), e.Size(neighbors), columns()), keepZero
	}
	return value, e.outputShape(t), keepZero
}

// withItself puts a row of zeros, from each particle to itself, among the rows of
// the edges of complete systems: float[batch * particles * particles, columns].
func (e *systemsEmitter) withItself(x, columns string) string {
	particles, others := e.count(e.systemSize()), e.Size(neighbors)
	receiver := e.unsqueeze(particles, 1)
	after := e.asInt(e.Op("Greater", nil, particles, receiver))
	slot := e.Op("Add", nil, e.Op("Mul", nil, receiver, others), e.Op("Sub", nil, particles, after))
	edges := e.Op("Mul", nil, e.systemSize(), others)
	slot = e.Op("Where", nil, e.Op("Equal", nil, particles, receiver), edges, slot)
	rows := e.Op("Reshape", keepZero, x, e.concat(e.batch(), edges, columns))
	rows = e.Op("Pad", nil, rows, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
	return e.Op("Gather", map[string]any{"axis": int64(1)}, rows, slot)
}

// outputShape is [batch, particles, columns].
func (e *systemsEmitter) outputShape(t ir.Type) string {
	return e.named("sizes/output", func() string {
		return e.concat(e.batch(), e.systemSize(), e.Ints([]int64{int64(t.Columns())}, 1))
	})
}
