package ir

import (
	"fmt"

	"gmnc/internal/articulated"
)

// Joints are trees of rigid bodies with joints, in rows: their axes [rows,6k],
// positions [rows,3], masses and resistances [rows,1] and [rows,k], as
// articulated.Rows has them. A system has at most Count rows with axes, and a way
// from a root at most Depth rows.
type Joints struct {
	Axes, Position, Mass, Resistance, Parents *Value
	Count, Depth                              int
}

// JointRates are the rates [rows,k] of the axes of joints, which solve
// (J^T M J + diag(resistance)) w = J^T force + load for forces [rows,3] and loads
// [rows,k]: package articulated says it in full. Resistances are positive where an
// axis is 0.
func (b *Builder) JointRates(j Joints, force, load *Value) *Value {
	attrs := Attrs{"joints": j.Count, "depth": j.Depth}
	return b.Op(JointRates, attrs, j.Axes, j.Position, j.Mass, force, j.Resistance, load, j.Parents)
}

// Motion is how rows move at the rates [rows,k] of axes [rows,6k]: an angular velocity
// and the velocity of what is at the origin, [rows,6].
func (b *Builder) Motion(paths Paths, axes, rates *Value) *Value {
	var own *Value
	for c := range rates.Type.Columns() {
		part := b.Mul(b.Columns(axes, 6*c, 6*c+6), b.Columns(rates, c, c+1))
		if own == nil {
			own = part
		} else {
			own = b.Add(own, part)
		}
	}
	return paths.FromRoot(own)
}

// VelocityAt is the velocity [rows,3] of points at positions [rows,3] that move by
// motions [rows,6].
func (b *Builder) VelocityAt(motion, position *Value) *Value {
	return b.Add(b.Columns(motion, 3, 6), b.Cross(b.Columns(motion, 0, 3), position))
}

var jointOps = []*Op{
	{
		Name: JointRates, Arity: 7, Attrs: []AttrSpec{{"joints", IntAttr}, {"depth", IntAttr}},
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			load := args[5]
			if load.DType != Float || load.Rows().Symbol == "" {
				return Type{}, fmt.Errorf("%s are not loads for each row of systems", load)
			}
			rows, k := load.Rows(), load.Columns()
			want := []Type{Floats(rows, 6*k), Floats(rows, 3), Floats(rows, 1), Floats(rows, 3), Floats(rows, k), load, Indices(rows.Symbol, rows)}
			for i := range want {
				if !args[i].Equal(want[i]) {
					return Type{}, fmt.Errorf("argument %d is %s, want %s", i, args[i], want[i])
				}
			}
			return load, nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			parents := args[6]
			for i := range parents.Index {
				if _, err := parents.row(i, len(parents.Index)); err != nil {
					return err
				}
			}
			rows := articulated.Rows[float64, int64]{
				Axes: args[0].Float, Position: args[1].Float, Mass: args[2].Float, Resistance: args[4].Float, Parents: parents.Index,
			}
			rows.Rates(result.Float, args[3].Float, args[5].Float)
			return nil
		},
		Grad: gradJointRates,
		ONNX: emitJointRates,
		Samples: []Sample{
			jointSample(1), jointSample(2),
		},
	},
}

func jointSample(k int) Sample {
	rows := Rows("particles")
	return Sample{
		Args: []Type{Floats(rows, 6*k), Floats(rows, 3), Floats(rows, 1), Floats(rows, 3), Floats(rows, k), Floats(rows, k), Indices("particles", rows)},
		// As many as the systems of tests have.
		Attrs: Attrs{"joints": 8, "depth": 8}, Low: 0.5, High: 1.5, Parents: 7,
	}
}

// gradJointRates: with A w = b the matrix A is symmetric, so that b receives
// z, the rates that dy as loads makes, and A receives -z w^T. With q = J z and
// u = J w the velocities at these rates, what depends on J and M is
//
//	sum over rows of force . q - m q . u
func gradJointRates(b *Builder, n *Node, dy *Value) []*Value {
	axes, position, mass, force := n.Args[0], n.Args[1], n.Args[2], n.Args[3]
	j := Joints{axes, position, mass, n.Args[4], n.Args[6], n.Int("joints"), n.Int("depth")}
	w := n.Result()
	z := b.JointRates(j, b.Mul(b.Scalar(0), force), dy)
	paths := b.Paths(j.Parents, j.Depth)
	atW, atZ := b.Motion(paths, axes, w), b.Motion(paths, axes, z)
	u, q := b.VelocityAt(atW, position), b.VelocityAt(atZ, position)
	// Of q, through z fixed, and of u, through w fixed.
	ofQ, ofU := b.Sub(force, b.Mul(mass, u)), b.Neg(b.Mul(mass, q))
	ofPosition := b.Add(b.Cross(ofQ, b.Columns(atZ, 0, 3)), b.Cross(ofU, b.Columns(atW, 0, 3)))
	moment := func(of *Value) *Value { return paths.ToRoot(b.Concat(b.Cross(position, of), of)) }
	momentQ, momentU := moment(ofQ), moment(ofU)
	var ofAxes []*Value
	for c := range w.Type.Columns() {
		ofAxes = append(ofAxes, b.Add(b.Mul(b.Columns(z, c, c+1), momentQ), b.Mul(b.Columns(w, c, c+1), momentU)))
	}
	return []*Value{b.Concat(ofAxes...), ofPosition, b.Neg(b.Inner(q, u)), q, b.Neg(b.Mul(z, w)), z, nil}
}

// emitJointRates writes the equations of each system as a dense matrix over the axes of
// its rows with axes, joints in all, and its inverse by elimination without
// pivots, which a positive definite matrix does not need. What depends on forces and
// loads comes last, so that passes over the same matrix share the rest.
func emitJointRates(e Emitter, n *Node, args []string) string {
	j := newJointEmitter(e, n, args)
	inverse := j.inverse(j.matrix(), j.joints*j.k)
	force := j.shaped(args[3], j.size3, j.one)
	load := e.Op("MatMul", nil, j.transposed(j.slots), j.shaped(args[5], j.size, j.ints(j.k)))
	load = j.shaped(load, j.ints(j.joints*j.k), j.one)
	right := e.Op("Add", nil, e.Op("MatMul", nil, j.transposed(j.velocities), force), load)
	rates := j.shaped(e.Op("MatMul", nil, inverse, right), j.ints(j.joints), j.ints(j.k))
	rates = e.Op("MatMul", nil, j.slots, rates)
	alone := e.Op("Div", nil, j.shaped(args[5], j.size, j.ints(j.k)), j.shaped(args[4], j.size, j.ints(j.k)))
	rates = e.Op("Where", nil, j.isJoint, rates, alone)
	return e.Op("Reshape", nil, rates, e.Ints([]int64{-1, int64(j.k)}, 2))
}

// jointEmitter has what the equations of joints are made of, a matrix a system.
type jointEmitter struct {
	e                         Emitter
	args                      []string
	k, joints                 int
	systems, size, size3, one string // int64[1]
	isJoint                   string // bool [systems,size,1]
	slots                     string // [systems,size,joints]: 1 where a row is this joint
	velocities                string // J: [systems,3 size,joints k]
	weighted                  string // M J
}

func newJointEmitter(e Emitter, n *Node, args []string) *jointEmitter {
	j := &jointEmitter{e: e, args: args, k: n.Result().Type.Columns(), joints: n.Int("joints")}
	symbol := n.Result().Type.Rows().Symbol
	j.systems, j.size = e.Systems(symbol)
	j.one = e.Ints([]int64{1}, 1)
	j.size3 = e.Op("Mul", nil, j.size, e.Ints([]int64{3}, 1))

	axes := j.shaped(args[0], j.size, j.ints(6*j.k))
	square := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.Op("Mul", nil, axes, axes), e.Ints([]int64{2}, 1))
	j.isJoint = e.Op("Greater", nil, square, e.Floats([]float64{0}))
	counted := j.floats(j.isJoint)
	rows := e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, e.Size(symbol)), e.Ints([]int64{1}))
	own := j.shaped(rows, j.size, j.one)
	others := j.shaped(rows, j.one, j.size)
	before := e.Op("MatMul", nil, j.floats(e.Op("Less", nil, others, own)), counted) // joints before each row
	numbers := make([]float64, j.joints)
	for i := range numbers {
		numbers[i] = float64(i)
	}
	slot := e.Op("Equal", nil, before, e.Floats(numbers, 1, 1, int64(j.joints)))
	j.slots = e.Op("Mul", nil, j.floats(slot), counted)

	// A power of the matrix of parents, and 1 on the diagonal, has 1 at all ancestors.
	unit := j.floats(e.Op("Equal", nil, own, others))
	ofParents := j.floats(e.Op("Equal", nil, j.shaped(args[6], j.size, j.one), others))
	ancestors := e.Op("Max", nil, unit, ofParents)
	for reach := 1; reach < n.Int("depth")-1; reach *= 2 {
		ancestors = e.Op("Min", nil, e.Op("MatMul", nil, ancestors, ancestors), e.Floats([]float64{1}))
	}
	j.move(axes, e.Op("MatMul", nil, ancestors, j.slots))
	return j
}

// move sets J, given the axes and which joints move which rows.
func (j *jointEmitter) move(axes, moves string) {
	e := j.e
	// The rows of the matrix that makes velocities of motions: a x r, and 1.
	skew := []float64{
		0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, // x
		0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, // y
		0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // z
	}
	unit := []float64{0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1}
	matrix := e.Op("Add", nil, e.Op("MatMul", nil, j.args[1], e.Floats(skew, 3, 18)), e.Floats(unit, 18))
	matrix = j.shaped(matrix, j.size3, j.ints(6))
	all := j.ints(j.joints * j.k)
	motions := j.shaped(e.Op("MatMul", nil, j.transposed(j.slots), axes), all, j.ints(6))
	free := j.shaped(e.Op("MatMul", nil, matrix, j.transposed(motions)), j.size, j.ints(3), j.ints(j.joints), j.ints(j.k))
	moved := e.Op("Mul", nil, free, j.shaped(moves, j.size, j.one, j.ints(j.joints), j.one))
	weighted := e.Op("Mul", nil, moved, j.shaped(j.args[2], j.size, j.one, j.one, j.one))
	j.velocities, j.weighted = j.shaped(moved, j.size3, all), j.shaped(weighted, j.size3, all)
}

// matrix is J^T M J + diag(resistance), with a resistance of 1 in slots without a
// joint.
func (j *jointEmitter) matrix() string {
	e := j.e
	ofSlots := j.transposed(j.slots)
	resistance := e.Op("MatMul", nil, ofSlots, j.shaped(j.args[4], j.size, j.ints(j.k)))
	used := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, ofSlots, e.Ints([]int64{2}, 1))
	resistance = e.Op("Add", nil, resistance, e.Op("Sub", nil, e.Floats([]float64{1}), used))
	resistance = j.shaped(resistance, j.ints(j.joints*j.k), j.one)
	masses := e.Op("MatMul", nil, j.transposed(j.velocities), j.weighted)
	return e.Op("Add", nil, masses, e.Op("Mul", nil, e.Floats(identity(j.joints*j.k), int64(j.joints*j.k), int64(j.joints*j.k)), resistance))
}

// inverse eliminates column by column (Gauss, Jordan).
func (j *jointEmitter) inverse(matrix string, size int) string {
	e, whole := j.e, int64(size)
	unit := e.Op("Expand", nil, e.Floats(identity(size), 1, whole, whole), e.Op("Shape", nil, matrix))
	both := e.Op("Concat", map[string]any{"axis": int64(2)}, matrix, unit)
	for p := range size {
		at := e.Ints([]int64{int64(p)}, 1)
		row := e.Op("Gather", map[string]any{"axis": int64(1)}, both, at)
		column := e.Op("Gather", map[string]any{"axis": int64(2)}, both, at)
		row = e.Op("Div", nil, row, e.Op("Gather", map[string]any{"axis": int64(2)}, row, at))
		column = e.Op("Sub", nil, column, e.Floats(identity(size)[p*size:(p+1)*size], 1, whole, 1))
		both = e.Op("Sub", nil, both, e.Op("MatMul", nil, column, row))
	}
	return e.Op("Slice", nil, both, e.Ints([]int64{whole}, 1), e.Ints([]int64{2 * whole}, 1), e.Ints([]int64{2}, 1))
}

func (j *jointEmitter) ints(value int) string { return j.e.Ints([]int64{int64(value)}, 1) }

func (j *jointEmitter) floats(x string) string {
	return j.e.Op("Cast", map[string]any{"to": onnxFloat}, x)
}

// shaped has these extents in every system.
func (j *jointEmitter) shaped(x string, extents ...string) string {
	shape := j.e.Op("Concat", map[string]any{"axis": int64(0)}, append([]string{j.systems}, extents...)...)
	return j.e.Op("Reshape", map[string]any{"allowzero": int64(1)}, x, shape)
}

func (j *jointEmitter) transposed(x string) string {
	return j.e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, x)
}

func identity(size int) []float64 {
	matrix := make([]float64, size*size)
	for i := range size {
		matrix[i*size+i] = 1
	}
	return matrix
}
