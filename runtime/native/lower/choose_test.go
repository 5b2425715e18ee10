package lower

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestExtentsOfMasks: rows that a mask chooses have an extent of their own until they are put back, which must be done before they are
// returned or meet other rows. Each mask has one extent.
func TestExtentsOfMasks(t *testing.T) {
	for _, c := range []struct {
		what    string
		output  func(b *ir.Builder, x, mask, other *ir.Value) *ir.Value
		changed int
		dims    []string
		err     string
	}{
		{"nothing", func(b *ir.Builder, x, mask, _ *ir.Value) *ir.Value { return b.Mul(x, mask) }, 0, nil, ""},
		{"put back", func(b *ir.Builder, x, mask, _ *ir.Value) *ir.Value { return b.Choose(b.SiLU(b.Choose(x, mask)), mask) }, 2, []string{"each0", "chosen0"}, ""},
		{"twice by one mask", func(b *ir.Builder, x, mask, _ *ir.Value) *ir.Value {
			return b.Add(b.Choose(b.SiLU(b.Choose(x, mask)), mask), b.Choose(b.Neg(b.Choose(x, mask)), mask))
		}, 4, []string{"each0", "chosen0"}, ""},
		{"by two masks", func(b *ir.Builder, x, mask, other *ir.Value) *ir.Value {
			return b.Add(b.Choose(b.SiLU(b.Choose(x, mask)), mask), b.Choose(b.SiLU(b.Choose(x, other)), other))
		}, 4, []string{"each0", "chosen0", "each1", "chosen1"}, ""},
		{"not put back", func(b *ir.Builder, x, mask, _ *ir.Value) *ir.Value { return b.SiLU(b.Choose(x, mask)) }, 0, nil, "output y has the rows that a mask chooses alone"},
		{"with others", func(b *ir.Builder, x, mask, _ *ir.Value) *ir.Value {
			return b.Choose(b.Add(b.Choose(x, mask), x), mask)
		}, 0, nil, "mixes chosen rows with others"},
	} {
		m := ir.SampleModule()
		known := len(m.Dims)
		require.NoError(t, ir.Build(m, func(b *ir.Builder) {
			column := ir.Floats(ir.Rows("particles"), 1)
			b.Output("y", c.output(b, b.Input("x", ir.Floats(ir.Rows("particles"), 3)), b.Input("mask", column), b.Input("other", column)))
		}), c.what)
		changed, err := chooseRows(m)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.what)
			continue
		}
		require.NoError(t, err, c.what)
		require.NoError(t, ir.Verify(m), c.what)
		require.Equal(t, c.changed, changed, c.what)
		var dims []string
		for _, dim := range m.Dims[known:] {
			dims = append(dims, dim.Symbol)
		}
		require.Equal(t, c.dims, dims, c.what)
		puts := 0
		for _, node := range m.Main.Nodes {
			if node.Op == PutRows {
				puts++
				require.Equal(t, "particles", node.Result().Type.Rows().Symbol, c.what)
			}
		}
		require.Equal(t, c.changed/2, puts, c.what)
	}
}
