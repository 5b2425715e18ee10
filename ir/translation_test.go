package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTranslationFactors: positions and what is a position again may be output, and
// differences; a multiple of a position may not, and no position of an edge.
func TestTranslationFactors(t *testing.T) {
	for name, test := range map[string]struct {
		output func(b *Builder, x, senders *Value) *Value
		ok     bool
	}{
		"a position":             {func(b *Builder, x, _ *Value) *Value { return x }, true},
		"a mean of positions":    {func(b *Builder, x, _ *Value) *Value { return b.Mul(b.Add(x, x), b.Scalar(0.5)) }, true},
		"a difference":           {func(b *Builder, x, _ *Value) *Value { return b.Mul(b.Sub(x, x), b.Scalar(3)) }, true},
		"twice a position":       {func(b *Builder, x, _ *Value) *Value { return b.Add(x, x) }, false},
		"a position of an edge":  {func(b *Builder, x, senders *Value) *Value { return b.Gather(x, senders) }, false},
		"a product of positions": {func(b *Builder, x, _ *Value) *Value { return b.Mul(x, x) }, false},
	} {
		m := &Module{Name: "moving", Dims: []Dimension{{Symbol: "particles", Rows: true}, {Symbol: "edges", Rows: true}}}
		require.NoError(t, Build(m, func(b *Builder) {
			x := b.Input("position", Floats(Rows("particles"), 3))
			senders := b.Input("senders", Indices("particles", Rows("edges")))
			b.Output("seen", b.Gather(b.Sub(x, x), senders))
			b.Output("moved", test.output(b, x, senders))
		}))
		_, ok := TranslationFactors(m.Main, "position")
		require.Equal(t, test.ok, ok, name)
	}
}

// TestWithScalar: a constant number is found on either side, and neither a number that is computed nor a
// constant of more numbers is one.
func TestWithScalar(t *testing.T) {
	require.NoError(t, Build(SampleModule(), func(b *Builder) {
		x, one := b.Input("x", Floats(Rows("particles"), 1)), Floats(Fixed(1), 1)
		for _, c := range []struct {
			args   []*Value
			other  *Value
			number float64
		}{
			{[]*Value{x, b.Scalar(3)}, x, 3},
			{[]*Value{b.Scalar(-2), x}, x, -2},
			{[]*Value{x, b.Param("number", one)}, nil, 0},
			{[]*Value{x, b.Size("particles")}, nil, 0},
			{[]*Value{x, b.Const(1, 2, 3, 3)}, nil, 0},
			{[]*Value{b.Const(2, 1, 3, 3), x}, nil, 0},
		} {
			other, number, ok := WithScalar(c.args)
			require.Equal(t, c.other, other)
			require.Equal(t, c.number, number)
			require.Equal(t, c.other != nil, ok)
		}
		b.Output("x", x)
	}))
}
