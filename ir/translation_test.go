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

// TestTranslatedValues: values of translated positions are translated by sums of factors, and an output is a
// position or does not move.
func TestTranslatedValues(t *testing.T) {
	for what, c := range map[string]struct {
		of func(b *Builder, x, v, number *Value) *Value
		ok bool
	}{
		"moved":                     {func(b *Builder, x, v, _ *Value) *Value { return b.Add(x, v) }, true},
		"moved back":                {func(b *Builder, x, v, _ *Value) *Value { return b.Sub(x, v) }, true},
		"taken off":                 {func(b *Builder, x, v, _ *Value) *Value { return b.Sub(v, x) }, false},
		"taken off twice":           {func(b *Builder, x, v, _ *Value) *Value { return b.Neg(b.Sub(v, x)) }, true},
		"negated":                   {func(b *Builder, x, _, _ *Value) *Value { return b.Neg(x) }, false},
		"a choice of two positions": {func(b *Builder, x, v, number *Value) *Value { return b.Select(number, x, b.Add(x, v)) }, true},
		"a choice of another":       {func(b *Builder, x, v, number *Value) *Value { return b.Select(number, x, v) }, false},
		"a choice by positions":     {func(b *Builder, x, v, _ *Value) *Value { return b.Select(x, x, b.Add(x, v)) }, false},
		"a third and two thirds": {func(b *Builder, x, v, _ *Value) *Value {
			return b.Add(b.Mul(b.Scalar(1./3), x), b.Mul(b.Add(x, v), b.Scalar(2./3)))
		}, true},
		"times a number of each row": {func(b *Builder, x, _, number *Value) *Value { return b.Mul(number, x) }, false},
		"times a constant vector":    {func(b *Builder, x, _, _ *Value) *Value { return b.Mul(x, b.Const(1, 3, 1, 1, 1)) }, false},
		"with a number of each row":  {func(b *Builder, x, _, number *Value) *Value { return b.Add(x, number) }, false},
		"a function of a velocity":   {func(b *Builder, _, v, _ *Value) *Value { return b.Tanh(v) }, true},
		"a function of a position":   {func(b *Builder, x, _, _ *Value) *Value { return b.Tanh(x) }, false},
		"a part of a position": {func(b *Builder, x, v, _ *Value) *Value {
			return b.Sub(b.Gather(b.Repeat(x, "neighbors"), b.RowNumbers("edges")), b.Repeat(x, "neighbors"))
		}, true},
	} {
		m := SampleModule()
		require.NoError(t, Build(m, func(b *Builder) {
			rows := Rows("particles")
			b.Output("y", c.of(b, b.Input("position", Floats(rows, 3)), b.Input("velocity", Floats(rows, 3)), b.Input("number", Floats(rows, 1))))
		}))
		times, ok := TranslationFactors(m.Main, "position")
		require.Equal(t, c.ok, ok, what)
		require.Equal(t, c.ok, times != nil, what)
	}
	none := SampleModule()
	require.NoError(t, Build(none, func(b *Builder) { b.Output("y", b.Input("x", Floats(Rows("particles"), 3))) }))
	_, ok := TranslationFactors(none.Main, "position")
	require.False(t, ok, "there are no positions")
}
