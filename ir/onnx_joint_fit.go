package ir

import "gmnc/internal/articulated"

// emitJointMeasure finds bodies by the moments A and C of their particles at rest and now,
// one below the other in rows of 18: FitBodies has the equations.
func emitJointMeasure(e Emitter, n *Node, args []string) string {
	s := newSlotsEmitter(e, n, args[0], args[1], args[4])
	turn, slide := args[0], args[1]
	table := s.table(turn, slide, s.squares(turn))
	used := e.Op("ReduceSum", keepDims, s.ofSlots, e.Ints([]int64{2}, 1))

	means, moments := s.moments(args[2], args[3], used)
	isLine := s.isLine(moments)
	rotation := s.rotations(moments, isLine)
	of := func(matrices string) string { return e.Op("Gather", along(0), matrices, s.rowBefore) }
	turnBefore := of(rotation)
	back := s.transposed(turnBefore)

	center, atRest := s.reshaped(s.slice(means, 2, 3, 6), -1, 3, 1), s.reshaped(s.slice(means, 2, 0, 3), -1, 3, 1)
	origin := e.Op("Sub", nil, center, e.Op("MatMul", nil, rotation, atRest))
	way := e.Op("Sub", nil, e.Op("Sub", nil, center, of(origin)), e.Op("MatMul", nil, turnBefore, atRest))
	axes := s.reshaped(s.slice(table, 2, 3, 6), -1, 1, 3)
	slid := e.Op("MatMul", nil, axes, e.Op("MatMul", nil, back, way))

	angle := s.angle(table, e.Op("MatMul", nil, back, rotation), isLine)
	measured := s.reshaped(e.Op("Concat", along(1), angle, slid), -1, int64(s.slots), 3)
	measured = e.Op("Concat", along(2), measured, isLine)
	return s.reshaped(e.Op("MatMul", nil, s.all, measured), -1, 4) // the ground has not turned
}

// moments are the means of the particles of slots at rest and now, [systems,slots,6], and
// their moments, which are 1 of slots without a body: [systems,slots,18].
func (s slotsEmitter) moments(rest, position, used string) (means, moments string) {
	e, slots := s.e, int64(s.slots)
	places := s.inSystems(e.Op("Concat", along(1), rest, position))
	owned := s.transposed(s.owner)
	count := e.Op("Max", nil, e.Op("ReduceSum", keepDims, owned, e.Ints([]int64{2}, 1)), e.Floats([]float64{1}))
	means = e.Op("Mul", nil, e.Op("MatMul", nil, owned, places), e.Op("Div", nil, used, count))
	off := e.Op("Sub", nil, places, e.Op("MatMul", nil, s.owner, means))
	var ofSlots, sixfold []entry
	for i := range 6 * s.slots {
		ofSlots, sixfold = append(ofSlots, entry{i / 6, i, 1}), append(sixfold, entry{i % 6, i, 1})
	}
	ofSlot := e.Op("Mul", nil, s.times(s.owner, s.slots, 6*s.slots, ofSlots), s.times(off, 6, 6*s.slots, sixfold))
	moments = e.Op("MatMul", nil, s.transposed(ofSlot), s.slice(off, 2, 0, 3))
	moments = e.Op("Mul", nil, s.reshaped(moments, -1, slots, 18), used)
	free := e.Op("Sub", nil, e.Floats([]float64{1}), used)
	units := s.constant(1, 18, []entry{{0, 0, 1}, {0, 4, 1}, {0, 8, 1}, {0, 9, 1}, {0, 13, 1}, {0, 17, 1}}, 18)
	return means, e.Op("Add", nil, moments, e.Op("Mul", nil, free, units))
}

// isLine marks slots with a body on a line: [systems,slots,1].
func (s slotsEmitter) isLine(moments string) string {
	e := s.e
	trace := s.trace(moments)
	bound := e.Op("Mul", nil, e.Op("Mul", nil, trace, trace), e.Floats([]float64{1 - 2*articulated.Straight}))
	var first []entry
	for i := range 9 {
		first = append(first, entry{i, 0, 1})
	}
	squares := s.times(e.Op("Mul", nil, moments, moments), 18, 1, first)
	return s.floats(e.Op("Not", nil, e.Op("Greater", nil, bound, squares)))
}

func (s slotsEmitter) trace(moments string) string {
	return s.times(moments, 18, 1, []entry{{0, 0, 1}, {4, 0, 1}, {8, 0, 1}})
}

// rotations are how slots have turned: [systems slots,3,3].
func (s slotsEmitter) rotations(moments, isLine string) string {
	e := s.e
	// Cofactors are products of entries after the next, in both directions.
	var left, right, all []entry
	for i := range 18 {
		block, row, column := i/9*9, i%9/3, i%3
		at := func(r, c int) int { return block + (row+r)%3*3 + (column+c)%3 }
		left = append(left, entry{at(1, 1), i, 1}, entry{at(1, 2), 18 + i, 1})
		right = append(right, entry{at(2, 2), i, 1}, entry{at(2, 1), 18 + i, 1})
		all = append(all, entry{i, i, 1}, entry{18 + i, i, -1})
	}
	cofactors := e.Op("Mul", nil, s.times(moments, 18, 36, left), s.times(moments, 18, 36, right))
	cofactors = s.times(cofactors, 36, 18, all)
	moments = e.Op("Add", nil, moments, e.Op("Div", nil, cofactors, e.Op("Add", nil, s.trace(moments), isLine)))
	units := s.constant(1, 18, []entry{{0, 0, 1}, {0, 4, 1}, {0, 8, 1}}, 18)
	moments = e.Op("Add", nil, moments, e.Op("Mul", nil, isLine, units))
	quotient := s.divided(s.reshaped(moments, 1, -1, 6, 3), 1, 6, 3, 3)
	return s.reshaped(s.slice(quotient, 2, 3, 6), -1, 3, 3)
}

// angle is the cosine and sine of how far joints have turned, given the turn against the
// body before: [systems slots,2,1].
func (s slotsEmitter) angle(table, relative, isLine string) string {
	e := s.e
	axis := s.slice(table, 2, 0, 3)
	squares := e.Op("Mul", nil, s.times(axis, 3, 9, []entry{
		{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {1, 4, 1}, {1, 5, 1}, {2, 6, 1}, {2, 7, 1}, {2, 8, 1},
	}), s.times(axis, 3, 9, []entry{
		{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 3, 1}, {1, 4, 1}, {2, 5, 1}, {0, 6, 1}, {1, 7, 1}, {2, 8, 1},
	}))
	// Half of the trace less the part along the axis, and of what is about it.
	across := []entry{{2, 12, .5}, {2, 10, -.5}, {1, 11, .5}, {1, 15, -.5}, {0, 16, .5}, {0, 14, -.5}}
	for i := range 9 {
		across = append(across, entry{3 + i, i, -.5})
	}
	weights := s.times(e.Op("Concat", along(2), axis, squares), 12, 18, across)
	weights = e.Op("Add", nil, weights, s.constant(1, 18, []entry{{0, 0, .5}, {0, 4, .5}, {0, 8, .5}}, 18))
	both := e.Op("MatMul", nil, s.reshaped(weights, -1, 2, 9), s.reshaped(relative, -1, 9, 1))
	norm := e.Op("Max", nil, s.squares(both), e.Floats([]float64{articulated.SmallSquare}))
	both = e.Op("Div", nil, both, e.Op("Sqrt", nil, norm))

	known := e.Op("Sub", nil, e.Floats([]float64{1}), isLine)
	turns := s.reshaped(e.Op("Mul", nil, known, s.slice(table, 2, 6, 7)), -1, 1, 1)
	still := e.Op("Mul", nil, e.Op("Sub", nil, e.Floats([]float64{1}), turns), e.Floats([]float64{1, 0}, 2, 1))
	return e.Op("Add", nil, e.Op("Mul", nil, turns, both), still)
}
