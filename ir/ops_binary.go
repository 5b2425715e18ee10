package ir

import (
	"fmt"
	"math"
)

// These are the names of the operators of this file.
const (
	Add     OpName = "add"
	Sub     OpName = "sub"
	Mul     OpName = "mul"
	Div     OpName = "div"
	Maximum OpName = "maximum"
	Minimum OpName = "minimum"
	Greater OpName = "greater"
	Select  OpName = "select"
	Same    OpName = "same"
	OneHot  OpName = "one_hot"
)

// Add returns x + y, element by element. In each axis, x and y have the same extent, or one of
// them has the extent 1 and is repeated along the axis. So [rows,3] goes with [rows,1], [1,3] and
// [1,1], and [rows,1] with [1,3] gives [rows,3]. Other extents are an error of the build.
func (b *Builder) Add(x, y *Value) *Value { return b.Op(Add, nil, x, y) }

// Sub returns x - y, element by element; it broadcasts as Add does.
func (b *Builder) Sub(x, y *Value) *Value { return b.Op(Sub, nil, x, y) }

// Mul returns x times y, element by element; it broadcasts as Add does.
func (b *Builder) Mul(x, y *Value) *Value { return b.Op(Mul, nil, x, y) }

// Div returns x / y, element by element; it broadcasts as Add does.
func (b *Builder) Div(x, y *Value) *Value { return b.Op(Div, nil, x, y) }

// Maximum returns the larger of x and y, element by element; it broadcasts as Add does.
func (b *Builder) Maximum(x, y *Value) *Value { return b.Op(Maximum, nil, x, y) }

// Minimum returns the smaller of x and y, element by element; it broadcasts as Add does.
func (b *Builder) Minimum(x, y *Value) *Value { return b.Op(Minimum, nil, x, y) }

// Greater returns 1 where x > y and 0 elsewhere; it broadcasts as Add does.
func (b *Builder) Greater(x, y *Value) *Value { return b.Op(Greater, nil, x, y) }

// Select returns x where the condition is not 0 and y where it is; all three broadcast as in Add.
func (b *Builder) Select(condition, x, y *Value) *Value {
	return b.Op(Select, nil, condition, x, y)
}

// Same returns 1 in rows in which the two indices are equal and 0 elsewhere.
func (b *Builder) Same(x, y *Value) *Value { return b.Op(Same, nil, x, y) }

// OneHot returns 1 in the column x - first of each row, if it is one of count columns, and 0
// elsewhere. Of row numbers and the first row of each system, this column is the number within
// the system.
func (b *Builder) OneHot(x, first *Value, count int) *Value {
	return b.Op(OneHot, Attrs{"count": count}, x, first)
}

// broadcast is the shape rule of elementwise operators: in each axis the extents are equal or
// one of them is the number 1.
func broadcast(_ *Module, args []Type, _ Attrs) (Type, error) {
	if err := floats(args...); err != nil {
		return Type{}, err
	}
	result := Floats(args[0].Rows(), args[0].Columns())
	for _, arg := range args[1:] {
		for axis, dim := range arg.Shape {
			switch have := result.Shape[axis]; {
			case have == dim || dim == Fixed(1):
			case have == Fixed(1):
				result.Shape[axis] = dim
			default:
				return Type{}, fmt.Errorf("%s does not fit %s in axis %d", arg, args[0], axis)
			}
		}
	}
	return result, nil
}

// steps returns the distances in t between the rows and between the columns of a result. They
// are 0 along an axis that is broadcast.
func (t Tensor) steps() (row, column int) {
	if t.Shape[0] != 1 {
		row = t.Shape[1]
	}
	if t.Shape[1] != 1 {
		column = 1
	}
	return row, column
}

// elementwise evaluates f over broadcast arguments.
func elementwise(result, x, y Tensor, f func(x, y float64) float64) {
	xRow, xColumn := x.steps()
	yRow, yColumn := y.steps()
	columns := result.Shape[1]
	for i := range result.Shape[0] {
		row, atX, atY := result.Float[i*columns:(i+1)*columns], i*xRow, i*yRow
		for j := range row {
			row[j] = f(x.Float[atX+j*xColumn], y.Float[atY+j*yColumn])
		}
	}
}

// binary returns the row of a function of two elements. grad returns the gradient of each
// argument, given dy, before sums over broadcast axes.
func binary(name OpName, f func(x, y float64) float64,
	grad func(b *Builder, x, y, dy *Value) (dx, dy2 *Value),
	onnx func(e Emitter, x, y string) string, samples ...Sample) *Op {
	return &Op{
		Name: name, Arity: 2, Infer: broadcast,
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			elementwise(result, args[0], args[1], f)
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			if grad == nil {
				return []*Value{nil, nil}
			}
			dx, dy2 := grad(b, n.Args[0], n.Args[1], dy)
			return []*Value{b.sumTo(dx, n.Args[0].Type), b.sumTo(dy2, n.Args[1].Type)}
		},
		ONNX:    func(e Emitter, _ *Node, args []string) string { return onnx(e, args[0], args[1]) },
		Samples: samples,
	}
}

// sumTo adds up the axes along which t was broadcast.
func (b *Builder) sumTo(v *Value, t Type) *Value {
	if v.Type.Shape[1] != t.Shape[1] {
		v = b.SumColumns(v)
	}
	if v.Type.Shape[0] != t.Shape[0] {
		v = b.SumRows(v)
	}
	return v
}

func pair(x, y Type, limits ...float64) Sample {
	s := Sample{Args: []Type{x, y}}
	if len(limits) == 2 {
		s.Low, s.High = limits[0], limits[1]
	}
	return s
}

// broadcastSamples returns samples for every way of broadcasting.
func broadcastSamples(limits ...float64) []Sample {
	rows := Rows("particles")
	return []Sample{
		pair(Floats(rows, 3), Floats(rows, 3), limits...),
		pair(Floats(rows, 3), Floats(rows, 1), limits...),
		pair(Floats(Fixed(1), 3), Floats(rows, 3), limits...),
		pair(Floats(Fixed(1), 1), Floats(rows, 3), limits...),
		pair(Floats(rows, 1), Floats(Fixed(1), 3), limits...),
	}
}

func plain2(kind string) func(e Emitter, x, y string) string {
	return func(e Emitter, x, y string) string { return e.Op(kind, nil, x, y) }
}

var binaryOps = []*Op{
	binary(Add, func(x, y float64) float64 { return x + y },
		func(_ *Builder, _, _, dy *Value) (*Value, *Value) { return dy, dy },
		plain2("Add"), broadcastSamples()...),
	binary(Sub, func(x, y float64) float64 { return x - y },
		func(b *Builder, _, _, dy *Value) (*Value, *Value) { return dy, b.Neg(dy) },
		plain2("Sub"), broadcastSamples()...),
	choosing(binary(Mul, func(x, y float64) float64 { return x * y },
		func(b *Builder, x, y, dy *Value) (*Value, *Value) { return b.Mul(dy, y), b.Mul(dy, x) },
		plain2("Mul"), broadcastSamples()...)),
	binary(Div, func(x, y float64) float64 { return x / y },
		func(b *Builder, x, y, dy *Value) (*Value, *Value) {
			dx := b.Div(dy, y)
			return dx, b.Neg(b.Mul(dx, b.Div(x, y)))
		},
		plain2("Div"), broadcastSamples(0.5, 2)...),
	// At a tie the gradient goes to the second argument.
	binary(Maximum, math.Max,
		func(b *Builder, x, y, dy *Value) (*Value, *Value) {
			first := b.Greater(x, y)
			return b.Mul(dy, first), b.Mul(dy, b.Sub(b.Scalar(1), first))
		},
		plain2("Max"), broadcastSamples()...),
	binary(Minimum, math.Min,
		func(b *Builder, x, y, dy *Value) (*Value, *Value) {
			first := b.Greater(y, x)
			return b.Mul(dy, first), b.Mul(dy, b.Sub(b.Scalar(1), first))
		},
		plain2("Min"), broadcastSamples()...),
	binary(Greater, func(x, y float64) float64 {
		if x > y {
			return 1
		}
		return 0
	}, nil,
		func(e Emitter, x, y string) string {
			return e.Op("Cast", map[string]any{"to": onnxFloat}, e.Op("Greater", nil, x, y))
		}, broadcastSamples()...),
}

// selected fills the result with x where the broadcast condition is not 0, and with y
// elsewhere.
func selected(result, condition, x, y Tensor) {
	row, column := condition.steps()
	xRow, xColumn := x.steps()
	yRow, yColumn := y.steps()
	for i := range result.Shape[0] {
		for j := range result.Shape[1] {
			chosen := y.Float[i*yRow+j*yColumn]
			if condition.Float[i*row+j*column] != 0 {
				chosen = x.Float[i*xRow+j*xColumn]
			}
			result.Float[i*result.Shape[1]+j] = chosen
		}
	}
}

var selectOps = []*Op{
	{
		Name: Select, Arity: 3, Infer: broadcast,
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			selected(result, args[0], args[1], args[2])
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			condition, zero := n.Args[0], b.Scalar(0)
			return []*Value{
				nil,
				b.sumTo(b.Select(condition, dy, zero), n.Args[1].Type),
				b.sumTo(b.Select(condition, zero, dy), n.Args[2].Type),
			}
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			condition := e.Op("Cast", map[string]any{"to": onnxBool}, args[0])
			return e.Op("Where", nil, condition, args[1], args[2])
		},
		Samples: []Sample{
			{Args: []Type{Floats(Rows("particles"), 3), Floats(Rows("particles"), 3), Floats(Rows("particles"), 3)}, Mask: 1},
			{Args: []Type{Floats(Rows("particles"), 1), Floats(Rows("particles"), 3), Floats(Fixed(1), 1)}, Mask: 1},
		},
	},
	{
		Name: Same, Arity: 2,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if args[0].DType != Index || !args[0].Equal(args[1]) {
				return Type{}, fmt.Errorf("%s and %s are not indices into the same rows", args[0], args[1])
			}
			return Floats(args[0].Rows(), 1), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i, x := range args[0].Index {
				if x == args[1].Index[i] {
					result.Float[i] = 1
				}
			}
			return nil
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			same := e.Op("Cast", map[string]any{"to": onnxFloat}, e.Op("Equal", nil, args...))
			return e.Op("Unsqueeze", nil, same, e.Ints([]int64{1}, 1))
		},
		Samples: []Sample{pair(Indices("particles", Rows("edges")), Indices("particles", Rows("edges")))},
	},
	{
		Name: OneHot, Arity: 2,
		Attrs: []AttrSpec{{"count", IntAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			if args[0].DType != Index || !args[0].Equal(args[1]) {
				return Type{}, fmt.Errorf("%s and %s are not indices into the same rows", args[0], args[1])
			}
			if a.int("count") < 1 {
				return Type{}, fmt.Errorf("%d columns", a.int("count"))
			}
			return Floats(args[0].Rows(), a.int("count")), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			count := n.Int("count")
			for i, x := range args[0].Index {
				if column := x - args[1].Index[i]; column >= 0 && column < int64(count) {
					result.Float[i*count+int(column)] = 1
				}
			}
			return nil
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			columns := make([]int64, n.Int("count"))
			for i := range columns {
				columns[i] = int64(i)
			}
			column := e.Op("Unsqueeze", nil, e.Op("Sub", nil, args...), e.Ints([]int64{1}, 1))
			return e.Op("Cast", map[string]any{"to": onnxFloat}, e.Op("Equal", nil, column, e.Ints(columns, 1, int64(len(columns)))))
		},
		Samples: []Sample{{Args: []Type{Indices("particles", Rows("edges")), Indices("particles", Rows("edges"))}, Attrs: Attrs{"count": 3}}},
	},
}
