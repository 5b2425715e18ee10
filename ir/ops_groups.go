package ir

import (
	"fmt"
	"math"
)

// These are the names of the operators of this file.
const (
	OuterGroups   OpName = "outer_groups"
	MatMulGroups  OpName = "matmul_groups"
	SoftmaxGroups OpName = "softmax_groups"
)

// OuterGroups adds up, for each group of count rows, the outer products of the rows of x with
// the rows of y. It returns a p x q matrix for each group.
func (b *Builder) OuterGroups(x, y *Value, count string) *Value {
	return b.Op(OuterGroups, Attrs{"count": count}, x, y)
}

// MatMulGroups multiplies each row of x with the matrix of its group, which is a row of y, or
// with the transpose of that matrix.
func (b *Builder) MatMulGroups(x, y *Value, count string, transpose bool) *Value {
	return b.Op(MatMulGroups, Attrs{"count": count, "transpose": transpose}, x, y)
}

// SoftmaxGroups returns the softmax of each column over each group of count rows.
func (b *Builder) SoftmaxGroups(x *Value, count string) *Value {
	return b.Op(SoftmaxGroups, Attrs{"count": count}, x)
}

// groupOps treat the rows of each group as a matrix, or as one distribution.
var groupOps = []*Op{
	{
		// This is the sum over each group of the outer products of the rows of x and y: X^T Y
		// of the groups as matrices.
		Name: OuterGroups, Arity: 2, Attrs: []AttrSpec{{"count", SymbolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			if args[0].Rows() != args[1].Rows() {
				return Type{}, fmt.Errorf("%s and %s differ in rows", args[0], args[1])
			}
			rows, err := m.outerOf(args[0].Rows().Symbol, a.string("count"))
			if err != nil {
				return Type{}, err
			}
			return Floats(Rows(rows), args[0].Columns()*args[1].Columns()), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, sizes Sizes) error {
			count, width := sizes[n.Text("count")], result.Shape[1]
			for i := range result.Shape[0] {
				multiply(result.Float[i*width:(i+1)*width], groupMatrix(args[0], i, count, true), groupMatrix(args[1], i, count, false))
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			x, y, count := n.Args[0], n.Args[1], n.Text("count")
			return []*Value{b.MatMulGroups(y, dy, count, true), b.MatMulGroups(x, dy, count, false)}
		},
		// A row of zeros is added below each group: for products over no rows, onnxruntime
		// leaves the memory of the result unchanged.
		ONNX: func(e Emitter, n *Node, args []string) string {
			groups := func(i int) string {
				x := groupMatrices(e, args[i], n.Args[i].Type.Columns(), n.Result(), n.Text("count"))
				return e.Op("Pad", nil, x, e.Ints([]int64{0, 0, 0, 0, 1, 0}, 6))
			}
			x := e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, groups(0))
			return inRows(e, e.Op("MatMul", nil, x, groups(1)), n.Result().Type.Columns())
		},
		Samples: []Sample{
			grouped(Attrs{"count": "neighbors"}, Floats(Rows("edges"), 3), Floats(Rows("edges"), 4)),
			grouped(Attrs{"count": "neighbors"}, Floats(Rows("edges"), 5), Floats(Rows("edges"), 1)),
		},
	},
	{
		// This is the product of the rows of each group with the matrix in the group's row of
		// y, or with its transpose.
		Name: MatMulGroups, Arity: 2, Attrs: []AttrSpec{{"count", SymbolAttr}, {"transpose", BoolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			rows, err := m.outerOf(args[0].Rows().Symbol, a.string("count"))
			if err != nil {
				return Type{}, err
			}
			if args[1].Rows() != Rows(rows) || args[1].Columns()%args[0].Columns() != 0 {
				return Type{}, fmt.Errorf("%s holds no matrices for the rows of %s", args[1], args[0])
			}
			return Floats(args[0].Rows(), args[1].Columns()/args[0].Columns()), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, sizes Sizes) error {
			count, p, q := sizes[n.Text("count")], args[0].Shape[1], result.Shape[1]
			for i := range args[1].Shape[0] {
				multiply(result.Float[i*count*q:(i+1)*count*q], groupMatrix(args[0], i, count, false),
					rowMatrix(args[1], i, p, q, n.Bool("transpose")))
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			x, y, count := n.Args[0], n.Args[1], n.Text("count")
			if n.Bool("transpose") {
				return []*Value{b.MatMulGroups(dy, y, count, false), b.OuterGroups(dy, x, count)}
			}
			return []*Value{b.MatMulGroups(dy, y, count, true), b.OuterGroups(x, dy, count)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			p, q := int64(n.Args[0].Type.Columns()), int64(n.Result().Type.Columns())
			x, shape := groupMatrices(e, args[0], int(p), n.Args[1], n.Text("count")), []int64{-1, p, q}
			if n.Bool("transpose") {
				shape = []int64{-1, q, p}
			}
			y := e.Op("Reshape", nil, args[1], e.Ints(shape, 3))
			if n.Bool("transpose") {
				y = e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, y)
			}
			return inRows(e, e.Op("MatMul", nil, x, y), int(q))
		},
		Samples: []Sample{
			grouped(Attrs{"count": "neighbors", "transpose": false}, Floats(Rows("edges"), 3), Floats(Rows("particles"), 12)),
			grouped(Attrs{"count": "neighbors", "transpose": true}, Floats(Rows("edges"), 3), Floats(Rows("particles"), 12)),
			grouped(Attrs{"count": "neighbors", "transpose": false}, Floats(Rows("edges"), 3), Floats(Rows("particles"), 3)),
		},
	},
	{
		// This is the softmax of each column over the rows of a group.
		Name: SoftmaxGroups, Arity: 1, Attrs: []AttrSpec{{"count", SymbolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			_, err := m.outerOf(args[0].Rows().Symbol, a.string("count"))
			return args[0], err
		},
		Eval: func(result Tensor, args []Tensor, n *Node, sizes Sizes) error {
			count, width := sizes[n.Text("count")], result.Shape[1]
			for at := 0; at < len(result.Float); at += count * width {
				for j := range width {
					softmax(result.Float[at+j:at+count*width], args[0].Float[at+j:at+count*width], width)
				}
			}
			return nil
		},
		// dx = y (dy - sum of y dy)
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			y, count := n.Result(), n.Text("count")
			sum := b.SumGroups(b.Mul(y, dy), count)
			return []*Value{b.Mul(y, b.Sub(dy, b.Repeat(sum, count)))}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			columns := n.Result().Type.Columns()
			groupCount := e.Groups(n.Result().Type.Rows().Symbol)
			shape := e.Op("Concat", map[string]any{"axis": int64(0)}, groupCount, e.Size(n.Text("count")), e.Ints([]int64{int64(columns)}, 1))
			groups := e.Op("Reshape", map[string]any{"allowzero": int64(1)}, args[0], shape)
			return inRows(e, e.Op("Softmax", map[string]any{"axis": int64(1)}, groups), columns)
		},
		Samples: []Sample{
			grouped(Attrs{"count": "neighbors"}, Floats(Rows("edges"), 1)),
			grouped(Attrs{"count": "neighbors"}, Floats(Rows("edges"), 3)),
		},
	},
}

func grouped(attrs Attrs, args ...Type) Sample { return Sample{Args: args, Attrs: attrs} }

// softmax writes e^x divided by its sum, for every element of x at a distance of step.
func softmax(result, x []float64, step int) {
	largest, sum := math.Inf(-1), 0.0
	for i := 0; i < len(x); i += step {
		largest = math.Max(largest, x[i])
	}
	for i := 0; i < len(x); i += step {
		result[i] = math.Exp(x[i] - largest)
		sum += result[i]
	}
	for i := 0; i < len(x); i += step {
		result[i] /= sum
	}
}

// groupMatrix returns group i of count rows of t, transposed if transposed is set.
func groupMatrix(t Tensor, i, count int, transposed bool) view {
	size := count * t.Shape[1]
	return matrixView(Tensor{Shape: []int{count, t.Shape[1]}, Float: t.Float[i*size : (i+1)*size]}, transposed)
}

// groupMatrices writes the groups of x, one for each row of groups, as matrices. It uses
// allowzero, since a system of one particle has groups of no rows.
func groupMatrices(e Emitter, x string, columns int, groups *Value, count string) string {
	shape := e.Op("Concat", map[string]any{"axis": int64(0)},
		e.Size(groups.Type.Rows().Symbol), e.Size(count), e.Ints([]int64{int64(columns)}, 1))
	return e.Op("Reshape", map[string]any{"allowzero": int64(1)}, x, shape)
}
