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

// emitJointRates writes the equations of each system as a dense matrix over its axes that are
// not 0, and its inverse by elimination without pivoting, which a positive definite matrix does
// not need. The terms of forces and loads come last, so that passes over the same matrix share
// the rest.
func emitJointRates(e Emitter, n *Node, args []string) string {
	j := newJointEmitter(e, n, args)
	matrix := j.matrix()
	inverse := j.inverse(matrix)
	force := j.shaped(args[3], j.size3, j.one)
	load := e.Op("MatMul", nil, j.transposed(j.slots), j.shaped(args[5], j.axes, j.one))
	load = j.shaped(load, j.ints(j.joints), j.one)
	right := e.Op("Add", nil, e.Op("MatMul", nil, j.transposed(j.velocities), force), load)
	rates := e.Op("MatMul", nil, inverse, right)
	if j.k > 1 { // floating bodies are so much heavier than their descendants that rounding matters
		left := e.Op("Sub", nil, right, e.Op("MatMul", nil, matrix, rates))
		rates = e.Op("Add", nil, rates, e.Op("MatMul", nil, inverse, left))
	}
	rates = j.shaped(rates, j.ints(j.joints), j.one)
	rates = e.Op("MatMul", nil, j.slots, rates)
	alone := e.Op("Div", nil, j.shaped(args[5], j.axes, j.one), j.shaped(args[4], j.axes, j.one))
	rates = e.Op("Where", nil, j.isAxis, rates, alone)
	return e.Op("Reshape", nil, rates, e.Ints([]int64{-1, int64(j.k)}, 2))
}

// jointEmitter holds the parts of the equations of joints, one matrix for each system.
type jointEmitter struct {
	rowsEmitter
	args        []string
	k, joints   int    // axes of a row and, that are not 0, of a system
	size3, axes string // numbers of coordinates and axes: int64[1]
	isAxis      string // bool [systems,axes,1]
	slots       string // [systems,axes,joints]: 1 where an axis is this one of those not 0
	velocities  string // J: [systems,3 size,joints]
	weighted    string // M J
}

func newJointEmitter(e Emitter, n *Node, args []string) *jointEmitter {
	rows := newRowsEmitter(e, n.Result().Type.Rows().Symbol)
	j := &jointEmitter{rowsEmitter: rows, args: args, k: n.Result().Type.Columns(), joints: n.Int("joints")}
	j.size3, j.axes = e.Op("Mul", nil, j.size, e.Ints([]int64{3}, 1)), j.size
	own, others := j.own, j.others
	if j.k > 1 {
		j.axes = e.Op("Mul", nil, j.size, j.ints(j.k))
		count := e.Op("Mul", nil, e.Op("Squeeze", nil, e.Size(n.Result().Type.Rows().Symbol)), e.Ints([]int64{int64(j.k)}))
		numbers := e.Op("Range", nil, e.Ints([]int64{0}), count, e.Ints([]int64{1}))
		own, others = j.shaped(numbers, j.axes, j.one), j.shaped(numbers, j.one, j.axes)
	}

	axes := j.shaped(args[0], j.axes, j.ints(6))
	square := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.Op("Mul", nil, axes, axes), e.Ints([]int64{2}, 1))
	j.isAxis = e.Op("Greater", nil, square, e.Floats([]float64{0}))
	counted := j.floats(j.isAxis)
	before := e.Op("MatMul", nil, j.floats(e.Op("Less", nil, others, own)), counted) // the number of earlier axes that are not 0
	slot := e.Op("Equal", nil, before, e.Floats(counting(j.joints), 1, 1, int64(j.joints)))
	j.slots = e.Op("Mul", nil, j.floats(slot), counted)
	ofRows := j.slots // [systems,size,joints]
	if j.k > 1 {
		of := j.shaped(j.slots, j.size, j.ints(j.k), j.ints(j.joints))
		ofRows = e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, of, e.Ints([]int64{2}, 1))
	}
	j.move(axes, e.Op("MatMul", nil, j.ancestors(args[6], n.Int("depth")), ofRows))
	return j
}

// move sets J, given the axes and which rows each of them moves.
func (j *jointEmitter) move(axes, moves string) {
	e := j.e
	// These are the rows of the matrix that maps motions to velocities: a x r, and 1.
	skew := []float64{
		0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, // x
		0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, // y
		0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // z
	}
	unit := []float64{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}
	matrix := e.Op("Add", nil, e.Op("MatMul", nil, j.args[1], e.Floats(skew, 3, 18)), e.Floats(unit, 18))
	matrix = j.shaped(matrix, j.size3, j.ints(6))
	all := j.ints(j.joints)
	motions := j.shaped(e.Op("MatMul", nil, j.transposed(j.slots), axes), all, j.ints(6))
	free := j.shaped(e.Op("MatMul", nil, matrix, j.transposed(motions)), j.size, j.ints(3), all, j.one)
	moved := e.Op("Mul", nil, free, j.shaped(moves, j.size, j.one, all, j.one))
	weighted := e.Op("Mul", nil, moved, j.shaped(j.args[2], j.size, j.one, j.one, j.one))
	j.velocities, j.weighted = j.shaped(moved, j.size3, all), j.shaped(weighted, j.size3, all)
}

// matrix returns J^T M J + diag(resistance), with a resistance of 1 in slots without a joint.
func (j *jointEmitter) matrix() string {
	e := j.e
	ofSlots := j.transposed(j.slots)
	resistance := e.Op("MatMul", nil, ofSlots, j.shaped(j.args[4], j.axes, j.one))
	used := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, ofSlots, e.Ints([]int64{2}, 1))
	resistance = e.Op("Add", nil, resistance, e.Op("Sub", nil, e.Floats([]float64{1}), used))
	resistance = j.shaped(resistance, j.ints(j.joints), j.one)
	masses := e.Op("MatMul", nil, j.transposed(j.velocities), j.weighted)
	return e.Op("Add", nil, masses, e.Op("Mul", nil, e.Floats(identity(j.joints), int64(j.joints), int64(j.joints)), resistance))
}

// inverse divides the identity matrix by the matrix.
func (j *jointEmitter) inverse(matrix string) string {
	size := int64(j.joints)
	unit := j.e.Op("Expand", nil, j.e.Floats(identity(j.joints), 1, size, size), j.e.Op("Shape", nil, matrix))
	both := j.reshaped(j.e.Op("Concat", along(1), matrix, unit), 1, -1, 2*size, size)
	return j.reshaped(j.slice(j.divided(both, 1, 2*j.joints, j.joints, j.joints), 2, j.joints, 2*j.joints), -1, size, size)
}

func identity(size int) []float64 {
	matrix := make([]float64, size*size)
	for i := range size {
		matrix[i*size+i] = 1
	}
	return matrix
}
