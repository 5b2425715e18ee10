package ir

import (
	"fmt"
	"slices"
)

// These are the names of the operators of this file.
const (
	MatMul     OpName = "matmul"
	SumColumns OpName = "sum_columns"
	Concat     OpName = "concat"
)

// MatMul returns the matrix product of x and y, each of which may be transposed first.
// Transposing x sums over its rows.
func (b *Builder) MatMul(x, y *Value, transposeX, transposeY bool) *Value {
	return b.Op(MatMul, Attrs{"transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// SumColumns returns the sum of the columns: [rows,1].
func (b *Builder) SumColumns(x *Value) *Value { return b.Op(SumColumns, nil, x) }

// Concat puts the columns of its arguments side by side.
func (b *Builder) Concat(parts ...*Value) *Value { return b.Op(Concat, nil, parts...) }

// extents returns the rows and columns of t, swapped if transposed.
func extents(t Type, transposed bool) (rows, columns Dim) {
	if transposed {
		return t.Shape[1], t.Shape[0]
	}
	return t.Shape[0], t.Shape[1]
}

var matrixOps = []*Op{{
	Name: MatMul, Arity: 2,
	Attrs: []AttrSpec{{"transpose_x", BoolAttr}, {"transpose_y", BoolAttr}},
	Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
		if err := floats(args...); err != nil {
			return Type{}, err
		}
		rows, inner := extents(args[0], a.bool("transpose_x"))
		inner2, columns := extents(args[1], a.bool("transpose_y"))
		if inner != inner2 {
			return Type{}, fmt.Errorf("inner extents %s and %s differ", inner, inner2)
		}
		return Type{DType: Float, Shape: []Dim{rows, columns}}, nil
	},
	Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
		multiply(result.Float, matrixView(args[0], n.Bool("transpose_x")), matrixView(args[1], n.Bool("transpose_y")))
		return nil
	},
	Grad: func(b *Builder, n *Node, dy *Value) []*Value {
		x, y, tx, ty := n.Args[0], n.Args[1], n.Bool("transpose_x"), n.Bool("transpose_y")
		var dx, dy2 *Value
		if tx {
			dx = b.MatMul(y, dy, ty, true)
		} else {
			dx = b.MatMul(dy, y, false, !ty)
		}
		if ty {
			dy2 = b.MatMul(dy, x, true, tx)
		} else {
			dy2 = b.MatMul(x, dy, !tx, false)
		}
		return []*Value{dx, dy2}
	},
	ONNX: func(e Emitter, n *Node, args []string) string {
		for i, transposed := range []bool{n.Bool("transpose_x"), n.Bool("transpose_y")} {
			if transposed {
				args[i] = e.Op("Transpose", map[string]any{"perm": []int64{1, 0}}, args[i])
			}
		}
		return e.Op("MatMul", nil, args...)
	},
	Mixes: true,
	Samples: []Sample{
		product(Floats(Rows("particles"), 4), Floats(Fixed(4), 3), false, false),
		product(Floats(Rows("edges"), 3), Floats(Fixed(5), 3), false, true),
		product(Floats(Rows("edges"), 4), Floats(Rows("edges"), 3), true, false),
		product(Floats(Fixed(4), 2), Floats(Fixed(3), 4), true, true),
	},
}}

func product(x, y Type, transposeX, transposeY bool) Sample {
	return Sample{Args: []Type{x, y}, Attrs: Attrs{"transpose_x": transposeX, "transpose_y": transposeY}}
}

// view is a matrix with its strides, so that transposing copies nothing.
type view struct {
	data                       []float64
	rows, columns, row, column int
}

func matrixView(t Tensor, transposed bool) view {
	if transposed {
		return view{t.Float, t.Shape[1], t.Shape[0], 1, t.Shape[1]}
	}
	return view{t.Float, t.Shape[0], t.Shape[1], t.Shape[1], 1}
}

// inRows returns v with contiguous rows.
func (v view) inRows() view {
	if v.column == 1 {
		return v
	}
	copied := view{make([]float64, 0, v.rows*v.columns), v.rows, v.columns, v.columns, 1}
	for i := range v.rows {
		for j := range v.columns {
			copied.data = append(copied.data, v.data[i*v.row+j*v.column])
		}
	}
	return copied
}

// multiply adds the product of x and y to result. Terms are added in order, four in one loop, which
// halves the time.
func multiply(result []float64, x, y view) {
	y = y.inRows()
	for i := range x.rows {
		row := result[i*y.columns : (i+1)*y.columns]
		term := func(k int) (factor float64, with []float64) {
			return x.data[i*x.row+k*x.column], y.data[k*y.row:][:len(row)]
		}
		k := 0
		for ; k+4 <= x.columns; k += 4 {
			f0, y0 := term(k)
			f1, y1 := term(k + 1)
			f2, y2 := term(k + 2)
			f3, y3 := term(k + 3)
			for j := range row {
				row[j] = row[j] + float64(f0*y0[j]) + float64(f1*y1[j]) + float64(f2*y2[j]) + float64(f3*y3[j])
			}
		}
		for ; k < x.columns; k++ {
			factor, with := term(k)
			for j := range row {
				row[j] += float64(factor * with[j])
			}
		}
	}
}

var columnOps = []*Op{
	{
		Name: SumColumns, Arity: 1,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			return Floats(args[0].Rows(), 1), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i, x := range args[0].Float {
				result.Float[i/args[0].Shape[1]] += x
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			ones := slices.Repeat([]float64{1}, n.Args[0].Type.Columns())
			return []*Value{b.Mul(dy, b.Const(1, len(ones), ones...))}
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, args[0], e.Ints([]int64{1}, 1))
		},
		Samples: elementSamples,
	},
	{
		Name: Concat, Arity: Variadic,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			columns := 0
			for _, arg := range args {
				if arg.Rows() != args[0].Rows() {
					return Type{}, fmt.Errorf("%s and %s differ in rows", args[0], arg)
				}
				columns += arg.Columns()
			}
			return Floats(args[0].Rows(), columns), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			at := 0
			for _, arg := range args {
				copyBlock(result, [2]int{0, at}, arg, [2]int{}, arg.Shape)
				at += arg.Shape[1]
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			grads, at := make([]*Value, len(n.Args)), 0
			for i, arg := range n.Args {
				grads[i] = b.Columns(dy, at, at+arg.Type.Columns())
				at += arg.Type.Columns()
			}
			return grads
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			return e.Op("Concat", map[string]any{"axis": int64(1)}, args...)
		},
		Samples: []Sample{
			pair(Floats(Rows("particles"), 3), Floats(Rows("particles"), 2)),
			{Args: []Type{Floats(Rows("edges"), 2), Floats(Rows("edges"), 1), Floats(Rows("edges"), 3)}},
		},
	},
}
