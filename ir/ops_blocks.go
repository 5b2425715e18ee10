package ir

import "fmt"

// These are the names of the operators of this file.
const (
	MatMulBlocks OpName = "matmul_blocks"
	RowMatMul    OpName = "row_matmul"
)

// MatMulBlocks is MatMul for values whose rows hold several rows of a matrix, one after the
// other: each row of x and of the result holds as many as blocks says. With transposeX, the
// rows of x and y are added up: x^T y.
func (b *Builder) MatMulBlocks(x, y *Value, blocks int, transposeX, transposeY bool) *Value {
	return b.Op(MatMulBlocks, Attrs{"blocks": blocks, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// RowMatMul multiplies, in each row, the matrix in x, which has inner columns, with the matrix
// in y, which has inner rows. Each may be transposed first.
func (b *Builder) RowMatMul(x, y *Value, inner int, transposeX, transposeY bool) *Value {
	return b.Op(RowMatMul, Attrs{"inner": inner, "transpose_x": transposeX, "transpose_y": transposeY}, x, y)
}

// blockOps are products of small matrices, each of which is stored in a row, row by row.
var blockOps = []*Op{
	{
		// Each row of x and of the result holds a number of blocks, which are rows of a matrix.
		// With transpose_x, the blocks of x and y are added up.
		Name: MatMulBlocks, Arity: 2, Mixes: true,
		Attrs: []AttrSpec{{"blocks", IntAttr}, {"transpose_x", BoolAttr}, {"transpose_y", BoolAttr}},
		Infer: inferMatMulBlocks,
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			x, y := inBlocks(args[0], n.Int("blocks")), args[1]
			if n.Bool("transpose_x") {
				y = inBlocks(y, n.Int("blocks"))
			}
			multiply(result.Float, matrixView(x, n.Bool("transpose_x")), matrixView(y, n.Bool("transpose_y")))
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			x, y, blocks := n.Args[0], n.Args[1], n.Int("blocks")
			switch {
			case n.Bool("transpose_x"):
				return []*Value{b.MatMulBlocks(y, dy, blocks, false, true), b.MatMulBlocks(x, dy, blocks, false, false)}
			case n.Bool("transpose_y"):
				return []*Value{b.MatMulBlocks(dy, y, blocks, false, false), b.MatMulBlocks(dy, x, blocks, true, false)}
			}
			return []*Value{b.MatMulBlocks(dy, y, blocks, false, true), b.MatMulBlocks(x, dy, blocks, true, false)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			rows := func(i int) string { return inRows(e, args[i], n.Args[i].Type.Columns()/n.Int("blocks")) }
			x, y, swap := rows(0), args[1], map[string]any{"perm": []int64{1, 0}}
			if n.Bool("transpose_x") {
				return e.Op("MatMul", nil, e.Op("Transpose", swap, x), rows(1))
			}
			if n.Bool("transpose_y") {
				y = e.Op("Transpose", swap, y)
			}
			return inRows(e, e.Op("MatMul", nil, x, y), n.Result().Type.Columns())
		},
		Samples: []Sample{
			blocks(Floats(Rows("particles"), 6), Floats(Fixed(2), 4), 3, false, false),
			blocks(Floats(Rows("edges"), 6), Floats(Fixed(4), 3), 2, false, true),
			blocks(Floats(Rows("particles"), 6), Floats(Rows("particles"), 4), 2, true, false),
		},
	},
	{
		// This is the product of the matrices in two rows, which have inner columns and inner
		// rows. If they are transposed, rows and columns are exchanged.
		Name: RowMatMul, Arity: 2,
		Attrs: []AttrSpec{{"inner", IntAttr}, {"transpose_x", BoolAttr}, {"transpose_y", BoolAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			inner := a.int("inner")
			if inner < 1 || args[0].Columns()%inner != 0 || args[1].Columns()%inner != 0 || args[0].Rows() != args[1].Rows() {
				return Type{}, fmt.Errorf("%s and %s hold no matrices with %d columns and rows", args[0], args[1], inner)
			}
			return Floats(args[0].Rows(), args[0].Columns()/inner*(args[1].Columns()/inner)), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			inner, width := n.Int("inner"), result.Shape[1]
			p, q := args[0].Shape[1]/inner, args[1].Shape[1]/inner
			for i := range result.Shape[0] {
				x, y := rowMatrix(args[0], i, p, inner, n.Bool("transpose_x")), rowMatrix(args[1], i, inner, q, n.Bool("transpose_y"))
				multiply(result.Float[i*width:(i+1)*width], x, y)
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			x, y, tx, ty := n.Args[0], n.Args[1], n.Bool("transpose_x"), n.Bool("transpose_y")
			p, q := x.Type.Columns()/n.Int("inner"), y.Type.Columns()/n.Int("inner")
			dx, dy2 := b.RowMatMul(dy, y, q, false, !ty), b.RowMatMul(x, dy, p, !tx, false)
			if tx {
				dx = b.RowMatMul(y, dy, q, ty, true)
			}
			if ty {
				dy2 = b.RowMatMul(dy, x, p, true, tx)
			}
			return []*Value{dx, dy2}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			inner := n.Int("inner")
			matrices := func(i, rows, columns int, transposed bool) string {
				if transposed {
					rows, columns = columns, rows
				}
				x := e.Op("Reshape", nil, args[i], e.Ints([]int64{-1, int64(rows), int64(columns)}, 3))
				if transposed {
					x = e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, x)
				}
				return x
			}
			x := matrices(0, n.Args[0].Type.Columns()/inner, inner, n.Bool("transpose_x"))
			y := matrices(1, inner, n.Args[1].Type.Columns()/inner, n.Bool("transpose_y"))
			return inRows(e, e.Op("MatMul", nil, x, y), n.Result().Type.Columns())
		},
		Samples: []Sample{
			rowProduct(Floats(Rows("particles"), 6), Floats(Rows("particles"), 8), 2, false, false),
			rowProduct(Floats(Rows("edges"), 6), Floats(Rows("edges"), 3), 3, true, false),
			rowProduct(Floats(Rows("edges"), 3), Floats(Rows("edges"), 6), 3, false, true),
			rowProduct(Floats(Rows("particles"), 6), Floats(Rows("particles"), 8), 2, true, true),
		},
	},
}

func inferMatMulBlocks(_ *Module, args []Type, a Attrs) (Type, error) {
	if err := floats(args...); err != nil {
		return Type{}, err
	}
	x, y, blocks := args[0], args[1], a.int("blocks")
	if blocks < 1 || x.Columns()%blocks != 0 {
		return Type{}, fmt.Errorf("the rows of %s are not %d blocks", x, blocks)
	}
	width := x.Columns() / blocks
	if a.bool("transpose_x") {
		if y.Columns()%blocks != 0 || x.Rows() != y.Rows() || a.bool("transpose_y") {
			return Type{}, fmt.Errorf("%s is not to be transposed and added up with %s in %d blocks", x, y, blocks)
		}
		return Floats(Fixed(width), y.Columns()/blocks), nil
	}
	inner, columns := extents(y, a.bool("transpose_y"))
	if inner != Fixed(width) || columns.Symbol != "" {
		return Type{}, fmt.Errorf("blocks of %d columns do not fit %s", width, y)
	}
	return Floats(x.Rows(), blocks*columns.Number), nil
}

// inBlocks returns t with each row cut into that number of rows.
func inBlocks(t Tensor, blocks int) Tensor {
	return Tensor{Shape: []int{t.Shape[0] * blocks, t.Shape[1] / blocks}, Float: t.Float}
}

// inRows writes the elements of x in rows of that many columns.
func inRows(e Emitter, x string, columns int) string {
	return e.Op("Reshape", nil, x, e.Ints([]int64{-1, int64(columns)}, 2))
}

// rowMatrix returns the matrix in row i of t.
func rowMatrix(t Tensor, i, rows, columns int, transposed bool) view {
	if transposed {
		rows, columns = columns, rows
	}
	return matrixView(Tensor{Shape: []int{rows, columns}, Float: t.Float[i*rows*columns : (i+1)*rows*columns]}, transposed)
}

func blocks(x, y Type, count int, transposeX, transposeY bool) Sample {
	return Sample{Args: []Type{x, y}, Attrs: Attrs{"blocks": count, "transpose_x": transposeX, "transpose_y": transposeY}}
}

func rowProduct(x, y Type, inner int, transposeX, transposeY bool) Sample {
	return Sample{Args: []Type{x, y}, Attrs: Attrs{"inner": inner, "transpose_x": transposeX, "transpose_y": transposeY}}
}
