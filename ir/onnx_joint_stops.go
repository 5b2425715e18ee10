package ir

// stopsEmitter writes the stops of joints in rows of slots, [1,systems,1,slots].
type stopsEmitter struct {
	*stepEmitter
	tables *bodyTables
	stops  jointStops
	first  [3]*Value // the first cosine, sine and displacement
}

// newStops returns the stops of slots, given the load and the columns of stops.
func (s *stepEmitter) newStops(known string) *stopsEmitter {
	t := &stopsEmitter{stepEmitter: s, tables: newBodyTables(s.e)}
	column := func(of string, i int) *Value { return t.tables.columns(s.slice(of, 2, i, i+1), 1, 1) }
	start := s.transposed(s.reshaped(s.tables.inColumns(s.motions.start), -1, int64(s.slots), 4))
	start = s.reshaped(start, 1, -1, 4, int64(s.slots))
	for i := range t.first {
		t.first[i] = column(start, i)
	}
	time := t.tables.Maximum(column(known, 5), t.tables.Scalar(s.h))
	t.stops = jointStops{t.tables.Builder, column(start, 3), column(known, 2), column(known, 3), column(known, 4), time}
	return t
}

// acting returns the equations with the stops that push back. middle has the rates in the middle of
// a step without stops. half is half of the time of the step.
func (t *stopsEmitter) acting(both, q, w, half, middle string) string {
	e, tables := t.e, t.tables
	of := func(name string) *Value { return tables.columns(name, 1, 1) }
	beyond := t.stops.beyond(tables.rotated(t.first, of(q), t.stops.isTurn))
	resists, pushes := t.stops.acting(beyond, of(w), of(half), tables.Sub(of(middle), of(w)))

	// The equations are for half of the change, like pushes.
	rows, slots := 4*t.slots+1, t.slots
	diagonal, last := make([]float64, rows*slots), make([]float64, rows*slots)
	for i := range slots {
		diagonal[i*slots+i], last[4*slots*slots+i] = 1, -1
	}
	both = e.Op("Add", nil, both, e.Op("Mul", nil, tables.inColumns(resists), e.Floats(diagonal, int64(rows), int64(slots))))
	return e.Op("Add", nil, both, e.Op("Mul", nil, tables.inColumns(pushes), e.Floats(last, int64(rows), int64(slots))))
}
