package lower

import (
	"testing"

	"gmnc/ir"
)

// TestFusedNorms: ReLU of a LayerNorm of blocks is one operator, if its tables average over blocks and repeat their values, and if scale
// and shift are rows.
func TestFusedNorms(t *testing.T) {
	type values struct{ x, unitOf, scale, shift, mean, repeat, epsilon, numerator *ir.Value }
	norm := func(change func(b parts, v *values)) func(b parts) []*ir.Value {
		return func(b parts) []*ir.Value {
			v := values{b.x, b.x, b.bias, b.Neg(b.bias), b.Const(20, 5, meanTable(20, 5)...), b.Const(5, 20, repeatTable(20, 5)...), b.Scalar(1e-5), b.Scalar(1)}
			change(b, &v)
			factor := b.Div(v.numerator, b.Sqrt(b.Add(b.MatMul(b.Square(v.x), v.mean, false, false), v.epsilon)))
			unit := b.Mul(v.unitOf, b.MatMul(factor, v.repeat, false, false))
			return []*ir.Value{b.ReLU(b.Add(b.Mul(unit, v.scale), v.shift))}
		}
	}
	tables := func(columns, blocks int, b parts, v *values) {
		v.mean, v.repeat = b.Const(columns, blocks, meanTable(columns, blocks)...), b.Const(blocks, columns, repeatTable(columns, blocks)...)
	}
	for _, c := range []fusionCase{
		{"blocks of four columns", norm(func(parts, *values) {}), 1, NormReLU.Name},
		{"one block", norm(func(b parts, v *values) { tables(20, 1, b, v) }), 1, NormReLU.Name},
		{"blocks of two columns", norm(func(b parts, v *values) { tables(20, 10, b, v) }), 1, NormReLU.Name},
		{"blocks of one column", norm(func(b parts, v *values) { tables(20, 20, b, v) }), 0, ""},
		{"the square of another value", norm(func(b parts, v *values) { v.unitOf = b.y }), 0, ""},
		{"weights", norm(func(b parts, v *values) { v.x, v.unitOf = b.w, b.w }), 0, ""},
		{"a scale of each row", norm(func(b parts, v *values) { v.scale = b.y }), 0, ""},
		{"a shift of each row", norm(func(b parts, v *values) { v.shift = b.y }), 0, ""},
		{"a scale of one column", norm(func(b parts, v *values) { v.scale = b.bias1 }), 0, ""},
		{"an epsilon that is no number", norm(func(b parts, v *values) { v.epsilon = b.one }), 0, ""},
		{"an epsilon of each block", norm(func(b parts, v *values) { v.epsilon = b.Const(1, 5, 1, 2, 3, 4, 5) }), 0, ""},
		{"another numerator", norm(func(b parts, v *values) { v.numerator = b.Scalar(2) }), 0, ""},
		{"another mean", norm(func(b parts, v *values) { v.mean = b.Const(20, 5, make([]float64, 100)...) }), 0, ""},
		{"a mean of weights", norm(func(b parts, v *values) { v.mean = b.Param("table", ir.Floats(ir.Fixed(20), 5)) }), 0, ""},
		{"another repetition", norm(func(b parts, v *values) { v.repeat = b.Const(5, 20, make([]float64, 100)...) }), 0, ""},
		{"a repetition of weights", norm(func(b parts, v *values) { v.repeat = b.Param("table", ir.Floats(ir.Fixed(5), 20)) }), 0, ""},
		{"ReLU of a sum", func(b parts) []*ir.Value { return []*ir.Value{b.ReLU(b.Add(b.x, b.y))} }, 0, ""},
	} {
		c.check(t, "norm")
	}
}
