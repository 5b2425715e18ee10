package ir

// bodyEmitter writes the motion of bodies in tables of slots. A state is rows of slots,
// with an axis before them for steps of different times: [times,systems,1,slots].
type bodyEmitter struct {
	slotsEmitter
	size3 string   // int64[1]: 3 of each particle
	hangs string   // [systems,slots,slots]: 1 where a row's slot is the column's, or hangs on it
	moves string   // [systems,size,3 slots]: 1 where a column's slot moves a row, thrice
	ways  []string // the slots 1, 2, 4, ... bodies before, int64[systems slots]
	turns string   // [systems,1,slots]: 1 of joints that turn
	// changing and fixed are what sine, cosine and way make motions of:
	// [systems slots,3,16] and [systems slots,1,16].
	changing, fixed string
	// particles are in the columns of their bodies, [systems,size,4 slots], and axes are axis,
	// anchor and slide: [systems slots,3,4].
	particles, axes string
}

func newBodyEmitter(e Emitter, n *Node, args []string) *bodyEmitter {
	b := &bodyEmitter{slotsEmitter: newSlotsEmitter(e, n, args[0], args[1], args[5])}
	b.size3 = e.Op("Mul", nil, b.size, b.ints(3))
	table := b.table(args[0], args[1], args[2], args[4], b.squares(args[0]))
	b.turns = b.reshaped(b.slice(table, 2, turnsColumn, turnsColumn+1), -1, 1, int64(b.slots))
	b.chain(min(n.Int("depth")-1, b.joints))
	base := b.affine(table, 76, bodyColumns, bodyConstants)
	b.motions(table, base)
	b.owners(args[3], base)
	return b
}

// Columns of the table of slots, and what is made of them: the matrix K of a turn, minus
// the anchor, the slide and 1 as 4 x 4, transposed, then axis, anchor and slide with a
// fourth coordinate.
const (
	turnColumn, slideColumn, anchorColumn, firstColumn, turnsColumn = 0, 3, 6, 9, 12

	tableColumns = 13
)

var (
	bodyColumns = []entry{
		// K^T.
		{turnColumn + 2, 1, 1}, {turnColumn + 1, 2, -1}, {turnColumn + 2, 4, -1}, {turnColumn, 6, 1}, {turnColumn + 1, 8, 1}, {turnColumn, 9, -1},
		// In the last row minus the anchor, and the slide.
		{anchorColumn, 28, -1}, {anchorColumn + 1, 29, -1}, {anchorColumn + 2, 30, -1},
		{slideColumn, 44, 1}, {slideColumn + 1, 45, 1}, {slideColumn + 2, 46, 1},
		// The points.
		{turnColumn, 64, 1}, {turnColumn + 1, 65, 1}, {turnColumn + 2, 66, 1},
		{anchorColumn, 68, 1}, {anchorColumn + 1, 69, 1}, {anchorColumn + 2, 70, 1},
		{slideColumn, 72, 1}, {slideColumn + 1, 73, 1}, {slideColumn + 2, 74, 1},
	}
	bodyConstants = append(units(16, 3), append(units(48, 4), entry{0, 71, 1})...)
	// Of sine, cosine, way and 1 the factors of (1 - turns) K, K K, slide and 1.
	factorColumns = []entry{
		{firstColumn, 0, 1}, {firstColumn + 1, 1, 1}, {firstColumn + 1, 4, 1}, {firstColumn, 5, -1},
		{turnsColumn, 10, -1}, {firstColumn + 2, 14, 1},
	}
	factorConstants = []entry{{0, 10, 1}, {0, 13, 1}, {0, 15, 1}}
)

// units are the first ones of the diagonal of a matrix 4 x 4 that begins at a column.
func units(start, count int) (entries []entry) {
	for i := range count {
		entries = append(entries, entry{0, start + 5*i, 1})
	}
	return entries
}

// affine is a constant matrix times the table, and a constant row.
func (b *bodyEmitter) affine(table string, width int, matrix, constant []entry) string {
	return b.e.Op("Add", nil, b.times(table, tableColumns, width, matrix), b.constant(1, width, constant, int64(width)))
}

// keepZero makes an extent of 0 in a Reshape mean 0.
var keepZero = map[string]any{"allowzero": int64(1)}

var keepDims = map[string]any{"keepdims": int64(1)}

func along(axis int) map[string]any { return map[string]any{"axis": int64(axis)} }

// chain sets which slots are before others, of ways of a number of bodies at most.
func (b *bodyEmitter) chain(longest int) {
	e, row := b.e, b.rowBefore
	isBefore := b.floats(e.Op("Equal", nil, b.before, e.Floats(counting(b.slots), 1, 1, int64(b.slots))))
	for reach := 1; reach < longest; reach *= 2 {
		b.ways = append(b.ways, row)
		row = e.Op("Gather", along(0), row, row)
	}
	b.hangs = e.Op("Max", nil, isBefore, b.unit()) // by how many ways, then by any
	for reach := 1; reach < longest-1; reach *= 2 {
		b.hangs = e.Op("MatMul", nil, b.hangs, b.hangs)
	}
	b.hangs = e.Op("Min", nil, b.hangs, e.Floats([]float64{1}))
}

// motions sets what motions of joints are made of.
func (b *bodyEmitter) motions(table, base string) {
	e := b.e
	matrices := b.reshaped(b.slice(base, 2, 0, 64), -1, 4, 4, 4)
	take := func(from, to int) string { return b.slice(matrices, 1, from, to) }
	k := take(0, 1)
	sine := e.Op("MatMul", nil, take(1, 2), k)
	all := b.reshaped(e.Op("Concat", along(1), sine, e.Op("MatMul", nil, sine, k), take(2, 4)), -1, 4, 16)
	made := e.Op("MatMul", nil, b.reshaped(b.affine(table, 16, factorColumns, factorConstants), -1, 4, 4), all)
	b.changing, b.fixed = b.slice(made, 1, 0, 3), b.slice(made, 1, 3, 4)
}

// owners sets the particles and axes, and which slots move which rows.
func (b *bodyEmitter) owners(rest, base string) {
	e, slots := b.e, b.slots
	var thrice, fourfold, places, ones []entry
	for i := range 4 * slots {
		fourfold = append(fourfold, entry{i / 4, i, 1})
		if i < 3*slots {
			thrice = append(thrice, entry{i % slots, i, 1})
		}
		if i%4 < 3 {
			places = append(places, entry{i % 4, i, 1})
		} else {
			ones = append(ones, entry{0, i, 1})
		}
	}
	b.moves = b.times(e.Op("MatMul", nil, b.owner, b.hangs), slots, 3*slots, thrice)
	rows := e.Op("Add", nil, b.times(rest, 3, 4*slots, places), b.constant(1, 4*slots, ones, int64(4*slots)))
	b.particles = e.Op("Mul", nil, b.inSystems(rows), b.times(b.owner, slots, 4*slots, fourfold))
	b.axes = b.reshaped(b.slice(base, 2, 64, 76), -1, 3, 4)
}

// bodyPlace is where everything is: positions with a 1, [times,systems,size,4], the
// velocities that rates of slots make, [times,systems,size,3 slots], and the directions of
// joints that turn, [times,systems,3,slots].
type bodyPlace struct{ position, velocities, turning string }

// place puts bodies where joints have turned or slid by q.
func (b *bodyEmitter) place(q string, times int) bodyPlace {
	e := b.e
	angle := e.Op("Mul", nil, q, b.turns)
	all := e.Op("Concat", along(2), e.Op("Sin", nil, angle), e.Op("Cos", nil, angle), q)
	all = e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, all)
	all = b.reshaped(all, int64(times), -1, 1, 3)
	return b.placed(e.Op("Add", nil, e.Op("MatMul", nil, all, b.changing), b.fixed), times)
}

// placed is the place that motions of joints make, [times,systems slots,1,16].
func (b *bodyEmitter) placed(motion string, times int) bodyPlace {
	e, several, slots := b.e, int64(times), int64(b.slots)
	motion = b.reshaped(motion, several, -1, 4, 4)
	for _, before := range b.ways {
		motion = e.Op("MatMul", nil, motion, e.Op("Gather", along(1), motion, before))
	}
	particles := e.Op("MatMul", nil, b.particles, b.reshaped(motion, several, -1, 4*slots, 4))
	joints := b.reshaped(e.Op("MatMul", nil, b.axes, motion), several, -1, slots, 12)

	// Axis and anchor, for their cross product.
	axis := b.times(joints, 12, 6, []entry{{2, 0, 1}, {0, 1, 1}, {1, 2, 1}, {1, 3, 1}, {2, 4, 1}, {0, 5, 1}})
	anchor := b.times(joints, 12, 6, []entry{{5, 0, 1}, {6, 1, 1}, {4, 2, 1}, {6, 3, 1}, {4, 4, 1}, {5, 5, 1}})
	fields := e.Op("Concat", along(3), joints, e.Op("Mul", nil, axis, anchor))
	fields = b.times(fields, 18, 12, []entry{
		{2, 3, -1}, {1, 6, 1}, {2, 1, 1}, {0, 7, -1}, {1, 2, -1}, {0, 5, 1}, // axis x r
		{8, 9, 1}, {9, 10, 1}, {10, 11, 1}, {12, 9, 1}, {13, 10, 1}, {14, 11, 1}, {15, 9, -1}, {16, 10, -1}, {17, 11, -1},
	})
	fields = e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, fields)
	turning := e.Op("MatMul", nil, b.constant(3, 12, []entry{{0, 5, 1}, {1, 6, 1}, {2, 1, 1}}, 3, 12), fields)
	fields = b.reshaped(fields, several, -1, 4, 3*slots)
	return bodyPlace{particles, e.Op("Mul", nil, e.Op("MatMul", nil, particles, fields), b.moves), turning}
}
