package lower

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// parts are values from which tests build modules: rows of particles and of edges, wider than row programs have, and weights.
type parts struct {
	*ir.Builder
	x, y, edge           *ir.Value // 20 columns
	mask, factor, one    *ir.Value // 1 column: of particles, of edges, and of a single row
	at, to, senders      *ir.Value
	w, v, bias, bias1, z *ir.Value // 20 columns; bias1 has 1
}

// fusionCase is a pass on a module with one or more outputs.
type fusionCase struct {
	what    string
	outputs func(b parts) []*ir.Value
	changed int
	op      ir.OpName // of the first output afterwards, if it changes
}

// check runs a pass, after others, and requires what the case says of its changes.
func (c fusionCase) check(t *testing.T, pass string, before ...string) {
	t.Helper()
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		particles, edges, wide := ir.Rows("particles"), ir.Rows("edges"), 20
		all := parts{Builder: b,
			x: b.Input("x", ir.Floats(particles, wide)), y: b.Input("y", ir.Floats(particles, wide)), edge: b.Input("edge", ir.Floats(edges, wide)),
			mask: b.Input("mask", ir.Floats(particles, 1)), factor: b.Input("factor", ir.Floats(edges, 1)), one: b.Input("one", ir.Floats(ir.Fixed(1), 1)),
			at: b.Input("at", ir.Indices("particles", particles)), to: b.Input("to", ir.Indices("particles", particles)), senders: b.Input("senders", ir.Indices("particles", edges)),
			w: b.Param("w", ir.Floats(ir.Fixed(wide), wide)), v: b.Param("v", ir.Floats(ir.Fixed(wide), wide)),
			bias: b.Param("bias", ir.Floats(ir.Fixed(1), wide)), bias1: b.Param("bias1", ir.Floats(ir.Fixed(1), 1)), z: b.Param("z", ir.Floats(ir.Fixed(4), wide)),
		}
		for i, output := range c.outputs(all) {
			b.Output(string(rune('a'+i)), output)
		}
	}), c.what)
	changed := 0
	for _, name := range append(before, pass) {
		at := slices.IndexFunc(passes, func(p ir.Pass) bool { return p.Name == name })
		var err error
		changed, err = passes[at].Run(m)
		require.NoError(t, err, c.what)
	}
	require.Equal(t, c.changed, changed, "%s: %s", pass, c.what)
	require.NoError(t, ir.Verify(m), "%s: %s", pass, c.what)
	if c.changed > 0 {
		require.Equal(t, c.op, m.Main.Outputs[0].Value.Node.Op.Name, "%s: %s", pass, c.what)
	}
}

func (b parts) product(x *ir.Value) *ir.Value    { return b.MatMul(x, b.w, false, false) }
func (b parts) linear(x *ir.Value) *ir.Value     { return b.Apply(Linear, nil, x, b.w, b.bias)[0] }
func (b parts) accumulate(x *ir.Value) *ir.Value { return b.Apply(Accumulate, nil, x, b.y, b.w)[0] }
func (b parts) repeat(x *ir.Value) *ir.Value     { return b.Repeat(x, "neighbors") }
func (b parts) sent(x *ir.Value) *ir.Value       { return b.Gather(x, b.senders) }

// TestFusedProducts: products are fused with what is added to them, with SiLU and with factors, if only that reads them.
func TestFusedProducts(t *testing.T) {
	one := func(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
	for pass, cases := range map[string][]fusionCase{
		"linear": {
			{"x w + b", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.bias)) }, 1, Linear.Name},
			{"b + x w", func(b parts) []*ir.Value { return one(b.Add(b.bias, b.product(b.x))) }, 1, Linear.Name},
			{"a bias of one column", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.bias1)) }, 0, ""},
			{"a bias of all rows", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.y)) }, 0, ""},
			{"a product that is returned", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Add(p, b.bias), p}
			}, 0, ""},
			{"the other factor is transposed", func(b parts) []*ir.Value { return one(b.Add(b.MatMul(b.x, b.y, true, false), b.bias)) }, 0, ""},
			{"a difference", func(b parts) []*ir.Value { return one(b.Sub(b.product(b.x), b.bias)) }, 0, ""},
		},
		"accumulate": {
			{"y + x w", func(b parts) []*ir.Value { return one(b.Add(b.y, b.product(b.x))) }, 1, Accumulate.Name},
			{"x w + y", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.y)) }, 1, Accumulate.Name},
			{"a single row", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.bias)) }, 0, ""},
			{"weights alone", func(b parts) []*ir.Value { return one(b.Add(b.product(b.v), b.w)) }, 0, ""},
			{"a product that is read twice", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Add(p, b.y), b.Neg(p)}
			}, 0, ""},
			{"two products", func(b parts) []*ir.Value { return one(b.Add(b.product(b.x), b.product(b.y))) }, 1, Accumulate.Name},
		},
		"silu": {
			{"of a layer", func(b parts) []*ir.Value { return one(b.SiLU(b.linear(b.x))) }, 1, LinearSiLU.Name},
			{"of a sum with a product", func(b parts) []*ir.Value { return one(b.SiLU(b.accumulate(b.x))) }, 1, AccumulateSiLU.Name},
			{"of a value", func(b parts) []*ir.Value { return one(b.SiLU(b.x)) }, 0, ""},
			{"of a layer that is returned", func(b parts) []*ir.Value {
				l := b.linear(b.x)
				return []*ir.Value{b.SiLU(l), l}
			}, 0, ""},
			{"of a sum that is returned", func(b parts) []*ir.Value {
				l := b.accumulate(b.x)
				return []*ir.Value{b.SiLU(l), l}
			}, 0, ""},
			{"another function", func(b parts) []*ir.Value { return one(b.Tanh(b.linear(b.x))) }, 0, ""},
		},
		"times": {
			{"of a product", func(b parts) []*ir.Value { return one(b.Mul(b.product(b.x), b.y)) }, 1, MatMulTimes.Name},
			{"in the other order", func(b parts) []*ir.Value { return one(b.Mul(b.y, b.product(b.x))) }, 1, MatMulTimes.Name},
			{"of a sum with a product", func(b parts) []*ir.Value { return one(b.Mul(b.accumulate(b.x), b.y)) }, 1, AccumulateTimes.Name},
			{"its square", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return one(b.Mul(p, p))
			}, 0, ""},
			{"by one column", func(b parts) []*ir.Value { return one(b.Mul(b.product(b.x), b.mask)) }, 0, ""},
			{"of a product that is returned", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Mul(p, b.y), p}
			}, 0, ""},
			{"of weights", func(b parts) []*ir.Value { return one(b.Mul(b.product(b.v), b.w)) }, 0, ""},
			{"of a layer", func(b parts) []*ir.Value { return one(b.Mul(b.linear(b.x), b.y)) }, 0, ""},
		},
		"grads": {
			{"with the sum of its rows", func(b parts) []*ir.Value { return []*ir.Value{b.MatMul(b.x, b.y, true, false), b.SumRows(b.y)} }, 1, LinearGrads.Name},
			{"with a sum that is read", func(b parts) []*ir.Value { return []*ir.Value{b.MatMul(b.x, b.y, true, false), b.Neg(b.SumRows(b.y))} }, 0, ""},
			{"with a sum that is read and returned", func(b parts) []*ir.Value {
				sum := b.SumRows(b.y)
				return []*ir.Value{b.MatMul(b.x, b.y, true, false), sum, b.Neg(sum)}
			}, 0, ""},
			{"with the sum of other rows", func(b parts) []*ir.Value { return []*ir.Value{b.MatMul(b.x, b.y, true, false), b.SumRows(b.x)} }, 0, ""},
			{"of weights", func(b parts) []*ir.Value { return []*ir.Value{b.MatMul(b.w, b.v, true, false), b.SumRows(b.v)} }, 0, ""},
			{"of a plain product", func(b parts) []*ir.Value { return []*ir.Value{b.product(b.x), b.SumRows(b.w)} }, 0, ""},
		},
		"residual": {
			{"y + layer", func(b parts) []*ir.Value { return one(b.Add(b.y, b.linear(b.x))) }, 1, Accumulate.Name},
			{"layer + y", func(b parts) []*ir.Value { return one(b.Add(b.linear(b.x), b.y)) }, 1, Accumulate.Name},
			{"a single row", func(b parts) []*ir.Value { return one(b.Add(b.linear(b.x), b.bias)) }, 0, ""},
			{"a layer that is returned", func(b parts) []*ir.Value {
				l := b.linear(b.x)
				return []*ir.Value{b.Add(l, b.y), l}
			}, 0, ""},
		},
		"transpose weights": {
			{"a transposed weight", func(b parts) []*ir.Value { return one(b.MatMul(b.x, b.w, false, true)) }, 1, ir.MatMul},
			{"twice the same", func(b parts) []*ir.Value {
				return []*ir.Value{b.MatMul(b.x, b.w, false, true), b.MatMul(b.y, b.w, false, true)}
			}, 2, ir.MatMul},
			{"a plain product", func(b parts) []*ir.Value { return one(b.product(b.x)) }, 0, ""},
		},
		"narrow products": {
			{"columns of a product", func(b parts) []*ir.Value { return one(b.Columns(b.product(b.x), 2, 5)) }, 1, ir.MatMul},
			{"two parts of it", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Columns(p, 0, 5), b.Columns(p, 5, 20)}
			}, 2, ir.MatMul},
			{"columns of a product that is returned", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Columns(p, 0, 5), p}
			}, 0, ""},
			{"columns of a product that others read", func(b parts) []*ir.Value {
				p := b.product(b.x)
				return []*ir.Value{b.Columns(p, 0, 5), b.Neg(p)}
			}, 0, ""},
			{"columns of an input", func(b parts) []*ir.Value { return one(b.Columns(b.x, 0, 5)) }, 0, ""},
			{"columns of a gradient", func(b parts) []*ir.Value { return one(b.Columns(b.MatMul(b.x, b.y, true, false), 0, 5)) }, 0, ""},
			{"columns of a sum", func(b parts) []*ir.Value { return one(b.Columns(b.Add(b.x, b.y), 0, 5)) }, 0, ""},
		},
	} {
		for _, c := range cases {
			c.check(t, pass)
		}
	}
}

// TestFusedRows: what repeats, gathers, chooses and scatters rows is fused with the sum or the product that alone reads it.
func TestFusedRows(t *testing.T) {
	one := func(v *ir.Value) []*ir.Value { return []*ir.Value{v} }
	for pass, cases := range map[string][]fusionCase{
		"edges": {
			{"receiver + sender", func(b parts) []*ir.Value { return one(b.Add(b.repeat(b.x), b.sent(b.y))) }, 1, AddEdges.Name},
			{"sender + receiver", func(b parts) []*ir.Value { return one(b.Add(b.sent(b.y), b.repeat(b.x))) }, 1, AddEdges.Name},
			{"receiver - sender", func(b parts) []*ir.Value { return one(b.Sub(b.repeat(b.x), b.sent(b.y))) }, 1, SubtractEdges.Name},
			{"sender - receiver", func(b parts) []*ir.Value { return one(b.Sub(b.sent(b.y), b.repeat(b.x))) }, 0, ""},
			{"two receivers", func(b parts) []*ir.Value { return one(b.Add(b.repeat(b.x), b.repeat(b.y))) }, 0, ""},
			{"of other widths", func(b parts) []*ir.Value { return one(b.Add(b.repeat(b.mask), b.sent(b.y))) }, 0, ""},
			{"a receiver that is returned", func(b parts) []*ir.Value {
				r := b.repeat(b.x)
				return []*ir.Value{b.Add(r, b.sent(b.y)), r}
			}, 0, ""},
			{"a sender that is returned", func(b parts) []*ir.Value {
				s := b.sent(b.x)
				return []*ir.Value{b.Sub(b.repeat(b.x), s), s}
			}, 0, ""},
			{"a product", func(b parts) []*ir.Value { return one(b.Mul(b.repeat(b.x), b.sent(b.y))) }, 0, ""},
		},
		"repeats": {
			{"by a factor", func(b parts) []*ir.Value { return one(b.Mul(b.repeat(b.x), b.factor)) }, 1, RepeatTimes.Name},
			{"a factor of it", func(b parts) []*ir.Value { return one(b.Mul(b.factor, b.repeat(b.x))) }, 1, RepeatTimes.Name},
			{"by wide rows", func(b parts) []*ir.Value { return one(b.Mul(b.repeat(b.x), b.edge)) }, 0, ""},
			{"by a number", func(b parts) []*ir.Value { return one(b.Mul(b.repeat(b.x), b.one)) }, 0, ""},
			{"a repeated factor", func(b parts) []*ir.Value { return one(b.Mul(b.repeat(b.mask), b.edge)) }, 0, ""},
			{"that is returned", func(b parts) []*ir.Value {
				r := b.repeat(b.x)
				return []*ir.Value{b.Mul(r, b.factor), r}
			}, 0, ""},
		},
		"start": {
			{"repeated rows", func(b parts) []*ir.Value { return one(b.Apply(Accumulate, nil, b.repeat(b.x), b.edge, b.w)[0]) }, 1, Accumulate.Name},
			{"rows of edges", func(b parts) []*ir.Value { return one(b.Apply(Accumulate, nil, b.edge, b.edge, b.w)[0]) }, 0, ""},
			{"rows of a product", func(b parts) []*ir.Value { return one(b.Apply(Accumulate, nil, b.sent(b.x), b.edge, b.w)[0]) }, 0, ""},
			{"repeated rows that are returned", func(b parts) []*ir.Value {
				r := b.repeat(b.x)
				return []*ir.Value{b.Apply(Accumulate, nil, r, b.edge, b.w)[0], r}
			}, 0, ""},
		},
		"scatter": {
			{"z + scattered", func(b parts) []*ir.Value { return one(b.Add(b.y, b.ScatterAdd(b.x, b.at))) }, 1, AddScatter.Name},
			{"scattered + z", func(b parts) []*ir.Value { return one(b.Add(b.ScatterAdd(b.edge, b.senders), b.y)) }, 1, AddScatter.Name},
			{"twice", func(b parts) []*ir.Value {
				s := b.ScatterAdd(b.x, b.at)
				return one(b.Add(s, s))
			}, 0, ""},
			{"a single row", func(b parts) []*ir.Value { return one(b.Add(b.bias, b.ScatterAdd(b.x, b.at))) }, 0, ""},
			{"that is returned", func(b parts) []*ir.Value {
				s := b.ScatterAdd(b.x, b.at)
				return []*ir.Value{b.Add(s, b.y), s}
			}, 0, ""},
		},
		"scatters": {
			{"of one value", func(b parts) []*ir.Value { return one(b.Apply(AddScatter, nil, b.ScatterAdd(b.x, b.at), b.x, b.to)[0]) }, 1, AddScatters.Name},
			{"of two values", func(b parts) []*ir.Value { return one(b.Apply(AddScatter, nil, b.ScatterAdd(b.x, b.at), b.y, b.to)[0]) }, 0, ""},
			{"of edges", func(b parts) []*ir.Value {
				return one(b.Apply(AddScatter, nil, b.ScatterAdd(b.edge, b.senders), b.edge, b.senders)[0])
			}, 0, ""},
			{"onto a value", func(b parts) []*ir.Value { return one(b.Apply(AddScatter, nil, b.y, b.x, b.to)[0]) }, 0, ""},
		},
		"gathers": {
			{"of one value", func(b parts) []*ir.Value { return one(b.Add(b.Gather(b.x, b.at), b.Gather(b.x, b.to))) }, 1, AddGathers.Name},
			{"of two values", func(b parts) []*ir.Value { return one(b.Add(b.Gather(b.x, b.at), b.Gather(b.y, b.to))) }, 0, ""},
			{"of narrow rows", func(b parts) []*ir.Value { return one(b.Add(b.Gather(b.mask, b.at), b.Gather(b.mask, b.to))) }, 0, ""},
			{"of which one is returned", func(b parts) []*ir.Value {
				g := b.Gather(b.x, b.at)
				return []*ir.Value{b.Add(g, b.Gather(b.x, b.to)), g}
			}, 0, ""},
			{"of which the other is returned", func(b parts) []*ir.Value {
				g := b.Gather(b.x, b.at)
				return []*ir.Value{b.Add(b.Gather(b.x, b.to), g), g}
			}, 0, ""},
		},
		"where": {
			{"0 or x", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.Scalar(0), b.x), b.y)) }, 1, AddWhere.Name},
			{"x or 0", func(b parts) []*ir.Value { return one(b.Add(b.y, b.Select(b.mask, b.x, b.Scalar(0)))) }, 1, AddWhere.Name},
			{"two choices", func(b parts) []*ir.Value {
				return one(b.Add(b.Select(b.mask, b.x, b.Scalar(0)), b.Select(b.mask, b.Scalar(0), b.y)))
			}, 1, AddWhere.Name},
			{"three choices", func(b parts) []*ir.Value {
				two := b.Add(b.Select(b.mask, b.x, b.Scalar(0)), b.Select(b.mask, b.Scalar(0), b.y))
				return one(b.Add(two, b.Select(b.mask, b.x, b.Scalar(0))))
			}, 2, AddWhere.Name},
			{"1 or x", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.Scalar(1), b.x), b.y)) }, 0, ""},
			{"x or y", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.x, b.y), b.y)) }, 0, ""},
			{"by each column", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.x, b.y, b.Scalar(0)), b.y)) }, 0, ""},
			{"a choice of narrow rows", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.mask, b.Scalar(0)), b.mask)) }, 0, ""},
			{"one row or 0", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.bias, b.Scalar(0)), b.y)) }, 0, ""},
			{"onto a single row", func(b parts) []*ir.Value { return one(b.Add(b.Select(b.mask, b.x, b.Scalar(0)), b.bias)) }, 0, ""},
			{"a choice that is returned", func(b parts) []*ir.Value {
				c := b.Select(b.mask, b.x, b.Scalar(0))
				return []*ir.Value{b.Add(c, b.y), c}
			}, 0, ""},
		},
		"ends": {
			{"both ends", func(b parts) []*ir.Value {
				return []*ir.Value{b.SumGroups(b.edge, "neighbors"), b.ScatterAdd(b.edge, b.senders)}
			}, 1, SumEndpoints.Name},
			{"one end", func(b parts) []*ir.Value { return one(b.SumGroups(b.edge, "neighbors")) }, 0, ""},
			{"of two values", func(b parts) []*ir.Value {
				return []*ir.Value{b.SumGroups(b.edge, "neighbors"), b.ScatterAdd(b.repeat(b.x), b.senders)}
			}, 0, ""},
		},
		"mix": {
			{"of a vector", func(b parts) []*ir.Value { return one(b.Mix(b.mask, b.Columns(b.x, 0, 3), false)) }, 1, ir.Mul},
			{"of two vectors", func(b parts) []*ir.Value { return one(b.Mix(b.Columns(b.y, 0, 2), b.Columns(b.x, 0, 6), false)) }, 0, ""},
			{"to two vectors", func(b parts) []*ir.Value { return one(b.Mix(b.Columns(b.y, 0, 2), b.Columns(b.x, 0, 3), false)) }, 0, ""},
		},
	} {
		for _, c := range cases {
			c.check(t, pass)
		}
	}
}
