package systems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// TestNormalizersOfBars: a sum over the bars of sticks or hinges becomes a mean over all systems. Without objects it counts
// a member.
func TestNormalizersOfBars(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		in := exported.RowInputs(b)
		for _, kind := range system.ListedKinds() {
			ones := b.SumRows(b.Add(b.Mul(b.Columns(in["position"], 0, 1), b.Scalar(0)), b.Scalar(1)))
			share := b.Mul(ones, b.Input(kind.Name+"_normalizer", ir.Floats(ir.Fixed(1), 1)))
			b.Output("all_"+kind.Name, share)
			b.Output(kind.Name, b.Mul(share, b.SumRows(in[kind.Mask()])))
		}
	}))
	file, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, file)
	for _, objects := range []int{0, 1} {
		inputs := map[string]runtime.Tensor{
			"position": runtime.Floats(make([]float32, 30), 2, 5, 3), "velocity": runtime.Floats(make([]float32, 30), 2, 5, 3), "charge": runtime.Floats(make([]float32, 10), 2, 5, 1),
			"sticks": runtime.Indices([]int64{3, 4, 3, 4}[:4*objects], 2, objects, 2), "hinges": runtime.Indices([]int64{0, 1, 2, 0, 1, 2}[:6*objects], 2, objects, 3),
		}
		got, err := session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		for _, kind := range system.ListedKinds() {
			members := float64(kind.Members() * 2 * objects)
			mean := float64(kind.Members()) / float64(kind.Views()) / max(1, members)
			require.InDelta(t, 10*mean, got["all_"+kind.Name].Float[0], 1e-5, "%d of %s", objects, kind.Name)
			require.InDelta(t, 10*mean*members, got[kind.Name].Float[0], 1e-5, "%d of %s", objects, kind.Name)
		}
	}
}
