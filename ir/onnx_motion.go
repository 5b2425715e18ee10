package ir

import "math"

// bodyEmitter writes the motion of bodies in tables of slots: as many for each system as
// it has room for bodies, and a last one for the ground. A state is rows of slots, with
// an axis before them for steps of different times: [times,systems,1,slots].
type bodyEmitter struct {
	rowsEmitter
	args          []string
	joints, slots int
	size3         string   // int64[1]: 3 of each particle
	slot          string   // [systems,size,slots]: 1 where a row begins this body
	used          string   // [systems,1,slots]: 1 of a slot with a body
	hangs         string   // [systems,slots,slots]: 1 where a row's slot is the column's, or hangs on it
	moves         string   // [systems,size,3 slots]: 1 where a column's slot moves a row, thrice
	before        []string // the slots 1, 2, 4, ... bodies before, int64[systems slots]
	turns         string   // [systems,1,slots]: 1 of joints that turn
	// changing and fixed are what sine, cosine and way make motions of:
	// [systems slots,3,16] and [systems slots,1,16].
	changing, fixed string
	points          string // [systems,size+3 slots,4 slots]: the particles, and of slots axis, anchor and slide
}

func newBodyEmitter(e Emitter, n *Node, args []string) *bodyEmitter {
	rows := newRowsEmitter(e, n.Result().Type.Rows().Symbol)
	b := &bodyEmitter{rowsEmitter: rows, args: args, joints: n.Int("joints")}
	b.slots = b.joints + 1
	b.size3 = e.Op("Mul", nil, b.size, b.ints(3))
	isBody, towards := b.find()
	table := b.table(towards)
	base := b.affine(table, bodyColumns, bodyConstants)
	b.chain(table, min(n.Int("depth")-1, b.joints))
	b.motions(table, base)
	b.owners(isBody, base)
	return b
}

// find sets the slots, and returns which rows begin bodies, [rows,1], and the slots that
// they hang on less the ground's, [rows,1].
func (b *bodyEmitter) find() (isBody, towards string) {
	e, column := b.e, b.e.Ints([]int64{-1, 1}, 2)
	axes := e.Op("Concat", along(1), b.args[0], b.args[1])
	square := e.Op("ReduceSum", keepDims, e.Op("Mul", nil, axes, axes), b.one)
	isBody = b.floats(e.Op("Greater", nil, square, e.Floats([]float64{0})))
	counted := b.shaped(isBody, b.size, b.one)
	before := e.Op("MatMul", nil, b.floats(e.Op("Less", nil, b.others, b.own)), counted)
	numbers := make([]float64, b.slots)
	for i := range b.joints {
		numbers[i] = float64(i)
	}
	numbers[b.joints] = -1 // no row begins the ground
	slot := b.floats(e.Op("Equal", nil, before, e.Floats(numbers, 1, 1, int64(b.slots))))
	b.slot = e.Op("Mul", nil, slot, counted)
	b.used = e.Op("ReduceSum", keepDims, b.slot, b.one)

	parents, firstAxis := b.args[5], along(0)
	numbered := e.Op("Sub", nil, e.Op("Reshape", nil, before, column), e.Floats([]float64{float64(b.joints)}))
	other := b.floats(e.Op("Not", nil, e.Op("Equal", nil, parents, b.rows)))
	hangs := e.Op("Mul", nil, e.Op("Reshape", nil, other, column), e.Op("Gather", firstAxis, isBody, parents))
	return isBody, e.Op("Mul", nil, hangs, e.Op("Gather", firstAxis, numbered, parents))
}

// Columns of the table of slots, and what is made of them: the matrix K of a turn, minus
// the anchor, the slide and 1 as 4 x 4, transposed, then axis, anchor and slide with a
// fourth coordinate.
const (
	turnColumn, slideColumn, anchorColumn, firstColumn, towardsColumn, turnsColumn = 0, 3, 6, 9, 12, 13

	tableColumns = 14
)

// An entry is a number at a row and a column of a constant matrix.
type entry struct {
	row, column int
	value       float64
}

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

// affine is a constant matrix times rows, [...,columns], and a constant row.
func (b *bodyEmitter) affine(rows string, matrix, constant []entry) string {
	width := 0
	for _, at := range append(append([]entry(nil), matrix...), constant...) {
		width = max(width, at.column+1)
	}
	width = (width + 3) / 4 * 4
	return b.e.Op("Add", nil, b.times(rows, tableColumns, width, matrix), b.constant(1, width, constant, int64(width)))
}

// times is rows times a constant matrix.
func (b *bodyEmitter) times(rows string, height, width int, matrix []entry) string {
	return b.e.Op("MatMul", nil, rows, b.constant(height, width, matrix, int64(height), int64(width)))
}

func (b *bodyEmitter) constant(height, width int, entries []entry, shape ...int64) string {
	values := make([]float64, height*width)
	for _, at := range entries {
		values[at.row*width+at.column] = at.value
	}
	return b.e.Floats(values, shape...)
}

// keepZero makes an extent of 0 in a Reshape mean 0.
var keepZero = map[string]any{"allowzero": int64(1)}

var keepDims = map[string]any{"keepdims": int64(1)}

func along(axis int) map[string]any { return map[string]any{"axis": int64(axis)} }

// table are the values of slots: [systems,slots,tableColumns].
func (b *bodyEmitter) table(towards string) string {
	e := b.e
	turns := e.Op("ReduceSum", keepDims, e.Op("Mul", nil, b.args[0], b.args[0]), b.one)
	values := e.Op("Concat", along(1), b.args[0], b.args[1], b.args[2], b.args[4], towards, turns)
	table := e.Op("MatMul", nil, b.transposed(b.slot), b.shaped(values, b.size, b.ints(tableColumns)))
	b.turns = b.reshaped(b.slice(table, 2, turnsColumn, turnsColumn+1), -1, 1, int64(b.slots))
	return table
}

// slice takes a range of an axis.
func (b *bodyEmitter) slice(x string, axis, from, to int) string {
	return b.e.Op("Slice", nil, x, b.ints(from), b.ints(to), b.ints(axis))
}

// chain sets which slots are before others, of ways of a number of bodies at most.
func (b *bodyEmitter) chain(table string, longest int) {
	e := b.e
	numbers := make([]float64, b.slots)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	ground := e.Floats([]float64{float64(b.joints)})
	before := e.Op("Add", nil, b.slice(table, 2, towardsColumn, towardsColumn+1), ground)
	isBefore := b.floats(e.Op("Equal", nil, before, e.Floats(numbers, 1, 1, int64(b.slots))))
	b.hangs = e.Op("Max", nil, isBefore, b.unit())
	systems := e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, b.systems), e.Ints([]int64{1}))
	offset := e.Op("Mul", nil, b.shaped(systems, b.one, b.one), b.ints(b.slots))
	index := e.Op("Add", nil, e.Op("Cast", map[string]any{"to": onnxInt64}, before), offset)
	index = e.Op("Reshape", nil, index, b.ints(-1))
	for reach := 1; reach < longest; reach *= 2 {
		b.before = append(b.before, index)
		index = e.Op("Gather", along(0), index, index)
	}
	for reach := 1; reach < longest-1; reach *= 2 {
		b.hangs = e.Op("Min", nil, e.Op("MatMul", nil, b.hangs, b.hangs), e.Floats([]float64{1}))
	}
}

// unit is the identity matrix of slots.
func (b *bodyEmitter) unit() string {
	return b.e.Floats(identity(b.slots), int64(b.slots), int64(b.slots))
}

// motions sets what motions of joints are made of.
func (b *bodyEmitter) motions(table, base string) {
	e := b.e
	matrices := b.reshaped(b.slice(base, 2, 0, 64), -1, 4, 4, 4)
	take := func(from, to int) string { return b.slice(matrices, 1, from, to) }
	k := take(0, 1)
	sine := e.Op("MatMul", nil, take(1, 2), k)
	all := b.reshaped(e.Op("Concat", along(1), sine, e.Op("MatMul", nil, sine, k), take(2, 4)), -1, 4, 16)
	made := e.Op("MatMul", nil, b.reshaped(b.affine(table, factorColumns, factorConstants), -1, 4, 4), all)
	b.changing, b.fixed = b.slice(made, 1, 0, 3), b.slice(made, 1, 3, 4)
}

// reshaped has these extents, of which one may be -1.
func (b *bodyEmitter) reshaped(x string, extents ...int64) string {
	return b.e.Op("Reshape", nil, x, b.e.Ints(extents, int64(len(extents))))
}

// owners sets the points, and which slots move which rows.
func (b *bodyEmitter) owners(isBody, base string) {
	e, slots := b.e, int64(b.slots)
	own := e.Op("Reshape", nil, b.slot, e.Ints([]int64{-1, slots}, 2))
	isBody = e.Op("Greater", nil, isBody, e.Floats([]float64{0}))
	owner := e.Op("Where", nil, isBody, own, e.Op("Gather", along(0), own, b.args[5]))
	none := e.Op("Sub", nil, e.Floats([]float64{1}), e.Op("ReduceSum", keepDims, owner, b.one))
	ground := b.constant(1, b.slots, []entry{{0, b.joints, 1}}, slots)
	owner = b.shaped(e.Op("Add", nil, owner, e.Op("Mul", nil, none, ground)), b.size, b.ints(b.slots))

	var thrice []entry
	for i := range 3 * b.slots {
		thrice = append(thrice, entry{i % b.slots, i, 1})
	}
	b.moves = b.times(e.Op("MatMul", nil, owner, b.hangs), b.slots, 3*b.slots, thrice)

	rest := e.Op("Add", nil, b.times(b.args[3], 3, 4, []entry{{0, 0, 1}, {1, 1, 1}, {2, 2, 1}}), e.Floats([]float64{0, 0, 0, 1}, 4))
	particles := e.Op("Mul", nil, b.shaped(rest, b.size, b.one, b.ints(4)), b.shaped(owner, b.size, b.ints(b.slots), b.one))
	ofSlots := b.reshaped(b.slice(base, 2, 64, 76), -1, slots, 3, 1, 4)
	ofSlots = e.Op("Mul", nil, ofSlots, e.Floats(identity(b.slots), slots, 1, slots, 1))
	b.points = e.Op("Concat", along(1), b.shaped(particles, b.size, b.ints(4*b.slots)), b.reshaped(ofSlots, -1, 3*slots, 4*slots))
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
	for _, before := range b.before {
		motion = e.Op("MatMul", nil, motion, e.Op("Gather", along(1), motion, before))
	}
	motion = b.reshaped(motion, several, -1, 4*slots, 4)
	moved := e.Op("MatMul", nil, b.points, motion)
	particles := e.Op("Slice", nil, moved, b.ints(0), b.size, b.ints(2))
	joints := e.Op("Slice", nil, moved, b.size, b.ints(math.MaxInt32), b.ints(2))
	joints = b.reshaped(joints, several, -1, slots, 12)

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

// ofRows are values of rows, of columns each, in the slots of their bodies:
// [1,systems,columns,slots].
func (b *bodyEmitter) ofRows(values string, columns int) string {
	sum := b.e.Op("MatMul", nil, b.transposed(b.shaped(values, b.size, b.ints(columns))), b.slot)
	return b.reshaped(sum, 1, -1, int64(columns), int64(b.slots))
}

// inRows are values of slots, [1,systems,columns,slots], in the rows of bodies:
// [rows,columns].
func (b *bodyEmitter) inRows(values string, columns int) string {
	values = b.transposed(b.reshaped(values, -1, int64(columns), int64(b.slots)))
	return b.e.Op("Reshape", nil, b.e.Op("MatMul", nil, b.slot, values), b.e.Ints([]int64{-1, int64(columns)}, 2))
}

// divided are the rows below a matrix of slots divided by it, column by column (Gauss,
// Jordan): [times,systems,slots+n,slots] with the quotient in its last n rows.
func (b *bodyEmitter) divided(both string) string {
	e := b.e
	for p := range b.joints {
		at := b.ints(p)
		column := e.Op("Gather", along(3), both, at)
		column = e.Op("Div", nil, column, e.Op("Gather", along(2), column, at))
		row := e.Op("Gather", along(2), both, at)
		row = e.Op("Sub", nil, row, e.Floats(identity(b.slots)[p*b.slots:(p+1)*b.slots], 1, 1, 1, int64(b.slots)))
		both = e.Op("Sub", nil, both, e.Op("MatMul", nil, column, row))
	}
	return both
}
