package systems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/runtime"
)

// TestShapesOfOutputs: an output of edges has a row from each particle to each, with zeros from a
// particle to itself, one of systems has a row for each, and one that depends on no system has none.
// Inputs that turn sums over a batch into means are computed.
func TestShapesOfOutputs(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		rows := ir.Rows("particles")
		x := b.Columns(b.Input("position", ir.Floats(rows, 3)), 0, 1)
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		system := b.Input(ir.SystemInput, ir.Indices("particles", rows))
		b.Output("edges", b.Sub(b.Repeat(x, "neighbors"), b.Gather(x, senders)))
		b.Output("systems", b.SumSystems(x, system))
		b.Output("particles", b.Mul(x, b.Input("energy_weight", ir.Floats(rows, 1))))
		b.Output("mean", b.Mul(b.SumRows(x), b.Input("normalizer", ir.Floats(ir.Fixed(1), 1))))
	}))
	model, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	outputs, err := exported.Open(t, model).Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{1, 0, 0, 2, 0, 0, 4, 0, 0, 12, 0, 0, 24, 0, 0, 48, 0, 0}, 2, 3, 3),
	}})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{0, -1, -3, 1, 0, -2, 3, 2, 0, 0, -12, -36, 12, 0, -24, 36, 24, 0}, 2, 3, 3, 1), outputs["edges"])
	require.Equal(t, runtime.Floats([]float32{7, 84}, 2, 1), outputs["systems"])
	require.Equal(t, []int{2, 3, 1}, outputs["particles"].Shape)
	for i, x := range []float64{1, 2, 4, 12, 24, 48} {
		require.InDelta(t, x/6, outputs["particles"].Float[i], 1e-6)
	}
	require.Equal(t, []int{1, 1}, outputs["mean"].Shape)
	require.InDelta(t, 91./18, outputs["mean"].Float[0], 1e-6)
}
