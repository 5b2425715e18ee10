package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestColumnsRead: columns count that are taken of the input itself, here and in functions that are called
// with it, and no others.
func TestColumnsRead(t *testing.T) {
	m, rows := SampleModule(), Rows("particles")
	callee, err := Define(m, "callee", func(b *Builder) {
		x, inside := b.Input("x", Floats(rows, 6)), b.Input("inside", Floats(rows, 6))
		b.Output("sum", b.Add(b.Columns(x, 3, 6), b.Columns(inside, 1, 4)))
	})
	require.NoError(t, err)
	require.NoError(t, Build(m, func(b *Builder) {
		x, y, z := b.Input("x", Floats(rows, 6)), b.Input("y", Floats(rows, 6)), b.Input("z", Floats(rows, 6))
		taken := b.Add(b.Columns(x, 2, 5), b.Columns(b.Neg(z), 2, 5))
		b.Output("sum", b.Add(b.Add(taken, b.Columns(x, 0, 3)), b.Call("called", callee, z, y)[0]))
	}))
	for input, end := range map[string]int{"x": 5, "y": 4, "z": 6, "none": 0} {
		require.Equal(t, end, m.Main.ColumnsRead(input), input)
	}
	require.Zero(t, m.Main.JointAxes())
}

// TestJointAxes: the operators of joints say for how many axes there is room, in functions that are called,
// too.
func TestJointAxes(t *testing.T) {
	m, err := stopSteps(1, 1)
	require.NoError(t, err)
	require.Equal(t, 2, m.Main.JointAxes())
	for _, op := range Ops() {
		for _, sample := range op.Samples {
			joints, _ := sample.Attrs["joints"].(int)
			require.Equal(t, joints, sampleCallModule(t, op, sample).Main.JointAxes(), op.Name)
		}
	}
	caller := &Func{Nodes: []*Node{{Callee: m.Main}}}
	require.Equal(t, 2, caller.JointAxes())
}
