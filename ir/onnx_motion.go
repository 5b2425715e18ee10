package ir

// bodyEmitter writes the motion of bodies in tables of slots. A state has rows of slots,
// preceded by an axis for steps of different times: [times,systems,1,slots].
type bodyEmitter struct {
	slotsEmitter
	size3       string   // int64[1]: 3 of each particle
	descendants string   // [systems,slots,slots]: 1 if a row's slot is the column's or its descendant
	moves       string   // [systems,size,3 slots]: 1 where a column's slot moves a row, thrice
	ancestors   []string // the ancestors 1, 2, 4, ... generations above slots, int64[systems slots]
	rotates     string   // [systems slots,1,1]: 1 for joints that rotate
	first       string   // first cosine, sine and, if joints may slide, displacement: [systems,slots,2 or 3]
	// changing and fixed determine the motions, which depend on sine, cosine and, if joints may
	// slide, displacement: [systems slots,2 or 3,16] and [systems slots,1,16].
	changing, fixed string
	// particles holds the particles in the columns of their bodies, [systems,size,4 slots].
	// points holds axis, anchor and, if joints may slide, slide: [systems slots,2 or 3,4].
	particles, points string
}

func newBodyEmitter(e Emitter, n *Node, args []string) *bodyEmitter {
	b := &bodyEmitter{slotsEmitter: newSlotsEmitter(e, n, args[0], args[1], args[5])}
	b.size3 = e.Op("Mul", nil, b.size, b.ints(3))
	table := b.tableWith(args[1], args[4], args[0], args[2], b.squares(args[0]))
	b.first = b.firstOf(table)
	rotates := b.slice(table, 2, rotatesColumn, rotatesColumn+1)
	b.rotates = b.reshaped(rotates, -1, 1, 1)
	b.chain(min(n.Int("depth")-1, b.joints))
	b.motions(table, rotates)
	b.owners(args[3])
	return b
}

// firstOf returns the first coordinates of joints, from a table of slots. Those of bodies on a
// line are unknown.
func (b *bodyEmitter) firstOf(table string) string {
	columns := 2
	if b.slides {
		columns = 3
	}
	known := b.e.Op("Sub", nil, b.e.Floats([]float64{1}), b.slice(table, 2, 3, 4))
	return b.e.Op("Div", nil, b.slice(table, 2, 0, columns), known)
}

// These are the columns of the table of slots that follow the results of JointMeasure. The
// slide is last.
const turnColumn, anchorColumn, rotatesColumn, slideColumn, tableColumns = 4, 7, 10, 11, 14

// base returns values that are linear in the table: transposed 4 x 4 matrices, followed by
// points with a fourth coordinate. The matrices are K of a rotation, minus the anchor, the
// identity and the slide; the points are axis, anchor and slide.
func (b *bodyEmitter) base(table string) (base string, matrices, points int) {
	columns := slideColumn
	matrices, points = 3, 2
	if b.slides {
		columns, matrices, points = tableColumns, 4, 3
	}
	at := 16 * matrices // of points
	entries := []entry{
		// K^T.
		{turnColumn + 2, 1, 1}, {turnColumn + 1, 2, -1}, {turnColumn + 2, 4, -1}, {turnColumn, 6, 1}, {turnColumn + 1, 8, 1}, {turnColumn, 9, -1},
	}
	for i := range 3 {
		entries = append(entries, entry{anchorColumn + i, 28 + i, -1}, entry{turnColumn + i, at + i, 1}, entry{anchorColumn + i, at + 4 + i, 1})
		if b.slides {
			entries = append(entries, entry{slideColumn + i, 60 + i, 1}, entry{slideColumn + i, at + 8 + i, 1})
		}
	}
	constants := append(append(units(16, 3), units(32, 4)...), entry{0, at + 7, 1})
	width := at + 4*points
	return b.affine(table, columns, width, entries, constants), matrices, points
}

// units returns the first count ones on the diagonal of a 4 x 4 matrix that begins at the
// column start.
func units(start, count int) (entries []entry) {
	for i := range count {
		entries = append(entries, entry{0, start + 5*i, 1})
	}
	return entries
}

// affine returns rows times a constant matrix, plus a constant row.
func (b *bodyEmitter) affine(rows string, columns, width int, matrix, constant []entry) string {
	return b.e.Op("Add", nil, b.times(rows, columns, width, matrix), b.constant(1, width, constant, int64(width)))
}

// keepZero makes an extent of 0 in a Reshape stand for 0.
var keepZero = map[string]any{"allowzero": int64(1)}

var keepDims = map[string]any{"keepdims": int64(1)}

func along(axis int) map[string]any { return map[string]any{"axis": int64(axis)} }

// chain determines which slots are ancestors of others, for paths of at most longest bodies.
func (b *bodyEmitter) chain(longest int) {
	e, row := b.e, b.rowBefore
	isBefore := b.floats(e.Op("Equal", nil, b.before, e.Floats(counting(b.slots), 1, 1, int64(b.slots))))
	for reach := 1; reach < longest; reach *= 2 {
		b.ancestors = append(b.ancestors, row)
		row = e.Op("Gather", along(0), row, row)
	}
	b.descendants = e.Op("Max", nil, isBefore, b.unit()) // the number of paths, then whether there is any
	for reach := 1; reach < longest-1; reach *= 2 {
		b.descendants = e.Op("MatMul", nil, b.descendants, b.descendants)
	}
	b.descendants = e.Op("Min", nil, b.descendants, e.Floats([]float64{1}))
}

// motions computes the matrices of which the motions of joints consist, K, K K, the identity
// and the slide, and the points.
func (b *bodyEmitter) motions(table, rotates string) {
	e := b.e
	base, count, points := b.base(table)
	b.points = b.reshaped(b.slice(base, 2, 16*count, 16*count+4*points), -1, int64(points), 4)
	matrices := b.reshaped(b.slice(base, 2, 0, 16*count), -1, int64(count), 4, 4)
	k := b.slice(matrices, 1, 0, 1)
	sine := e.Op("MatMul", nil, b.slice(matrices, 1, 1, 2), k)
	all := e.Op("Concat", along(1), sine, e.Op("MatMul", nil, sine, k), b.slice(matrices, 1, 2, count))
	all = b.reshaped(all, -1, int64(count), 16)

	// The factors are for sine, cosine, 1 and displacement, with the first coordinates of
	// joints.
	factors, columns := b.first, 2
	entries, constants := []entry{{0, 0, 1}, {1, 1, 1}, {1, 3, 1}, {0, 4, -1}}, []entry{{0, 7, 1}, {0, 8, 1}}
	if b.slides {
		factors, columns = e.Op("Concat", along(2), b.first, rotates), 4
		entries = []entry{{0, 0, 1}, {1, 1, 1}, {1, 4, 1}, {0, 5, -1}, {3, 11, -1}, {2, 15, 1}}
		constants = []entry{{0, 11, 1}, {0, 13, 1}, {0, 14, 1}}
	}
	size := int64(count)
	factors = b.reshaped(b.affine(factors, columns, count*count, entries, constants), -1, size, size)
	made := e.Op("MatMul", nil, factors, all)
	b.changing, b.fixed = b.slice(made, 1, 0, count-1), b.slice(made, 1, count-1, count)
}

// owners sets the particles, and determines which slots move which rows.
func (b *bodyEmitter) owners(rest string) {
	e, slots := b.e, b.slots
	var thrice, fourfold, coordinates, ones []entry
	for i := range 4 * slots {
		fourfold = append(fourfold, entry{i / 4, i, 1})
		if i < 3*slots {
			thrice = append(thrice, entry{i % slots, i, 1})
		}
		if i%4 < 3 {
			coordinates = append(coordinates, entry{i % 4, i, 1})
		} else {
			ones = append(ones, entry{0, i, 1})
		}
	}
	b.moves = b.times(e.Op("MatMul", nil, b.owner, b.descendants), slots, 3*slots, thrice)
	rows := e.Op("Add", nil, b.times(rest, 3, 4*slots, coordinates), b.constant(1, 4*slots, ones, int64(4*slots)))
	b.particles = e.Op("Mul", nil, b.inSystems(rows), b.times(b.owner, slots, 4*slots, fourfold))
}

// bodyPoses holds the state of bodies: positions followed by a 1, [times,systems,size,4], the
// velocities at unit rates of slots, [times,systems,size,3 slots], and the directions of joints
// that rotate, [times,systems,slots,3].
type bodyPoses struct{ position, velocities, turning string }

// posesOf returns the state of bodies whose joints have moved by q.
func (b *bodyEmitter) posesOf(q string, times int) bodyPoses {
	e := b.e
	column := b.reshaped(q, int64(times), -1, 1, 1)
	angle := e.Op("Mul", nil, column, b.rotates)
	parts := []string{e.Op("Sin", nil, angle), e.Op("Cos", nil, angle)}
	if b.slides {
		parts = append(parts, column)
	}
	motion := e.Op("MatMul", nil, e.Op("Concat", along(3), parts...), b.changing)
	return b.posesByMotions(e.Op("Add", nil, motion, b.fixed), times)
}

// posesByMotions returns the state for the motions of joints, [times,systems slots,1,16].
func (b *bodyEmitter) posesByMotions(motion string, times int) bodyPoses {
	e, several, slots := b.e, int64(times), int64(b.slots)
	motion = b.reshaped(motion, several, -1, 4, 4)
	for _, before := range b.ancestors {
		motion = e.Op("MatMul", nil, motion, e.Op("Gather", along(1), motion, before))
	}
	particles := e.Op("MatMul", nil, b.particles, b.reshaped(motion, several, -1, 4*slots, 4))

	// These are products of axis and anchor, whose fourth coordinate is 1, and the sums that
	// form velocity fields.
	columns, terms := 8, 9
	leftOf := []entry{{2, 0, 1}, {0, 1, 1}, {1, 2, 1}, {1, 3, 1}, {2, 4, 1}, {0, 5, 1}, {0, 6, 1}, {1, 7, 1}, {2, 8, 1}}
	rightOf := []entry{{5, 0, 1}, {6, 1, 1}, {4, 2, 1}, {6, 3, 1}, {4, 4, 1}, {5, 5, 1}, {7, 6, 1}, {7, 7, 1}, {7, 8, 1}}
	sums := []entry{
		{8, 3, -1}, {7, 6, 1}, {8, 1, 1}, {6, 7, -1}, {7, 2, -1}, {6, 5, 1}, // axis x r
		{0, 9, 1}, {1, 10, 1}, {2, 11, 1}, {3, 9, -1}, {4, 10, -1}, {5, 11, -1},
	}
	if b.slides {
		columns, terms = 12, 12
		for i := range 3 {
			leftOf, rightOf, sums = append(leftOf, entry{8 + i, 9 + i, 1}), append(rightOf, entry{7, 9 + i, 1}), append(sums, entry{9 + i, 9 + i, 1})
		}
	}
	points := b.reshaped(e.Op("MatMul", nil, b.points, motion), several, -1, slots, int64(columns))
	left, right := b.times(points, columns, terms, leftOf), b.times(points, columns, terms, rightOf)
	fields := b.times(e.Op("Mul", nil, left, right), terms, 12, sums)
	turning := b.times(fields, 12, 3, []entry{{5, 0, 1}, {6, 1, 1}, {1, 2, 1}})
	fields = e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, fields)
	fields = b.reshaped(fields, several, -1, 4, 3*slots)
	return bodyPoses{particles, e.Op("Mul", nil, e.Op("MatMul", nil, particles, fields), b.moves), turning}
}
