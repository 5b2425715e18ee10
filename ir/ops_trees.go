package ir

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/tensions"
)

// These are the names of the operators of this file.
const (
	Tensions OpName = "tensions"
)

// Tensions returns the tensions [rows,1] of bars [rows,3] to the parents, an index for each
// row, that change the bars by change [rows,1]. The inverse masses w of particles, [rows,1],
// are 1 unless they are given. They may also be B B^T of matrices B, [rows,9], for particles
// that are heavier in some directions. Let y_i be tension_i bar_i minus the sum of tension_c
// bar_c over the children c of i. The tensions then solve bar_i . (w_i y_i - w_parent y_parent)
// = change_i. A row that is its own parent has no bar, and its tension is its change.
func (b *Builder) Tensions(bars, change, parents *Value, mobility ...*Value) *Value {
	return b.Op(Tensions, nil, append([]*Value{bars, change, parents}, mobility...)...)
}

// treeOps work on trees of rows, which the parents, an index for each row, describe. A row that
// is its own parent is a root.
var treeOps = []*Op{
	{
		// This is the solution of the equations of package tensions. A fourth argument holds
		// the mobilities of the particles, numbers or matrices. Without it all are 1.
		Name: Tensions, Arity: Variadic,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if len(args) != 3 && len(args) != 4 {
				return Type{}, fmt.Errorf("it takes 3 or 4 arguments, not %d", len(args))
			}
			bars, change, parents := args[0], args[1], args[2]
			switch rows := bars.Rows(); {
			case rows.Symbol == "" || !bars.Equal(Floats(rows, 3)):
				return Type{}, fmt.Errorf("%s is not a vector for each row of systems", bars)
			case !change.Equal(Floats(rows, 1)):
				return Type{}, fmt.Errorf("%s is not a number for each of %s", change, bars)
			case !parents.Equal(Indices(rows.Symbol, rows)):
				return Type{}, fmt.Errorf("%s is not a row for each of %s", parents, bars)
			case len(args) == 4 && !args[3].Equal(change) && !args[3].Equal(Floats(rows, 9)):
				return Type{}, fmt.Errorf("%s is not a number, nor a matrix 3 x 3, for each of %s", args[3], bars)
			}
			return change, nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			bars, change, parents := args[0], args[1], args[2]
			for i := range parents.Index {
				if _, err := parents.row(i, len(parents.Index)); err != nil {
					return err
				}
			}
			var mobility []float64
			if len(args) == 4 {
				mobility = args[3].Float
			}
			tensions.Solve(result.Float, bars.Float, change.Float, mobility, parents.Index)
			return nil
		},
		Grad: gradTensions,
		ONNX: emitTensions,
		Samples: []Sample{
			{Args: tensionArgs, Parents: 3},
			{Args: append(slices.Clone(tensionArgs), Floats(Rows("particles"), 1)), Low: 0.2, High: 2, Parents: 3},
			{Args: append(slices.Clone(tensionArgs), Floats(Rows("particles"), 9)), Low: -1, High: 2, Parents: 3},
		},
	},
}

var tensionArgs = []Type{Floats(Rows("particles"), 3), Floats(Rows("particles"), 1), Indices("particles", Rows("particles"))}

// gradTensions returns the gradients of Tensions. The matrix J W J^T is symmetric, so the
// gradient of change is m, the tensions for dy as the change. That of a bar is the
// derivative of -m J W J^T l with respect to it. That of an inverse mass is minus the
// product of the forces f and g of l and m on its particle, and that of a matrix B is -(g
// f^T + f g^T) B.
func gradTensions(b *Builder, n *Node, dy *Value) []*Value {
	bars, parents, tension := n.Args[0], n.Args[2], n.Result()
	mobility := n.Args[3:]
	change := b.Tensions(bars, dy, parents, mobility...)
	force := func(tension *Value) *Value {
		along := b.Mul(tension, bars)
		return b.Sub(along, b.ScatterAdd(along, parents))
	}
	pulled := func(force *Value) *Value {
		for _, w := range mobility {
			force = moved(b, w, force)
		}
		return b.Sub(force, b.Gather(force, parents))
	}
	ofTension, ofChange := force(tension), force(change)
	slope := b.Add(b.Mul(change, pulled(ofTension)), b.Mul(tension, pulled(ofChange)))
	grads := []*Value{b.Neg(slope), change, nil}
	for _, w := range mobility {
		if w.Type.Columns() == 1 {
			grads = append(grads, b.Neg(b.Inner(ofTension, ofChange)))
			continue
		}
		product := func(force, other *Value) *Value {
			return b.RowMatMul(force, b.RowMatMul(w, other, 3, true, false), 1, false, false)
		}
		grads = append(grads, b.Neg(b.Add(product(ofTension, ofChange), product(ofChange, ofTension))))
	}
	return grads
}

// moved returns the effect of a force on particles of these mobilities, w or B B^T.
func moved(b *Builder, mobility, force *Value) *Value {
	if mobility.Type.Columns() == 1 {
		return b.Mul(force, mobility)
	}
	return b.RowMatMul(mobility, b.RowMatMul(mobility, force, 3, true, false), 3, false, false)
}

// squarings is the number of squarings in the ONNX form. Except for rounding, the slowest part
// of the tensions of a straight chain of 150 bars is then exact to 1e-6, and that of a shorter,
// bent or branched one is more exact. In a longer one bars pull less than they should.
const squarings = 20

// noBars replaces the squared norm of the equations if no bar has a length.
const noBars = 1e-20

// emitTensions writes the equations of each system as a dense matrix A of bars
// by bars, (J W J^T)_ij = (r_i . r_j) (S W S^T)_ij with S_iv = 1 where v is row i and
// -1 where v is its parent, and the product
//
//	A^-1 c = 1/a (I + E) (I + E^2) (I + E^4) ... c    with E = I - A/a
//
// with a the norm of A, since no standard operator solves equations. For matrices B, A is Q
// Q^T with Q_iv = S_iv r_i B_v. The eigenvalues of E are from 0 to 1, so the product never
// grows beyond the solution. It is the last column of powers of the matrix (E c; 0 1), each
// of which is the square of the one before: one node for each factor.
func emitTensions(e Emitter, n *Node, args []string) string {
	systems, size := e.Systems(n.Result().Type.Rows().Symbol)
	one := e.Ints([]int64{1}, 1)
	shaped := func(x string, extents ...string) string {
		shape := e.Op("Concat", map[string]any{"axis": int64(0)}, append([]string{systems}, extents...)...)
		return e.Op("Reshape", map[string]any{"allowzero": int64(1)}, x, shape)
	}
	transposed := func(x string) string {
		return e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, x)
	}
	rows := e.Op("Range", nil, e.Ints([]int64{0}), e.Op("Squeeze", nil, e.Size(n.Result().Type.Rows().Symbol)), e.Ints([]int64{1}))
	same := func(x string) string {
		return e.Op("Cast", map[string]any{"to": onnxFloat}, e.Op("Equal", nil, shaped(x, size, one), shaped(rows, one, size)))
	}
	unit, ofParents := same(rows), same(args[2])
	ends := e.Op("Sub", nil, unit, ofParents)
	bars := shaped(args[0], size, e.Ints([]int64{3}, 1))
	var matrix string
	if len(args) == 4 && n.Args[3].Type.Columns() == 9 {
		three, all := e.Ints([]int64{3}, 1), e.Op("Mul", nil, size, e.Ints([]int64{3}, 1))
		roots := e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1, 3}}, shaped(args[3], size, three, three))
		along := e.Op("MatMul", nil, bars, shaped(roots, three, all))
		along = shaped(e.Op("Mul", nil, shaped(along, size, size, three), shaped(ends, size, size, one)), size, all)
		matrix = e.Op("MatMul", nil, along, transposed(along))
	} else {
		weighted := ends
		if len(args) == 4 {
			weighted = e.Op("Mul", nil, ends, shaped(args[3], one, size))
		}
		matrix = e.Op("Mul", nil, e.Op("MatMul", nil, weighted, transposed(ends)), e.Op("MatMul", nil, bars, transposed(bars)))
	}
	matrix = e.Op("Add", nil, matrix, e.Op("Mul", nil, unit, ofParents)) // the tension of a root is its change
	squares := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.Op("Mul", nil, matrix, matrix), e.Ints([]int64{1, 2}, 2))
	norm := e.Op("Sqrt", nil, e.Op("Max", nil, squares, e.Floats([]float64{noBars}, 1)))
	rest := e.Op("Sub", nil, unit, e.Op("Div", nil, matrix, norm))
	tension := e.Op("Div", nil, shaped(args[1], size, one), norm)
	below := e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6) // one more row
	powers := e.Op("Concat", map[string]any{"axis": int64(2)},
		e.Op("Pad", nil, rest, below, e.Floats([]float64{0})), e.Op("Pad", nil, tension, below, e.Floats([]float64{1})))
	for range squarings {
		powers = e.Op("MatMul", nil, powers, powers)
	}
	tension = e.Op("Slice", nil, powers, e.Ints([]int64{0, -1}, 2), e.Ints([]int64{-1, math.MaxInt32}, 2), e.Ints([]int64{1, 2}, 2))
	return e.Op("Reshape", nil, tension, e.Ints([]int64{-1, 1}, 2))
}
