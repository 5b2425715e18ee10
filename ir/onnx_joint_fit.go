package ir

import "gmnc/internal/articulated"

// Columns of the table of slots for how joints have turned: the axis is first.
const fitTurns, fitSlide, fitColumns = 3, 4, 7

// emitJointMeasure finds bodies by the moments A and C of their particles at rest and now,
// one below the other in rows of 18: FitBodies has the equations. It keeps what the joints
// of all slots are first.
func emitJointMeasure(e Emitter, n *Node, args []string) string {
	s := newSlotsEmitter(e, n, args[0], args[1], args[4])
	table := s.tableWith(args[1], args[0], s.squares(args[0]))
	means, moments := s.moments(args[2], args[3])
	trace := s.times(moments, 18, 1, []entry{{0, 0, 1}, {4, 0, 1}, {8, 0, 1}})
	known := s.known(moments, trace)
	isLine := e.Op("Sub", nil, e.Floats([]float64{1}), known)
	rotation := s.rotations(moments, trace, isLine)
	turnBefore := e.Op("Gather", along(0), rotation, s.rowBefore)

	angle := s.angle(table, e.Op("MatMul", nil, s.transposed(turnBefore), rotation), known)
	first, slid := s.reshaped(angle, -1, int64(s.slots), 2), e.Op("Mul", nil, known, e.Floats([]float64{0}))
	if s.slides {
		slid = s.slid(table, means, rotation, turnBefore)
		first = e.Op("Concat", along(2), first, slid)
	}
	e.Keep(n.Result(), e.Op("Div", nil, first, known))
	if !s.slides {
		first = e.Op("Concat", along(2), first, slid)
	}
	measured := e.Op("Concat", along(2), first, isLine)
	return s.reshaped(e.Op("MatMul", nil, s.all, measured), -1, 4) // the ground has not turned
}

// slid is how far joints have slid, [systems,slots,1], given how bodies and those before
// them have turned.
func (s slotsEmitter) slid(table, means, rotation, turnBefore string) string {
	e := s.e
	center, atRest := s.reshaped(s.slice(means, 2, 3, 6), -1, 3, 1), s.reshaped(s.slice(means, 2, 0, 3), -1, 3, 1)
	origin := e.Op("Sub", nil, center, e.Op("MatMul", nil, rotation, atRest))
	origin = e.Op("Gather", along(0), origin, s.rowBefore)
	way := e.Op("Sub", nil, e.Op("Sub", nil, center, origin), e.Op("MatMul", nil, turnBefore, atRest))
	axes := s.reshaped(s.slice(table, 2, fitSlide, fitColumns), -1, 1, 3)
	slid := e.Op("MatMul", nil, axes, e.Op("MatMul", nil, s.transposed(turnBefore), way))
	return s.reshaped(slid, -1, int64(s.slots), 1)
}

// moments are the means of the particles of slots at rest and now, [systems,slots,6], and
// their moments, which are 1 of slots without a body: [systems,slots,18].
func (s slotsEmitter) moments(rest, position string) (means, moments string) {
	e, slots := s.e, int64(s.slots)
	places := s.inSystems(e.Op("Concat", along(1), rest, position))
	owned := s.transposed(s.owner)
	count := s.reshaped(e.Op("ReduceSum", keepDims, s.owner, s.one), -1, slots, 1)
	means = e.Op("Div", nil, e.Op("MatMul", nil, owned, places), e.Op("Max", nil, count, e.Floats([]float64{1})))
	if s.slides {
		means = e.Op("Mul", nil, means, s.used) // the ground is at 0
	}
	off := e.Op("Sub", nil, places, e.Op("MatMul", nil, s.owner, means))
	var ofSlots, sixfold []entry
	for i := range 6 * s.slots {
		ofSlots, sixfold = append(ofSlots, entry{i / 6, i, 1}), append(sixfold, entry{i % 6, i, 1})
	}
	ofSlot := e.Op("Mul", nil, s.times(s.owner, s.slots, 6*s.slots, ofSlots), s.times(off, 6, 6*s.slots, sixfold))
	moments = e.Op("MatMul", nil, s.transposed(ofSlot), s.slice(off, 2, 0, 3))
	moments = e.Op("Mul", nil, s.reshaped(moments, -1, slots, 18), s.used)
	units := s.constant(1, 18, []entry{{0, 0, 1}, {0, 4, 1}, {0, 8, 1}, {0, 9, 1}, {0, 13, 1}, {0, 17, 1}}, 18)
	return means, e.Op("Add", nil, moments, e.Op("Mul", nil, s.free(), units))
}

// known is 1 of slots, and 0 of a body on a line: [systems,slots,1].
func (s slotsEmitter) known(moments, trace string) string {
	e := s.e
	var first []entry
	for i := range 9 {
		first = append(first, entry{i, 0, 1 / (1 - 2*articulated.Straight)})
	}
	squares := s.times(e.Op("Mul", nil, moments, moments), 18, 1, first)
	return s.floats(e.Op("Greater", nil, e.Op("Mul", nil, trace, trace), squares))
}

// rotations are how slots have turned, [systems slots,3,3], by the cofactors of what
// matrices and their cofactors add up to.
func (s slotsEmitter) rotations(moments, trace, isLine string) string {
	e := s.e
	moments = e.Op("Div", nil, moments, e.Op("Add", nil, trace, isLine)) // no product is too small
	units := s.constant(1, 18, []entry{{0, 0, 1}, {0, 4, 1}, {0, 8, 1}}, 18)
	moments = e.Op("Add", nil, e.Op("Add", nil, moments, s.cofactors(moments, 2)), e.Op("Mul", nil, isLine, units))
	inverse := s.reshaped(s.cofactors(moments, 1), -1, 3, 3) // times the determinant
	both := e.Op("MatMul", nil, s.reshaped(moments, -1, 6, 3), inverse)
	determinant := e.Op("Slice", nil, both, e.Ints([]int64{0, 0}, 2), e.Ints([]int64{1, 1}, 2), e.Ints([]int64{1, 2}, 2))
	return e.Op("Div", nil, s.slice(both, 1, 3, 6), determinant)
}

// cofactors are the cofactors of the first count matrices 3 x 3 in rows of 18, in rows of
// 9 count: each is made of the entries one and two rows and columns further, around.
func (s slotsEmitter) cofactors(matrices string, count int) string {
	var left, right, all []entry
	width := 9 * count
	for i := range width {
		block, row, column := i/9*9, i%9/3, i%3
		at := func(r, c int) int { return block + (row+r)%3*3 + (column+c)%3 }
		left = append(left, entry{at(1, 1), i, 1}, entry{at(1, 2), width + i, 1})
		right = append(right, entry{at(2, 2), i, 1}, entry{at(2, 1), width + i, 1})
		all = append(all, entry{i, i, 1}, entry{width + i, i, -1})
	}
	products := s.e.Op("Mul", nil, s.times(matrices, 18, 2*width, left), s.times(matrices, 18, 2*width, right))
	return s.times(products, 2*width, width, all)
}

// angle is the cosine and sine of how far joints have turned, given the turn against the
// body before: [systems slots,2,1].
func (s slotsEmitter) angle(table, relative, known string) string {
	e, columns := s.e, fitSlide
	if s.slides {
		columns = fitColumns
	}
	// The axis and the products of its components.
	left := s.times(table, columns, 9, []entry{
		{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 3, 1}, {1, 4, 1}, {2, 5, 1}, {0, 6, 1}, {0, 7, 1}, {1, 8, 1},
	})
	right := s.times(table, columns, 9, []entry{{0, 3, 1}, {1, 4, 1}, {2, 5, 1}, {1, 6, 1}, {2, 7, 1}, {2, 8, 1}})
	right = e.Op("Add", nil, right, s.constant(1, 9, []entry{{0, 0, 1}, {0, 1, 1}, {0, 2, 1}}, 9))
	// Half of the trace less the part along the axis, and of what is about it.
	weights := s.times(e.Op("Mul", nil, left, right), 9, 18, []entry{
		{3, 0, -.5}, {4, 4, -.5}, {5, 8, -.5}, {6, 1, -.5}, {6, 3, -.5}, {7, 2, -.5}, {7, 6, -.5}, {8, 5, -.5}, {8, 7, -.5},
		{2, 12, .5}, {2, 10, -.5}, {1, 11, .5}, {1, 15, -.5}, {0, 16, .5}, {0, 14, -.5},
	})
	weights = e.Op("Add", nil, weights, s.constant(1, 18, []entry{{0, 0, .5}, {0, 4, .5}, {0, 8, .5}}, 18))
	both := e.Op("MatMul", nil, s.reshaped(weights, -1, 2, 9), s.reshaped(relative, -1, 9, 1))
	norm := e.Op("Max", nil, s.squares(both), e.Floats([]float64{articulated.SmallSquare}))
	both = e.Op("Div", nil, both, e.Op("Sqrt", nil, norm))

	turns := s.reshaped(e.Op("Mul", nil, known, s.slice(table, 2, fitTurns, fitTurns+1)), -1, 1, 1)
	still := e.Floats([]float64{1, 0}, 2, 1)
	return e.Op("Add", nil, e.Op("Mul", nil, turns, e.Op("Sub", nil, both, still)), still)
}
