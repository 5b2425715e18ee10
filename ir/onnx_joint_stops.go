package ir

import (
	"math"

	"gmnc/internal/articulated"
)

// stopsEmitter writes what stops do to joints, in rows of slots:
// [1,systems,1,slots].
type stopsEmitter struct {
	*stepEmitter
	lower, upper, inertia, time string
	cosine, sine, slid          string // of joints where they were first
	turning                     string // 1 of joints that turn: [systems,1,slots]
	isThere, isTurn             string // bool
	// Of joints that turn, between limits: the middle and half of the way.
	cosMid, sinMid, cosHalf, sinHalf, isWhole string
}

// newStops are the stops of the table of what is known of slots.
func (s *stepEmitter) newStops(known string) *stopsEmitter {
	e := s.e
	column := func(table string, i int) string { return s.slice(table, 2, i, i+1) }
	t := &stopsEmitter{stepEmitter: s, lower: column(known, 3), upper: column(known, 4), inertia: column(known, 5)}
	t.time = e.Op("Max", nil, column(known, 6), e.Floats([]float64{s.h}))
	columns := int64(2)
	if s.slides {
		columns = 3
	}
	first := s.reshaped(s.transposed(s.first), 1, -1, columns, int64(s.slots))
	t.cosine, t.sine, t.slid = column(first, 0), column(first, 1), e.Floats([]float64{0})
	if s.slides {
		t.slid = column(first, 2)
	}
	t.isThere = e.Op("Greater", nil, t.upper, t.lower)
	t.turning = s.reshaped(s.turns, -1, 1, int64(s.slots))
	t.isTurn = e.Op("Greater", nil, t.turning, e.Floats([]float64{0}))
	mid := e.Op("Mul", nil, e.Op("Add", nil, t.upper, t.lower), e.Floats([]float64{0.5}))
	half := e.Op("Mul", nil, e.Op("Sub", nil, t.upper, t.lower), e.Floats([]float64{0.5}))
	t.cosMid, t.sinMid = e.Op("Cos", nil, mid), e.Op("Sin", nil, mid)
	t.cosHalf, t.sinHalf = e.Op("Cos", nil, half), e.Op("Sin", nil, half)
	t.isWhole = e.Op("Greater", nil, e.Floats([]float64{math.Pi}), half)
	return t
}

// products is a b + factor c d.
func (t *stopsEmitter) products(a, b string, factor float64, c, d string) string {
	other := t.e.Op("Mul", nil, c, d)
	if factor < 0 {
		return t.e.Op("Sub", nil, t.e.Op("Mul", nil, a, b), other)
	}
	return t.e.Op("Add", nil, t.e.Op("Mul", nil, a, b), other)
}

// beyond is by how much joints that turned or slid on by q are beyond their limits:
// [times,systems,1,slots].
func (t *stopsEmitter) beyond(q string) string {
	e, zero := t.e, t.e.Floats([]float64{0})
	angle := e.Op("Mul", nil, q, t.turning)
	sin, cos := e.Op("Sin", nil, angle), e.Op("Cos", nil, angle)
	turnedSine, turnedCosine := t.products(t.sine, cos, 1, t.cosine, sin), t.products(t.cosine, cos, -1, t.sine, sin)
	slid := e.Op("Add", nil, t.slid, e.Op("Sub", nil, q, angle))

	sine := t.products(turnedSine, t.cosMid, -1, turnedCosine, t.sinMid)
	cosine := t.products(turnedCosine, t.cosMid, 1, turnedSine, t.sinMid)
	size := t.products(e.Op("Abs", nil, sine), t.cosHalf, -1, cosine, t.sinHalf)
	turns := e.Op("Where", nil, e.Op("Less", nil, sine, zero), e.Op("Neg", nil, size), size)
	isBeyond := e.Op("And", nil, t.isWhole, e.Op("Greater", nil, t.cosHalf, cosine))
	turns = e.Op("Where", nil, isBeyond, turns, zero)

	slides := e.Op("Min", nil, e.Op("Sub", nil, slid, t.lower), zero)
	slides = e.Op("Add", nil, slides, e.Op("Max", nil, e.Op("Sub", nil, slid, t.upper), zero))
	return e.Op("Where", nil, t.isThere, e.Op("Where", nil, t.isTurn, turns, slides), zero)
}

// acting are the equations with the stops that push back where rates would be middle half
// way through a step without them. Half of a step has the time half.
func (t *stopsEmitter) acting(both, q, w, half, middle string) string {
	e, number := t.e, func(value float64) string { return t.e.Floats([]float64{value}) }
	beyond := t.beyond(q)
	off := e.Op("Abs", nil, beyond)
	soft := e.Op("Mul", nil, e.Op("Mul", nil, t.time, e.Op("Abs", nil, w)), number(articulated.Soft))
	soft = e.Op("Max", nil, e.Op("Add", nil, off, soft), number(smallestStop))
	inertia := e.Op("Div", nil, e.Op("Mul", nil, t.inertia, off), soft)
	halfPace := e.Op("Div", nil, half, t.time)
	stiff := e.Op("Add", nil, halfPace, number(1))
	resists := e.Op("Mul", nil, inertia, e.Op("Mul", nil, stiff, stiff))
	// Half of the pushes, as equations are of half of the change.
	twice := e.Op("Add", nil, e.Op("Add", nil, w, w), e.Op("Div", nil, beyond, t.time))
	pushes := e.Op("Mul", nil, inertia, e.Op("Mul", nil, halfPace, twice))
	push := e.Op("Add", nil, e.Op("Mul", nil, resists, e.Op("Sub", nil, middle, w)), pushes)
	acts := t.floats(e.Op("Greater", nil, e.Op("Mul", nil, push, beyond), number(0)))

	rows, slots := 4*t.slots+1, t.slots
	diagonal, last := make([]float64, rows*slots), make([]float64, rows*slots)
	for i := range slots {
		diagonal[i*slots+i], last[4*slots*slots+i] = 1, -1
	}
	all := func(values string, where []float64) string {
		return e.Op("Mul", nil, e.Op("Mul", nil, acts, values), e.Floats(where, int64(rows), int64(slots)))
	}
	return e.Op("Add", nil, e.Op("Add", nil, both, all(resists, diagonal)), all(pushes, last))
}
