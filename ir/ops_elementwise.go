package ir

import (
	"fmt"
	"math"
	"slices"
)

// These are the names of the operators of this file.
const (
	Neg     OpName = "neg"
	Exp     OpName = "exp"
	Log     OpName = "log"
	Sqrt    OpName = "sqrt"
	Square  OpName = "square"
	Sin     OpName = "sin"
	Cos     OpName = "cos"
	Tanh    OpName = "tanh"
	Sigmoid OpName = "sigmoid"
	SiLU    OpName = "silu"
	ReLU    OpName = "relu"
	Abs     OpName = "abs"
	Sign    OpName = "sign"
	Clamp   OpName = "clamp"
	Inside  OpName = "inside"
)

func (b *Builder) Neg(x *Value) *Value     { return b.Op(Neg, nil, x) }
func (b *Builder) Exp(x *Value) *Value     { return b.Op(Exp, nil, x) }
func (b *Builder) Log(x *Value) *Value     { return b.Op(Log, nil, x) }
func (b *Builder) Sqrt(x *Value) *Value    { return b.Op(Sqrt, nil, x) }
func (b *Builder) Square(x *Value) *Value  { return b.Op(Square, nil, x) }
func (b *Builder) Sin(x *Value) *Value     { return b.Op(Sin, nil, x) }
func (b *Builder) Cos(x *Value) *Value     { return b.Op(Cos, nil, x) }
func (b *Builder) Tanh(x *Value) *Value    { return b.Op(Tanh, nil, x) }
func (b *Builder) Sigmoid(x *Value) *Value { return b.Op(Sigmoid, nil, x) }
func (b *Builder) SiLU(x *Value) *Value    { return b.Op(SiLU, nil, x) }
func (b *Builder) ReLU(x *Value) *Value    { return b.Op(ReLU, nil, x) }
func (b *Builder) Abs(x *Value) *Value     { return b.Op(Abs, nil, x) }
func (b *Builder) Sign(x *Value) *Value    { return b.Op(Sign, nil, x) }

// Clamp limits x to [low, high]; its gradient is zero outside.
func (b *Builder) Clamp(x *Value, low, high float64) *Value {
	return b.Op(Clamp, Attrs{"low": low, "high": high}, x)
}

// Inside returns 1 where x is in [low, high] and 0 elsewhere.
func (b *Builder) Inside(x *Value, low, high float64) *Value {
	return b.Op(Inside, Attrs{"low": low, "high": high}, x)
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
		ONNX:     func(e Emitter, _ *Node, args []string) string { return onnx(e, args[0]) },
		Function: f,
		Samples:  samples,
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
