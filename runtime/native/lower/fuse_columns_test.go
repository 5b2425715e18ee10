package lower

import (
	"testing"

	"gmnc/ir"
)

// TestFusedColumns: layers of consecutive columns of one value are fused if their results are side by side, and gradients of columns
// read them in place.
func TestFusedColumns(t *testing.T) {
	one := func(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
	layer := func(b parts, x *ir.Value, start, stop int) *ir.Value {
		return b.Apply(Linear, nil, b.Columns(x, start, stop), b.TakeRows(b.w, start, stop), b.bias)[0]
	}
	product := func(b parts, x *ir.Value, start, stop int) *ir.Value {
		return b.MatMul(b.Columns(x, start, stop), b.TakeRows(b.w, start, stop), false, false)
	}
	for pass, cases := range map[string][]fusionCase{
		"sides": {
			{"layers", func(b parts) []*ir.Value { return one(b.Concat(layer(b, b.x, 0, 3), layer(b, b.x, 3, 8))) }, 1, LinearColumns.Name},
			{"products", func(b parts) []*ir.Value { return one(b.Concat(product(b, b.x, 0, 3), product(b, b.x, 3, 8))) }, 1, MatMulColumns.Name},
			{"a layer and a product", func(b parts) []*ir.Value { return one(b.Concat(layer(b, b.x, 0, 3), product(b, b.x, 3, 8))) }, 0, ""},
			{"not from the first column", func(b parts) []*ir.Value { return one(b.Concat(layer(b, b.x, 1, 3), layer(b, b.x, 3, 8))) }, 0, ""},
			{"with a column between them", func(b parts) []*ir.Value { return one(b.Concat(layer(b, b.x, 0, 3), layer(b, b.x, 4, 8))) }, 0, ""},
			{"of two values", func(b parts) []*ir.Value { return one(b.Concat(layer(b, b.x, 0, 3), layer(b, b.y, 3, 8))) }, 0, ""},
			{"of a whole value", func(b parts) []*ir.Value { return one(b.Concat(b.linear(b.x), layer(b, b.y, 3, 8))) }, 0, ""},
			{"of which one is returned", func(b parts) []*ir.Value {
				l := layer(b, b.x, 0, 3)
				return []*ir.Value{b.Concat(l, layer(b, b.x, 3, 8)), l}
			}, 0, ""},
			{"of which one product is returned", func(b parts) []*ir.Value {
				p := product(b, b.x, 0, 3)
				return []*ir.Value{b.Concat(p, product(b, b.x, 3, 8)), p}
			}, 0, ""},
			{"a value beside a layer", func(b parts) []*ir.Value { return one(b.Concat(b.y, layer(b, b.x, 0, 3))) }, 0, ""},
		},
		"columns grads": {
			{"of columns of both", func(b parts) []*ir.Value {
				return one(b.MatMul(b.Columns(b.x, 2, 6), b.Columns(b.y, 1, 4), true, false))
			}, 1, ColumnsGrads.Name},
			{"of columns of one", func(b parts) []*ir.Value { return one(b.MatMul(b.Columns(b.x, 2, 6), b.y, true, false)) }, 0, ""},
			{"of columns of the other", func(b parts) []*ir.Value { return one(b.MatMul(b.x, b.Columns(b.y, 1, 4), true, false)) }, 0, ""},
			{"of columns of weights", func(b parts) []*ir.Value {
				return one(b.MatMul(b.Columns(b.w, 2, 6), b.Columns(b.v, 1, 4), true, false))
			}, 0, ""},
			{"of a plain product", func(b parts) []*ir.Value {
				return one(b.MatMul(b.Columns(b.x, 0, 4), b.Columns(b.z, 1, 4), false, false))
			}, 0, ""},
		},
		"pads": {
			{"all columns", func(b parts) []*ir.Value {
				return one(b.Add(b.Pad(b.Columns(b.x, 0, 5), 0, 15), b.Pad(b.Columns(b.y, 5, 20), 5, 0)))
			}, 1, ir.Concat},
			{"in another order", func(b parts) []*ir.Value {
				return one(b.Add(b.Pad(b.Columns(b.y, 5, 20), 5, 0), b.Pad(b.Columns(b.x, 0, 5), 0, 15)))
			}, 1, ir.Concat},
			{"and another term", func(b parts) []*ir.Value {
				return one(b.Add(b.Add(b.Pad(b.Columns(b.x, 0, 5), 0, 15), b.other()), b.Pad(b.Columns(b.y, 5, 20), 5, 0)))
			}, 1, ir.Add},
			{"without a column", func(b parts) []*ir.Value {
				return one(b.Add(b.Pad(b.Columns(b.x, 0, 5), 0, 15), b.Pad(b.Columns(b.y, 6, 20), 6, 0)))
			}, 0, ""},
			{"without the last column", func(b parts) []*ir.Value {
				return one(b.Add(b.Pad(b.Columns(b.x, 0, 5), 0, 15), b.Pad(b.Columns(b.y, 5, 19), 5, 1)))
			}, 0, ""},
			{"with a column twice", func(b parts) []*ir.Value {
				return one(b.Add(b.Pad(b.Columns(b.x, 0, 6), 0, 14), b.Pad(b.Columns(b.y, 5, 20), 5, 0)))
			}, 0, ""},
			{"one alone", func(b parts) []*ir.Value { return one(b.Add(b.Pad(b.Columns(b.x, 0, 5), 0, 15), b.y)) }, 0, ""},
			{"of which one is returned", func(b parts) []*ir.Value {
				p := b.Pad(b.Columns(b.x, 0, 5), 0, 15)
				return []*ir.Value{b.Add(p, b.Pad(b.Columns(b.y, 5, 20), 5, 0)), p}
			}, 0, ""},
			{"all rows", func(b parts) []*ir.Value {
				return one(b.Add(b.PadRows(b.TakeRows(b.w, 0, 5), 0, 15), b.PadRows(b.TakeRows(b.v, 5, 20), 5, 0)))
			}, 1, StackRows.Name},
			{"without a row", func(b parts) []*ir.Value {
				return one(b.Add(b.PadRows(b.TakeRows(b.w, 0, 5), 0, 15), b.PadRows(b.TakeRows(b.v, 6, 20), 6, 0)))
			}, 0, ""},
		},
	} {
		for _, c := range cases {
			c.check(t, pass)
		}
	}
}

// other returns another value of particles.
func (b parts) other() *ir.Value { return b.Neg(b.x) }
