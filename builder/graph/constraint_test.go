package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/system"
)

// TestConstraintTerm: the changes of the bars of a stick and of a hinge count by the normalizers of their kinds, in
// either direction, and a particle that is its own partner has no bar.
func TestConstraintTerm(t *testing.T) {
	m := ir.SampleModule()
	rows := ir.Rows(graph.Particles)
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x, move := b.Input("position", ir.Floats(rows, 3)), b.Input("move", ir.Floats(rows, 3))
		b.Input("partner", ir.Indices(graph.Particles, rows))
		for _, kind := range system.ListedKinds() {
			b.Input(kind.Mask(), ir.Floats(rows, 1))
		}
		b.Output("position", b.Add(x, move))
	}))
	require.NoError(t, ir.Extend(m, func(b *ir.Builder) { b.Output("term", graph.ConstraintTerm(b, m.Main)) }))
	number := func(x float64) ir.Tensor { return ir.Tensor{Shape: []int{1, 1}, Float: []float64{x}} }
	// One isolated particle, a stick of length 2 that becomes 3 long, and a hinge whose first bar shrinks from 5 to 1.
	got, err := ir.Eval(m, map[string]ir.Tensor{
		"position":                     {Shape: []int{5, 3}, Float: []float64{9, 9, 9, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1, 3, 4}},
		"move":                         {Shape: []int{5, 3}, Float: []float64{1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -3, -3}},
		"partner":                      {Shape: []int{5}, Index: []int64{0, 2, 1, 3, 3}},
		system.Stick.Mask():            {Shape: []int{5, 1}, Float: []float64{0, 1, 1, 0, 0}},
		system.Hinge.Mask():            {Shape: []int{5, 1}, Float: []float64{0, 0, 0, 1, 1}},
		graph.Normalizer(system.Stick): number(0.5),
		graph.Normalizer(system.Hinge): number(10),
	}, nil)
	require.NoError(t, err)
	allclose.Within(t, []float64{2*0.5*1 + 10*4}, got["term"].Float, 1e-9)
	require.Equal(t, []string{"stick_normalizer", "hinge_normalizer"}, []string{graph.Normalizer(system.Stick), graph.Normalizer(system.Hinge)})
}
