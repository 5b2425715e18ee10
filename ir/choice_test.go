package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChoices requires that gradients of choices are choices, and that they are left
// out of files.
func TestChoices(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x := b.Input("x", Floats(Rows("particles"), 2))
		mask := b.Input("mask", Floats(Rows("particles"), 1))
		first := b.Input("first", Indices("particles", Rows("particles")))
		y := b.Choose(b.Tanh(b.Choose(x, mask)), mask)
		y = b.Select(mask, b.Representatives(y, first), y)
		b.Output("loss", b.SumRows(b.SumColumns(b.Square(y))))
	}))
	gradient, _, err := Gradient(m, "loss", []string{"x"})
	require.NoError(t, err)
	choices := 0
	for _, node := range gradient.Main.Nodes {
		if node.IsChoice() {
			choices++
		}
	}
	require.Equal(t, 5, choices, "two masks and their gradients, and the gather")
	parsed, err := Parse(Print(gradient))
	require.NoError(t, err)
	require.Equal(t, Print(gradient), Print(parsed))

	file, err := OptimizeForFile(m, nil)
	require.NoError(t, err)
	require.Equal(t, `module sample
rows particles
count neighbors
rows edges = particles * neighbors

main(%x: float[particles,2], %mask: float[particles,1], %first: index<particles>[particles]) {
  %tanh = tanh %x : float[particles,2]
  %square = square %tanh : float[particles,2]
  %sum_columns = sum_columns %square : float[particles,1]
  %sum_rows = sum_rows %sum_columns : float[1,1]
  return loss=%sum_rows
}
`, Print(file))
}

// TestNumberedCounts requires that a count which is a number is one.
func TestNumberedCounts(t *testing.T) {
	const text = "module m\nrows particles\ncount each = 1\nrows chosen = particles * each\n\nmain(%x: float[particles,2]) {\n" +
		"  %y = repeat %x {count=each} : float[chosen,2]\n  return y=%y\n}\n"
	m, err := Parse(text)
	require.NoError(t, err)
	require.NoError(t, Verify(m))
	require.Equal(t, text, Print(m))
	y, err := Eval(m, map[string]Tensor{"x": {Shape: []int{2, 2}, Float: []float64{1, 2, 3, 4}}}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 2, 3, 4}, y["y"].Float)

	m.Dims[0].Number = 3
	require.ErrorContains(t, Verify(m), "only a count is a number")
}
