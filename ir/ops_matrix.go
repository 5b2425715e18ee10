package ir

import "fmt"

// extents returns the rows and columns of t, swapped if transposed.
func extents(t Type, transposed bool) (rows, columns Dim) {
	if transposed {
		return t.Shape[1], t.Shape[0]
	}
	return t.Shape[0], t.Shape[1]
}

var matrixOps = []*Op{{
	Name: "matmul", Arity: 2,
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
		x, y := matrixView(args[0], n.Bool("transpose_x")), matrixView(args[1], n.Bool("transpose_y"))
		columns := result.Shape[1]
		for i := range x.rows {
			row := result.Float[i*columns : (i+1)*columns]
			for k := range x.columns {
				factor := x.data[i*x.row+k*x.column]
				for j := range row {
					row[j] += factor * y.data[k*y.row+j*y.column]
				}
			}
		}
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

// view is a matrix with its steps, so that transposing copies nothing.
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

var columnOps = []*Op{
	{
		Name: "sum_columns", Arity: 1,
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
			ones := make([]float64, n.Args[0].Type.Columns())
			for i := range ones {
				ones[i] = 1
			}
			return []*Value{b.Mul(dy, b.Const(1, len(ones), ones...))}
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, args[0], e.Ints([]int64{1}, 1))
		},
		Samples: elementSamples,
	},
	{
		Name: "concat", Arity: Variadic,
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
				copyColumns(result, at, arg, 0, arg.Shape[1])
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
	{
		Name: "columns", Arity: 1,
		Attrs: []AttrSpec{{"start", IntAttr}, {"stop", IntAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			start, stop := a.int("start"), a.int("stop")
			if start < 0 || start >= stop || stop > args[0].Columns() {
				return Type{}, fmt.Errorf("%s has no columns %d to %d", args[0], start, stop)
			}
			return Floats(args[0].Rows(), stop-start), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			copyColumns(result, 0, args[0], n.Int("start"), n.Int("stop")-n.Int("start"))
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.Pad(dy, n.Int("start"), n.Args[0].Type.Columns()-n.Int("stop"))}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			start, stop := e.Ints([]int64{int64(n.Int("start"))}, 1), e.Ints([]int64{int64(n.Int("stop"))}, 1)
			return e.Op("Slice", nil, args[0], start, stop, e.Ints([]int64{1}, 1))
		},
		Samples: []Sample{
			{Args: []Type{Floats(Rows("particles"), 5)}, Attrs: Attrs{"start": 1, "stop": 3}},
			{Args: []Type{Floats(Rows("edges"), 3)}, Attrs: Attrs{"start": 0, "stop": 3}},
		},
	},
	{
		Name: "pad", Arity: 1,
		Attrs: []AttrSpec{{"before", IntAttr}, {"after", IntAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			before, after := a.int("before"), a.int("after")
			if before < 0 || after < 0 {
				return Type{}, fmt.Errorf("cannot pad %d columns before and %d after", before, after)
			}
			return Floats(args[0].Rows(), before+args[0].Columns()+after), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			copyColumns(result, n.Int("before"), args[0], 0, args[0].Shape[1])
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			before := n.Int("before")
			return []*Value{b.Columns(dy, before, before+n.Args[0].Type.Columns())}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			pads := []int64{0, int64(n.Int("before")), 0, int64(n.Int("after"))}
			return e.Op("Pad", nil, args[0], e.Ints(pads, 4))
		},
		Samples: []Sample{
			{Args: []Type{Floats(Rows("particles"), 2)}, Attrs: Attrs{"before": 1, "after": 3}},
			{Args: []Type{Floats(Rows("edges"), 2)}, Attrs: Attrs{"before": 0, "after": 1}},
		},
	},
}

// copyColumns copies width columns of from, starting at column start, into
// the columns of to that start at column at.
func copyColumns(to Tensor, at int, from Tensor, start, width int) {
	for row := range from.Shape[0] {
		source := from.Float[row*from.Shape[1]+start:]
		copy(to.Float[row*to.Shape[1]+at:], source[:width])
	}
}
