package ir

import (
	"fmt"

	"gmnc/internal/articulated"
)

// These are the names of the operators of this file.
const (
	JointRates OpName = "joint_rates"
	SumPaths   OpName = "sum_paths"
)

// JointPose holds the axes of joints [rows,6k] and the positions of particles [rows,3].
type JointPose struct{ Axes, Position *Value }

// Joints describes trees of rigid bodies with joints, in rows: a pose, masses [rows,1] and
// resistances [rows,k], as in articulated.Rows. A system has at most Count axes that are not 0, and
// a path from a root at most Depth rows.
type Joints struct {
	JointPose
	Mass, Resistance, Parents *Value
	Count, Depth              int
}

// At returns the joints at another pose, with another resistance besides masses. Axes that are 0
// have the resistance 1 more; active [rows,k] is 1 for all others.
func (j Joints) At(b *Builder, pose JointPose, active, resistance *Value) Joints {
	j.JointPose, j.Resistance = pose, b.Add(resistance, b.Sub(b.Scalar(1), active))
	return j
}

// JointRates returns the rates [rows,k] of the axes of joints. They solve (J^T M J +
// diag(resistance)) w = J^T force + load for forces [rows,3] and loads [rows,k]; package
// articulated describes that in full. Resistances must be positive where an axis is 0.
func (b *Builder) JointRates(j Joints, force, load *Value) *Value {
	attrs := Attrs{"joints": j.Count, "depth": j.Depth}
	return b.Op(JointRates, attrs, j.Axes, j.Position, j.Mass, force, j.Resistance, load, j.Parents)
}

// Motion returns the motion of each row at the rates [rows,k] of the axes of joints: an angular
// velocity and the velocity at the origin, [rows,6].
func (b *Builder) Motion(j Joints, rates *Value) *Value {
	var own *Value
	for c := range rates.Type.Columns() {
		part := b.Mul(b.Columns(j.Axes, 6*c, 6*c+6), b.Columns(rates, c, c+1))
		if own == nil {
			own = part
		} else {
			own = b.Add(own, part)
		}
	}
	return b.SumPaths(own, j.Parents, j.Depth, false)
}

// VelocityAt returns the velocity [rows,3] of points at positions [rows,3] that move by motions
// [rows,6].
func (b *Builder) VelocityAt(motion, position *Value) *Value {
	return b.Add(b.Columns(motion, 3, 6), b.Cross(b.Columns(motion, 0, 3), position))
}

// SumPaths adds up x [rows,k] over the path from the root to each row, including both; transposed,
// it adds up over the row and its descendants. A row that is its own parent is a root, and a path
// has at most depth rows. Rows in a cycle of parents are 0.
func (b *Builder) SumPaths(x, parents *Value, depth int, transpose bool) *Value {
	return b.Op(SumPaths, Attrs{"depth": depth, "transpose": transpose}, x, parents)
}

var jointOps = []*Op{
	{
		Name: SumPaths, Arity: 2, Attrs: []AttrSpec{{"depth", IntAttr}, {"transpose", BoolAttr}},
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			x, parents := args[0], args[1]
			if x.DType != Float || x.Rows().Symbol == "" || !parents.Equal(Indices(x.Rows().Symbol, x.Rows())) {
				return Type{}, fmt.Errorf("%s is not a row for each of %s", parents, x)
			}
			return x, nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			if err := checkParents(args[1]); err != nil {
				return err
			}
			articulated.SumPaths(result.Float, args[0].Float, args[1].Index, n.Bool("transpose"))
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.SumPaths(dy, n.Args[1], n.Int("depth"), !n.Bool("transpose")), nil}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			rows := newRowsEmitter(e, n.Result().Type.Rows().Symbol)
			ways := rows.ancestors(args[1], n.Int("depth"))
			if n.Bool("transpose") {
				ways = rows.transposed(ways)
			}
			width := n.Result().Type.Columns()
			sum := e.Op("MatMul", nil, ways, rows.shaped(args[0], rows.size, rows.ints(width)))
			return e.Op("Reshape", nil, sum, e.Ints([]int64{-1, int64(width)}, 2))
		},
		Samples: []Sample{
			{Args: []Type{Floats(Rows("particles"), 2), Indices("particles", Rows("particles"))}, Attrs: Attrs{"depth": 8, "transpose": false}, Parents: 2},
			{Args: []Type{Floats(Rows("particles"), 1), Indices("particles", Rows("particles"))}, Attrs: Attrs{"depth": 8, "transpose": true}, Parents: 2},
		},
	},
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
					return Type{}, fmt.Errorf("argument %d is %s, expected %s", i, args[i], want[i])
				}
			}
			return load, nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			parents := args[6]
			if err := checkParents(parents); err != nil {
				return err
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

// checkParents returns an error for a parent that is no row.
func checkParents(parents Tensor) error {
	for i := range parents.Index {
		if _, err := parents.row(i, len(parents.Index)); err != nil {
			return err
		}
	}
	return nil
}

func jointSample(k int) Sample {
	rows := Rows("particles")
	return Sample{
		Args: []Type{Floats(rows, 6*k), Floats(rows, 3), Floats(rows, 1), Floats(rows, 3), Floats(rows, k), Floats(rows, k), Indices("particles", rows)},
		// The systems of tests have as many.
		Attrs: Attrs{"joints": 8 * k, "depth": 8}, Low: 0.25, High: 0.75, Parents: 7,
	}
}

// gradJointRates returns the gradients of JointRates. In A w = b the matrix A is symmetric,
// so the gradient of b is z, the rates for dy as loads, and that of A is -z w^T. With the
// velocities q = J z and u = J w at these rates, the part that depends on J and M is
//
//	sum over rows of force . q - m q . u
func gradJointRates(b *Builder, n *Node, dy *Value) []*Value {
	axes, position, mass, force := n.Args[0], n.Args[1], n.Args[2], n.Args[3]
	j := Joints{JointPose{axes, position}, mass, n.Args[4], n.Args[6], n.Int("joints"), n.Int("depth")}
	w := n.Result()
	z := b.JointRates(j, b.Mul(b.Scalar(0), force), dy)
	atW, atZ := b.Motion(j, w), b.Motion(j, z)
	u, q := b.VelocityAt(atW, position), b.VelocityAt(atZ, position)
	// The first is of q with z fixed, and the second is of u with w fixed.
	ofQ, ofU := b.Sub(force, b.Mul(mass, u)), b.Neg(b.Mul(mass, q))
	ofPosition := b.Add(b.Cross(ofQ, b.Columns(atZ, 0, 3)), b.Cross(ofU, b.Columns(atW, 0, 3)))
	moment := func(of *Value) *Value {
		return b.SumPaths(b.Concat(b.Cross(position, of), of), j.Parents, j.Depth, true)
	}
	momentQ, momentU := moment(ofQ), moment(ofU)
	var ofAxes []*Value
	for c := range w.Type.Columns() {
		ofAxes = append(ofAxes, b.Add(b.Mul(b.Columns(z, c, c+1), momentQ), b.Mul(b.Columns(w, c, c+1), momentU)))
	}
	return []*Value{b.Concat(ofAxes...), ofPosition, b.Neg(b.Inner(q, u)), q, b.Neg(b.Mul(z, w)), z, nil}
}
