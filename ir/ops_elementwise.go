package ir

import (
	"fmt"
	"math"
	"slices"
)

// constantOps have no arguments and no gradient.
var constantOps = []*Op{
	{
		Name: Const,
		Attrs: []AttrSpec{
			{"rows", IntAttr}, {"columns", IntAttr}, {"values", FloatsAttr},
		},
		Infer: func(_ *Module, _ []Type, a Attrs) (Type, error) {
			rows, columns, values := a.int("rows"), a.int("columns"), a.floats("values")
			if rows < 1 || columns < 1 || len(values) != rows*columns {
				return Type{}, fmt.Errorf("%d values do not fill %d rows of %d columns", len(values), rows, columns)
			}
			return Floats(Fixed(rows), columns), nil
		},
		Eval: func(result Tensor, _ []Tensor, n *Node, _ Sizes) error {
			copy(result.Float, n.Values("values"))
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			return e.Floats(n.Values("values"), int64(n.Int("rows")), int64(n.Int("columns")))
		},
		Samples: []Sample{
			{Attrs: Attrs{"rows": 1, "columns": 1, "values": []float64{0.5}}},
			{Attrs: Attrs{"rows": 2, "columns": 3, "values": []float64{1, -2, 3, 0, 1e-3, 7}}},
		},
	},
	{
		Name:  Size,
		Attrs: []AttrSpec{{"of", SymbolAttr}},
		Mixes: true,
		Infer: func(m *Module, _ []Type, a Attrs) (Type, error) {
			_, err := m.declared(a.string("of"))
			return Floats(Fixed(1), 1), err
		},
		Eval: func(result Tensor, _ []Tensor, n *Node, sizes Sizes) error {
			result.Float[0] = float64(sizes[n.Text("of")])
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			size := e.Op("Cast", map[string]any{"to": onnxFloat}, e.Size(n.Text("of")))
			return e.Op("Reshape", nil, size, e.Ints([]int64{1, 1}, 2))
		},
		Samples: []Sample{{Attrs: Attrs{"of": "particles"}}, {Attrs: Attrs{"of": "neighbors"}}},
	},
	{
		Name:  RowNumbers,
		Attrs: []AttrSpec{{"of", SymbolAttr}},
		Infer: func(m *Module, _ []Type, a Attrs) (Type, error) {
			dim, err := m.declared(a.string("of"))
			if err == nil && !dim.Rows {
				err = fmt.Errorf("%s does not count rows", dim.Symbol)
			}
			return Indices(dim.Symbol, Rows(dim.Symbol)), err
		},
		Eval: func(result Tensor, _ []Tensor, _ *Node, _ Sizes) error {
			for i := range result.Index {
				result.Index[i] = int64(i)
			}
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			size := e.Op("Squeeze", nil, e.Size(n.Text("of")))
			return e.Op("Range", nil, e.Ints([]int64{0}), size, e.Ints([]int64{1}))
		},
		Samples: []Sample{{Attrs: Attrs{"of": "particles"}}, {Attrs: Attrs{"of": "edges"}}},
	},
}

// onnxFloat, onnxInt64 and onnxBool are the values of TensorProto.DataType.
const (
	onnxFloat = int64(1)
	onnxInt64 = int64(7)
	onnxBool  = int64(9)
)

// declared returns the declaration of a symbol, or an error that names it.
func (m *Module) declared(symbol string) (Dimension, error) {
	dim, ok := m.Dim(symbol)
	if !ok {
		return dim, fmt.Errorf("the symbol %s is not declared", symbol)
	}
	return dim, nil
}

// unary returns the row of a function of each element. grad returns df/dx.
func unary(name OpName, f func(float64) float64, grad func(b *Builder, x, y *Value) *Value,
	onnx func(e Emitter, x string) string, samples ...Sample) *Op {
	if samples == nil {
		samples = elementSamples
	}
	return &Op{
		Name: name, Arity: 1,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) { return args[0], floats(args...) },
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i, x := range args[0].Float {
				result.Float[i] = f(x)
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			slope := grad(b, n.Args[0], n.Result())
			if slope == nil {
				return []*Value{nil}
			}
			return []*Value{b.Mul(dy, slope)}
		},
		ONNX:    func(e Emitter, _ *Node, args []string) string { return onnx(e, args[0]) },
		Samples: samples,
	}
}

// elementSamples holds samples for a function that is defined everywhere.
var elementSamples = []Sample{{Args: []Type{Floats(Rows("particles"), 3)}}, {Args: []Type{Floats(Fixed(2), 1)}}}

// positiveSamples holds samples away from where a function or its slope is infinite.
var positiveSamples = []Sample{{Args: []Type{Floats(Rows("edges"), 2)}, Low: 0.5, High: 2}}

// plain returns a function that writes an operator that ONNX has under that name.
func plain(kind string) func(e Emitter, x string) string {
	return func(e Emitter, x string) string { return e.Op(kind, nil, x) }
}

func flat(*Builder, *Value, *Value) *Value { return nil }

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

var unaryOps = []*Op{
	unary(Neg, func(x float64) float64 { return -x },
		func(b *Builder, _, _ *Value) *Value { return b.Scalar(-1) }, plain("Neg")),
	unary(Exp, math.Exp, func(_ *Builder, _, y *Value) *Value { return y }, plain("Exp")),
	unary(Log, math.Log,
		func(b *Builder, x, _ *Value) *Value { return b.Div(b.Scalar(1), x) }, plain("Log"), positiveSamples...),
	unary(Sqrt, math.Sqrt,
		func(b *Builder, _, y *Value) *Value { return b.Div(b.Scalar(0.5), y) }, plain("Sqrt"), positiveSamples...),
	unary(Square, func(x float64) float64 { return x * x },
		func(b *Builder, x, _ *Value) *Value { return b.Mul(b.Scalar(2), x) },
		func(e Emitter, x string) string { return e.Op("Mul", nil, x, x) }),
	unary(Sin, math.Sin, func(b *Builder, x, _ *Value) *Value { return b.Cos(x) }, plain("Sin")),
	unary(Cos, math.Cos, func(b *Builder, x, _ *Value) *Value { return b.Neg(b.Sin(x)) }, plain("Cos")),
	unary(Tanh, math.Tanh,
		func(b *Builder, _, y *Value) *Value { return b.Sub(b.Scalar(1), b.Square(y)) }, plain("Tanh")),
	unary(Sigmoid, sigmoid,
		func(b *Builder, _, y *Value) *Value { return b.Mul(y, b.Sub(b.Scalar(1), y)) }, plain("Sigmoid")),
	// SiLU(x) = x sigmoid(x); its slope is s + y (1 - s) with s = sigmoid(x).
	unary(SiLU, func(x float64) float64 { return x * sigmoid(x) },
		func(b *Builder, x, y *Value) *Value {
			s := b.Sigmoid(x)
			return b.Add(s, b.Mul(y, b.Sub(b.Scalar(1), s)))
		},
		func(e Emitter, x string) string { return e.Op("Mul", nil, x, e.Op("Sigmoid", nil, x)) }),
	unary(ReLU, func(x float64) float64 { return math.Max(x, 0) },
		func(b *Builder, x, _ *Value) *Value { return b.Greater(x, b.Scalar(0)) }, plain("Relu")),
	unary(Abs, math.Abs, func(b *Builder, x, _ *Value) *Value { return b.Sign(x) }, plain("Abs")),
	unary(Sign, sign, flat, plain("Sign")),
	limited(unary(Clamp, nil, nil, nil),
		func(x, low, high float64) float64 { return math.Min(math.Max(x, low), high) },
		func(b *Builder, x *Value, low, high float64) *Value { return b.Inside(x, low, high) },
		func(e Emitter, x string, low, high float64) string {
			return e.Op("Clip", nil, x, e.Floats([]float64{low}), e.Floats([]float64{high}))
		}),
	limited(unary(Inside, nil, nil, nil),
		func(x, low, high float64) float64 {
			if low <= x && x <= high {
				return 1
			}
			return 0
		},
		nil,
		func(e Emitter, x string, low, high float64) string {
			return e.Op("Cast", map[string]any{"to": onnxFloat}, e.Op("And", nil,
				e.Op("LessOrEqual", nil, e.Floats([]float64{low}), x),
				e.Op("LessOrEqual", nil, x, e.Floats([]float64{high}))))
		}),
}

// limited turns a unary row into one with the limits low and high.
func limited(op *Op, f func(x, low, high float64) float64,
	grad func(b *Builder, x *Value, low, high float64) *Value,
	onnx func(e Emitter, x string, low, high float64) string) *Op {
	op.Attrs = []AttrSpec{{"low", FloatAttr}, {"high", FloatAttr}}
	op.Eval = func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
		for i, x := range args[0].Float {
			result.Float[i] = f(x, n.Float("low"), n.Float("high"))
		}
		return nil
	}
	op.Grad = func(b *Builder, n *Node, dy *Value) []*Value {
		if grad == nil {
			return []*Value{nil}
		}
		return []*Value{b.Mul(dy, grad(b, n.Args[0], n.Float("low"), n.Float("high")))}
	}
	op.ONNX = func(e Emitter, n *Node, args []string) string {
		return onnx(e, args[0], n.Float("low"), n.Float("high"))
	}
	op.Samples = []Sample{{Args: []Type{Floats(Rows("particles"), 3)}, Attrs: Attrs{"low": -1.0, "high": 0.75}}}
	return op
}

// floats returns an error for an argument that does not consist of floats.
func floats(args ...Type) error {
	if at := slices.IndexFunc(args, func(t Type) bool { return t.DType != Float }); at >= 0 {
		return fmt.Errorf("argument %d is %s; floats are needed", at+1, args[at])
	}
	return nil
}
