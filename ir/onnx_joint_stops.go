package ir

import "slices"

// stopsEmitter holds the parameters of the stops of joints, in rows of slots:
// [1,systems,1,slots].
type stopsEmitter struct {
	*stepEmitter
	known []string // as jointStops has it, and then the three of where joints were first
}

// newStops returns the stops with these parameters of slots.
func (s *stepEmitter) newStops(known string) *stopsEmitter {
	e := s.e
	column := func(table string, i int) string { return s.slice(table, 2, i, i+1) }
	time := e.Op("Max", nil, column(known, 6), e.Floats([]float64{s.h}))
	columns, slid := 2, e.Floats([]float64{0})
	if s.slides {
		columns = 3
	}
	first := s.reshaped(s.transposed(s.first), 1, -1, int64(columns), int64(s.slots))
	if s.slides {
		slid = column(first, 2)
	}
	turning := s.reshaped(s.rotates, -1, 1, int64(s.slots))
	return &stopsEmitter{s, []string{turning, column(known, 3), column(known, 4), column(known, 5), time, column(first, 0), column(first, 1), slid}}
}

// acting returns the equations with the stops that push back. middle has the rates in the middle of
// a step without stops. half is half of the time of the step.
func (t *stopsEmitter) acting(both, q, w, half, middle string) string {
	e := t.e
	values := append(slices.Clone(t.known), q, w, half, e.Op("Sub", nil, middle, w))
	made := written(e, values, func(b *Builder, x []*Value) []*Value {
		stops := jointStops{b, x[0], x[1], x[2], x[3], x[4]}
		beyond := stops.beyond(b.rotated([3]*Value(x[5:8]), x[8], x[0]))
		resists, pushes := stops.acting(beyond, x[9], x[10], x[11])
		return []*Value{resists, pushes}
	})

	// The equations are for half of the change, like pushes.
	rows, slots := 4*t.slots+1, t.slots
	diagonal, last := make([]float64, rows*slots), make([]float64, rows*slots)
	for i := range slots {
		diagonal[i*slots+i], last[4*slots*slots+i] = 1, -1
	}
	for i, where := range [][]float64{diagonal, last} {
		both = e.Op("Add", nil, both, e.Op("Mul", nil, made[i], e.Floats(where, int64(rows), int64(slots))))
	}
	return both
}
