package ir

import "slices"

// slotsEmitter writes tables of slots. Each system has one slot for each of the bodies that it
// may have, and a last one for the ground. Rows of no body belong to the ground.
type slotsEmitter struct {
	rowsEmitter
	joints, slots int
	slot          string // [systems,size,slots]: 1 where a row begins this body
	ofSlots       string // the same, transposed
	owner         string // [systems,size,slots]: 1 where this body owns a row
	// before holds the parents of slots: [systems,slots,1] as numbers. rowBefore holds them as
	// int64[systems slots] among the slots of all systems.
	before, rowBefore string
}

func newSlotsEmitter(e Emitter, n *Node, turn, slide, parents string) slotsEmitter {
	rows := newRowsEmitter(e, n.Result().Type.Rows().Symbol)
	s := slotsEmitter{rowsEmitter: rows, joints: n.Int("joints")}
	s.slots = s.joints + 1
	axes := turn
	if !isZero(n.Args[1]) {
		axes = e.Op("Concat", along(1), turn, slide)
	}
	begins := s.shaped(e.Op("Greater", nil, s.squares(axes), e.Floats([]float64{0}, 1, 1)), s.size, s.one)
	counted := s.floats(begins)
	numbers := e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, s.size), e.Ints([]int64{1}))
	isBefore := e.Op("Less", nil, numbers, e.Op("Unsqueeze", nil, numbers, s.one)) // as the file's prologue has it
	before := e.Op("MatMul", nil, s.floats(isBefore), counted)
	ground := e.Floats([]float64{float64(s.joints)})
	number := e.Op("Where", nil, begins, before, ground)
	ofParent := e.Op("Gather", along(0), e.Op("Reshape", nil, number, s.ints(-1)), parents)
	ofParent = s.shaped(ofParent, s.size, s.one)

	slots := counting(s.slots)
	is := func(number string, numbers []float64) string {
		return s.floats(e.Op("Equal", nil, number, e.Floats(numbers, 1, 1, int64(s.slots))))
	}
	s.owner = is(e.Op("Where", nil, begins, number, ofParent), slots)
	isRoot := e.Op("Equal", nil, ofParent, number) // a body that is its own parent
	towards := e.Op("Sub", nil, e.Op("Where", nil, isRoot, ground, ofParent), ground)
	slots[s.joints] = -1 // no row begins the ground
	s.slot = is(number, slots)
	s.ofSlots = s.transposed(s.slot)
	s.before = e.Op("Add", nil, e.Op("MatMul", nil, s.ofSlots, towards), ground)
	systems := e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, s.systems), e.Ints([]int64{1}))
	offset := e.Op("Mul", nil, e.Op("Unsqueeze", nil, systems, e.Ints([]int64{1, 2}, 2)), s.ints(s.slots))
	row := e.Op("Add", nil, e.Op("Cast", map[string]any{"to": onnxInt64}, s.before), offset)
	s.rowBefore = e.Op("Reshape", nil, row, s.ints(-1))
	return s
}

// free returns 1 for slots without a body: [systems,1,slots].
func (s slotsEmitter) free() string {
	return s.e.Op("Sub", nil, s.e.Floats([]float64{1}), s.e.Op("ReduceSum", keepDims, s.slot, s.one))
}

// isZero reports whether a value is written as zeros.
func isZero(v *Value) bool {
	switch {
	case v.Is(Const):
		return !slices.ContainsFunc(v.Node.Values("values"), func(x float64) bool { return x != 0 })
	case v.Is(Mul), v.Is(Broadcast):
		return slices.ContainsFunc(v.Node.Args, isZero)
	}
	return false
}

// counting returns the numbers from 0 to count-1.
func counting(count int) []float64 {
	numbers := make([]float64, count)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	return numbers
}

// squares returns the sums of the squares of rows: [rows,1].
func (s slotsEmitter) squares(rows string) string {
	return s.e.Reduce("ReduceSumSquare", rows)
}

// table returns values of rows, [rows,columns], for the rows that begin bodies:
// [systems,slots,columns].
func (s slotsEmitter) table(values ...string) string {
	return s.e.Op("MatMul", nil, s.ofSlots, s.inSystems(s.e.Op("Concat", along(1), values...)))
}

// unit returns the identity matrix of slots.
func (s slotsEmitter) unit() string {
	return s.e.Floats(identity(s.slots), int64(s.slots), int64(s.slots))
}

// ofRows returns values of rows, of some columns each, in the slots of their bodies:
// [1,systems,columns,slots].
func (s slotsEmitter) ofRows(values string, columns int) string {
	if columns == 1 {
		values = s.shaped(values, s.one, s.size)
	} else {
		values = s.transposed(s.inSystems(values))
	}
	sum := s.e.Op("MatMul", nil, values, s.slot)
	return s.reshaped(sum, 1, -1, int64(columns), int64(s.slots))
}

// inRows returns values of slots, [1,systems,columns,slots], in the rows of bodies:
// [rows,columns].
func (s slotsEmitter) inRows(values string, columns int) string {
	values = s.transposed(s.reshaped(values, -1, int64(columns), int64(s.slots)))
	return s.e.Op("Reshape", nil, s.e.Op("MatMul", nil, s.slot, values), s.e.Ints([]int64{-1, int64(columns)}, 2))
}
