package ir

// emitJointRates writes the equations of each system as a dense matrix over its axes that are
// not 0, and its inverse by elimination without pivoting, which a positive definite matrix does
// not need. The terms of forces and loads come last, so that passes over the same matrix share
// the rest.
func emitJointRates(e Emitter, n *Node, args []string) string {
	j := newJointEmitter(e, n, args)
	matrix := j.matrix()
	inverse := j.inverse(matrix)
	force := j.shaped(args[3], j.size3(), j.one)
	load := e.Op("MatMul", nil, j.transposed(j.slots), j.shaped(args[5], j.axes, j.one))
	load = j.shaped(load, j.ints(j.joints), j.one)
	right := e.Op("Add", nil, e.Op("MatMul", nil, j.turned(j.moved), force), load)
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
	args      []string
	k, joints int    // axes of a row and, that are not 0, of a system
	axes      string // number of axes: int64[1]
	isAxis    string // bool [systems,axes,1]
	slots     string // [systems,axes,joints]: 1 where an axis is this one of those not 0
	moved     string // J: [1,systems,3 size,joints]
}

func newJointEmitter(e Emitter, n *Node, args []string) *jointEmitter {
	rows := newRowsEmitter(e, n.Result().Type.Rows().Symbol)
	j := &jointEmitter{rowsEmitter: rows, args: args, k: n.Result().Type.Columns(), joints: n.Int("joints")}
	j.axes = j.size
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

	var fields []entry // the first three rows of the matrix of each axis, transposed: [4,3]
	for _, at := range fieldOfAxes {
		fields = append(fields, entry{at.row, at.column%4*3 + at.column/4, at.value})
	}
	moves := e.Op("MatMul", nil, j.ancestors(args[6], n.Int("depth")), ofRows)
	axes = j.times(e.Op("MatMul", nil, j.transposed(j.slots), axes), 6, 12, fields)
	particles := e.Op("Add", nil, j.times(args[1], 3, 4, crosses[0]), e.Floats([]float64{0, 0, 0, 1}, 4))
	j.moved = j.velocities(j.shaped(particles, j.size, j.ints(4)), j.reshaped(axes, 1, -1, int64(j.joints), 12), moves, 1, j.joints, 1)
	return j
}

// matrix returns J^T M J + diag(resistance), with a resistance of 1 in slots without a joint.
func (j *jointEmitter) matrix() string {
	e := j.e
	ofSlots := j.transposed(j.slots)
	resistance := e.Op("MatMul", nil, ofSlots, j.shaped(j.args[4], j.axes, j.one))
	used := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, ofSlots, e.Ints([]int64{2}, 1))
	resistance = e.Op("Add", nil, resistance, e.Op("Sub", nil, e.Floats([]float64{1}), used))
	resistance = j.shaped(resistance, j.ints(j.joints), j.one)
	_, masses := j.weighted(j.moved, j.moved, j.args[2])
	return e.Op("Add", nil, masses, e.Op("Mul", nil, e.Floats(identity(j.joints), int64(j.joints), int64(j.joints)), resistance))
}

// inverse divides the identity matrix by the matrix.
func (j *jointEmitter) inverse(matrix string) string {
	size := int64(j.joints)
	unit := j.e.Op("Expand", nil, j.e.Floats(identity(j.joints), 1, 1, size, size), j.e.Op("Shape", nil, matrix))
	return j.slice(j.divided(j.e.Op("Concat", along(2), matrix, unit), 1, 2*j.joints, j.joints, j.joints), 2, j.joints, 2*j.joints)
}
