package lower

import (
	"testing"

	"gmnc/ir"
)

// TestFusedSlopes: the slope of SiLU, as it is differentiated, becomes a second result of SiLU, if it is written by all of its parts.
func TestFusedSlopes(t *testing.T) {
	type v = struct{ s, y, other, one *ir.Value }
	slope := func(change func(b parts, v *v)) func(b parts) *ir.Value {
		return func(b parts) *ir.Value {
			s := b.Sigmoid(b.x)
			values := v{s, b.SiLU(b.x), s, b.Scalar(1)}
			change(b, &values)
			return b.Add(values.s, b.Mul(values.y, b.Sub(values.one, values.other)))
		}
	}
	plain := slope(func(parts, *v) {})
	times := func(slope func(b parts) *ir.Value) func(b parts) []*ir.Value {
		return func(b parts) []*ir.Value { return []*ir.Value{b.Mul(b.y, slope(b))} }
	}
	for _, c := range []fusionCase{
		{"dy times the slope", times(plain), 1, ir.Mul},
		{"the slope times dy", func(b parts) []*ir.Value { return []*ir.Value{b.Mul(plain(b), b.y)} }, 1, ir.Mul},
		{"dy of one column", func(b parts) []*ir.Value { return []*ir.Value{b.Mul(b.mask, plain(b))} }, 0, ""},
		{"a slope that is returned", func(b parts) []*ir.Value {
			s := plain(b)
			return []*ir.Value{b.Mul(b.y, s), s}
		}, 0, ""},
		{"another function", times(slope(func(b parts, v *v) { v.s = b.Tanh(b.x) })), 0, ""},
		{"SiLU of another value", times(slope(func(b parts, v *v) { v.y = b.SiLU(b.y) })), 0, ""},
		{"another factor", times(slope(func(b parts, v *v) { v.y = b.Neg(b.x) })), 0, ""},
		{"2 minus the sigmoid", times(slope(func(b parts, v *v) { v.one = b.Scalar(2) })), 0, ""},
		{"1 minus another sigmoid", times(slope(func(b parts, v *v) { v.other = b.Sigmoid(b.y) })), 0, ""},
		{"a sum with SiLU", func(b parts) []*ir.Value { return []*ir.Value{b.Mul(b.y, b.Add(b.Sigmoid(b.x), b.SiLU(b.x)))} }, 0, ""},
		{"a sum with a square", func(b parts) []*ir.Value {
			return []*ir.Value{b.Mul(b.y, b.Add(b.Sigmoid(b.x), b.Mul(b.SiLU(b.x), b.x)))}
		}, 0, ""},
	} {
		c.check(t, "slope")
	}
}
