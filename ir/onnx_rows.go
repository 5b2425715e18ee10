package ir

// rowsEmitter writes matrices with the rows of each system.
type rowsEmitter struct {
	e                  Emitter
	systems, size, one string // int64[1]
	rows, own, others  string // numbers of rows: int64 [rows], [systems,size,1] and [systems,1,size]
}

func newRowsEmitter(e Emitter, symbol string) rowsEmitter {
	r := rowsEmitter{e: e, one: e.Ints([]int64{1}, 1)}
	r.systems, r.size = e.Systems(symbol)
	r.rows = e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, e.Size(symbol)), e.Ints([]int64{1}))
	r.own, r.others = r.shaped(r.rows, r.size, r.one), r.shaped(r.rows, r.one, r.size)
	return r
}

// ancestors returns 1 if the row of a column is the row itself, or is on the path of at most
// depth rows from it to the root.
func (r rowsEmitter) ancestors(parents string, depth int) string {
	unit := r.floats(r.e.Op("Equal", nil, r.own, r.others))
	ofParents := r.floats(r.e.Op("Equal", nil, r.shaped(parents, r.size, r.one), r.others))
	paths := r.e.Op("Max", nil, unit, ofParents)
	for reach := 1; reach < depth-1; reach *= 2 {
		paths = r.e.Op("Min", nil, r.e.Op("MatMul", nil, paths, paths), r.e.Floats([]float64{1}))
	}
	return paths
}

// size3 returns the number of coordinates of a system: int64[1].
func (r rowsEmitter) size3() string { return r.e.Op("Mul", nil, r.size, r.ints(3)) }

func (r rowsEmitter) ints(value int) string { return r.e.Ints([]int64{int64(value)}, 1) }

func (r rowsEmitter) floats(x string) string {
	return r.e.Op("Cast", map[string]any{"to": onnxFloat}, x)
}

// shaped returns x with these extents in every system.
func (r rowsEmitter) shaped(x string, extents ...string) string {
	shape := r.e.Op("Concat", map[string]any{"axis": int64(0)}, append([]string{r.systems}, extents...)...)
	return r.e.Op("Reshape", keepZero, x, shape)
}

// inSystems returns values of rows, [rows,columns], as [systems,size,columns].
func (r rowsEmitter) inSystems(x string) string {
	return r.e.Op("Gather", map[string]any{"axis": int64(0)}, x, r.shaped(r.rows, r.size))
}

func (r rowsEmitter) transposed(x string) string {
	return r.e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, x)
}

// turned transposes the matrices of tables, [times,systems,height,width].
func (r rowsEmitter) turned(tables string) string {
	return r.e.Op("Transpose", map[string]any{"perm": []int64{0, 1, 3, 2}}, tables)
}

// slice returns a range of an axis.
func (r rowsEmitter) slice(x string, axis, from, to int) string {
	return r.e.Op("Slice", nil, x, r.ints(from), r.ints(to), r.ints(axis))
}

// reshaped returns x with these extents, one of which may be -1.
func (r rowsEmitter) reshaped(x string, extents ...int64) string {
	return r.e.Op("Reshape", nil, x, r.e.Ints(extents, int64(len(extents))))
}

// times multiplies rows with a constant matrix.
func (r rowsEmitter) times(rows string, height, width int, matrix []entry) string {
	return r.e.Op("MatMul", nil, rows, r.constant(height, width, matrix, int64(height), int64(width)))
}

// constant returns a constant matrix, in another shape of as many numbers if one is given.
func (r rowsEmitter) constant(height, width int, entries []entry, shape ...int64) string {
	return r.e.Floats(matrixOf(height, width, entries), shape...)
}

// velocities returns the velocities that columns give to rows at unit rates,
// [times,systems,3 size,kinds columns]. moves [systems,size,columns] is 1 where a column moves a
// row. particles [times,systems,size,4] are positions followed by a 1; without the first axis they are
// the same at all times. fields are the matrices that multiply them, of several kinds:
// [times,systems,columns,12 kinds].
func (r rowsEmitter) velocities(particles, fields, moves string, times, columns, kinds int) string {
	width := 3 * kinds * columns
	var copies []entry
	for i := range width {
		copies = append(copies, entry{i % columns, i, 1})
	}
	fields = r.reshaped(r.turned(fields), int64(times), -1, 4, int64(width))
	all := r.e.Op("Mul", nil, r.e.Op("MatMul", nil, particles, fields), r.times(moves, columns, width, copies))
	return r.e.Op("Reshape", keepZero, all, r.e.Op("Concat", along(0), r.ints(times), r.systems, r.size3(), r.ints(kinds*columns)))
}

// weighted returns velocities times the masses of rows, and the products of all with these:
// [times,systems,columns,columns], or several such matrices one below the other.
func (r rowsEmitter) weighted(velocities, all, mass string) (weighted, products string) {
	weighted = r.e.Op("Mul", nil, velocities, r.shaped(r.e.Op("Concat", along(1), mass, mass, mass), r.size3(), r.one))
	return weighted, r.e.Op("MatMul", nil, r.turned(all), weighted)
}

func identity(size int) []float64 {
	matrix := make([]float64, size*size)
	for i := range size {
		matrix[i*size+i] = 1
	}
	return matrix
}
