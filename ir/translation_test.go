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
