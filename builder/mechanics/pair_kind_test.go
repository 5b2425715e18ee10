package mechanics

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestEqual: rows are of a kind in which every named column has its value, and a column without a value is 0.
func TestEqual(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		b.Output("both", equal(b, x, []string{"gold", "iron"}, map[string]float32{"gold": 1, "iron": 2}))
		b.Output("first", equal(b, x, []string{"gold", "iron"}, map[string]float32{"gold": 1}))
	}))
	got, err := ir.Eval(m, map[string]ir.Tensor{"x": {Shape: []int{5, 2}, Float: []float64{1, 2, 1, 0, 0, 2, 2, 1, 1, 2.5}}}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 0, 0, 0, 0}, got["both"].Float)
	require.Equal(t, []float64{0, 1, 0, 0, 0}, got["first"].Float)
}

// TestFirstForce: the force is the result of the first call of an interaction, wherever it stands among nodes.
func TestFirstForce(t *testing.T) {
	call := func(name string) *ir.Node {
		n := &ir.Node{Callee: &ir.Func{Name: name}}
		n.Results = []*ir.Value{{Name: name, Node: n}}
		return n
	}
	first, second, other := call(interactionName), call(interactionName), call("other")
	require.Nil(t, firstForce(&ir.Func{}))
	require.Nil(t, firstForce(&ir.Func{Nodes: []*ir.Node{other}}))
	require.Same(t, first.Results[0], firstForce(&ir.Func{Nodes: []*ir.Node{first, second}}))
	require.Same(t, second.Results[0], firstForce(&ir.Func{Nodes: []*ir.Node{other, second, first}}))
}
