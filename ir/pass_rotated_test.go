package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Lengths and spins of a vector that was turned twice are taken from before, whatever floor
// there is, but for a quotient of squares; a spin about something else stays.
func TestPassesForRotations(t *testing.T) {
	for _, floor := range []float64{1e-10, 1} {
		m := SampleModule()
		require.NoError(t, Build(m, func(b *Builder) {
			r, u, other := b.Input("r", Floats(Rows("particles"), 3)), b.Input("u", Floats(Rows("particles"), 3)), b.Input("other", Floats(Rows("particles"), 3))
			square := func(x *Value) *Value { return b.Maximum(b.Inner(x, x), b.Scalar(floor)) }
			first, last, w := r, r, u
			for range 2 {
				w = b.Div(b.Cross(last, u), square(last))
				angle := b.Sqrt(b.Maximum(b.Inner(w, w), b.Scalar(1e-16)))
				last = b.Add(b.Mul(b.Cos(angle), last), b.Mul(b.Div(b.Sin(angle), angle), b.Cross(w, last)))
			}
			b.Output("last", last)
			b.Output("spin", b.Div(b.Cross(last, b.Cross(w, last)), square(last)))
			b.Output("about_another", b.Div(b.Cross(first, b.Cross(other, first)), square(first)))
			b.Output("ratio", b.Div(b.Add(square(first), square(first)), square(last)))
			b.Output("compared", b.Div(square(first), square(last)))
		}))
		after, err := OptimizeRotations(m)
		require.NoError(t, err)
		inputs := map[string]Tensor{
			"r":     {Shape: []int{3, 3}, Float: []float64{1, 2, 3, 1e-6, 2e-6, 0, 0.3, 0, 0.1}},
			"u":     {Shape: []int{3, 3}, Float: []float64{3, 1, -2, 1e-6, -1e-6, 1e-6, 0.1, 0.2, 0.3}},
			"other": {Shape: []int{3, 3}, Float: []float64{1, 1, 1, 0.2, 0.1, 0, 0, 1, 2}},
		}
		requireCloseOutputs(t, m, after, inputs, nil)
		count := map[OpName]int{}
		for _, node := range after.Main.Nodes {
			count[node.Op.Name]++
		}
		require.True(t, after.Main.Output("spin").Is(Mul))
		require.True(t, after.Main.Output("about_another").Is(Div))
		compared := after.Main.Output("compared").Node.Args
		require.NotEqual(t, compared[0], compared[1], "lengths are what they were")
		require.Equal(t, 2+2, count[Inner], "two angles, the first length and the last")
	}
}
