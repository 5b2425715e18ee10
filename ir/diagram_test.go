package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDiagram: operators without a name of their own are left out, and so
// are parameters and indices; what one scope names is in one box.
func TestDiagram(t *testing.T) {
	m := SampleModule()
	rows := Rows("particles")
	double, err := Define(m, "double", func(b *Builder) {
		x, factor := b.Input("x", Floats(rows, 3)), b.Input("factor", Floats(rows, 1))
		b.Output("y", b.Mul(b.Mul(x, factor), b.Param("scale", Floats(Fixed(1), 1))))
		b.Output("z", x)
	})
	require.NoError(t, err)
	require.NoError(t, Build(m, func(b *Builder) {
		x, c := b.Input("position", Floats(rows, 3)), b.Input("charge", Floats(rows, 1))
		b.Input("unused", Floats(rows, 1))
		square := b.Name("strength", b.Square(c))
		var doubled *Value
		b.Scope("layer0", func() {
			scale := b.Param("scale", Floats(Fixed(1), 1))
			y := b.Call("double", double, b.Neg(x), b.Mul(square, b.Inner(x, x)), scale)
			doubled = b.Name("doubled", b.Add(y[0], b.Add(x, y[1])))
		})
		b.Output("result", b.Neg(doubled))
		b.Output("charge", b.Gather(c, b.Input("partner", Indices("particles", rows))))
	}))
	require.Equal(t, `flowchart TD
  n0(strength)
  n1([charge])
  n3([position])
  n5([result])
  n6([charge])
  subgraph layer0
    n2[[double]]
    n4(doubled)
  end
  n1 --> n0
  n3 -->|x, factor| n2
  n0 -->|factor| n2
  n2 --> n4
  n3 --> n4
  n4 --> n5
  n1 --> n6
`, Diagram(m.Main))
}
